"""The longest common subsequence of two lists of words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> list[tuple[int, int]]:
    """Return the indices of a longest common subsequence in both lists.

    Among several, it is the one that skips words of `first` early: with `a b` and `b a`, `b` is the common
    word.

    >>> common_subsequence(["in", "dem", "Hain"], ["im", "Hain"])
    [(2, 1)]
    >>> common_subsequence(["a", "b"], ["b", "a"])
    [(1, 0)]
    """
    if list(first) == list(second):
        return [(place, place) for place in range(len(first))]
    numbers: dict[str, int] = {}
    here = np.array([numbers.setdefault(word, len(numbers)) for word in first], dtype=np.int64)
    there = np.array([numbers.setdefault(word, len(numbers)) for word in second], dtype=np.int64)

    # The length for first[i:] and second[j:], for all j. A row follows from the one below it: take a match,
    # the value of the row below, or (the running maximum) the value further right. Where first[i] can be
    # skipped is all that is kept, in bits: the rows of a giant multiword token would fill the memory.
    below = np.zeros(len(there) + 1, dtype=np.int32)
    can_skip = np.zeros((len(here), len(there) // 8 + 1), dtype=np.uint8)
    for i in range(len(here) - 1, -1, -1):
        best = np.where(there == here[i], below[1:] + 1, below[:-1])
        row = np.append(np.maximum.accumulate(best[::-1])[::-1], np.int32(0))
        can_skip[i] = np.packbits(row == below, bitorder="little")[: can_skip.shape[1]]
        below = row

    matches = []
    i = j = 0
    while i < len(here) and j < len(there):
        if here[i] == there[j]:
            matches.append((i, j))
            i, j = i + 1, j + 1
        elif can_skip[i, j // 8] >> (j % 8) & 1:
            i += 1
        else:
            j += 1
    return matches
