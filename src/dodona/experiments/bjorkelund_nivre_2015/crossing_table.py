"""Swap-standard compared with other systems on test data: LAS, and the recall of non-projective arcs."""

from __future__ import annotations

from rich.table import Table

from dodona.evaluation.comparison_tables import mark
from dodona.evaluation.tables import percent
from dodona.experiments.bjorkelund_nivre_2015.conditions import (
    EXPLORING,
    ORACLES,
    PSEUDO_PROJECTIVE,
    SWAP_EAGER,
    SWAP_HYBRID,
    SWAP_STANDARD,
)
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction, together
from dodona.runs.experiment import Experiment
from dodona.tables import table


def crossing_table(found: SwapReproduction, search: str) -> Table:
    """Return the table: for each treebank its best pseudo-projective parser, and the gain of SWAP over it."""
    title = (
        f"SWAP and pseudo-projective parsing: {search} search, test data "
        "(precision and recall of non-projective arcs, in brackets with labels)"
    )
    made = table(title, "", "Parser", "LAS", "gain", "p", "Precision", "Recall")
    made.columns[1].justify = "left"
    for experiment in found.experiments:
        first = found.best(experiment, search, PSEUDO_PROJECTIVE)
        if first is None:
            continue
        made.add_row(experiment.name, *_row(found, experiment, search, first, None))
        for among in (ORACLES, (EXPLORING,), (SWAP_HYBRID,), (SWAP_EAGER,)):
            if name := found.best(experiment, search, among):
                made.add_row("", *_row(found, experiment, search, name, first))
    return made


def _row(
    found: SwapReproduction, experiment: Experiment, search: str, name: str, first: str | None
) -> list[str]:
    runs = found.trained(experiment, search, name)
    heads, arcs = (together([getattr(run, f"crossing_{what}") for run in runs]) for what in ("heads", "arcs"))
    row = [
        f"swap-standard, {name.upper()}" if name in SWAP_STANDARD else name,
        f"{found.mean([experiment], runs[0].condition, 'las'):.2f}",
    ]
    if first is None:
        row += ["", ""]
    else:
        against = found.duel(experiment, search, first, name)
        row += [f"{against.gain:+.2f}{against.mark}", mark(against.p)]
    return [
        *row,
        f"{percent(heads.precision, heads.system_total)} ({percent(arcs.precision, arcs.system_total)})",
        f"{percent(heads.recall, heads.gold_total)} ({percent(arcs.recall, arcs.gold_total)})",
    ]
