"""Measures of learnability without training a parser (section 4 of the paper)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from dodona.schemes.transforming import check_trees
from dodona.treebank.treebank import Treebank

_START, _END = "<s>", "</s>"


def predictability(treebank: Treebank) -> float:
    """Return the entropy, in bits, of a dependent's tag given the tag of its head (Schwartz et al. 2012).

    The lower it is, the more predictable are dependents.

    >>> predictability(Treebank.from_lists([["a", "b", "c"]], tags=[["A", "B", "A"]], heads=[[2, 0, 2]]))
    0.0
    """
    check_trees(treebank)
    pairs: Counter[tuple[str, str]] = Counter()
    for heads, tags in zip(treebank.head_arrays, treebank.lists("tags"), strict=True):
        pairs.update((tags[head - 1] if head else "", tag) for head, tag in zip(heads, tags, strict=True))
    by_head: Counter[str] = Counter()
    for (head, _), count in pairs.items():
        by_head[head] += count
    total = sum(by_head.values())
    bits = sum(count * math.log2(by_head[head] / count) for (head, _), count in pairs.items())
    return bits / total if total else 0.0


def derivation(heads: Sequence[int]) -> list[int]:
    """Return words in the order in which the static oracle of arc-eager attaches them.

    A word at the front of the buffer takes its left dependents, the nearest first, and is then attached
    itself if its head is on the left.

    >>> derivation([2, 0, 5, 5, 2])
    [1, 2, 4, 3, 5]
    """
    left: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads, start=1):
        if head > word:
            left[head].append(word)
    order: list[int] = []
    for word, head in enumerate(heads, start=1):
        order += reversed(left[word])
        if head < word:
            order.append(word)
    return order


def derivation_perplexity(train: Treebank, test: Treebank) -> float:
    """Return the derivation perplexity of trees (Søgaard and Haulrich 2010).

    It is the perplexity of a trigram model over words in derivation order, with Witten-Bell smoothing,
    trained on `train` and measured on `test`.
    """
    check_trees(train, "train")
    check_trees(test, "test")
    model = WittenBell(_derivations(train))
    return model.perplexity(_derivations(test))


def _derivations(treebank: Treebank) -> Iterable[list[str]]:
    for heads, words in zip(treebank.head_arrays, treebank.lists("words"), strict=True):
        yield [words[word - 1] for word in derivation(heads.tolist())]


class WittenBell:
    """A trigram model with Witten-Bell smoothing: unseen events back off to the shorter context.

    >>> model = WittenBell([["a", "b"], ["a", "c"]])
    >>> round(sum(model.probability(("<s>", "a"), word) for word in ("a", "b", "c", "</s>", "never seen")), 9)
    1.0
    """

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        self._counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self._totals: Counter[tuple[str, ...]] = Counter()
        for sentence in sentences:
            for context, word in _trigrams(sentence):
                for shorter in (context, context[1:], ()):
                    self._counts[shorter][word] += 1
                    self._totals[shorter] += 1
        # One more for unknown words.
        self._vocabulary = len(self._counts[()]) + 1

    def probability(self, context: tuple[str, ...], word: str) -> float:
        """Return the probability of a word after two others."""
        shorter = self.probability(context[1:], word) if context else 1 / self._vocabulary
        total = self._totals.get(context, 0)
        if not total:
            return shorter
        counts = self._counts[context]
        return (counts.get(word, 0) + len(counts) * shorter) / (total + len(counts))

    def perplexity(self, sentences: Iterable[Sequence[str]]) -> float:
        """Return the perplexity of sentences, including their ends."""
        bits, words = 0.0, 0
        for sentence in sentences:
            for context, word in _trigrams(sentence):
                bits -= math.log2(self.probability(context, word))
                words += 1
        return float(2 ** (bits / words)) if words else 1.0


def _trigrams(sentence: Sequence[str]) -> Iterable[tuple[tuple[str, str], str]]:
    before = (_START, _START)
    for word in (*sentence, _END):
        yield before, word
        before = (before[1], word)
