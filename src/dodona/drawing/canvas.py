"""A grid of characters with styles, for lines and text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dodona.drawing.width import clusters, isolated

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

_ROUNDED = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"
_ASCII = " ||||'.+-'.+-+++"
_PLAIN = {"▼": "v", "▲": "^", "►": ">", "◄": "<", "│": "|", "─": "-"}


def style(name: str, kind: str) -> str:
    """Return the style of a line or a label of some kind, one of `dodona.drawing.view.KINDS`.

    >>> style("arc", ""), style("arc", "crossing")
    ('arc', 'arc-crossing')
    """
    return f"{name}-{kind}" if kind else name


class Canvas:
    """Rows and columns count from 0 at the top left; the canvas grows as needed.

    >>> canvas = Canvas()
    >>> canvas.horizontal(0, 0, 6, "arc")
    >>> canvas.vertical(6, 0, 2, "arc")
    >>> canvas.text(0, 2, "obj", "label")
    >>> print(canvas)
    ╶─obj─╮
          │
          ╵
    """

    def __init__(self, *, ascii: bool = False) -> None:
        self._lines = _ASCII if ascii else _ROUNDED
        self._marks = _PLAIN if ascii else {}
        self._is_ascii = ascii  # for terminals without box-drawing characters
        self._cells: list[dict[int, tuple[int, str, str]]] = []  # column: (directions, text, style)

    def horizontal(self, row: int, start: int, end: int, style: str) -> None:
        """Draw a line in a row, from the middle of one cell to the middle of another, in either direction.

        Where lines meet they become corners, junctions and crossings.
        """
        start, end = sorted((start, end))
        self._join(row, start, RIGHT if start < end else 0, style)
        for column in range(start + 1, end):
            self._join(row, column, LEFT | RIGHT, style)
        self._join(row, end, LEFT if start < end else 0, style)

    def vertical(self, column: int, start: int, end: int, style: str) -> None:
        """Draw a line in a column, likewise."""
        start, end = sorted((start, end))
        self._join(start, column, DOWN if start < end else 0, style)
        for row in range(start + 1, end):
            self._join(row, column, UP | DOWN, style)
        self._join(end, column, UP if start < end else 0, style)

    def pass_under(self, row: int, column: int) -> None:
        """Break the horizontal line where it crosses a vertical one, so that they do not seem to join."""
        _, text, style = self._row(row)[column]
        self._row(row)[column] = (UP | DOWN, text, style)

    def text(self, row: int, column: int, text: str, style: str, *, right_to_left: bool = False) -> None:
        """Write text over existing content; a wide character hides the column after it."""
        if not text:
            return
        cells = self._row(row)
        pieces = clusters(text)
        before, _, after = ("", "", "") if self._is_ascii else isolated(text, right_to_left).partition(text)
        pieces[0] = (before + pieces[0][0], pieces[0][1])
        pieces[-1] = (pieces[-1][0] + after, pieces[-1][1])
        for piece, columns in pieces:
            cells[column] = (0, piece, style)
            for hidden in range(column + 1, column + columns):
                cells[hidden] = (0, "", style)
            column += columns

    def mark(self, row: int, column: int, mark: str, style: str) -> None:
        """Write one of the marks `▼ ▲ ► ◄ │ ─`, or its ASCII replacement, over existing content."""
        self.text(row, column, self._marks.get(mark, mark), style)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self._cells)

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Yield the rows from the top, each as pieces of text with styles."""
        for cells in self._cells:
            end = max(cells, default=-1) + 1
            pieces = [self._piece(cells.get(column)) for column in range(end)]
            while pieces and pieces[-1][0] == " ":
                pieces.pop()
            runs = groupby(pieces, key=lambda piece: piece[1])
            yield [("".join(text for text, _ in run), style) for style, run in runs]

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in run) for run in self.runs())

    def _piece(self, cell: tuple[int, str, str] | None) -> tuple[str, str]:
        if cell is None:
            return " ", ""
        directions, text, style = cell
        return (self._lines[directions] if directions else text), style

    def _join(self, row: int, column: int, directions: int, style: str) -> None:
        cells = self._row(row)
        before = cells.get(column, (0, "", ""))[0]
        cells[column] = (before | directions, "", style)

    def _row(self, row: int) -> dict[int, tuple[int, str, str]]:
        while len(self._cells) <= row:
            self._cells.append({})
        return self._cells[row]
