"""What a parser looks for in sentences and does not find."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.search.parser import Parser
from dodona.treebank.treebank import Treebank

_COLUMNS = {
    "lemma": (_core.Text.lemma, "lemmas"),
    "upos": (_core.Text.tag, "tags"),
    "xpos": (_core.Text.fine_tag, "fine tags"),
    "feats": (_core.Text.feats, "features"),
}
_NOTHING = 0  # the number of `_` in every pool


def missing_columns(parser: Parser, treebank: Treebank) -> list[str]:
    """Return the columns that a parser's templates ask for and that are empty in every sentence.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], tags=[["NOUN", "VERB"]])
    >>> parser = train(trees, epochs=1)
    >>> missing_columns(parser, Treebank.from_lists([["Doves", "listen"]]))
    ['tags']
    """
    _, attributes = _core.check_templates(parser._core.templates)
    # What was empty in training too is not missed.
    known = zip(attributes, parser._core.vocabularies, strict=True)
    asked = {attribute.partition(".")[0] for attribute, vocabulary in known if vocabulary}
    if "tag" in asked:
        asked |= {"upos", "xpos"} if parser._core.tag.name == "both" else {parser._core.tag.name}
    missing = []
    for name, (column, words) in _COLUMNS.items():
        if name in asked and not np.any(np.asarray(treebank._core.ids(column)) != _NOTHING):
            missing.append(words)
    return missing
