"""Sentences that a parser was trained on: it knows them by heart, and may be surer of them than of others."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dodona.treebank.treebank import Treebank

#: What is compared besides words, by what a parser means by a tag: with other tags it is another sentence.
_TAGS = {"upos": ("tags",), "xpos": ("fine_tags",), "both": ("tags", "fine_tags")}


@dataclass(frozen=True, eq=False)
class Familiar:
    """The sentences of a training set, by a number for each: four bytes tell it from nearly all others."""

    #: In their order.
    numbers: NDArray[np.uint32]
    tag: str

    @classmethod
    def of(cls, treebank: Treebank, tag: str) -> Familiar:
        """Return all sentences of a treebank, told by their words and by what is meant by `tag`.

        >>> trees = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]])
        >>> Familiar.of(trees[:1], "upos").among(trees)
        array([ True, False])
        """
        return cls(np.unique(_numbers(treebank, tag)), tag)

    def among(self, treebank: Treebank) -> NDArray[np.bool_]:
        """Return for each sentence of a treebank whether it is one of these."""
        asked = _numbers(treebank, self.tag)
        places = np.searchsorted(self.numbers, asked, side="right")
        return np.asarray((places > 0) & (self.numbers[np.maximum(places, 1) - 1] == asked))

    def to_list(self) -> list[str]:
        """Return it as a model keeps it."""
        return [self.tag, b64encode(self.numbers.astype("<u4").tobytes()).decode()]

    @classmethod
    def of_list(cls, kept: list[str]) -> Familiar:
        """Return what `to_list` gave; ValueError, TypeError or KeyError if it is no such thing."""
        tag, text = kept
        _ = _TAGS[tag]
        numbers = np.frombuffer(b64decode(text, validate=True), "<u4").astype(np.uint32)
        if not numbers.size or (numbers[1:] <= numbers[:-1]).any():
            raise ValueError("these are not the numbers of sentences")
        return cls(numbers, tag)


def _numbers(treebank: Treebank, tag: str) -> NDArray[np.uint32]:
    columns = [treebank.column(name) for name in ("words", *_TAGS[tag])]
    texts = (
        "\n".join("\t".join(column[begin:end]) for column in columns)
        for begin, end in pairwise(treebank.offsets.tolist())
    )
    return np.fromiter((crc32(text.encode()) for text in texts), np.uint32, len(treebank))
