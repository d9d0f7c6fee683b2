"""Search: beams, best-first, the best few trees of a sentence, and trees around given arcs."""

from dodona.search.best_first import MostProbable
from dodona.search.constrained import Completion, LostArc
from dodona.search.nbest import ScoredTree

__all__ = ["Completion", "LostArc", "MostProbable", "ScoredTree"]
