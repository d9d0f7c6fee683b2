"""The lines of words in their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence
    from dodona.treebank.treebank import Treebank


def line_of(sentence: Sentence, place: int) -> int:
    """Return the line of a word, numbered from 0, in its file.

    >>> import dodona
    >>> line_of(dodona.read("# a comment\\n1\\tOaks\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n")[0], 0)
    2
    """
    return (
        sentence.line + place + sum(before <= place for before, _ in sentence._core.others(sentence._index))
    )


def line_of_word(treebank: Treebank, word: int) -> int:
    """Return the line of a word, numbered from 0 through all sentences."""
    index = int(np.searchsorted(treebank.offsets, word, side="right")) - 1
    return line_of(treebank[index], word - int(treebank.offsets[index]))


def where_is(treebank: Treebank, word: int) -> str:
    """Return the position of a word, numbered from 0 through all sentences, as the start of a message.

    >>> from dodona import Treebank
    >>> where_is(Treebank.from_lists([["Oaks", "speak"], ["Hush"]]), 2)
    'sentence 1'
    """
    index = int(np.searchsorted(treebank.offsets, word, side="right")) - 1
    sentence = treebank[index]
    if treebank.source is None or not sentence.line:
        return f"sentence {index}"
    return f"{treebank.source}:{line_of(sentence, word - int(treebank.offsets[index]))}"
