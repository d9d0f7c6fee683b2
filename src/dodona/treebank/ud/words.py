"""The columns of many sentences as numbers, so that a rule is one comparison for all words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank
from dodona.treebank.ud.tables import RELATIONS, UPOS

_UPOS = {tag: number for number, tag in enumerate(UPOS)}
_RELATIONS = {relation: number for number, relation in enumerate(RELATIONS)}

#: The numbers of an unknown tag and an unknown relation: the last rows of tables that have one more.
NO_TAG, NO_RELATION = len(UPOS), len(RELATIONS)

Mask = np.typing.NDArray[np.bool_]
Numbers = np.typing.NDArray[np.int64]


class Found(NamedTuple):
    """A broken rule: the line, the rule, and what is wrong."""

    line: int
    rule: str
    message: str


class Column:
    """A column: its distinct strings, and the place of each word's string among them."""

    def __init__(self, treebank: Treebank, name: str) -> None:
        ids, self.places = np.unique(treebank._core.ids(COLUMNS[name]), return_inverse=True)
        self.texts = treebank._core.strings(ids)

    def __getitem__(self, word: int) -> str:
        text: str = self.texts[self.places[word]]
        return text

    def map(self, function: Callable[[str], Any]) -> np.typing.NDArray[Any]:
        """Return a number for each word, computed once for each distinct string."""
        return np.array([function(text) for text in self.texts])[self.places]

    def where(self, found: Callable[[str], bool]) -> list[int]:
        """Return the words whose strings are found."""
        return np.flatnonzero(
            np.isin(self.places, [i for i, text in enumerate(self.texts) if found(text)])
        ).tolist()


class Words:
    """The words of a batch of sentences."""

    def __init__(self, treebank: Treebank) -> None:
        self.treebank, self.core, self.offsets = treebank, treebank._core, treebank.offsets
        self.sentences = np.repeat(np.arange(len(treebank)), np.diff(self.offsets))
        self.starts = self.offsets[self.sentences]
        self.heads: Numbers = treebank.heads.astype(np.int64)
        #: The head of each word among the words of all sentences; the word itself if it has none.
        self.parents = np.where(self.heads > 0, self.starts + self.heads - 1, np.arange(len(self.heads)))
        self.columns = {name: Column(treebank, name) for name in COLUMNS}
        labels, tags, feats = self.columns["labels"], self.columns["tags"], self.columns["feats"]
        self.relations: Numbers = labels.map(relation_of)
        self.tags: Numbers = tags.map(tag_of)
        outer = feats.map(lambda text: tag_of(feature(text, "ExtPos")) if "ExtPos=" in text else -1)
        #: The tag that a word has for its head: ExtPos if it has one.
        self.outer_tags: Numbers = np.where(outer < 0, self.tags, outer)
        #: Which words are subjects, in UD 1 too (nsubjpass).
        self.subjects: Mask = labels.map(lambda label: "subj" in label.partition(":")[0])
        self._befores: dict[int, list[int]] = {}

    def has(self, relation: str) -> Mask:
        """Return for each word whether it has this relation, with or without a subtype."""
        found: Mask = self.relations == _RELATIONS[relation]
        return found

    def with_child(self, children: Mask) -> Mask:
        """Return for each word whether one of these words depends on it."""
        found = np.zeros(len(self.heads), bool)
        found[self.parents[children & (self.heads > 0)]] = True
        return found

    def children(self, chosen: Mask) -> dict[int, list[int]]:
        """Return the chosen words by their heads."""
        groups: dict[int, list[int]] = {}
        for word in np.flatnonzero(chosen & (self.heads > 0)).tolist():
            groups.setdefault(int(self.parents[word]), []).append(word)
        return groups

    def line(self, word: int) -> int:
        """Return the line of a word in its file."""
        sentence = int(self.sentences[word])
        if sentence not in self._befores:
            self._befores[sentence] = [before for before, _ in self.core.others(sentence)]
        place = word - int(self.starts[word])
        return self.core.first_line(sentence) + place + bisect_right(self._befores[sentence], place)

    def number(self, word: int) -> int:
        """Return the number of a word in its sentence."""
        return word - int(self.starts[word]) + 1

    def head_name(self, word: int) -> str:
        """Return the number and form of a word's head."""
        return self.name(int(self.parents[word]))

    def name(self, word: int) -> str:
        """Return a word's number and form for a message."""
        return f"{self.number(word)} {self.columns['words'][word]!r}"

    def found(self, words: Mask | list[int], rule: str, message: Callable[[int], str]) -> Iterator[Found]:
        """Report words that break a rule."""
        for word in words if isinstance(words, list) else np.flatnonzero(words).tolist():
            yield Found(self.line(word), rule, message(word))

    @cached_property
    def nonprojective(self) -> list[int]:
        """The words whose arcs are not projective."""
        return np.flatnonzero(self.core.nonprojective()).tolist()


def relation_of(label: str) -> int:
    """Return the number of the universal relation of a label.

    >>> relation_of("nsubj:pass") == relation_of("nsubj"), relation_of("dobj") == NO_RELATION
    (True, True)
    """
    return _RELATIONS.get(label.partition(":")[0], NO_RELATION)


def tag_of(tag: str) -> int:
    """Return the number of a universal tag.

    >>> tag_of("ADJ"), tag_of("CONJ") == NO_TAG
    (0, True)
    """
    return _UPOS.get(tag, NO_TAG)


def feature(feats: str, name: str) -> str:
    """Return the value of a feature, or nothing.

    >>> feature("Case=Nom|Number=Sing", "Number")
    'Sing'
    """
    return next((part[len(name) + 1 :] for part in feats.split("|") if part.startswith(f"{name}=")), "")
