"""Sentences that a parser was trained on: it knows them by heart, and may be surer of them than of others."""

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
class Familiar:
    """The sentences of a training set, by a number for each: four bytes tell it from nearly all others."""

    #: In their order.
    numbers: NDArray[np.uint32]
    #: All that the parser looks at: with other tags, or without features, it is another sentence for it.
    columns: tuple[str, ...]

    @classmethod
    def of(cls, treebank: Treebank, columns: tuple[str, ...]) -> Familiar:
        """Return all sentences of a treebank, told by some of its columns.

        >>> trees = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]])
        >>> Familiar.of(trees[:1], ("words", "tags")).among(trees)
        array([ True, False])
        """
        return cls(np.unique(_numbers(treebank, columns)), columns)

    def among(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence of a treebank whether it is one of these."""
        asked = _numbers(treebank, self.columns)
        places = np.searchsorted(self.numbers, asked, side="right")
        return np.asarray((places > 0) & (self.numbers[np.maximum(places, 1) - 1] == asked))

    def to_list(self) -> list[str]:
        """Return it as a model keeps it."""
        return [*self.columns, b64encode(self.numbers.astype("<u4").tobytes()).decode()]

    @classmethod
    def of_list(cls, kept: list[str]) -> Familiar:
        """Return what `to_list` gave; ValueError or TypeError if it is no such thing."""
        *columns, text = kept
        if not columns or not set(columns) <= set(COLUMNS):
            raise ValueError("these are no columns")
        numbers = np.frombuffer(b64decode(text, validate=True), "<u4").astype(np.uint32)
        if not numbers.size or (numbers[1:] <= numbers[:-1]).any():
            raise ValueError("these are not the numbers of sentences")
        return cls(numbers, tuple(columns))


def _numbers(treebank: Treebank, columns: tuple[str, ...]) -> NDArray[np.uint32]:
    all_words = [treebank.column(name) for name in columns]
    texts = (
        "\n".join("\t".join(words[begin:end]) for words in all_words)
        for begin, end in pairwise(treebank.offsets.tolist())
    )
    return np.fromiter((crc32(text.encode()) for text in texts), np.uint32, len(treebank))
