"""Training data tagged as new text would be."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from dodona.errors import ArgumentError, OptionError
from dodona.pipelines.tagger import train_tagger
from dodona.treebank.treebank import Treebank


def jackknife(treebank: Treebank, folds: int = 10, **options: Any) -> Treebank:
    """Tag each of so many parts of a treebank by a tagger that was trained on the others.

    Parts are runs of sentences, which are likely to be of the same text: those of one text are not to be
    tagged by a tagger that has seen it. `options` are those of `train_tagger`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 4, tags=[["NOUN", "VERB"]] * 4)
    >>> jackknife(trees, 2).column("tags")[:2]
    ['NOUN', 'VERB']
    """
    if not isinstance(treebank, Treebank):
        raise ArgumentError("treebank", treebank, "a dodona.Treebank")
    check_folds(treebank, folds)
    edges = [len(treebank) * fold // folds for fold in range(folds + 1)]
    places = list(range(len(treebank)))
    parts: list[Treebank] = []
    for begin, end in pairwise(edges):
        tagger = train_tagger(treebank[places[:begin] + places[end:]], **options)
        parts.append(tagger.tag(treebank[begin:end]))
    joined = parts[0]
    for part in parts[1:]:
        joined = joined + part
    return Treebank._of(joined._core, treebank.source)


def check_folds(treebank: Treebank, folds: int) -> None:
    """Complain if a treebank cannot be cut into so many parts."""
    if not isinstance(folds, int) or isinstance(folds, bool):
        raise ArgumentError("jackknife", folds, "a whole number")
    if not 2 <= folds <= len(treebank):
        raise OptionError(
            f"cannot be {folds}: choose from 2 to the number of sentences ({len(treebank)})",
            option="jackknife",
        )
