"""Parsers, and the files that they are kept in."""

from dodona.search.completion import Completion, LostArc
from dodona.search.confidence import Confidences
from dodona.search.nbest import ScoredTree
from dodona.search.parser import Parser, load

__all__ = ["Completion", "Confidences", "LostArc", "Parser", "ScoredTree", "load"]
