"""`dodona convert`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from dodona.cli.files import source_of
from dodona.cli.options import EnhanceOption, OutputOption
from dodona.cli.output import warn_of_losses
from dodona.conversion import FILE_FORMATS, convert_file


class Readable(str, Enum):
    """The formats that can be read."""

    conllu = "conllu"
    conllx = "conllx"
    jsonl = "jsonl"
    parquet = "parquet"


def convert(
    input: Annotated[
        str,
        typer.Argument(
            metavar="INPUT", help="CoNLL-U, CoNLL-X, JSON Lines or Parquet; - for standard input."
        ),
    ],
    output: OutputOption = "-",
    format: Annotated[
        Readable | None,
        typer.Option("--format", "-f", help="The format of the input; by default detected from its content."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="|".join(FILE_FORMATS),
            help="The format of the output; by default given by its extension.",
        ),
    ] = None,
    enhance: EnhanceOption = False,
) -> None:
    """Write a treebank in another file format.

    The extension of the output gives the format: [cyan].conllu[/cyan], [cyan].conll[/cyan] or
    [cyan].conllx[/cyan], [cyan].txt[/cyan], [cyan].jsonl[/cyan], [cyan].parquet[/cyan], and of pictures
    [cyan].svg[/cyan] (one sentence) and [cyan].html[/cyan]; all but Parquet may be followed by
    [cyan].gz[/cyan] or [cyan].xz[/cyan]. Files of any length are converted in constant memory.

    [bold]jsonl[/bold] and [bold]parquet[/bold] keep everything, one sentence per line or row, and
    convert back to the same bytes. Parquet needs
    [cyan]pip install 'dodona\\[arrow]'[/cyan].

    [bold]conllx[/bold] cannot hold comments, multiword tokens, empty nodes, enhanced
    dependencies and MISC: they are omitted, and counted on standard error.
    From CoNLL-X to [bold]conllu[/bold] nothing is omitted: columns without a counterpart
    go to MISC, and are restored from there.

    [bold]text[/bold] is one sentence per line, with an empty line between paragraphs. It can
    only be written, as can the pictures.

    Tags, features and labels do not change: converting between annotation schemes
    is another task.

    [bold]dodona convert train.conllu -o train.parquet[/bold]
    [bold]zcat swedish.conll.gz | dodona convert - --to conllu[/bold]
    """
    from_ = None if format is None else format.value
    losses = convert_file(source_of(input), output, from_=from_, to=to, enhance=enhance)
    warn_of_losses(losses)
