"""`dodona oracle`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from dodona.cli.files import source_of
from dodona.cli.options import (
    FileArgument,
    FormatOption,
    IdOption,
    JsonOption,
    SentencesArgument,
    choice_of,
    format_name,
    is_given,
    print_tables,
)
from dodona.cli.printing import tell, tell_json
from dodona.drawing.listing import LONGEST_TREE
from dodona.drawing.width import isolated, visible
from dodona.errors import Error, OptionError
from dodona.oracles import swap_counts, walk
from dodona.oracles.swap_counts import MINIMAL_BUDGET, swaps_table
from dodona.recipes.conditions import tells_costs
from dodona.transitions.systems import ORACLES, SYSTEMS, oracle_of
from dodona.treebank.choice import chosen
from dodona.treebank.reading import read
from dodona.treebank.source import name_of


class Root(str, Enum):
    """The position of the artificial root."""

    first = "first"
    last = "last"
    none = "none"


SystemName = Enum("SystemName", {name.replace("-", "_"): name for name in SYSTEMS}, type=str)  # type: ignore[misc]
OracleName = Enum("OracleName", {name.replace("-", "_"): name for name in ORACLES}, type=str)  # type: ignore[misc]

_ARC_EAGER = SystemName("arc-eager")


#: Options that have no effect with --swaps.
_OF_ONE_SENTENCE = (
    "id",
    "oracle",
    "script",
    "explain",
    "root",
    "single_root",
    "label_cost",
    "root_label",
)


def oracle(
    context: typer.Context,
    file: FileArgument,
    sentences: SentencesArgument = None,
    id: IdOption = None,
    system: Annotated[SystemName, typer.Option("--system", help="The transition system.")] = _ARC_EAGER,
    oracle: Annotated[
        OracleName | None,
        typer.Option(
            "--oracle",
            help="Which oracle to follow: dynamic, but in [cyan]swap-standard[/cyan] lazy, and in "
            "[cyan]swap-hybrid[/cyan] and [cyan]swap-eager[/cyan] static-dynamic.",
        ),
    ] = None,
    script: Annotated[
        str,
        typer.Option(
            metavar="TRANSITIONS",
            help="Make these transitions first, such as [cyan]'SH LA(nsubj)'[/cyan]; the oracle continues.",
        ),
    ] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Explain every cost.")] = False,
    root: Annotated[
        Root,
        typer.Option("--root", help="The artificial root: first in the stack, last in the buffer, or none."),
    ] = Root.first,
    single_root: Annotated[
        bool,
        typer.Option("--single-root", help="Allow only moves that keep exactly one word under the root."),
    ] = False,
    label_cost: Annotated[
        float,
        typer.Option(
            metavar="COST",
            min=0,
            max=1,
            help="The cost of a correct head with a wrong label; a wrong head costs 1.",
        ),
    ] = 1.0,
    root_label: Annotated[
        str, typer.Option(metavar="LABEL", help="The label of words left without a head.")
    ] = "root",
    swaps: Annotated[
        bool,
        typer.Option("--swaps", help="Count the swaps of the whole treebank with each oracle instead."),
    ] = False,
    budget: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="With --swaps: the configurations that minimal may visit per sentence; fewer in long ones.",
        ),
    ] = MINIMAL_BUDGET,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Step through a sentence and show the cost of every move.

    Each line is a configuration: its stack, its buffer, the costs of SHIFT (SH),
    REDUCE (RE), LEFT-ARC (LA), RIGHT-ARC (RA) and SWAP (SW), where the system has
    them, and the transition followed. The dynamic oracle counts the gold arcs that a
    move loses; the static oracle knows one sequence. The oracles of swap-standard
    also derive non-projective trees.

    [bold]dodona oracle train.conllu --script 'SH SH' --explain[/bold] starts with two
    moves of yours and explains all costs.

    [bold]dodona oracle train.conllu --swaps[/bold] counts the swaps that a treebank needs
    with the oracles eager, lazy and minimal, and the sentences over budget, in which
    minimal is an upper bound.
    """
    source = source_of(file)
    if swaps and sentences is not None:
        raise OptionError("--swaps counts those of all sentences: leave out SENTENCES")
    name = None if oracle is None else oracle.value
    for option in _OF_ONE_SENTENCE if swaps else ("budget",):
        if is_given(context, option):
            raise OptionError(
                "cannot be combined with --swaps" if swaps else "is for --swaps only", option=option
            )
    if is_given(context, "label_cost") and not tells_costs(oracle_of(system.value, name)):
        raise OptionError("has no effect with an oracle without costs: leave it out", option="label_cost")
    if swaps:
        if is_given(context, "system") and system.value != "swap-standard":
            raise OptionError(
                "cannot be combined with --swaps, which counts those of swap-standard", option="system"
            )
        counts = swap_counts(read(source, format=format_name(format)), budget)
        if json_:
            tell_json(counts.to_dict())
        else:
            print_tables(swaps_table([(name_of(source), counts)]))
        return
    found, separator = [], ""
    for number, gold in chosen(source, choice_of(sentences, id), format=format_name(format)):
        if not gold.has_tree:
            raise Error(f"{name_of(source)}: sentence {number} has no tree for an oracle to compare with")
        if (explain or json_) and len(gold) > LONGEST_TREE:
            what = "to explain" if explain else "for --json"
            raise Error(f"{len(gold):,} words are too many {what}: {LONGEST_TREE:,} at most")
        steps = walk(gold, name, root.value, single_root, script, label_cost, root_label, system.value)
        if json_:
            found.append({"sentence": number, **steps.to_dict(explain=explain)})
            continue
        tell(f"{separator}{number}  {isolated(visible(gold.text))}\n")
        separator = "\n"
        if explain:
            for explanation in steps.explanations():
                print_tables(explanation.brief)
        print_tables(steps)
    if json_:
        tell_json(found)
