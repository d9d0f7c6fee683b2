"""The direction in which a model reads sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.treebank.treebank import Treebank

#: Of models that read from right to left.
RIGHT_TO_LEFT = "right-to-left"


def is_reversed(info: Mapping[str, Any]) -> bool:
    """Return whether a model reads sentences from right to left; early models have no direction."""
    return bool(info["recipe"].get("direction") == RIGHT_TO_LEFT)


def in_direction(treebank: Treebank, info: Mapping[str, Any]) -> Treebank:
    """Return sentences in the order in which a model with this `info` reads them; a second time undoes it.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> turned = in_direction(trees, {"recipe": {"direction": "right-to-left"}})
    >>> turned[0].words, turned.heads
    (['speak', 'Oaks'], array([0, 1], dtype=int32))
    """
    if not is_reversed(info):
        return treebank
    return Treebank._of(treebank._core.reversed(), treebank.source)


def words_in_direction(treebank: Treebank, info: Mapping[str, Any]) -> NDArray[np.int64] | slice:
    """Return the words of a treebank in that order, to index arrays with one value for each word."""
    if not is_reversed(info):
        return slice(None)
    begins, lengths = treebank.offsets[:-1], np.diff(treebank.offsets)
    return np.repeat(2 * begins + lengths - 1, lengths) - np.arange(treebank.word_count)


def heads_in_direction(
    heads: NDArray[np.int32], treebank: Treebank, info: Mapping[str, Any]
) -> NDArray[np.int32]:
    """Return heads of the words of a treebank, some of which may be missing (-1), in that order."""
    if not is_reversed(info):
        return heads
    lengths = np.diff(treebank.offsets)
    turned = np.where(heads > 0, np.repeat(lengths + 1, lengths) - heads, heads)
    return np.asarray(turned[words_in_direction(treebank, info)], np.int32)
