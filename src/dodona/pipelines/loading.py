"""Loading parsers and pipelines by name."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from dodona.downloads.models import ENGLISH as DEFAULT_MODEL
from dodona.downloads.models import find_model
from dodona.encoders.torch_imports import network_module
from dodona.errors import Error
from dodona.models.container import kind_of
from dodona.parsing.parser import load_parser
from dodona.pipelines.pipeline import Pipeline

if TYPE_CHECKING:
    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.pipelines.kinds import AnyParser, AnyPipeline


@overload
def load(model: None = None) -> Pipeline: ...
@overload
def load(model: str | os.PathLike[str]) -> Any: ...  # the file decides
def load(model: str | os.PathLike[str] | None = None) -> AnyParser | AnyPipeline:
    """Load a model by path, name or URL: a pipeline, or a parser if the file holds no more.

    By default it is the English pipeline that comes with Dodona. `dodona models` lists the names; a URL may
    end in `#sha256=` and a checksum. Model files hold no code: it is safe to load one from a stranger.

    >>> load().info["treebank"]
    'UD_English-EWT'
    """
    parser, whole = parser_and_whole(default_model() if model is None else find_model(model))
    return parser if whole is None else whole


def load_pipeline(model: str | os.PathLike[str] | None = None) -> AnyPipeline:
    """Load a pipeline as `load` does, and refuse a parser."""
    path = default_model() if model is None else find_model(model)
    return _encoder_pipeline(path) if kind_of(os.fspath(path)) == "encoder" else Pipeline.load(path)


def pipeline(model: str | os.PathLike[str] | None = None) -> AnyPipeline:
    """Load a pipeline: the old name of `dodona.load`."""
    warnings.warn("dodona.pipeline() is now dodona.load()", DeprecationWarning, stacklevel=2)
    return load_pipeline(model)


def parser_and_whole(
    path: str | os.PathLike[str],
) -> tuple[AnyParser, AnyPipeline | None]:
    """Load the parser of a model, and the whole pipeline if it is one.

    >>> parser, whole = parser_and_whole(default_model())
    >>> whole is not None and whole.parser is parser
    True
    """
    if kind_of(os.fspath(path)) not in ("pipeline", "encoder"):
        return load_parser(path), None
    whole = load_pipeline(path)
    return whole.parser, whole


def _encoder_pipeline(path: str | os.PathLike[str]) -> EncoderPipeline:
    network_module()  # says which packages are missing
    from dodona.encoders.pipeline import EncoderPipeline

    return EncoderPipeline.load(path)


def default_model() -> Path:
    """Return the path of the English model."""
    if not DEFAULT_MODEL.exists():
        raise Error(f"{DEFAULT_MODEL}: this installation has no English model: give one with --model")
    return DEFAULT_MODEL
