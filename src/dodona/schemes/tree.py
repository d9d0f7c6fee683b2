"""A mutable tree, for rules."""

from __future__ import annotations

from collections.abc import Sequence

from dodona.errors import instance

#: Prefix of the label of a word that was demoted under the word with that label.
DEMOTED = "~"
#: Prefix of the label of a dependent that stays where it is when a rule is undone.
STAYS = "="
#: Prefix of the label of a dependent that goes back to the other of two words.
OTHER = ">"
#: The prefixes of labels in a transformed tree.
MARKS = (DEMOTED, STAYS, OTHER)


class Tree:
    """Heads, labels and dependents by the number of a word; 0 is the root.

    `base` maps a word that a rule put on top of others to the word that was there before, and `top` is the
    reverse.
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
        """Change the head of a word."""
        self.kids[self.heads[word]].discard(word)
        self.heads[word] = head
        self.kids[head].add(word)

    def put(self, word: int, head: int, label: str) -> None:
        """Change the head and the label of a word."""
        self.move(word, head)
        self.labels[word] = label

    def put_on_top(self, word: int, bottom: int) -> None:
        """Record that a word now replaces another one."""
        base = self.base.get(bottom, bottom)
        self.base[word] = base
        self.top[base] = word

    def depth(self, word: int) -> int:
        """The depth of a word."""
        depth = 0
        while word > 0:
            word = self.heads[word]
            depth += 1
        return depth

    @property
    def result(self) -> tuple[list[int], list[str]]:
        """The heads and the labels of all words."""
        return self.heads[1:], self.labels[1:]


def a_tree(tree: Tree) -> None:
    """Raise an error if a value is not a tree."""
    instance("tree", tree, Tree, "a dodona.schemes.tree.Tree")


def between(a: int, x: int, b: int) -> bool:
    """Return whether x is between a and b.

    >>> between(1, 2, 4), between(4, 2, 1), between(1, 5, 4)
    (True, True, False)
    """
    return a < x < b or b < x < a


def demoted(label: str) -> tuple[int, str]:
    """Return the number of demotion marks on a label, and the label without them.

    >>> demoted("~case"), demoted("nmod")
    ((1, 'case'), (0, 'nmod'))
    """
    plain = label.lstrip(DEMOTED)
    return len(label) - len(plain), plain
