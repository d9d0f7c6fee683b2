"""Definitions of punctuation, which differ between papers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import numpy as np

from dodona.errors import one_of
from dodona.evaluation.columns import Bools, base_label, flagged
from dodona.evaluation.content import PUNCTUATION
from dodona.treebank.treebank import Treebank


def _is_punctuation_form(form: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in form)


_TESTS: dict[str, tuple[str, Callable[[str], bool]]] = {
    "tag": ("tags", lambda tag: tag in ("PUNCT", ".")),
    "label": ("labels", lambda label: base_label(label) in PUNCTUATION),
    "form": ("words", _is_punctuation_form),
}

#: The ways to identify punctuation, and their descriptions in tables.
WAYS = {
    "tag": "the gold tag is PUNCT or .",
    "label": "the gold label is punct or p",
    "form": "every character is Unicode punctuation",
    "none": "nothing is",
}


def punctuation_words(treebank: Treebank, way: str) -> Bools:
    """Return for every word whether it is punctuation.

    >>> oak = Treebank.from_lists([["Oaks", "speak", "…!"]], tags=[["NOUN", "VERB", "PUNCT"]])
    >>> punctuation_words(oak, "tag"), punctuation_words(oak, "form")
    (array([False, False,  True]), array([False, False,  True]))
    """
    if one_of("punctuation", way, tuple(WAYS)) == "none":
        return np.zeros(treebank.word_count, dtype=np.bool_)
    column, test = _TESTS[way]
    return flagged(treebank, column, test)
