"""The latent gold sequence compared with the best correct configuration at every step."""

from __future__ import annotations

from rich.table import Table

from dodona.evaluation.comparison_tables import mark
from dodona.experiments.bjorkelund_nivre_2015.conditions import EACH_STEP
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.tables import table


def sequence_table(found: SwapReproduction, search: str) -> Table:
    """Return the table: all conditions on development data, and the best of each kind on test data."""
    title = f"Gold sequences: {search} search, development data; test data, best oracles by development data"
    names = [name for oracle, each_step in EACH_STEP.items() for name in (oracle, each_step)]
    heads = [name.upper() if name in EACH_STEP else "each-step" for name in names]
    made = table(title, "", *heads, "test: each-step", "latent", "gain", "p")
    duels = {each.treebank: each for each in found.sequence_duels(search)}
    for experiment in found.experiments:
        if experiment.name not in duels:
            continue
        best = duels[experiment.name]
        scores = [found.dev(experiment, search, name) for name in names]
        made.add_row(
            experiment.name,
            *("-" if score is None else f"{score:.2f}" for score in scores),
            f"{best.first_las:.2f}",
            f"{best.second_las:.2f}",
            f"{best.gain:+.2f}{best.mark}",
            mark(best.p),
        )
    return made
