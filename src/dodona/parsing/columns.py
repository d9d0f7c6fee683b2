"""What a parser looks for in sentences and does not find."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.parsing.parser import Parser
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: By their names in templates: what treebanks call them, and what people do.
_COLUMNS = {
    "lemma": ("lemmas", "lemmas"),
    "upos": ("tags", "tags"),
    "xpos": ("fine_tags", "fine tags"),
    "feats": ("feats", "features"),
}
_NOTHING = 0  # the number of `_` in every pool


def columns_asked_for(parser: Parser) -> list[str]:
    """Return the columns besides words that a parser's templates ask for, as templates call them.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> columns_asked_for(train(trees, epochs=1))
    ['upos']
    """
    _, attributes = _core.check_templates(parser._core.templates)
    # What was empty in training too is not missed.
    known = zip(attributes, parser._core.vocabularies, strict=True)
    asked = {attribute.partition(".")[0] for attribute, vocabulary in known if vocabulary}
    if "tag" in asked:
        asked |= {"upos", "xpos"} if parser._core.tag.name == "both" else {parser._core.tag.name}
    return [name for name in _COLUMNS if name in asked]


def all_asked_for(parser: Parser) -> tuple[str, ...]:
    """Return all columns that a parser looks at, as treebanks call them."""
    return ("words", *(_COLUMNS[name][0] for name in columns_asked_for(parser)))


def missing_columns(parser: Parser, treebank: Treebank) -> list[str]:
    """Return the columns that a parser's templates ask for and that are empty in every sentence.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> parser = train(trees, epochs=1)
    >>> missing_columns(parser, Treebank.from_lists([["Doves", "listen"]]))
    ['tags']
    """
    empty = []
    for name in columns_asked_for(parser):
        column, words = _COLUMNS[name]
        if not np.any(np.asarray(treebank._core.ids(COLUMNS[column])) != _NOTHING):
            empty.append(words)
    return empty
