"""From raw text to trees: tokeniser, tagger, lemmatiser and parser together."""

from dodona.pipeline.jackknifing import jackknife
from dodona.pipeline.loading import pipeline
from dodona.pipeline.pipeline import Pipeline
from dodona.pipeline.restoring import original_text
from dodona.pipeline.tagger import Tagger, train_tagger
from dodona.pipeline.tokeniser import Tokeniser, train_tokeniser
from dodona.pipeline.training import train_pipeline

__all__ = [
    "Pipeline",
    "Tagger",
    "Tokeniser",
    "jackknife",
    "original_text",
    "pipeline",
    "train_pipeline",
    "train_tagger",
    "train_tokeniser",
]
