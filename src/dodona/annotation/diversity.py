"""Diversity: what a sentence adds to the chosen ones, measured by tag trigrams."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dodona.evaluation.columns import distinct
from dodona.evaluation.ranking import tied
from dodona.treebank.treebank import Treebank

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def trigrams(pool: Treebank) -> Ints:
    """Return a number for the tag trigram around every word; equal trigrams have equal numbers.

    >>> pool = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]], tags=[["NOUN", "VERB"]] * 2)
    >>> trigrams(pool).tolist()
    [1, 0, 1, 0]
    """
    names, tags = distinct(pool, "tags")
    if names == ["_"]:
        names, tags = distinct(pool, "fine_tags")
    beyond = len(names)  # the context of the first and the last word
    before, after = np.roll(tags, 1), np.roll(tags, -1)
    before[pool.offsets[:-1]] = beyond
    after[pool.offsets[1:] - 1] = beyond
    codes = (before * (beyond + 1) + tags) * (beyond + 1) + after
    return tied(codes)


class TagSequences:
    """The frequency of each tag trigram in the pool and in the chosen sentences.

    >>> pool = Treebank.from_lists([["Oaks", "speak"], ["Hush"], ["Doves", "listen"]],
    ...                            tags=[["NOUN", "VERB"], ["INTJ"], ["NOUN", "VERB"]])
    >>> sequences = TagSequences(pool)
    >>> sequences.choose(0)
    >>> sequences.novelty(1).tolist(), sequences.novelty(2).tolist()
    ([1.0], [0.5, 0.5])
    """

    def __init__(self, pool: Treebank) -> None:
        numbers = trigrams(pool)
        self._of_sentence = np.split(numbers, pool.offsets[1:-1])
        common = np.bincount(numbers)
        # The square root dampens frequency: a hundred times as frequent is worth ten times as much.
        self._worth = np.sqrt(common / common.max())
        self._chosen = np.zeros(len(common))

    def choose(self, place: int) -> None:
        """Count the trigrams of a chosen sentence."""
        np.add.at(self._chosen, self._of_sentence[place], 1)

    def novelty(self, place: int) -> Floats:
        """Return 1 for a word whose trigram has not been chosen, a half after once, a third after twice."""
        return np.asarray(1 / (1 + self._chosen[self._of_sentence[place]]))

    def worth(self, place: int) -> Floats:
        """Return the weight of each word: high if its trigram is frequent and has not been chosen."""
        return np.asarray(self._worth[self._of_sentence[place]] * self.novelty(place))
