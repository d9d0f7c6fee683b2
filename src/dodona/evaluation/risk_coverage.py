"""Risk and coverage: the accuracy of the most confident part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dodona.errors import array, same_length, within
from dodona.evaluation.measures import Floats
from dodona.evaluation.ranking import tied


@dataclass(frozen=True)
class CoveragePoint:
    """The most confident predictions: `coverage` is their share, from 0 to 1.

    For sentences, `words` is their share of all words, which is smaller: short sentences have higher
    confidence.
    """

    coverage: float
    accuracy: float
    words: float
    #: The lowest confidence among them.
    threshold: float

    @property
    def risk(self) -> float:
        """The error rate."""
        return 1 - self.accuracy


def risk_coverage(
    confidence: Floats, right: Floats, total: Floats, shares: Floats | None = None
) -> tuple[CoveragePoint, ...]:
    """Return the accuracy of the most confident, at each tenth of coverage or at other `shares`.

    `right` and `total` are what each item adds to the numerator and the denominator: for LAS over sentences,
    its correct words and its words; for words 1 or 0, and 1. Where the limit falls among equal confidences,
    each of them counts in part.

    >>> points = risk_coverage(np.array([0.9, 0.5, 0.8, 0.7]), np.array([3, 1, 2, 2]), np.full(4, 3),
    ...                        shares=np.array([0.5, 1.0]))
    >>> [(point.coverage, round(point.accuracy, 4), point.threshold) for point in points]
    [(0.5, 0.8333, 0.8), (1.0, 0.6667, 0.5)]
    """
    confidence, right, total = _checked(confidence, right, total)
    if not len(confidence):
        return ()
    above, below = (_cumulated(confidence, values) for values in (right, total))
    surest_first = np.sort(confidence)[::-1]
    points = []
    wanted = "a list of numbers from 0 to 1"
    for share in array("shares", np.arange(1, 11) / 10 if shares is None else shares, np.float64, wanted):
        within("each of the shares", float(share), 0, 1)
        taken = max(1, round(float(share) * len(confidence)))
        points.append(
            CoveragePoint(
                coverage=float(share),
                accuracy=float(above[taken - 1] / below[taken - 1]) if below[taken - 1] else 0.0,
                words=float(below[taken - 1] / below[-1]) if below[-1] else 0.0,
                threshold=float(surest_first[taken - 1]),
            )
        )
    return tuple(points)


def area_under_risk(confidence: Floats, right: Floats, total: Floats) -> float:
    """Return the mean risk over all coverages: small if there are few errors and they rank last.

    >>> wrong_last = area_under_risk(np.array([0.9, 0.5]), np.array([1, 0]), np.ones(2))
    >>> wrong_first = area_under_risk(np.array([0.5, 0.9]), np.array([1, 0]), np.ones(2))
    >>> wrong_last, wrong_first
    (0.25, 0.75)
    """
    confidence, right, total = _checked(confidence, right, total)
    above, below = (_cumulated(confidence, values) for values in (right, total))
    some = below > 0
    return float(np.mean(1 - above[some] / below[some])) if some.any() else 0.0


def _checked(confidence: Floats, right: Floats, total: Floats) -> tuple[Floats, Floats, Floats]:
    """Return arguments as arrays of the same length."""
    given = {"confidence": confidence, "right": right, "total": total}
    found = {name: array(name, values, np.float64, "a list of numbers") for name, values in given.items()}
    same_length(**found)
    return found["confidence"], found["right"], found["total"]


def _cumulated(confidence: Floats, values: Floats) -> Floats:
    """Return cumulative sums by decreasing confidence; equal confidences share their mean value."""
    numbers = tied(-confidence)
    means = np.bincount(numbers, weights=values) / np.bincount(numbers)
    return np.cumsum(means[np.sort(numbers)])
