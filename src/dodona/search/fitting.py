"""Learning from gold trees how sure a parser may be of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import Error
from dodona.search.calibration import ESTIMATORS, Calibration, Curve
from dodona.search.confidence import Confidences, estimate
from dodona.search.crossing import as_learnt
from dodona.search.isotonic import isotonic
from dodona.search.surroundings import Floats, Surroundings, signals
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.search.parser import Parser


def fit(parser: Parser, gold: Treebank, *, threads: int = 1) -> Calibration:
    """Learn from gold trees how sure a parser may be of itself: a temperature, and curves for each estimator.

    The trees should be new to the parser: development data, not what it was trained on.
    """
    if not len(gold) or (gold.heads < 0).any():
        raise Error(f"{gold.source or 'the treebank'}: there are no trees to compare with")
    temperature = best_temperature(parser, gold, threads=threads)
    curves = {}
    for estimator in ESTIMATORS:
        found = estimate(parser, gold, estimator=estimator, temperature=temperature, threads=threads)
        curves[estimator] = _curves(found, gold)
    return Calibration(temperature, curves)


def best_temperature(parser: Parser, gold: Treebank, *, threads: int = 1) -> float:
    """Return the temperature at which the zero-cost transitions of a treebank are most probable.

    A perceptron's scores can have any scale, so that the search is wide, and then narrow.
    """
    trees = as_learnt(gold, parser.info)  # where costs are exact
    best = 1.0
    for lowest, highest, steps in ((0.02, 500.0, 25), (0.65, 1.55, 19), (0.97, 1.03, 7)):
        tried = np.geomspace(lowest, highest, steps) * best
        losses = _core.losses_at(parser._core, trees._core, tried.tolist(), threads)
        best = float(tried[int(np.argmin(losses))])
    return round(best, 4)


def outcomes(
    parsed: Treebank, gold: Treebank
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what is right in a parse: heads, labels (whatever the head), whole trees."""
    heads = parsed.heads == gold.heads
    pairs = zip(parsed.column("labels"), gold.column("labels"), strict=True)
    labels = np.fromiter((one == other for one, other in pairs), bool, len(heads))
    lengths = np.array([len(sentence) for sentence in gold])
    begins = np.cumsum(lengths) - lengths
    trees = np.logical_and.reduceat(heads & labels, begins) if len(lengths) else np.zeros(0, bool)
    return heads, labels, trees


def _curves(found: Confidences, gold: Treebank) -> dict[str, Curve]:
    heads, labels, trees = outcomes(found.parsed, gold)
    # With few words of one kind, what holds for all of them is the better guess.
    kinds = (found.left_over, ~found.left_over)
    left, attached = (kind if kind.sum() >= 100 else np.ones_like(kind) for kind in kinds)
    lengths = np.diff(found.parsed.offsets)
    of_heads, of_labels = signals(found.heads, lengths), signals(found.labels, lengths)
    return {
        "heads": _curve(of_heads[attached], heads[attached]),
        "left_over": _curve(of_heads[left], heads[left]),
        "labels": _curve(of_labels, labels),
        "trees": Curve(isotonic(found.trees, trees)),
    }


def _curve(found: Floats, right: NDArray[np.bool_]) -> Curve:
    surroundings = Surroundings.fitted(found, right)
    return Curve(isotonic(surroundings(found), right), surroundings)
