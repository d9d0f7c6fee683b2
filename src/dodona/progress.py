"""Progress bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_Item = TypeVar("_Item")


def tracked(items: Iterable[_Item], what: str, total: int | None = None) -> Iterator[_Item]:
    """Yield items, and show on standard error how many of the `total` have been taken.

    >>> list(tracked("oak", "letters", 3))
    ['o', 'a', 'k']
    """
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not (console.is_terminal or console.is_jupyter)) as bar:
        yield from bar.track(items, total)
