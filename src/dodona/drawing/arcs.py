"""The layout of arcs above words: their ends, heights and crossings.

Every word has three ports. The arc from its head ends at the middle one; the arcs to its dependents start
at the left and the right one, and all arcs of one side share a stem. Lines then cross only if the tree is
not projective.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from dodona.drawing.view import Tree

LEFT, MIDDLE, RIGHT = -1, 0, 1

#: A word, from 0, and a side of it. Ports compare from left to right.
Port: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Arc:
    """An arc between two words, numbered from 0; `level` 1 is the lowest line above the words."""

    head: int
    dependent: int
    label: str
    level: int
    #: The kinds of the line and of the label.
    line: str = ""
    name: str = ""
    title: str = ""

    @property
    def ends(self) -> tuple[Port, Port]:
        """The ports where the arc ends, the left one first.

        >>> Arc(head=3, dependent=1, label="det", level=1).ends
        ((1, 0), (3, -1))
        """
        return _ends(self.head, self.dependent)


@dataclass(frozen=True)
class Root:
    """A word, from 0, whose head is the root, and its label."""

    word: int
    label: str
    line: str = ""
    name: str = ""
    title: str = ""


#: The arcs and the roots on one side of the words.
Side: TypeAlias = tuple[list[Arc], list[Root]]


def arcs_of(tree: Tree) -> Side:
    """Return the arcs of a tree, each on the lowest possible line, and its roots.

    >>> from dodona.drawing.view import Link
    >>> arcs, roots = arcs_of([Link(2, "a"), Link(0, "b"), Link(2, "c")])
    >>> [(arc.head, arc.dependent, arc.level) for arc in arcs]
    [(1, 0, 1), (1, 2, 1)]
    >>> roots[0].word, roots[0].label
    (1, 'b')
    """
    roots = [Root(word, *link[1:]) for word, link in enumerate(tree) if link.head == 0]
    pairs = [(link.head - 1, word) for word, link in enumerate(tree) if link.head > 0]
    arcs: list[Arc] = []
    for head, word in sorted(pairs, key=lambda pair: (abs(pair[0] - pair[1]), min(pair))):
        _, label, *rest = tree[word]
        arcs.append(Arc(head, word, label, _lowest(_ends(head, word), arcs), *rest))
    return arcs, roots


def crossings(arc: Arc, tops: dict[Port, int]) -> list[Port]:
    """Return the ports whose vertical lines cross the line of an arc; `tops` is from `tops_of`.

    >>> low, high = Arc(0, 2, "a", level=1), Arc(1, 3, "b", level=2)
    >>> crossings(low, tops_of([low, high], []))
    [(1, 1)]
    """
    start, end = arc.ends
    inside = ((word, side) for word in range(start[0], end[0] + 1) for side in (LEFT, MIDDLE, RIGHT))
    return [port for port in inside if start < port < end and tops.get(port, 0) > arc.level]


def tops_of(arcs: list[Arc], roots: list[Root]) -> dict[Port, int]:
    """Return the height of the vertical line of each port; that of a root is above all arcs.

    >>> tops_of([Arc(1, 0, "nsubj", level=1)], [Root(1, "root")])
    {(0, 0): 1, (1, -1): 1, (1, 0): 2}
    """
    tops: dict[Port, int] = {}
    for arc in arcs:
        for port in arc.ends:
            tops[port] = max(tops.get(port, 0), arc.level)
    above = max(tops.values(), default=0) + 1
    return tops | {(root.word, MIDDLE): above for root in roots}


def _ends(head: int, dependent: int) -> tuple[Port, Port]:
    if head < dependent:
        return (head, RIGHT), (dependent, MIDDLE)
    return (dependent, MIDDLE), (head, LEFT)


def _lowest(ends: tuple[Port, Port], placed: list[Arc]) -> int:
    """Return the lowest line that is free between these ends.

    It is above all arcs within these ends, which are shorter and placed already: whatever kept one of them
    from a lower line is in the way here too.
    """
    start, end = ends
    taken = {arc.level for arc in placed if arc.ends[0] <= end and arc.ends[1] >= start}
    return next(level for level in count(1) if level not in taken)
