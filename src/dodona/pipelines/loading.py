"""Loading pipelines by name."""

from __future__ import annotations

import os
from pathlib import Path

from dodona.downloads.models import ENGLISH as DEFAULT_MODEL
from dodona.downloads.models import find_model
from dodona.errors import Error
from dodona.models.container import kind_of
from dodona.parsing.parser import Parser, load
from dodona.pipelines.pipeline import Pipeline


def pipeline(model: str | os.PathLike[str] | None = None) -> Pipeline:
    """Load a pipeline by path, name or URL; by default the English one that comes with Dodona.

    `dodona models` lists the names; a URL may end in `#sha256=` and a checksum.

    >>> pipeline().parser.info["treebank"]["name"]
    'train.conllu'
    """
    return Pipeline.load(default_model() if model is None else find_model(model))


def parser_and_whole(path: str | os.PathLike[str]) -> tuple[Parser, Pipeline | None]:
    """Load the parser of a model, and the whole pipeline if it is one.

    >>> parser, whole = parser_and_whole(default_model())
    >>> whole is not None and whole.parser is parser
    True
    """
    whole = Pipeline.load(path) if kind_of(os.fspath(path)) == "pipeline" else None
    return (load(path) if whole is None else whole.parser), whole


def default_model() -> Path:
    """Return the path of the English model."""
    if not DEFAULT_MODEL.exists():
        raise Error(f"{DEFAULT_MODEL}: this installation has no English model: give one with --model")
    return DEFAULT_MODEL
