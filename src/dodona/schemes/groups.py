"""Groups of interacting places, with their alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dodona.schemes.rules import Place

#: Larger groups of places do not get all their alternatives.
MOST_PLACES = 10


@dataclass(frozen=True)
class Alternative:
    """The heads and labels of a group's words, and the places of the group where a rule was applied."""

    heads: tuple[int, ...]
    labels: tuple[str, ...]
    applied: tuple[bool, ...]


@dataclass(frozen=True)
class Group:
    """Interacting places: the words whose arcs differ, and all alternatives for these arcs.

    The first alternative is the original.
    """

    words: tuple[int, ...]
    places: tuple[Place, ...]
    alternatives: tuple[Alternative, ...]

    @property
    def arcs(self) -> set[tuple[int, int]]:
        """All arcs, (head, dependent), of all alternatives."""
        return {
            (head, word)
            for alternative in self.alternatives
            for head, word in zip(alternative.heads, self.words, strict=True)
        }


class Partition:
    """A union-find structure.

    >>> parts = Partition(3)
    >>> parts.join(0, 2)
    >>> parts.parts()
    [[0, 2], [1]]
    """

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, thing: int) -> int:
        """Return the representative of an item's set."""
        while self._above[thing] != thing:
            self._above[thing] = thing = self._above[self._above[thing]]
        return thing

    def join(self, a: int, b: int) -> None:
        """Merge the sets of two items."""
        a, b = sorted((self.find(a), self.find(b)))
        self._above[b] = a

    def parts(self) -> list[list[int]]:
        """Return all sets."""
        found: dict[int, list[int]] = {}
        for thing in range(len(self._above)):
            found.setdefault(self.find(thing), []).append(thing)
        return list(found.values())


def cross(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Return whether two arcs cross.

    >>> cross((1, 3), (4, 2)), cross((1, 4), (3, 2))
    (True, False)
    """
    (i, j), (k, m) = sorted(a), sorted(b)
    return i < k < j < m or k < i < m < j


def any_cross(some: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> bool:
    """Return whether any two arcs cross.

    >>> any_cross({(1, 3)}, {(3, 4), (5, 2)})
    True
    """
    pairs = [(a, b) if a < b else (b, a) for a, b in others]
    for a, b in some:
        i, j = (a, b) if a < b else (b, a)
        for k, m in pairs:
            if i < k < j < m or k < i < m < j:
                return True
    return False


def is_projective(heads: Sequence[int]) -> bool:
    """Return whether the heads of a tree are projective.

    >>> is_projective([2, 0, 2]), is_projective([0, 4, 1, 1])
    (True, False)
    """
    # Arcs by their start, the longest first: each must end before those that are still open.
    arcs = sorted((head, -word) if head < word else (word, -head) for word, head in enumerate(heads, start=1))
    ends: list[int] = []
    for left, minus_right in arcs:
        right = -minus_right
        while ends and ends[-1] <= left:
            ends.pop()
        if ends and ends[-1] < right:
            return False
        ends.append(right)
    return True
