"""The most frequent words of the training data: text that has few of them is in another language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: So many words are kept.
_WORDS = 100
#: Fewer words say nothing about the language of a text.
_LEAST = 10
#: Text is in another language if the frequent words have less than this part of their share in the training
#: data. For English, treebanks of 15 other languages have at most 0.2, and another English one has 1.0.
_PART = 0.4


def frequent_words(treebank: Treebank) -> dict[str, Any]:
    """Return the most frequent words of a treebank, in lower case, and their share of its words.

    >>> frequent_words(Treebank.from_lists([["The", "oak", ",", "the", "oak"]]))
    {'words': ['oak', 'the'], 'share': 1.0}
    """
    counts = _counts(treebank)
    words = sorted(sorted(counts, key=lambda word: (-counts[word], word))[:_WORDS])
    return {"words": words, "share": round(_share(counts, words), 4)}


def is_foreign(treebank: Treebank, frequent: Mapping[str, Any]) -> bool:
    """Whether a text is plainly not in the language of the treebank with these frequent words.

    >>> oak = frequent_words(Treebank.from_lists([["the", "oak", "of", "Dodona", "spoke"]]))
    >>> is_foreign(Treebank.from_lists([["das", "Orakel", "sprach", "im", "Rauschen"] * 2]), oak)
    True
    """
    counts = _counts(treebank)
    return counts.total() >= _LEAST and _share(counts, frequent["words"]) < _PART * frequent["share"]


def _share(counts: Counter[str], words: list[str]) -> float:
    return sum(counts[word] for word in words) / max(counts.total(), 1)


def _counts(treebank: Treebank) -> Counter[str]:
    """Count words in lower case: those of letters, and of more than one unless the script has no case."""
    ids, times = np.unique(np.asarray(treebank._core.ids(COLUMNS["words"])), return_counts=True)
    counts: Counter[str] = Counter()
    for form, number in zip(treebank._core.strings(ids), times.tolist(), strict=True):
        word = form.lower()
        if word.isalpha() and (len(word) > 1 or word == word.upper()):
            counts[word] += number
    return counts
