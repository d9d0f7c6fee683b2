"""Shares of short and long sentences, as in the pool."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

#: The number of length classes, which have equal shares of the pool's words.
CLASSES = 5


class Quotas:
    """The number of words left for each length class, which get equal shares of the budget.

    The last sentence of a class may exceed its share; otherwise long ones might never be chosen.

    >>> quotas = Quotas(np.array([2, 2, 2, 2, 8]), budget=10, classes=2)
    >>> quotas.take(4)
    >>> quotas.allow(4), quotas.allow(0)
    (False, True)
    """

    def __init__(self, lengths: Ints, budget: int, classes: int = CLASSES) -> None:
        self._lengths = lengths
        limits = np.quantile(np.repeat(lengths, lengths), np.arange(1, classes) / classes)
        self._class_of = np.searchsorted(limits, lengths)
        # Where one length is frequent, limits coincide and a class is empty: others get its share.
        there = np.unique(self._class_of)
        self._left = {int(number): budget / len(there) for number in there}

    def allow(self, place: int) -> bool:
        """Whether the class of a sentence has words left."""
        return self._left[int(self._class_of[place])] > 0

    def take(self, place: int) -> None:
        """Count a chosen sentence."""
        self._left[int(self._class_of[place])] -= int(self._lengths[place])
