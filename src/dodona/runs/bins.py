"""Decisions in bins by probability: how many of those at 0.7 are right?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dodona.confidence.decisions import Decisions
from dodona.confidence.isotonic import isotonic

#: Ten of width 0.1, and one for probability 1.
COUNT = 11


class Bin(NamedTuple):
    """Decisions with similar probabilities."""

    decisions: int
    right: int
    #: The sum of their probabilities: the expected number that are right.
    expected: float

    @property
    def share(self) -> float:
        """The share that is right."""
        return self.right / self.decisions if self.decisions else 0.0

    @property
    def nominal(self) -> float:
        """The mean probability: the expected share."""
        return self.expected / self.decisions if self.decisions else 0.0


def binned(decisions: Decisions) -> tuple[Bin, ...]:
    """Return bins for the probabilities from 0 to 0.1, from 0.1 to 0.2 ... from 0.9 on, and for exactly 1.

    >>> binned(Decisions(np.array([0, 3]), np.zeros(3, np.uint16), np.array([0.75, 0.5, 1.0], np.float32),
    ...                  np.array([True, False, True]), np.array([1]), ()))[7]
    Bin(decisions=1, right=1, expected=0.75)
    """
    assert decisions.right is not None
    probabilities = decisions.probabilities.astype(np.float64)
    number = np.minimum((probabilities * 10).astype(np.int64), COUNT - 1)
    counts = np.bincount(number, minlength=COUNT)
    right = np.bincount(number, weights=decisions.right, minlength=COUNT)
    expected = np.bincount(number, weights=probabilities, minlength=COUNT)
    return tuple(Bin(int(counts[i]), int(right[i]), round(float(expected[i]), 6)) for i in range(COUNT))


def calibrated(decisions: Decisions) -> Decisions:
    """Return decisions with calibrated probabilities, by two-fold cross-validation.

    Isotonic regression is fitted to the odd sentences and applied to the even ones, and vice versa.
    """
    assert decisions.right is not None
    sentences = len(decisions.offsets) - 1
    odd = np.repeat(np.arange(sentences) % 2 == 1, np.diff(decisions.offsets))
    probabilities = decisions.probabilities.copy()
    for here in (odd, ~odd):
        if here.all() or not here.any():
            continue  # a single sentence
        curve = isotonic(decisions.probabilities[~here], decisions.right[~here])
        probabilities[here] = curve(decisions.probabilities[here])
    return replace(decisions, probabilities=probabilities)


def together(several: Iterable[tuple[Bin, ...]]) -> tuple[Bin, ...]:
    """Add the bins of several runs.

    >>> together([(Bin(4, 3, 2.9),), (Bin(1, 1, 0.6),)])
    (Bin(decisions=5, right=4, expected=3.5),)
    """
    return tuple(
        Bin(
            sum(bin.decisions for bin in alike),
            sum(bin.right for bin in alike),
            sum(bin.expected for bin in alike),
        )
        for alike in zip(*several, strict=True)
    )
