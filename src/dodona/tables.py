"""Tables with a uniform style."""

from __future__ import annotations

import io
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from dodona.drawing.width import printable


class CleanTable(Table):
    """A table without control characters: labels and names from files may contain anything."""

    def add_row(self, *cells: RenderableType | None, **options: Any) -> None:
        """Add a row of cells."""
        super().add_row(*(printable(cell) if isinstance(cell, str) else cell for cell in cells), **options)


class ShowsTables:
    """Something whose string is tables: notebooks show them."""

    def _repr_html_(self) -> str:
        from dodona.drawing.html import preformatted

        return preformatted(str(self))


def table(title: str, *columns: str) -> Table:
    """Return an empty table whose first column is text and whose others are numbers.

    >>> counts = table("Counts", "", "train")
    >>> counts.add_row("words", "1,234")
    >>> "1,234" in rendered(counts)
    True
    """
    started = CleanTable(
        title=printable(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for place, name in enumerate(columns):
        started.add_column(printable(name), justify="right" if place else "left", no_wrap=True)
    return started


def rendered(*parts: RenderableType, width: int = 120) -> str:
    """Return tables as plain text."""
    console = Console(
        file=io.StringIO(),
        force_jupyter=False,  # rich would show them in the notebook instead
        width=width,
        color_system=None,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(part)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())


def counted(number: int, what: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "word"), counted(1200, "word")
    ('1 word', '1,200 words')
    """
    return f"{number:,} {what}{'s' * (number != 1)}"
