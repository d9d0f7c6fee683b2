"""Configurations and arcs as the papers write them, with words for numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dodona.drawing.width import visible

#: What the papers call node 0.
ROOT = "ROOT"
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Names:
    """What to call each node: by its form, and by its number too where a form is there twice.

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
        return self._names[node]

    def row(self, nodes: Sequence[int]) -> str:
        """Write a stack or a buffer.

        >>> Names(["Oaks", "speak"]).row([0, 1])
        '[ROOT Oaks]'
        """
        return f"[{' '.join(self[node] for node in nodes)}]"

    def arc(self, head: int, dependent: int) -> str:
        """Write an arc.

        >>> Names(["Oaks", "speak"]).arc(2, 1)
        'speak -> Oaks'
        """
        return f"{self[head]} -> {self[dependent]}"

    def arcs(self, arcs: Sequence[tuple[int, str, int]]) -> str:
        """Write a set of labelled arcs.

        >>> Names(["Oaks", "speak"]).arcs([(2, "nsubj", 1)])
        '{(speak, nsubj, Oaks)}'
        """
        written = (f"({self[head]}, {visible(label)}, {self[dependent]})" for head, label, dependent in arcs)
        return f"{{{', '.join(written)}}}"
