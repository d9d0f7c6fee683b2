"""The training sentences of a parser, on which it is more often right."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True, eq=False)
class SeenSentences:
    """The sentences of a training set, as 32-bit hashes."""

    #: Sorted.
    hashes: NDArray[np.uint32]
    #: The columns that the parser reads, and that are hashed.
    columns: tuple[str, ...]

    @classmethod
    def of(cls, treebank: Treebank, columns: tuple[str, ...]) -> SeenSentences:
        """Return all sentences of a treebank, compared by some of its columns.

        >>> trees = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]])
        >>> SeenSentences.of(trees[:1], ("words", "tags")).among(trees)
        array([ True, False])
        """
        return cls(np.unique(_hashes(treebank, columns)), columns)

    def among(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence of a treebank whether it was seen."""
        wanted = _hashes(treebank, self.columns)
        places = np.searchsorted(self.hashes, wanted, side="right")
        return np.asarray((places > 0) & (self.hashes[np.maximum(places, 1) - 1] == wanted))

    def to_list(self) -> list[str]:
        """Return the columns and the hashes as they are stored in a model."""
        return [*self.columns, b64encode(self.hashes.astype("<u4").tobytes()).decode()]

    @classmethod
    def of_list(cls, stored: list[str]) -> SeenSentences:
        """Undo `to_list`; raise ValueError or TypeError if the list is malformed."""
        *columns, text = stored
        if not columns or not set(columns) <= set(COLUMNS):
            raise ValueError("unknown columns")
        hashes = np.frombuffer(b64decode(text, validate=True), "<u4").astype(np.uint32)
        if not hashes.size or (hashes[1:] <= hashes[:-1]).any():
            raise ValueError("the hashes are not sorted")
        return cls(hashes, tuple(columns))


def _hashes(treebank: Treebank, columns: tuple[str, ...]) -> NDArray[np.uint32]:
    all_words = [treebank.column(name) for name in columns]
    texts = (
        "\n".join("\t".join(words[begin:end]) for words in all_words)
        for begin, end in pairwise(treebank.offsets.tolist())
    )
    return np.fromiter((crc32(text.encode()) for text in texts), np.uint32, len(treebank))
