"""The columns that a parser reads, and which of them a treebank lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dodona.parsing.parser import Parser
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser

#: By their names in treebanks: the name in templates, and in messages.
_COLUMNS = {
    "lemmas": ("lemma", "lemmas"),
    "tags": ("upos", "tags"),
    "fine_tags": ("xpos", "fine tags"),
    "feats": ("feats", "features"),
}
_EMPTY = 0  # the number of `_` in every string pool


def template_columns(parser: Parser) -> list[str]:
    """Return the columns besides words that a parser reads, by their names in templates.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> template_columns(train(trees, epochs=1))
    ['upos']
    """
    return [_COLUMNS[column][0] for column in parser.input_columns[1:]]


def missing_columns(parser: AnyParser, treebank: Treebank) -> list[str]:
    """Return the columns that a parser's templates use and that are empty in every sentence.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> parser = train(trees, epochs=1)
    >>> missing_columns(parser, Treebank.from_lists([["Doves", "listen"]]))
    ['tags']
    """
    return [
        _COLUMNS[column][1]
        for column in parser.input_columns[1:]
        if not np.any(np.asarray(treebank._core.ids(COLUMNS[column])) != _EMPTY)
    ]
