"""Loading parsers and pipelines by name."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from dodona.downloads.models import ENGLISH as DEFAULT_MODEL
from dodona.downloads.models import find_model
from dodona.encoders.torch_imports import network_module
from dodona.ensembles.ensemble import Ensemble
from dodona.errors import Error, listed
from dodona.models.container import kind_of
from dodona.parsing.parser import load_parser
from dodona.pipelines.pipeline import Pipeline

if TYPE_CHECKING:
    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.pipelines.kinds import AnyParser, AnyPipeline, OneParser, OnePipeline


@overload
def load(model: None = None) -> Pipeline: ...
@overload
def load(model: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> Any: ...  # the file decides
def load(
    model: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> AnyParser | AnyPipeline:
    """Load a model by path, name or URL: a pipeline, or a parser if the file holds no more.

    By default it is the English pipeline that comes with Dodona. `dodona models` lists the names; a URL may
    end in `#sha256=` and a checksum. Several models become an ensemble, which `ensemble` describes. Model
    files hold no code: it is safe to load one from a stranger.

    >>> load().info["treebank"]
    'UD_English-EWT'
    """
    parser, whole = voters_and_whole(_paths(model))
    return parser if whole is None else whole


def load_pipeline(
    model: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> AnyPipeline:
    """Load a pipeline as `load` does, and refuse a parser."""
    paths = _paths(model)
    return _pipeline(paths[0]) if len(paths) == 1 else ensemble(paths)


def _paths(model: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None) -> list[Path]:
    """Return the files of one or several models."""
    if model is None:
        return [default_model()]
    if isinstance(model, Sequence) and not isinstance(model, (str, bytes)):
        return [find_model(each) for each in listed("model", model, "a list of models")]
    return [find_model(model)]


def ensemble(models: Sequence[str | os.PathLike[str] | OneParser | OnePipeline]) -> Ensemble:
    """Return an ensemble of parsers and pipelines, loaded or by path, name or URL.

    Each votes for its trees with its calibrated confidences, so each must be calibrated (`Parser.calibrate`).
    The first one also splits text and tags. Languages and labels must be the same.
    """
    given = listed("models", models, "a list of models")
    names = [
        os.fspath(each) if isinstance(each, (str, os.PathLike)) else f"model {number}"
        for number, each in enumerate(given, 1)
    ]
    loaded = [_model(find_model(each)) if isinstance(each, (str, os.PathLike)) else each for each in given]
    return Ensemble(loaded, names)


def _model(path: Path) -> OneParser | OnePipeline:
    parser, whole = parser_and_whole(path)
    return parser if whole is None else whole


def pipeline(
    model: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
) -> AnyPipeline:
    """Load a pipeline: the old name of `dodona.load`."""
    warnings.warn("dodona.pipeline() is now dodona.load()", DeprecationWarning, stacklevel=2)
    return load_pipeline(model)


def parser_and_whole(
    path: str | os.PathLike[str],
) -> tuple[OneParser, OnePipeline | None]:
    """Load the parser of a model, and the whole pipeline if it is one.

    >>> parser, whole = parser_and_whole(default_model())
    >>> whole is not None and whole.parser is parser
    True
    """
    if kind_of(os.fspath(path)) not in ("pipeline", "encoder"):
        return load_parser(path), None
    whole = _pipeline(path)
    return whole.parser, whole


def voters_and_whole(paths: Sequence[str | os.PathLike[str]]) -> tuple[AnyParser, AnyPipeline | None]:
    """Load one model as `parser_and_whole` does, or several as an ensemble, which may be a whole pipeline."""
    if len(paths) == 1:
        return parser_and_whole(paths[0])
    voters = ensemble(paths)
    return voters, voters if voters.has_pipeline else None


def _pipeline(path: str | os.PathLike[str]) -> OnePipeline:
    return _encoder_pipeline(path) if kind_of(os.fspath(path)) == "encoder" else Pipeline.load(path)


def _encoder_pipeline(path: str | os.PathLike[str]) -> EncoderPipeline:
    network_module()  # says which packages are missing
    from dodona.encoders.pipeline import EncoderPipeline

    return EncoderPipeline.load(path)


def default_model() -> Path:
    """Return the path of the English model."""
    if not DEFAULT_MODEL.exists():
        raise Error(f"{DEFAULT_MODEL}: this installation has no English model: give one with --model")
    return DEFAULT_MODEL
