"""The columns that a parser reads, and which of them a treebank lacks."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.parsing.parser import Parser
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: By name in templates: the name in treebanks, and in messages.
_COLUMNS = {
    "lemma": ("lemmas", "lemmas"),
    "upos": ("tags", "tags"),
    "xpos": ("fine_tags", "fine tags"),
    "feats": ("feats", "features"),
}
_EMPTY = 0  # the number of `_` in every string pool


def template_columns(parser: Parser) -> list[str]:
    """Return the columns besides words that a parser's templates use, by their names in templates.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> template_columns(train(trees, epochs=1))
    ['upos']
    """
    _, attributes = _core.check_templates(parser._core.templates)
    # A column that was empty in training is not needed.
    known = zip(attributes, parser._core.vocabularies, strict=True)
    used = {attribute.partition(".")[0] for attribute, vocabulary in known if vocabulary}
    if "tag" in used:
        used |= {"upos", "xpos"} if parser._core.tag.name == "both" else {parser._core.tag.name}
    return [name for name in _COLUMNS if name in used]


def input_columns(parser: Parser) -> tuple[str, ...]:
    """Return all columns that a parser reads, by their names in treebanks."""
    return ("words", *(_COLUMNS[name][0] for name in template_columns(parser)))


def missing_columns(parser: Parser, treebank: Treebank) -> list[str]:
    """Return the columns that a parser's templates use and that are empty in every sentence.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> parser = train(trees, epochs=1)
    >>> missing_columns(parser, Treebank.from_lists([["Doves", "listen"]]))
    ['tags']
    """
    empty = []
    for name in template_columns(parser):
        column, words = _COLUMNS[name]
        if not np.any(np.asarray(treebank._core.ids(COLUMNS[column])) != _EMPTY):
            empty.append(words)
    return empty
