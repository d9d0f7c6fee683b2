"""Random trees for tests of rules, with labels that rules match."""

from __future__ import annotations

import random

import pytest

LABELS = ("case", "det", "cop", "mark", "cc", "conj", "conj", "name", "name", "mwe", "nmod", "nsubj", "punct")


class RandomTrees(random.Random):
    """Random heads and labels: any tree with one root, not uniformly distributed."""

    def projective(self, words: int) -> list[int]:
        heads = [0] * words

        def fill(first: int, last: int, head: int) -> None:
            while first <= last:
                end = last if head == 0 else self.randint(first, last)
                top = self.randint(first, end)
                heads[top - 1] = head
                fill(first, top - 1, top)
                fill(top + 1, end, top)
                first = end + 1

        fill(1, words, 0)
        return heads

    def any(self, words: int) -> list[int]:
        order = self.sample(range(1, words + 1), words)
        heads = [0] * words
        for place, word in enumerate(order[1:], start=1):
            heads[word - 1] = order[self.randrange(place)]
        return heads

    def labels(self, heads: list[int], liked: tuple[str, ...] = LABELS) -> list[str]:
        """Return labels, most of them from the preferred ones."""
        return [
            "root" if head == 0 else self.choice(liked if self.random() < 0.7 else LABELS) for head in heads
        ]


@pytest.fixture
def trees(request: pytest.FixtureRequest) -> RandomTrees:
    """The same trees in every run of a test."""
    return RandomTrees(request.node.name)
