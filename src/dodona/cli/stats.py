"""`dodona stats`."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from dodona.cli.files import sources_of
from dodona.cli.options import FilesArgument, FormatOption, JsonOption, console, format_name, print_tables
from dodona.cli.printing import tell_json
from dodona.treebank.statistics import Statistics, statistics
from dodona.treebank.statistics_table import statistics_tables


def stats(
    files: FilesArgument,
    labels: Annotated[
        int,
        typer.Option(
            "--labels",
            metavar="N",
            min=0,
            help="The number of labels to list, the most frequent first; 0 for all.",
        ),
    ] = 20,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Count the sentences, words, labels and tree shapes of treebanks.

    There is one column per file.

    [bold]Projective[/bold]: no arc spans a word that its head does not dominate.
    [bold]Gap degree[/bold]: the largest number of gaps in the yield of a word.
    [bold]Edge degree[/bold]: the largest number of components under an arc that its head does not dominate.
    [bold]Tree depth[/bold]: arcs between the artificial root and the deepest word.
    Arcs from the artificial root have no length.

    The last figures are the words that keep their head and label when the treebank
    is made projective ([bold]dodona projectivise[/bold]) and restored.
    """
    found = [statistics(file, format=format_name(format)) for file in sources_of(files)]
    if json_:
        tell_json([treebank.to_dict() for treebank in found])
        return
    out = console()
    while found:
        shown, tables = _fitting(found, labels or None, out)
        print_tables(*tables)
        found = found[shown:]


def _fitting(found: list[Statistics], labels: int | None, out: Console) -> tuple[int, list[Table]]:
    """Return tables of as many files as fit on the screen, and their number."""
    screen = shutil.get_terminal_size().columns if out.is_terminal else out.width
    for shown in range(len(found), 0, -1):
        tables = statistics_tables(found[:shown], labels=labels)
        if shown == 1 or all(out.measure(part).maximum <= screen for part in tables):
            break
    return shown, tables
