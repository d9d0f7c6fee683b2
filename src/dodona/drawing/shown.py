"""The tags and labels shown in drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.drawing.width import visible

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence


def shown_tags(sentence: Sentence) -> list[str]:
    """Return the tags to draw, empty where there is none; fine tags if there are no others.

    >>> from dodona import Sentence
    >>> shown_tags(Sentence(["Oaks", "speak"], fine_tags=["NNS", "VBP"]))
    ['NNS', 'VBP']
    >>> shown_tags(Sentence(["Oaks", "speak"]))
    ['', '']
    """
    tags = _texts(sentence.tags)
    return tags if any(tags) else _texts(sentence.fine_tags)


def shown_labels(sentence: Sentence) -> list[str]:
    """Return the labels to draw, empty where there is none.

    >>> from dodona import Sentence
    >>> shown_labels(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "_"]))
    ['nsubj', '']
    """
    return _texts(sentence.labels)


def _texts(column: list[str]) -> list[str]:
    return ["" if text == "_" else visible(text) for text in column]
