"""Bounds on the length of sentences."""

from __future__ import annotations

import numpy as np

from dodona.errors import Error
from dodona.treebank.treebank import Treebank


def place_of(treebank: Treebank, sentence: int) -> str:
    """Return where a sentence is, for messages: its file and line, or its number.

    >>> place_of(Treebank.from_lists([["Oaks", "speak"]]), 0)
    'the treebank: sentence 1'
    """
    name = treebank.source or "the treebank"
    line = treebank._core.first_line(sentence)
    return f"{name}:{line}" if line else f"{name}: sentence {sentence + 1}"


def check_lengths(treebank: Treebank, most: int, what: str) -> None:
    """Refuse a treebank with a sentence of more than `most` words, the most that `what` takes.

    >>> check_lengths(Treebank.from_lists([["Oaks", "speak"]]), 1, "a search")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: the treebank: sentence 1: a sentence of 2 words is too long: a search takes at most 1
    """
    lengths = np.diff(treebank.offsets)
    too_long = np.flatnonzero(lengths > most)
    if too_long.size:
        sentence = int(too_long[0])
        raise Error(
            f"{place_of(treebank, sentence)}: a sentence of {lengths[sentence]:,} words is too long: "
            f"{what} takes at most {most:,}"
        )
