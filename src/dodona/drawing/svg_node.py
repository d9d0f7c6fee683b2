"""Configurations in the drawing of a lattice: their arcs in a frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dodona.drawing.svg_style import LINE, Colours, painted
from dodona.drawing.svg_text import element, text_width

_SIZE = 10
_LINE_HEIGHT = 13
_COLUMN_GAP = 8
_LINES = 4  # of arcs in a column; more go into further columns
_INSIDE = 8
_EMPTY = 16  # the width without arcs
_DOUBLE = 3  # between the two lines of the terminal configuration


@dataclass(frozen=True)
class SvgNode:
    """Columns of arcs, and their size.

    >>> node = SvgNode.of([(2, 1), (0, 2)], terminal=False)
    >>> node.columns, node.height
    ((('2→1', '0→2'),), 34)
    """

    columns: tuple[tuple[str, ...], ...]
    width: int
    height: int
    terminal: bool

    @classmethod
    def of(cls, arcs: Sequence[tuple[int, int]], terminal: bool) -> SvgNode:
        """Lay out arcs from heads to dependents; the terminal configuration has a double line."""
        around = 2 * _DOUBLE if terminal else 0
        texts = [f"{head}→{dependent}" for head, dependent in arcs]
        if not texts:
            return cls((), _EMPTY + around, _EMPTY + around, terminal)
        lines = math.ceil(len(texts) / math.ceil(len(texts) / _LINES))  # columns of similar length
        columns = tuple(tuple(texts[i : i + lines]) for i in range(0, len(texts), lines))
        widths = [max(text_width(text, _SIZE) for text in column) for column in columns]
        wide = sum(widths) + _COLUMN_GAP * (len(widths) - 1) + 2 * _INSIDE
        return cls(columns, wide + around, lines * _LINE_HEIGHT + _INSIDE + around, terminal)

    def drawn(self, x: int, y: int, title: str, colours: Colours) -> str:
        """Draw it centred at a position; the title is the tooltip."""
        parts = [element("title", title), self._frame(x, y, 0, colours)]
        around = _DOUBLE if self.terminal else 0
        if around:
            parts.append(self._frame(x, y, around, colours))
        top = y - self.height / 2 + around + _INSIDE / 2 + _SIZE
        left = x - self.width / 2 + around + _INSIDE
        for column in self.columns:
            wide = max(text_width(text, _SIZE) for text in column)
            for number, text in enumerate(column):
                place = {"x": left + wide / 2, "y": top + number * _LINE_HEIGHT, "text_anchor": "middle"}
                parts.append(element("text", text, **place, font_size=_SIZE, **painted("word", colours)))
            left += wide + _COLUMN_GAP
        return f"<g>{''.join(parts)}</g>"

    def _frame(self, x: int, y: int, inside: int, colours: Colours) -> str:
        wide, high = self.width - 2 * inside, self.height - 2 * inside
        return element(
            "rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high, rx=min(high / 2, 12 - inside),
            stroke_width=LINE, **painted("node", colours),
        )  # fmt: skip
