"""Pipelines from raw text to trees: tokeniser, tagger, lemmatiser and parser."""

from dodona.pipelines.jackknifing import jackknife
from dodona.pipelines.loading import ensemble, load, pipeline
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.restoring import original_text
from dodona.pipelines.tagger import Tagger, train_tagger
from dodona.pipelines.tokeniser import Tokeniser, train_tokeniser
from dodona.pipelines.training import train_pipeline

__all__ = [
    "Pipeline",
    "Tagger",
    "Tokeniser",
    "ensemble",
    "jackknife",
    "load",
    "original_text",
    "pipeline",
    "train_pipeline",
    "train_tagger",
    "train_tokeniser",
]
