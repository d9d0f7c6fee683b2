"""Isotonic regression: the rising curve that is nearest to what was observed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Observations are put together first into at most so many groups, of at least the second number where there
#: are enough for ten of them: a curve through every single one would only repeat their accidents.
_GROUPS, _SMALLEST = 200, 20


@dataclass(frozen=True)
class Rising:
    """A curve that never falls, straight between its points and level beyond them."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the curve's height at each value."""
        return np.interp(values, self.x, self.y).astype(np.float32)

    def to_list(self) -> list[list[float]]:
        """Return the points, for a model to keep."""
        return [list(self.x), list(self.y)]

    @classmethod
    def of_list(cls, points: Sequence[Sequence[float]]) -> Rising:
        """Return the curve through points that `to_list` gave; ValueError if they are no such thing."""
        x, y = (tuple(float(value) for value in values) for values in points)
        if not x or len(x) != len(y) or any(np.diff(x) < 0) or any(np.diff(y) < 0):
            raise ValueError("these points do not rise")
        return cls(x, y)


def isotonic(scores: NDArray[np.float32], right: NDArray[np.bool_]) -> Rising:
    """Return the rising curve that tells best how often something with a given score is right.

    Pool adjacent violators (Ayer and others 1955): neighbours that fall are put together until none do.
    Each pool counts one observation more of either kind, so that nothing is ever certain.

    >>> curve = isotonic(np.array([0.2, 0.8] * 50), np.array([False, True] * 50))
    >>> [round(float(height), 2) for height in curve(np.array([0.1, 0.5, 0.9]))]
    [0.02, 0.5, 0.98]
    """
    order = np.argsort(scores, kind="stable")
    pools: list[tuple[float, float, int]] = []  # the sums of scores and of what is right, and how many
    for group in _groups(scores[order]):
        here = order[group]
        pool = (float(scores[here].sum()), float(right[here].sum()), len(here))
        while pools and pools[-1][1] * pool[2] >= pool[1] * pools[-1][2]:
            before = pools.pop()
            pool = (before[0] + pool[0], before[1] + pool[1], before[2] + pool[2])
        pools.append(pool)
    x = [sum_of_scores / count for sum_of_scores, _, count in pools]
    y = [(sum_of_right + 1) / (count + 2) for _, sum_of_right, count in pools]
    # A small pool may fall back behind its neighbour by what was added to it.
    heights = np.maximum.accumulate(y)
    return Rising(tuple(round(each, 6) for each in x), tuple(round(float(each), 6) for each in heights))


def halfway(curve: Rising, other: Callable[[NDArray[Any]], NDArray[Any]], at: Sequence[float]) -> Rising:
    """Return the mean of a curve and another one, through the points of the first and some `at` given places.

    An isotonic curve repeats accidents, and a logistic one is wrong in the same way however much there is to
    learn from: on average, half of each is nearer to the truth than either.

    >>> curve = Rising((0.5,), (0.9,))
    >>> halfway(curve, lambda x: x, at=(0, 1))
    Rising(x=(0.0, 0.5, 1.0), y=(0.45, 0.7, 0.95))
    """
    x = np.union1d(np.asarray(at, np.float64), curve.x)
    y = (np.interp(x, curve.x, curve.y) + other(x)) / 2
    heights = np.maximum.accumulate(y)  # the other one may fall
    return Rising(tuple(x.round(6).tolist()), tuple(heights.round(6).tolist()))


def _groups(scores: NDArray[np.float32]) -> list[slice]:
    """Cut sorted scores into groups of about the same size; equal scores stay together."""
    size = max(1, min(_SMALLEST, len(scores) // 10), len(scores) // _GROUPS)
    groups, begin = [], 0
    while begin < len(scores):
        end = min(begin + size, len(scores))
        end = int(np.searchsorted(scores, scores[end - 1], side="right"))
        if len(scores) - end < size:
            end = len(scores)
        groups.append(slice(begin, end))
        begin = end
    return groups
