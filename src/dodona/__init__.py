"""Dodona: a transition-based dependency parsing toolkit.

>>> import dodona
>>> sentence = dodona.Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"])
>>> sentence.is_projective
True
"""

from importlib import import_module
from importlib.metadata import version
from types import ModuleType

from dodona.annotation import active
from dodona.confidence import Confidences
from dodona.conversion.conll import convert
from dodona.distillation import distil, label
from dodona.ensembles import Ensemble
from dodona.errors import ArgumentError, Error, MissingExtraError, OptionError, Problem, ReadError
from dodona.evaluation import compare, conll18, evaluate, reliability
from dodona.features import learn_clusters
from dodona.interoperation import to_nltk, to_spacy
from dodona.learning_to_search import Search, SearchModel, learn
from dodona.oracles import DynamicOracle, Lattice, StaticOracle, SwapOracle, lattice
from dodona.parsing import Parser
from dodona.pipelines import (
    Pipeline,
    Tagger,
    Tokeniser,
    ensemble,
    jackknife,
    load,
    original_text,
    train_pipeline,
    train_tagger,
    train_tokeniser,
)
from dodona.pipelines import pipeline as pipeline  # the old name of load
from dodona.recipes import Recipe
from dodona.scoring import Scorer
from dodona.search import Completion, LostArc, MostProbable
from dodona.training import train
from dodona.transitions import Configuration
from dodona.transitions.scripted import configuration
from dodona.treebank.check import check
from dodona.treebank.checking import problems_in
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.reading import read, read_partial, stream
from dodona.treebank.sentence import Sentence
from dodona.treebank.span import Span
from dodona.treebank.statistics import Statistics, statistics
from dodona.treebank.treebank import Treebank
from dodona.treebank.word import Feats, MultiwordToken, Word
from dodona.treebank.writing import write

__version__ = version("dodona")  # pyproject.toml has it


def __getattr__(name: str) -> ModuleType:
    # Imported on first use: few need them, and they would slow down `import dodona`.
    if name in ("experiments", "schemes"):
        return import_module(f"dodona.{name}")
    if name == "reproduce":
        return import_module("dodona.experiments")
    raise AttributeError(f"module 'dodona' has no attribute {name!r}")


__all__ = [
    "ArgumentError",
    "Completion",
    "Confidences",
    "Configuration",
    "DynamicOracle",
    "Ensemble",
    "Error",
    "Feats",
    "Lattice",
    "LostArc",
    "MissingExtraError",
    "MostProbable",
    "MultiwordToken",
    "OptionError",
    "Parser",
    "PartialTreebank",
    "Pipeline",
    "Problem",
    "ReadError",
    "Recipe",
    "Scorer",
    "Search",
    "SearchModel",
    "Sentence",
    "Span",
    "StaticOracle",
    "Statistics",
    "SwapOracle",
    "Tagger",
    "Tokeniser",
    "Treebank",
    "Word",
    "active",
    "check",
    "compare",
    "configuration",
    "conll18",
    "convert",
    "distil",
    "ensemble",
    "evaluate",
    "jackknife",
    "label",
    "lattice",
    "learn",
    "learn_clusters",
    "load",
    "original_text",
    "problems_in",
    "read",
    "read_partial",
    "reliability",
    "statistics",
    "stream",
    "to_nltk",
    "to_spacy",
    "train",
    "train_pipeline",
    "train_tagger",
    "train_tokeniser",
    "write",
]
