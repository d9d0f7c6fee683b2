"""`dodona convert`."""

from __future__ import annotations

from typing import Annotated

import typer

from dodona.cli.ending import complain
from dodona.cli.files import source_of
from dodona.conversion import convert_file


def convert(
    input: Annotated[
        str,
        typer.Argument(
            metavar="INPUT", help="CoNLL-U, CoNLL-X, JSON Lines or Parquet; - for standard input."
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - for standard output.")
    ] = "-",
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="conllu|conllx|jsonl|parquet",
            help="What the input is written in; told from its content if not given.",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="conllu|conllx|text|jsonl|parquet",
            help="What to write; told from the ending of the output if not given.",
        ),
    ] = None,
) -> None:
    """Write a treebank in another file format.

    The ending of the output tells the format: [cyan].conllu[/cyan], [cyan].conll[/cyan] or
    [cyan].conllx[/cyan], [cyan].txt[/cyan], [cyan].jsonl[/cyan], [cyan].parquet[/cyan]; all but the last
    may be followed by [cyan].gz[/cyan] or [cyan].xz[/cyan]. Files of any length are converted in
    constant memory.

    [bold]jsonl[/bold] and [bold]parquet[/bold] keep everything, one sentence a line or a row: back
    in CoNLL, they give the same bytes. Parquet needs the packages of
    [cyan]pip install 'dodona\\[arrow]'[/cyan].

    [bold]conllx[/bold] has no place for comments, multiword tokens, empty nodes, enhanced
    dependencies and MISC: they are left out, and counted on standard error.
    From CoNLL-X to [bold]conllu[/bold] nothing is left out: what has no column of its own
    goes to MISC, and comes back from there.

    [bold]text[/bold] is one sentence a line, with an empty line between paragraphs. It can
    only be written.

    Tags, features and labels stay as they are: another annotation scheme is
    more than another format.

    [bold]dodona convert train.conllu -o train.parquet[/bold]
    [bold]zcat swedish.conll.gz | dodona convert - --to conllu[/bold]
    """
    losses = convert_file(source_of(input), output, from_=from_, to=to)
    if losses:
        complain(f"{losses} (CoNLL-X has no place for them)")
