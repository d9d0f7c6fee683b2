"""Isotonic regression: the monotone curve nearest to the observations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Observations are first grouped, against overfitting: at most this many groups, each of at least this size
#: where that leaves ten groups.
_GROUPS, _SMALLEST = 200, 20


@dataclass(frozen=True)
class MonotoneCurve:
    """A curve that never falls: linear between its points, constant beyond them."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    def __call__(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the value of the curve at each point."""
        return np.interp(values, self.x, self.y).astype(np.float32)

    def to_list(self) -> list[list[float]]:
        """Return the points as they are stored in a model."""
        return [list(self.x), list(self.y)]

    @classmethod
    def of_list(cls, points: Sequence[Sequence[float]]) -> MonotoneCurve:
        """Undo `to_list`; raise ValueError if the points are malformed."""
        x, y = (tuple(float(value) for value in values) for values in points)
        if not x or len(x) != len(y) or not np.isfinite([x, y]).all():
            raise ValueError("the points of a curve are not pairs of numbers")
        if any(np.diff(x) < 0) or any(np.diff(y) < 0) or y[0] < 0 or y[-1] > 1:
            raise ValueError("the points of a curve fall, or are not probabilities")
        return cls(x, y)


def isotonic(scores: NDArray[np.float32], right: NDArray[np.bool_]) -> MonotoneCurve:
    """Return the monotone curve of how often something with a given score is right.

    Pool adjacent violators (Ayer et al. 1955): neighbours in the wrong order are merged until none are left.
    Add-one smoothing in each pool keeps the curve away from 0 and 1.

    >>> curve = isotonic(np.array([0.2, 0.8] * 50), np.array([False, True] * 50))
    >>> [round(float(height), 2) for height in curve(np.array([0.1, 0.5, 0.9]))]
    [0.02, 0.5, 0.98]
    """
    order = np.argsort(scores, kind="stable")
    pools: list[tuple[float, float, int]] = []  # sum of scores, number right, size
    for group in _groups(scores[order]):
        here = order[group]
        pool = (float(scores[here].sum()), float(right[here].sum()), len(here))
        while pools and pools[-1][1] * pool[2] >= pool[1] * pools[-1][2]:
            before = pools.pop()
            pool = (before[0] + pool[0], before[1] + pool[1], before[2] + pool[2])
        pools.append(pool)
    x = [sum_of_scores / count for sum_of_scores, _, count in pools]
    y = [(sum_of_right + 1) / (count + 2) for _, sum_of_right, count in pools]
    # Smoothing can lower a small pool below its neighbour.
    heights = np.maximum.accumulate(y)
    return MonotoneCurve(
        tuple(round(each, 6) for each in x), tuple(round(float(each), 6) for each in heights)
    )


def blend(
    curve: MonotoneCurve, other: Callable[[NDArray[Any]], NDArray[Any]], at: Sequence[float]
) -> MonotoneCurve:
    """Return the mean of two curves, at the points of the first one and at `at`.

    An isotonic curve has high variance, a logistic one has bias: their mean is better calibrated than either.

    >>> curve = MonotoneCurve((0.5,), (0.9,))
    >>> blend(curve, lambda x: x, at=(0, 1))
    MonotoneCurve(x=(0.0, 0.5, 1.0), y=(0.45, 0.7, 0.95))
    """
    x = np.union1d(np.asarray(at, np.float64), curve.x)
    y = (np.interp(x, curve.x, curve.y) + other(x)) / 2
    heights = np.maximum.accumulate(y)  # the other curve may fall
    return MonotoneCurve(tuple(x.round(6).tolist()), tuple(heights.round(6).tolist()))


def _groups(scores: NDArray[np.float32]) -> list[slice]:
    """Split sorted scores into groups of about the same size; equal scores stay together."""
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
