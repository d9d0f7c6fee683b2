"""Bounds on the length of sentences, for what takes too much time or memory with longer ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dodona.errors import Error
from dodona.transitions.systems import SYSTEMS
from dodona.treebank.treebank import Treebank

#: The longest sentence that systems with SWAP parse, in words: a model may swap any two words.
LONGEST_SWAPPED = 20_000


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

    >>> check_lengths(Treebank.from_lists([["Oaks", "speak"]]), 1, "this oracle")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: the treebank: sentence 1: a sentence of 2 words is too long: this oracle takes at most 1: split it or leave it out
    """  # noqa: E501
    lengths = np.diff(treebank.offsets)
    too_long = np.flatnonzero(lengths > most)
    if too_long.size:
        sentence = int(too_long[0])
        raise too_long_error(place_of(treebank, sentence), int(lengths[sentence]), most, what)


def check_parsed_lengths(treebank: Treebank, info: Mapping[str, Any]) -> None:
    """Refuse a treebank with a sentence too long for the system of a model."""
    system = info["recipe"]["system"]
    if "SWAP" in SYSTEMS[system].moves:
        check_lengths(treebank, LONGEST_SWAPPED, f"parsing with {system}")


def check_oracle_lengths(treebank: Treebank, system: str, oracle: str = "") -> None:
    """Refuse a treebank with a sentence too long for an oracle, or for the one that costs mistakes."""
    has = SYSTEMS[system]
    for name in filter(None, (oracle, has.widest)):
        check_lengths(treebank, has.longest[name], f"the oracle {name} of {system}")


def too_long_error(place: str, words: int, most: int, what: str) -> Error:
    """Return the error for a sentence that is too long."""
    return Error(
        f"{place}: a sentence of {words:,} words is too long: {what} takes at most {most:,}: "
        "split it or leave it out"
    )
