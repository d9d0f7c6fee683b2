"""Checks before scoring."""

from __future__ import annotations

import numpy as np

from dodona.errors import Error
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank, a_treebank


def check_trees(treebank: Treebank, role: str) -> None:
    """Raise an error unless every sentence has a tree."""
    a_treebank(role, treebank, "a treebank, as from dodona.read")
    name = treebank.source or f"the {role} treebank"
    if not len(treebank):
        raise Error(f"{name}: no sentences")
    headless = np.flatnonzero(treebank.heads < 0)
    if len(headless):
        sentence = int(np.searchsorted(treebank.offsets, headless[0], side="right")) - 1
        place = f"{name}:{treebank[sentence].line}" if treebank.source else name
        raise Error(f"{place}: sentence {sentence + 1} has no tree: only parsed sentences can be scored")


def same_words(gold: Treebank, parse: Treebank) -> bool:
    """Whether two treebanks have the same words in the same sentences.

    >>> same_words(Treebank.from_lists([["Oaks", "speak"]]), Treebank.from_lists([["Oaks"], ["speak"]]))
    False
    """
    return np.array_equal(gold.offsets, parse.offsets) and gold.column("words") == parse.column("words")


def check_same_words(gold: Treebank, parse: Treebank, name: str) -> None:
    """Raise an error with the place where the words of two treebanks differ."""
    if same_words(gold, parse):
        return
    difference = f"{len(parse):,} sentences where the gold file has {len(gold):,}"
    for number, (ours, theirs) in enumerate(zip(gold, parse, strict=False), start=1):
        if ours.words != theirs.words:
            difference = f"sentence {number} is {_excerpt(theirs)} where the gold file has {_excerpt(ours)}"
            break
    raise Error(
        f"{parse.source or name}: {difference}; a comparison needs the same words in every file"
        " (dodona evaluate aligns words that differ)"
    )


def _excerpt(sentence: Sentence) -> str:
    text = " ".join(sentence.words)
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
