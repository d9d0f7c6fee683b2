"""Checks that heads form a tree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def is_tree(heads: Sequence[int] | NDArray[np.int32]) -> bool:
    """Return whether all words have heads and lead to the root.

    >>> is_tree([2, 0]), is_tree([2, 1]), is_tree([2, -1])
    (True, False, False)
    """
    above = np.concatenate([[0], heads]).astype(np.int64)
    if above.min() < 0:
        return False
    for _ in range(len(heads).bit_length()):  # doubling the distance each time
        above = above[above]
    return not above.any()
