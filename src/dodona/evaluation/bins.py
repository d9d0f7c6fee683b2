"""Bins of equal mass: predictions of similar confidence, and their accuracy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.measures import Floats


@dataclass(frozen=True)
class Bin:
    """Predictions with confidences from `low` to `high`, inclusive.

    >>> round(Bin(0.5, 0.7, count=10, confidence=0.6, accuracy=0.5).gap, 6)
    -0.1
    """

    low: float
    high: float
    count: int
    #: Their mean confidence and their accuracy; equal if the parser is calibrated.
    confidence: float
    accuracy: float

    @property
    def gap(self) -> float:
        """Accuracy minus confidence; negative where the parser is overconfident."""
        return self.accuracy - self.confidence


def bin_numbers(confidence: Floats, bins: int) -> Ints:
    """Return the bin of each prediction; bins have equal size, as far as ties allow.

    Equal confidences are never split: each limit between bins moves to the nearest place where the confidence
    changes. Where a confidence is so frequent that two limits meet, there are fewer bins.

    >>> bin_numbers(np.array([0.9, 0.1, 0.5, 0.7]), 2).tolist()
    [1, 0, 0, 1]
    >>> bin_numbers(np.array([0.5, 1.0, 1.0, 1.0, 1.0, 1.0]), 3).tolist()
    [0, 1, 1, 1, 1, 1]
    """
    order = np.argsort(confidence, kind="stable")
    ordered = confidence[order]
    changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    numbers = np.zeros(len(confidence), dtype=np.int64)
    if len(changes):
        wanted = np.arange(1, bins) * len(ordered) / bins
        after = np.minimum(np.searchsorted(changes, wanted), len(changes) - 1)
        before = np.maximum(after - 1, 0)
        nearer = np.abs(changes[before] - wanted) <= np.abs(changes[after] - wanted)
        limits = np.unique(np.where(nearer, changes[before], changes[after]))
        numbers[order] = np.searchsorted(limits, np.arange(len(ordered)), side="right")
    return numbers


def reliability_bins(confidence: Floats, right: Bools, numbers: Ints) -> tuple[Bin, ...]:
    """Return the confidence and the accuracy of each bin.

    >>> confidence, right = np.array([0.5, 0.6, 1.0]), np.array([True, False, True])
    >>> for found in reliability_bins(confidence, right, np.array([0, 0, 1])):
    ...     print(found)
    Bin(low=0.5, high=0.6, count=2, confidence=0.55, accuracy=0.5)
    Bin(low=1.0, high=1.0, count=1, confidence=1.0, accuracy=1.0)
    """
    found = []
    for number in range(int(numbers.max()) + 1 if len(numbers) else 0):
        here = numbers == number
        inside = confidence[here]
        found.append(
            Bin(
                low=float(inside.min()),
                high=float(inside.max()),
                count=len(inside),
                confidence=float(inside.mean()),
                accuracy=float(right[here].mean()),
            )
        )
    return tuple(found)
