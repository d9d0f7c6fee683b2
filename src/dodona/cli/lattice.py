"""`dodona lattice`."""

from __future__ import annotations

from enum import Enum
from itertools import islice
from typing import Annotated

import typer

from dodona.cli.files import source_of
from dodona.cli.options import (
    FileArgument,
    FormatOption,
    IdOption,
    OutputOption,
    SentencesArgument,
    choice_of,
    format_name,
)
from dodona.cli.output import picture_of
from dodona.cli.printing import tell
from dodona.errors import Error, OptionError
from dodona.oracles import lattice as lattice_of
from dodona.oracles.lattice import LATTICE_LIMIT
from dodona.treebank.choice import chosen
from dodona.treebank.source import name_of, written


class LatticeOracle(str, Enum):
    """The non-deterministic oracles."""

    nd_all = "nd-all"
    nd_sw = "nd-sw"


class LatticeRoot(str, Enum):
    """The position of the artificial root in swap-standard."""

    first = "first"
    last = "last"


class Picture(str, Enum):
    """The output formats."""

    svg = "svg"
    dot = "dot"


_ENDINGS = {".svg": Picture.svg, ".dot": Picture.dot, ".gv": Picture.dot}


def lattice(
    file: FileArgument,
    sentences: SentencesArgument = None,
    id: IdOption = None,
    output: OutputOption = "-",
    to: Annotated[
        Picture | None,
        typer.Option(
            "--to",
            help="SVG, or DOT for Graphviz; by default given by the extension of the output.",
            show_default="svg",
        ),
    ] = None,
    oracle: Annotated[
        LatticeOracle,
        typer.Option(
            "--oracle",
            help="All sequences that derive the tree, or only those that build each arc as soon as possible.",
        ),
    ] = LatticeOracle.nd_all,
    root: Annotated[
        LatticeRoot,
        typer.Option("--root", help="The artificial root: first in the stack, or last in the buffer."),
    ] = LatticeRoot.first,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            help="The largest number of configurations to draw; it grows fast with the sentence.",
        ),
    ] = LATTICE_LIMIT,
    format: FormatOption = None,
) -> None:
    """Draw the lattice of a sentence: all sequences of transitions that derive its tree.

    The system is swap-standard. Circles are configurations with their arcs, the
    initial one on the left, the terminal one, with a double line, on the right. Lines
    are transitions, with a colour for each move. The numbers of configurations,
    transitions and sequences are printed on standard error.

    [bold]dodona lattice train.conllu 6 -o six.svg[/bold] draws a picture for browsers;
    [bold]dodona lattice train.conllu --id s6 --to dot | dot -Tpdf -o six.pdf[/bold] draws one
    with Graphviz.
    """
    picture = picture_of(output, to, _ENDINGS) or Picture.svg
    source = source_of(file)
    (number, gold), *others = islice(chosen(source, choice_of(sentences, id), format=format_name(format)), 2)
    if others:
        raise OptionError("a lattice is of one sentence, and several are selected: select one")
    if not gold.has_tree:
        raise Error(f"{name_of(source)}: sentence {number} has no tree, so there is no lattice")
    try:
        found = lattice_of(gold, oracle.value, root.value, limit)
        drawn = found.to_svg() if picture is Picture.svg else found.to_dot()
    except OptionError:
        raise
    except Error as error:
        raise Error(f"{name_of(source)}: sentence {number}: {error}") from error
    with written(output) as out:
        out.write(drawn.encode())
    tell(str(found), err=True)
