"""`dodona clusters`."""

from __future__ import annotations

from typing import Annotated

import typer

from dodona.cli.files import sources_of
from dodona.cli.options import FilesArgument, OutputOption
from dodona.features.clusters import learn_clusters
from dodona.treebank.source import written


def clusters(
    files: FilesArgument,
    output: OutputOption = "-",
    number: Annotated[
        int, typer.Option("--number", metavar="N", min=1, max=10_000, help="The number of clusters.")
    ] = 500,
    words: Annotated[
        int, typer.Option("--words", metavar="N", min=1, max=1_000_000, help="Only the most frequent words.")
    ] = 50_000,
) -> None:
    """Learn clusters of words from text, for training with --clusters.

    [bold]dodona clusters silver/*.conllu --output clusters.txt[/bold]

    Words with the same neighbours come into the same cluster. Sentences need no tags and no trees. A line of
    the output has a word in lower case, a tab, and the number of its cluster; the most frequent words come
    first. Words that occur once or twice are left out. The same text gives the same clusters.
    """
    found = learn_clusters(sources_of(files), number=number, words=words)
    with written(output) as file:
        file.writelines(f"{word}\t{cluster}\n".encode() for word, cluster in found.items())
