"""Leaving out sentences that were seen before, or that are in test data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dodona.treebank.treebank import Treebank

#: A Bloom filter of 64 MiB: of 50 million sentences, it takes one in a hundred for a repetition.
_BITS = 1 << 29
_HASHES = 4


class Repetitions:
    """Recognises sentences by their words, in constant memory."""

    def __init__(self, without: Iterable[Treebank] = ()) -> None:
        """Begin with the sentences of some treebanks, such as test data."""
        self._filter = np.zeros(_BITS // 8, np.uint8)
        for treebank in without:
            self.seen(treebank)

    def seen(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence whether it, or an earlier one, is the same as one seen before.

        >>> trees = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"], ["Oaks", "speak"]])
        >>> Repetitions([trees[1:2]]).seen(trees)
        array([False,  True,  True])
        """
        return np.fromiter(map(self._was_seen, _digests(treebank)), np.bool_, len(treebank))

    def _was_seen(self, digest: bytes) -> bool:
        first, second = int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little")
        known = True
        for place in range(_HASHES):
            bit = (first + place * second) % _BITS
            known &= bool(self._filter[bit >> 3] & (1 << (bit & 7)))
            self._filter[bit >> 3] |= 1 << (bit & 7)
        return known


def _digests(treebank: Treebank) -> Iterator[bytes]:
    words = treebank.column("words")
    for begin, end in pairwise(treebank.offsets.tolist()):
        yield blake2b("\t".join(words[begin:end]).encode("utf-8", "surrogatepass"), digest_size=16).digest()
