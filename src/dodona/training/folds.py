"""Cross-validation folds of a treebank."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dodona.errors import ArgumentError, OptionError, is_whole
from dodona.treebank.treebank import Treebank


def folds_of(treebank: Treebank, folds: int) -> Iterator[tuple[Treebank, Treebank]]:
    """Yield for each part of a treebank the rest and that part.

    Parts are contiguous, which mostly keeps the sentences of a text together: a model trained on some
    sentences of a text is better on its other sentences than on new text.

    >>> trees = Treebank.from_lists([["Oaks"], ["speak"], ["to"], ["doves"]])
    >>> [(rest.column("words"), part.column("words")) for rest, part in folds_of(trees, 2)]
    [(['to', 'doves'], ['Oaks', 'speak']), (['Oaks', 'speak'], ['to', 'doves'])]
    """
    edges = [len(treebank) * fold // folds for fold in range(folds + 1)]
    places = list(range(len(treebank)))
    for begin, end in pairwise(edges):
        yield treebank[places[:begin] + places[end:]], treebank[begin:end]


def check_folds(treebank: Treebank, folds: int, option: str) -> None:
    """Refuse to split a treebank into more parts than it has sentences."""
    if not is_whole(folds):
        raise ArgumentError(option, folds, "a whole number")
    if len(treebank) < 2:
        raise OptionError("needs a treebank of two sentences at least", option=option)
    if not 2 <= folds <= len(treebank):
        raise OptionError(
            f"cannot be {folds}: choose from 2 to the number of sentences ({len(treebank)})", option=option
        )
