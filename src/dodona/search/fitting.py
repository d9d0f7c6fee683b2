"""Learning from gold trees how sure a parser may be of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

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


def fit(
    parser: Parser,
    gold: Treebank | None,
    others: Iterable[tuple[Parser, Treebank]] = (),
    *,
    threads: int = 1,
) -> Calibration:
    """Learn from gold trees how sure a parser may be of itself: a temperature, and curves for each estimator.

    The trees should be new to the parser: development data, not what it was trained on. `others` are parsers
    like this one, each with trees that are new to it; there must be some if `gold` is None.
    """
    if gold is not None and (not len(gold) or (gold.heads < 0).any()):
        raise Error(f"{gold.source or 'the treebank'}: there are no trees to compare with")
    own = None if gold is None else best_temperature(parser, gold, threads=threads)
    temperatures: list[float] = []
    seen: dict[str, list[_Seen]] = {estimator: [] for estimator in ESTIMATORS}
    for each, trees in chain([] if gold is None else [(parser, gold)], others):
        temperatures.append(own or best_temperature(each, trees, threads=threads))
        for estimator, so_far in seen.items():
            found = estimate(each, trees, estimator=estimator, temperature=temperatures[-1], threads=threads)
            so_far.append(_seen(found, trees))
    usual = float(np.exp(np.mean(np.log(temperatures))))
    return Calibration(
        own or round(usual, 4), {estimator: _curves(parts) for estimator, parts in seen.items()}
    )


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


class _Seen(NamedTuple):
    """What an estimator said, and what was right: of words, in their surroundings, and of trees."""

    heads: Floats
    labels: Floats
    trees: NDArray[np.float32]
    left_over: NDArray[np.bool_]
    right_heads: NDArray[np.bool_]
    right_labels: NDArray[np.bool_]
    right_trees: NDArray[np.bool_]


def _seen(found: Confidences, gold: Treebank) -> _Seen:
    lengths = np.diff(found.parsed.offsets)
    of_heads, of_labels = signals(found.heads, lengths), signals(found.labels, lengths)
    return _Seen(of_heads, of_labels, found.trees, found.left_over, *outcomes(found.parsed, gold))


def _curves(parts: Sequence[_Seen]) -> dict[str, Curve]:
    seen = _Seen(*map(np.concatenate, zip(*parts, strict=True)))
    # With few words of one kind, what holds for all of them is the better guess.
    kinds = (seen.left_over, ~seen.left_over)
    left, attached = (kind if kind.sum() >= 100 else np.ones_like(kind) for kind in kinds)
    return {
        "heads": _curve(seen.heads[attached], seen.right_heads[attached]),
        "left_over": _curve(seen.heads[left], seen.right_heads[left]),
        "labels": _curve(seen.labels, seen.right_labels),
        "trees": Curve(isotonic(seen.trees, seen.right_trees)),
    }


def _curve(found: Floats, right: NDArray[np.bool_]) -> Curve:
    surroundings = Surroundings.fitted(found, right)
    return Curve(isotonic(surroundings(found), right), surroundings)
