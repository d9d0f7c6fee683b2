"""A tree that changes: what rules work on."""

from __future__ import annotations

from collections.abc import Sequence

#: A label with this before it belongs to a word that was demoted under one that bore the label.
DEMOTED = "~"
#: A label with this before it belongs to a dependent that stays where it is when a rule is undone.
STAYS = "="
#: A label with this before it belongs to a dependent that goes back to the other of two words.
OTHER = ">"
#: What labels of a transformed tree begin with.
MARKS = (DEMOTED, STAYS, OTHER)


class Tree:
    """Heads, labels and dependents by the number of a word; 0 is the root.

    `base` tells, of a word that a rule has put at the top of some others, which of them was there before, and
    `top` the other way round.
    """

    __slots__ = ("base", "heads", "kids", "labels", "top")

    def __init__(self, heads: Sequence[int], labels: Sequence[str]) -> None:
        self.heads = [-1, *heads]
        self.labels = ["", *labels]
        self.kids: list[set[int]] = [set() for _ in self.heads]
        for word, head in enumerate(heads, start=1):
            self.kids[head].add(word)
        self.base: dict[int, int] = {}
        self.top: dict[int, int] = {}

    def move(self, word: int, head: int) -> None:
        """Give a word another head."""
        self.kids[self.heads[word]].discard(word)
        self.heads[word] = head
        self.kids[head].add(word)

    def put(self, word: int, head: int, label: str) -> None:
        """Give a word another head and another label."""
        self.move(word, head)
        self.labels[word] = label

    def put_on_top(self, word: int, bottom: int) -> None:
        """Remember that a word now stands for what another one stood for."""
        base = self.base.get(bottom, bottom)
        self.base[word] = base
        self.top[base] = word

    def depth(self, word: int) -> int:
        """How far a word is from the root."""
        depth = 0
        while word > 0:
            word = self.heads[word]
            depth += 1
        return depth

    @property
    def result(self) -> tuple[list[int], list[str]]:
        """The heads and the labels of all words."""
        return self.heads[1:], self.labels[1:]


def between(a: int, x: int, b: int) -> bool:
    """Tell whether x lies between a and b.

    >>> between(1, 2, 4), between(4, 2, 1), between(1, 5, 4)
    (True, True, False)
    """
    return a < x < b or b < x < a


def demoted(label: str) -> tuple[int, str]:
    """Return how often a label was marked as that of a demoted word, and the label without the marks.

    >>> demoted("~case"), demoted("nmod")
    ((1, 'case'), (0, 'nmod'))
    """
    plain = label.lstrip(DEMOTED)
    return len(label) - len(plain), plain
