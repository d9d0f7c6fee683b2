"""Tables for terminals, pipes and notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape

from rich.console import Group, RenderableType
from rich.text import Text

from dodona.drawing.width import printable
from dodona.tables import rendered, table

#: Long lines are better than truncated ones.
_WIDTH = 10_000
#: In notebooks, columns with longer cells are wrapped.
_SHORT = 40


@dataclass(frozen=True)
class Grid:
    """Rows of text under a title, with notes below; `right` are the columns of numbers.

    >>> grid = Grid("Costs", ("Move", "Cost"), (1,), (("SHIFT", "0"),))
    >>> str(grid).splitlines()[-1]
    ' SHIFT      0'
    >>> ">0</td>" in grid._repr_html_()
    True
    """

    title: str
    columns: tuple[str, ...]
    right: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def __rich__(self) -> RenderableType:
        made = table("", *self.columns)
        made.title = None
        for place, column in enumerate(made.columns):
            column.justify = "right" if place in self.right else "left"
        for row in self.rows:
            # Words may look like markup.
            made.add_row(*(Text(printable(cell)) for cell in row))
        title = Text(printable(self.title), style="bold", no_wrap=True, overflow="ignore")
        notes = (Text(printable(note), overflow="ignore", no_wrap=True) for note in self.notes)
        return Group(title, made, *notes)

    def __str__(self) -> str:
        return rendered(self, width=_WIDTH)

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th{self._style(place)}>{escape(name)}</th>" for place, name in enumerate(self.columns)
        )
        body = "".join(f"<tr>{self._cells(row)}</tr>" for row in self.rows)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        title = f"<p><b>{escape(self.title)}</b></p>"
        made = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'{title}<div style="overflow-x: auto">{made}</div>{notes}'

    def _cells(self, row: tuple[str, ...]) -> str:
        lines = (escape(cell).replace("\n", "<br>") for cell in row)
        return "".join(f"<td{self._style(place)}>{cell}</td>" for place, cell in enumerate(lines))

    def _style(self, place: int) -> str:
        side = "right" if place in self.right else "left"
        is_short = max((len(row[place]) for row in self.rows), default=0) <= _SHORT
        wrap = "white-space: nowrap" if is_short else "min-width: 20em"
        return f' style="text-align: {side}; vertical-align: top; padding: 2px 10px 2px 0; {wrap}"'


class ShownAsGrid(ABC):
    """An object that prints as its grid."""

    @property
    @abstractmethod
    def grid(self) -> Grid:
        """The table."""

    def __str__(self) -> str:
        return str(self.grid)

    __repr__ = __str__

    def __rich__(self) -> RenderableType:
        return self.grid.__rich__()

    def _repr_html_(self) -> str:
        return self.grid._repr_html_()
