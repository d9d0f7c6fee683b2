"""Batches of sentences of similar lengths, for networks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def batches(
    sizes: Ints, most: int, *, most_squared: int | None = None, random: np.random.Generator | None = None
) -> list[Ints]:
    """Split sentences into batches of up to `most` pieces, as if all were as long as the longest of them.

    A sentence that is longer is a batch of its own. `most_squared` limits the squares of the lengths in the
    same way. With `random`, sentences of about the same length are shuffled, and so are the batches.

    >>> [each.tolist() for each in batches(np.array([3, 9, 2, 3]), 9)]
    [[2, 0, 3], [1]]
    """
    keys = sizes.astype(np.float64)
    if random is not None:
        keys = keys * random.uniform(0.9, 1.1, len(keys)) + random.uniform(0, 1, len(keys))
    order = np.argsort(keys, kind="stable")
    found, begin, longest = [], 0, 0
    for end, size in enumerate(sizes[order].tolist()):
        wider = max(longest, size)
        number = end - begin + 1
        if number > 1 and (
            number * wider > most or (most_squared is not None and number * wider**2 > most_squared)
        ):
            found.append(order[begin:end])
            begin, wider = end, size
        longest = wider
    if len(order):
        found.append(order[begin:])
    if random is not None:
        found = [found[place] for place in random.permutation(len(found))]
    return found
