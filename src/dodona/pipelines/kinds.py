"""The kinds of parsers and pipelines, for type checkers: all have the methods that the commands call."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from dodona.encoders.pipeline import EncoderPipeline
    from dodona.ensembles.ensemble import Ensemble
    from dodona.parsing.parser import Parser
    from dodona.pipelines.pipeline import Pipeline

    # Of one model, which has a file.
    OneParser: TypeAlias = Parser | EncoderPipeline
    OnePipeline: TypeAlias = Pipeline | EncoderPipeline
    AnyParser: TypeAlias = OneParser | Ensemble
    AnyPipeline: TypeAlias = OnePipeline | Ensemble
