"""Short and long sentences in the same parts as the pool has them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

#: Classes of length: each has as many of the pool's words as any other.
CLASSES = 5


class Quotas:
    """How many words of each class of length may still be chosen: an equal part of the budget each.

    The last sentence of a class may go over its part; else long ones might never be chosen.

    >>> quotas = Quotas(np.array([2, 2, 2, 2, 8]), budget=10, classes=2)
    >>> quotas.take(4)
    >>> quotas.allow(4), quotas.allow(0)
    (False, True)
    """

    def __init__(self, lengths: Ints, budget: int, classes: int = CLASSES) -> None:
        self._lengths = lengths
        limits = np.quantile(np.repeat(lengths, lengths), np.arange(1, classes) / classes)
        self._class_of = np.searchsorted(limits, lengths)
        # Where sentences of one length are common, limits meet, and a class is empty: others have its part.
        there = np.unique(self._class_of)
        self._left = {int(number): budget / len(there) for number in there}

    def allow(self, place: int) -> bool:
        """Whether the class of a sentence has words left."""
        return self._left[int(self._class_of[place])] > 0

    def take(self, place: int) -> None:
        """Count a sentence that was chosen."""
        self._left[int(self._class_of[place])] -= int(self._lengths[place])
