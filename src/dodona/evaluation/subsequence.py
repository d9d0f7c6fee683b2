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

    # longest[i, j] is the length for first[i:] and second[j:]. A row follows from the one below it: take a
    # match, the value of the row below, or (the running maximum) the value further right.
    longest = np.zeros((len(here) + 1, len(there) + 1), dtype=np.int32)
    for i in range(len(here) - 1, -1, -1):
        below = longest[i + 1]
        best = np.where(there == here[i], below[1:] + 1, below[:-1])
        longest[i, :-1] = np.maximum.accumulate(best[::-1])[::-1]

    matches = []
    i = j = 0
    while i < len(here) and j < len(there):
        if here[i] == there[j]:
            matches.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i, j] == longest[i + 1, j]:
            i += 1
        else:
            j += 1
    return matches
