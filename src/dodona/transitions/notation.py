"""Configurations and arcs in the notation of the papers, with words instead of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dodona.drawing.width import visible
from dodona.errors import ArgumentError, listed, place

#: The name of node 0 in the papers.
ROOT = "ROOT"
_ARCS = "a list of arcs, each (head, label, dependent)"
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Names:
    """The name of each node: its form, and its number too if the form occurs twice.

    >>> names = Names(["the", "oak", "of", "the", "grove"])
    >>> names[0], names[2], names[4]
    ('ROOT', 'oak', 'the₄')
    """

    def __init__(self, words: Sequence[str]) -> None:
        forms = [visible(word) for word in words]
        often = Counter([ROOT, *forms])
        self._names = [ROOT]
        for number, form in enumerate(forms, start=1):
            self._names.append(f"{form}{str(number).translate(_SUBSCRIPTS)}" if often[form] > 1 else form)

    def __getitem__(self, node: int) -> str:
        return self._names[place("node", node, len(self._names))]

    def row(self, nodes: Sequence[int]) -> str:
        """Format a stack or a buffer.

        >>> Names(["Oaks", "speak"]).row([0, 1])
        '[ROOT Oaks]'
        """
        return f"[{' '.join(self[node] for node in listed('nodes', nodes, 'a list of nodes'))}]"

    def arc(self, head: int, dependent: int) -> str:
        """Format an arc.

        >>> Names(["Oaks", "speak"]).arc(2, 1)
        'speak -> Oaks'
        """
        return f"{self[head]} -> {self[dependent]}"

    def arcs(self, arcs: Sequence[tuple[int, str, int]]) -> str:
        """Format a set of labelled arcs.

        >>> Names(["Oaks", "speak"]).arcs([(2, "nsubj", 1)])
        '{(speak, nsubj, Oaks)}'
        """
        arcs = listed("arcs", arcs, _ARCS)
        for arc in arcs:
            if not isinstance(arc, tuple) or len(arc) != 3 or not isinstance(arc[1], str):
                raise ArgumentError("arcs", arc, _ARCS)
        written = (f"({self[head]}, {visible(label)}, {self[dependent]})" for head, label, dependent in arcs)
        return f"{{{', '.join(written)}}}"
