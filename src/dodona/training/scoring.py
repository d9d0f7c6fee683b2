"""Scores on development data."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.evaluation.punctuation import punctuation_words
from dodona.parsing.parser import Parser
from dodona.treebank.treebank import Treebank


class DevelopmentData:
    """A gold treebank to score parsers on after every epoch.

    Punctuation (words with the tag PUNCT or `.`) is not scored.
    """

    def __init__(self, gold: Treebank) -> None:
        self.gold = gold
        self._counts = ~punctuation_words(gold, "tag")
        self._labels = np.asarray(gold._core.ids(_core.Text.label))

    def score(self, parser: Parser, *, beam: int | None = None) -> tuple[float, float]:
        """Return UAS and LAS, from 0 to 1."""
        return self.compare(parser.parse(self.gold, beam=beam))

    def compare(self, parsed: Treebank) -> tuple[float, float]:
        """Return UAS and LAS, from 0 to 1, of a parse of the same sentences."""
        heads = (parsed.heads == self.gold.heads) & self._counts
        # A parse shares the string table of its input, so ids can be compared.
        labels = heads & (np.asarray(parsed._core.ids(_core.Text.label)) == self._labels)
        total = max(int(self._counts.sum()), 1)
        return int(heads.sum()) / total, int(labels.sum()) / total
