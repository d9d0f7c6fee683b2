"""A gold treebank and a parse of it as arrays, word by word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dodona.errors import one_of
from dodona.evaluation.alignment import Alignment, align
from dodona.evaluation.checks import check_trees
from dodona.evaluation.columns import Bools, Ints, base_label, numbered
from dodona.evaluation.content import ContentLabels, content_labels
from dodona.evaluation.punctuation import punctuation_words
from dodona.treebank.treebank import Treebank

#: The ways to compare labels, and their descriptions in tables.
LABELS = {"full": "whole (nsubj:pass is not nsubj)", "universal": "without subtypes (nsubj:pass is nsubj)"}


@dataclass(frozen=True)
class Side:
    """The columns of one of the two treebanks."""

    treebank: Treebank
    labels: Ints
    #: The head of every word, counted over the whole file; -1 is the root.
    heads: Ints
    sentence_of: Ints
    is_content: Bools
    is_punctuation: Bools


@dataclass(frozen=True)
class Pairing:
    """Two treebanks, and for every word in both, whether its head and its label are correct."""

    gold: Side
    system: Side
    alignment: Alignment
    head_right: Bools
    label_right: Bools
    label_names: list[str]
    content: ContentLabels

    @property
    def arc_right(self) -> Bools:
        """Whether head and label are correct."""
        return self.head_right & self.label_right


def pair(gold: Treebank, parse: Treebank, *, punctuation: str, labels: str) -> Pairing:
    """Compare two treebanks word by word."""
    one_of("labels", labels, tuple(LABELS))
    check_trees(gold, "gold")
    check_trees(parse, "parse")
    alignment = align(gold, parse)
    ours, theirs = alignment.gold_words, alignment.system_words

    key = base_label if labels == "universal" else str
    (gold_labels, system_labels), names = numbered("labels", [gold, parse], key)
    content = content_labels({base_label(names[number]) for number in np.unique(gold_labels)})
    is_content = np.array([base_label(name) in content for name in names], dtype=np.bool_)

    # A word in both files is punctuation if it is in the gold file; for others, their own columns decide.
    gold_punctuation = punctuation_words(gold, punctuation)
    system_punctuation = gold_punctuation
    if not alignment.same_words:
        system_punctuation = punctuation_words(parse, punctuation)
        system_punctuation[theirs] = gold_punctuation[ours]

    here = Side(gold, gold_labels, heads_in_file(gold), sentence_of_words(gold),
                is_content[gold_labels], gold_punctuation)  # fmt: skip
    there = Side(parse, system_labels, heads_in_file(parse), sentence_of_words(parse),
                 is_content[system_labels], system_punctuation)  # fmt: skip
    return Pairing(
        gold=here,
        system=there,
        alignment=alignment,
        head_right=here.heads[ours] == heads_in_gold(there.heads, ours, theirs)[theirs],
        label_right=gold_labels[ours] == system_labels[theirs],
        label_names=names,
        content=content,
    )  # fmt: skip


def sentence_of_words(treebank: Treebank) -> Ints:
    """Return the index of every word's sentence.

    >>> sentence_of_words(Treebank.from_lists([["Oaks", "speak"], ["Listen"]])).tolist()
    [0, 0, 1]
    """
    return np.repeat(np.arange(len(treebank)), np.diff(treebank.offsets))


def heads_in_file(treebank: Treebank) -> Ints:
    """Return every word's head as an index among all words of the file; -1 is the root.

    >>> oaks = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]], heads=[[2, 0], [2, 0]])
    >>> heads_in_file(oaks).tolist()
    [1, -1, 3, -1]
    """
    starts = np.repeat(treebank.offsets[:-1], np.diff(treebank.offsets))
    heads = treebank.heads.astype(np.int64)
    return np.where(heads == 0, -1, starts + heads - 1)


def heads_in_gold(heads: Ints, gold_words: Ints, system_words: Ints) -> Ints:
    """Return the heads of a parse as gold words; -1 is the root, -2 a word that is not in the gold file.

    >>> heads_in_gold(np.array([1, -1, 0]), gold_words=np.array([5]), system_words=np.array([1])).tolist()
    [5, -1, -2]
    """
    to_gold = np.full(len(heads) + 1, -2, dtype=np.int64)
    to_gold[system_words] = gold_words
    to_gold[-1] = -1
    return to_gold[heads]
