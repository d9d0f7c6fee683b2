"""Pipelines by name."""

from __future__ import annotations

import os
from pathlib import Path

from dodona.downloads.models import ENGLISH as DEFAULT_MODEL
from dodona.downloads.models import find_model
from dodona.errors import Error
from dodona.pipelines.pipeline import Pipeline


def pipeline(model: str | os.PathLike[str] | None = None) -> Pipeline:
    """Load a pipeline by its path, name or address, or the English one that comes with Dodona.

    `dodona models` lists the names; an address may end in `#sha256=` and a checksum.

    >>> pipeline().parser.info["treebank"]["name"]
    'train.conllu'
    """
    return Pipeline.load(default_model() if model is None else find_model(model))


def default_model() -> Path:
    """Return where the English model is."""
    if not DEFAULT_MODEL.exists():
        raise Error(f"{DEFAULT_MODEL}: this installation has no English model: name one by --model")
    return DEFAULT_MODEL
