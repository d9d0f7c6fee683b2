"""Table 1: statistics of swaps in the training data."""

from __future__ import annotations

from rich.table import Table

from dodona.experiments.bjorkelund_nivre_2015.published import STATISTICS, theirs
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.oracles.swap_counts import SwapCounts
from dodona.tables import table

_COLUMNS = {
    "sentences": "Sentences",
    "projective": "Projective",
    "eager": "EAGER swaps",
    "lazy": "fewer LAZY",
    "minimal": "fewer MINIMAL",
    "unique": "One sequence",
}
_NUMBERS = ("sentences", "eager")


def statistics_table(found: SwapReproduction) -> Table:
    """Return the table, with a row for each treebank."""
    made = table("Table 1: training data", "", *_COLUMNS.values())
    for experiment in found.experiments:
        ours = statistics(found.counts[experiment.name])
        row = []
        for name in _COLUMNS:
            beside = theirs(STATISTICS[name], experiment.key)
            value = _written(name, ours[name])
            row.append(value if beside is None else f"{value} ({_written(name, beside)})")
        made.add_row(experiment.name, *row)
    return made


def statistics(counts: SwapCounts) -> dict[str, float | None]:
    """Return the statistics of a treebank, shares in per cent; None is the paper's dash.

    >>> made = statistics(SwapCounts(8, projective=6, eager=10, lazy=4, minimal=4, over_budget=0, unique=2))
    >>> made["projective"], made["lazy"], made["minimal"]
    (75.0, 60.0, None)
    """
    eager = counts.eager
    return {
        "sentences": counts.sentences,
        "projective": 100 * counts.projective / counts.sentences,
        "eager": eager,
        "lazy": 100 * (eager - counts.lazy) / eager if eager else None,
        "minimal": 100 * (eager - counts.minimal) / eager if counts.minimal < counts.lazy else None,
        "unique": 100 * counts.unique / counts.sentences,
    }


def _written(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if name in _NUMBERS else f"{value:.2f}%"
