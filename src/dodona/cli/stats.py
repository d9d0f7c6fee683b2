"""`dodona stats`."""

from __future__ import annotations

import json
import shutil
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from dodona.cli.files import sources_of
from dodona.cli.options import FilesArgument, FormatOption, JsonOption, console, format_name, print_tables
from dodona.treebank.statistics import Statistics, statistics
from dodona.treebank.statistics_table import statistics_tables


def stats(
    files: FilesArgument,
    labels: Annotated[
        int,
        typer.Option(
            "--labels", "-n", min=0, help="How many labels to list, the commonest first; 0 for all."
        ),
    ] = 20,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Count what is in treebanks: sentences, words, labels, shapes of trees.

    There is one column a file.

    [bold]Projective[/bold]: no arc spans a word that its head does not dominate.
    [bold]Gap degree[/bold]: the most gaps in what one word dominates.
    [bold]Edge degree[/bold]: the most pieces under one arc that belong elsewhere.
    [bold]Tree depth[/bold]: arcs between the artificial root and the deepest word.
    Arcs from the artificial root have no length.

    The last figures say how many words keep their head and label when a
    treebank is made projective ([bold]dodona projectivise[/bold]) and back.
    """
    found = [statistics(file, format=format_name(format)) for file in sources_of(files)]
    if json_:
        typer.echo(json.dumps([treebank.to_dict() for treebank in found], ensure_ascii=False, indent=2))
        return
    out = console()
    while found:
        shown, tables = _fitting(found, labels or None, out)
        print_tables(*tables)
        found = found[shown:]


def _fitting(found: list[Statistics], labels: int | None, out: Console) -> tuple[int, list[Table]]:
    """Return tables of as many files as the screen has room for, and how many those are."""
    screen = shutil.get_terminal_size().columns if out.is_terminal else out.width
    for shown in range(len(found), 0, -1):
        tables = statistics_tables(found[:shown], labels=labels)
        if shown == 1 or all(out.measure(part).maximum <= screen for part in tables):
            break
    return shown, tables
