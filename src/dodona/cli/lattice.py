"""`dodona lattice`."""

from __future__ import annotations

from enum import Enum
from pathlib import PurePath
from typing import Annotated

import typer

from dodona.cli.files import same_file, source_of
from dodona.cli.options import FileArgument, FormatOption, OutputOption, format_name
from dodona.errors import Error, OptionError
from dodona.oracles import lattice as lattice_of
from dodona.oracles.lattice import LATTICE_LIMIT
from dodona.treebank.choice import Choice, chosen
from dodona.treebank.source import name_of, written


class LatticeOracle(str, Enum):
    """The oracles that leave a choice."""

    nd_all = "nd-all"
    nd_sw = "nd-sw"


class LatticeRoot(str, Enum):
    """Where the artificial root stands in swap-standard."""

    first = "first"
    last = "last"


class Picture(str, Enum):
    """What a lattice is written in."""

    svg = "svg"
    dot = "dot"


_ENDINGS = {".svg": Picture.svg, ".dot": Picture.dot, ".gv": Picture.dot}


def lattice(
    file: FileArgument,
    sentence: Annotated[
        int | None,
        typer.Option(
            "--sentence",
            "-s",
            min=1,
            metavar="N",
            help="Which sentence, counted from 1.",
            show_default="the first",
        ),
    ] = None,
    id: Annotated[
        str | None, typer.Option("--id", metavar="SENT_ID", help="The sentence with this sent_id.")
    ] = None,
    output: OutputOption = "-",
    to: Annotated[
        Picture | None,
        typer.Option(
            "--to",
            help="A picture, or what Graphviz makes one of; told from the ending of the output if not given.",
            show_default="svg",
        ),
    ] = None,
    oracle: Annotated[
        LatticeOracle,
        typer.Option("--oracle", help="All that derives the tree, or only sequences in which no arc waits."),
    ] = LatticeOracle.nd_all,
    root: Annotated[
        LatticeRoot,
        typer.Option("--root", help="The artificial root: first in the stack, or last in the buffer."),
    ] = LatticeRoot.first,
    limit: Annotated[
        int,
        typer.Option(
            "--limit", min=1, metavar="N", help="Give up beyond so many configurations: they grow fast."
        ),
    ] = LATTICE_LIMIT,
    format: FormatOption = None,
) -> None:
    """Draw the lattice of a sentence: all sequences of transitions that derive its tree.

    The system is swap-standard. Configurations are circles with the arcs that they
    have, the initial one on the left and the terminal one, with a double line, on
    the right. Lines are transitions, with a colour for each move. How many of each
    there are, and how many sequences, is told on standard error.

    [bold]dodona lattice train.conllu --sentence 6 -o six.svg[/bold] draws one that a browser shows;
    [bold]dodona lattice train.conllu --id s6 --to dot | dot -Tpdf -o six.pdf[/bold] has
    Graphviz draw it.
    """
    picture = to or _told_by(output)
    if same_file(output, file):
        raise Error(f"{output}: this is the treebank: choose another --output")
    source = source_of(file)
    choice = Choice(
        positions=None if sentence is None else [(sentence, sentence)],
        ids=frozenset() if id is None else frozenset([id]),
    )
    for number, gold in chosen(source, choice, format=format_name(format)):
        if not gold.has_tree:
            raise Error(f"{name_of(source)}: sentence {number} has no tree, and so no lattice")
        try:
            found = lattice_of(gold, oracle.value, root.value, limit)
            drawn = found.to_svg() if picture is Picture.svg else found.to_dot()
        except OptionError:
            raise
        except Error as error:
            raise Error(f"{name_of(source)}: sentence {number}: {error}") from error
        with written(output) as out:
            out.write(drawn.encode())
        typer.echo(str(found), err=True)
        return  # a sent_id that is there twice


def _told_by(output: str) -> Picture:
    if output == "-":
        return Picture.svg
    suffixes = [suffix for suffix in PurePath(output).suffixes if suffix not in (".gz", ".xz")]
    picture = _ENDINGS.get(suffixes[-1] if suffixes else "")
    if picture is None:
        raise OptionError(f"{output}: the name tells no format: end it in .svg or .dot, or say --to")
    return picture
