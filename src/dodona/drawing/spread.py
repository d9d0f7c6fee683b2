"""Horizontal positions of words, with room for everything above and below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from dodona.drawing.arcs import MIDDLE, Arc, Port, Root, Side, crossings, tops_of


@dataclass(frozen=True)
class Sizes:
    """Sizes, in columns or in pixels."""

    #: The extent of each word to the left and to the right of its centre.
    halves: list[tuple[int, int]]
    #: The distances of the left and the right port of each word from its centre.
    offsets: list[int]
    #: The minimum distance between the edges of two words.
    gap: int
    #: The minimum distance between two vertical lines with the label of an arc between them.
    room: Callable[[Arc], int]
    #: The extent of a root's label to the left and to the right of its word's centre.
    root_halves: Callable[[Root], tuple[int, int]]


class Spread:
    """The centre of every word, and the free interval of every arc for its label.

    In comparisons there are arcs on two sides of the words: above and below.

    Here the label needs more room than the words, and gets it between the ports of the arc:

    >>> sizes = Sizes(halves=[(1, 1), (1, 1)], offsets=[1, 1], gap=3, room=lambda arc: 8,
    ...               root_halves=lambda root: (1, 2))
    >>> arc = Arc(1, 0, "nsubj", level=1)
    >>> spread = Spread(sizes, [([arc], [Root(1, "root")])])
    >>> spread.centres, spread.at((0, 0)), spread.at((1, -1))
    ([1, 10], 1, 9)
    >>> spread.height([arc], [Root(1, "root")], clear=1)
    2
    """

    def __init__(self, sizes: Sizes, sides: list[Side]) -> None:
        self.offsets = sizes.offsets
        self._root_halves = sizes.root_halves
        self._demands: list[list[tuple[int, int]]] = [[] for _ in sizes.halves]
        for word in range(1, len(sizes.halves)):
            distance = sizes.halves[word - 1][1] + sizes.gap + sizes.halves[word][0]
            self._demand((word - 1, MIDDLE), (word, MIDDLE), distance)
        self._least = [left for left, _ in sizes.halves]  # nothing may start left of 0
        for _, roots in sides:
            for root in roots:
                self._least[root.word] = max(self._least[root.word], sizes.root_halves(root)[0])
            for root, following in pairwise(roots):
                distance = sizes.root_halves(root)[1] + sizes.gap + sizes.root_halves(following)[0]
                self._demand((root.word, MIDDLE), (following.word, MIDDLE), distance)

        # Uncrossed arcs need room between their ends. After that, the widest free interval of each crossed
        # arc is known, and is kept wide enough for the label.
        self.stretches: dict[Arc, tuple[Port, Port]] = {}
        crossed: dict[Arc, list[Port]] = {}
        for arcs, roots in sides:
            tops = tops_of(arcs, roots)
            for arc in arcs:
                if ports := crossings(arc, tops):
                    crossed[arc] = ports
                else:
                    self.stretches[arc] = arc.ends
                    self._demand(*arc.ends, sizes.room(arc))
        self.centres = self._solve()
        for arc, ports in crossed.items():
            self.stretches[arc] = self._best_stretch(arc, ports, sizes.room(arc))
            self._demand(*self.stretches[arc], sizes.room(arc))
        self.centres = self._solve()

    def at(self, port: Port) -> int:
        """Return the position of a port."""
        word, side = port
        return self.centres[word] + side * self.offsets[word]

    def height(self, arcs: list[Arc], roots: list[Root], *, clear: int) -> int:
        """Return the number of lines of a side, with its roots; 0 without arcs."""
        return max([self.root_level(arcs, roots, clear=clear), *(arc.level for arc in arcs)])

    def root_level(self, arcs: list[Arc], roots: list[Root], *, clear: int) -> int:
        """Return the lowest line where the label of every root is above all arcs near it; 0 without roots."""
        below = [0]
        for root in roots:
            left, right = self._root_halves(root)
            first, last = self.centres[root.word] - left - clear, self.centres[root.word] + right + clear
            below += [a.level for a in arcs if self.at(a.ends[0]) <= last and first <= self.at(a.ends[1])]
        return max(below) + 1 if roots else 0

    def _demand(self, port: Port, other: Port, distance: int) -> None:
        (first, side), (second, other_side) = port, other
        between_centres = distance + side * self.offsets[first] - other_side * self.offsets[second]
        self._demands[second].append((first, between_centres))

    def _solve(self) -> list[int]:
        """Return the smallest centres that satisfy all constraints between a word and one further left."""
        centres: list[int] = []
        for least, demands in zip(self._least, self._demands, strict=True):
            centres.append(max([least, *(centres[word] + distance for word, distance in demands)]))
        return centres

    def _best_stretch(self, arc: Arc, ports: list[Port], room: int) -> tuple[Port, Port]:
        start, end = arc.ends
        bounds = [start, *ports, end]
        # The ports of one word are fixed; only intervals between words can grow.
        stretches = [(a, b) for a, b in pairwise(bounds) if a[0] != b[0]]
        twice_middle = self.at(start) + self.at(end)

        def badness(stretch: tuple[Port, Port]) -> tuple[int, int]:
            left, right = self.at(stretch[0]), self.at(stretch[1])
            return max(0, room - (right - left)), abs(left + right - twice_middle)

        return min(stretches, key=badness)
