"""Scores on development data."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.evaluation.punctuation import punctuation_words
from dodona.parsing.parser import Parser
from dodona.treebank.treebank import Treebank


class DevelopmentData:
    """A gold treebank to score parsers on after every epoch.

    Punctuation (words with the gold tag PUNCT or `.`) is not scored. Parsers get `given`, which may have
    predicted tags.
    """

    def __init__(self, gold: Treebank, given: Treebank | None = None) -> None:
        self.gold = gold
        self._given = gold if given is None else given
        self._counts = ~punctuation_words(gold, "tag")
        self._labels = np.asarray(self._given._core.ids(_core.Text.label))

    def score(self, parser: Parser, *, beam: int | None = None) -> tuple[float, float]:
        """Return UAS and LAS, from 0 to 1."""
        return self.score_of(parser.parse(self._given, beam=beam))

    def score_of(self, parsed: Treebank) -> tuple[float, float]:
        """Return UAS and LAS of a parse of the treebank."""
        heads = (parsed.heads == self.gold.heads) & self._counts
        # A parse shares the string table of its input, so ids can be compared.
        labels = heads & (np.asarray(parsed._core.ids(_core.Text.label)) == self._labels)
        total = max(int(self._counts.sum()), 1)
        return int(heads.sum()) / total, int(labels.sum()) / total
