"""Shared parts of tables of results."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from dodona.tables import CleanTable


def percent(share: float, total: int = 1) -> str:
    """Format a ratio as a percentage; a dash if there was nothing to count.

    >>> percent(0.98765), percent(0.0, total=0)
    ('98.77', '–')
    """
    return f"{100 * share:.2f}" if total else "–"


def facts(rows: Sequence[tuple[str, str]]) -> Table:
    """Return a table of names and values."""
    made = CleanTable(box=None, show_header=False, pad_edge=False)
    made.add_column(no_wrap=True, style="bold")
    made.add_column()
    for row in rows:
        made.add_row(*row)
    return made
