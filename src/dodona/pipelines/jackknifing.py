"""Jackknifing: training data with predicted tags."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from typing import Any

from dodona.errors import one_of
from dodona.pipelines.tagger import Tagger, train_tagger
from dodona.training.folds import check_folds, folds_of
from dodona.treebank.treebank import Treebank, a_treebank


def jackknife(treebank: Treebank, folds: int = 10, **options: Any) -> Treebank:
    """Tag each of `folds` parts of a treebank with a tagger trained on the others.

    `options` are those of `train_tagger`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 4, tags=[["NOUN", "VERB"]] * 4)
    >>> jackknife(trees, 2).column("tags")[:2]
    ['NOUN', 'VERB']
    """
    for name in options:
        one_of("option", name, tuple(signature(train_tagger).parameters)[1:])
    check_folds(a_treebank("treebank", treebank), folds, "folds")
    return jackknifed(treebank, [train_tagger(rest, **options) for rest, _ in folds_of(treebank, folds)])


def jackknifed(treebank: Treebank, taggers: Sequence[Tagger]) -> Treebank:
    """Tag each part of a treebank with the tagger that was trained on the others."""
    folds = zip(taggers, folds_of(treebank, len(taggers)), strict=True)
    parts = [tagger.tag(part) for tagger, (_, part) in folds]
    joined = parts[0]
    for part in parts[1:]:
        joined = joined + part
    return Treebank._of(joined._core, treebank.source)
