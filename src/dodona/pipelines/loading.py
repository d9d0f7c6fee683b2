"""Pipelines by name."""

from __future__ import annotations

import os
from pathlib import Path

from dodona.errors import Error
from dodona.pipelines.pipeline import Pipeline

#: The English model that comes with the package.
DEFAULT_MODEL = Path(__file__).parent.parent / "models" / "english.model"


def pipeline(model: str | os.PathLike[str] | None = None) -> Pipeline:
    """Load a pipeline from a file, or the English one that comes with Dodona.

    >>> pipeline().parser.info["treebank"]["name"]
    'train.conllu'
    """
    return Pipeline.load(default_model() if model is None else model)


def default_model() -> Path:
    """Return where the English model is."""
    if not DEFAULT_MODEL.exists():
        raise Error(f"{DEFAULT_MODEL}: this installation has no English model: name one by --model")
    return DEFAULT_MODEL
