"""`dodona oracle`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from dodona.cli.files import source_of
from dodona.cli.options import FileArgument, FormatOption, format_name, print_tables
from dodona.drawing.width import isolated, visible
from dodona.errors import Error
from dodona.oracles import walk
from dodona.treebank.choice import Choice, chosen
from dodona.treebank.source import name_of


class Root(str, Enum):
    """Where the artificial root stands."""

    first = "first"
    last = "last"
    none = "none"


class OracleName(str, Enum):
    """The oracles."""

    static = "static"
    dynamic = "dynamic"


def oracle(
    file: FileArgument,
    sentence: Annotated[
        int, typer.Option("--sentence", "-s", min=1, metavar="N", help="Which sentence, counted from 1.")
    ] = 1,
    oracle: Annotated[
        OracleName, typer.Option("--oracle", help="Which oracle to follow.")
    ] = OracleName.dynamic,
    script: Annotated[
        str,
        typer.Option(
            metavar="TRANSITIONS",
            help="Make these transitions first, such as [cyan]'SH LA(nsubj)'[/cyan]; the oracle goes on.",
        ),
    ] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Say of every cost what it is made of.")] = False,
    root: Annotated[
        Root,
        typer.Option("--root", help="The artificial root: first in the stack, last in the buffer, or none."),
    ] = Root.first,
    single_root: Annotated[
        bool, typer.Option("--single-root", help="Only moves that keep exactly one word under the root.")
    ] = False,
    label_cost: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="What the right head with the wrong label costs; a wrong head costs 1."
        ),
    ] = 1.0,
    root_label: Annotated[
        str, typer.Option(metavar="LABEL", help="What words get that are left without a head.")
    ] = "root",
    format: FormatOption = None,
) -> None:
    """Step through a sentence and see what every move would cost.

    Each line is a configuration of the arc-eager system: its stack, its buffer,
    the costs of SHIFT (SH), REDUCE (RE), LEFT-ARC (LA) and RIGHT-ARC (RA), and the
    transition that was followed. The dynamic oracle counts the gold arcs that a
    move loses; the static one knows a single way.

    [bold]dodona oracle train.conllu --script 'SH SH' --explain[/bold] begins with two
    moves of yours and says why each move costs what it does.
    """
    source = source_of(file)
    one = Choice(positions=[(sentence, sentence)])
    for _, gold in chosen(source, one, format=format_name(format)):
        if not gold.has_tree:
            raise Error(f"{name_of(source)}: sentence {sentence} has no tree for an oracle to compare with")
        steps = walk(gold, oracle.value, root.value, single_root, script, label_cost, root_label)
        typer.echo(f"{sentence}  {isolated(visible(gold.text))}\n")
        if explain:
            for explanation in steps.explanations():
                print_tables(explanation.brief)
        print_tables(steps)
