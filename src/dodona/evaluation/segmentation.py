"""The positions of tokens, words and sentences in the text of a file."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dodona.errors import Error
from dodona.evaluation.columns import Ints
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class Segmentation:
    """The text of a file without whitespace, and its tokens.

    Token `t` covers the characters from `starts[t]` to `ends[t]` and stands for the words from
    `first_words[t]` to `first_words[t + 1]`; sentence `s` covers the characters from
    `sentence_bounds[s]` to `sentence_bounds[s + 1]`.
    """

    characters: str
    starts: list[int]
    ends: list[int]
    is_multiword: list[bool]
    first_words: list[int]
    #: The words as compared in the alignment: in lower case, and without whitespace unless they are part of a
    #: multiword token, whose form is in the text instead.
    forms: list[str]
    sentence_bounds: list[int]

    @property
    def spans(self) -> tuple[Ints, Ints]:
        """Where the tokens start and end."""
        return np.array(self.starts, dtype=np.int64), np.array(self.ends, dtype=np.int64)

    @property
    def sentence_spans(self) -> tuple[Ints, Ints]:
        """Where the sentences start and end."""
        bounds = np.array(self.sentence_bounds, dtype=np.int64)
        return bounds[:-1], bounds[1:]


def segment(treebank: Treebank) -> Segmentation:
    """Return the tokens of a treebank as spans of its text.

    >>> oak = Treebank.from_lists([["The", "oak"], ["New York"]])
    >>> found = segment(oak)
    >>> found.characters, found.starts, found.sentence_bounds
    ('TheoakNewYork', [0, 3, 6], [0, 6, 13])
    """
    words, offsets = treebank.column("words"), treebank.offsets.tolist()
    pieces: list[str] = []
    found = Segmentation("", [], [], [], [], [form.lower() for form in words], [0])
    at = 0
    for index, sentence in enumerate(treebank):
        multiword = {offsets[index] + token.first - 1: token for token in sentence.multiword_tokens}
        word = offsets[index]
        while word < offsets[index + 1]:
            token = multiword.get(word)
            form = without_spaces(words[word] if token is None else token.form)
            if not form:
                source = treebank.source or "<treebank>"
                raise Error(f"{source}:{sentence.line}: a token of this sentence consists of spaces only")
            pieces.append(form)
            found.starts.append(at)
            at += len(form)
            found.ends.append(at)
            found.is_multiword.append(token is not None)
            found.first_words.append(word)
            if token is None:
                found.forms[word] = form.lower()
                word += 1
            else:
                word = offsets[index] + token.last
        found.sentence_bounds.append(at)
    found.first_words.append(len(words))
    return Segmentation(
        "".join(pieces), found.starts, found.ends, found.is_multiword, found.first_words, found.forms,
        found.sentence_bounds,
    )  # fmt: skip


def common_spans(first: tuple[Ints, Ints], second: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """Return the indices of the spans in both lists; neither list has overlapping spans.

    >>> first, second = ([0, 2], [2, 5]), ([0, 1, 2], [1, 2, 5])
    >>> here, there = common_spans(tuple(map(np.array, first)), tuple(map(np.array, second)))
    >>> here.tolist(), there.tolist()
    ([1], [2])
    """
    _, here, there = np.intersect1d(first[0], second[0], assume_unique=True, return_indices=True)
    same = first[1][here] == second[1][there]
    return here[same], there[same]


@lru_cache(maxsize=1 << 16)
def without_spaces(form: str) -> str:
    """Remove all whitespace, so that a form with a space matches two forms without.

    >>> without_spaces("10\\u00a0000")
    '10000'
    """
    return "".join(character for character in form if unicodedata.category(character) != "Zs")
