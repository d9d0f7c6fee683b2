"""The paper's experiment: seven transformations of every treebank, with tables of both results."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from dodona.experiments.report import Reproduction
from dodona.experiments.wisniewski_2018.published import (
    COMMITTED,
    GREATEST_DIFFERENCE,
    MEAN_DIFFERENCE,
    RIGHT,
    UD_WINS,
    UD_WINS_ALL,
    WISNIEWSKI_2018,
)
from dodona.recipes import recipe
from dodona.runs.experiment import Experiment
from dodona.runs.folders import TreebankFiles
from dodona.schemes.learnability import MEASURES, Learnability, learnability
from dodona.tables import table

#: The share of cases in which a scheme must survive to count as chosen.
_COMMITTED = 0.7


@dataclass(frozen=True, repr=False)
class SchemesReproduction(Reproduction):
    """The results of the three settings of every condition."""

    found: Learnability

    def __rich__(self) -> RenderableType:
        return Group(self.found.__rich__(), _wins(self.found), _measures(self.found), _others(self.found))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers."""
        return {
            "paper": self.paper.name,
            "reference": self.paper.reference,
            "epochs": self.epochs,
            "seeds": list(self.seeds),
            **self.found.to_dict(),
            "published": {
                "original_wins": {**UD_WINS, "all": UD_WINS_ALL},
                "right": RIGHT,
                "committed_over_70_percent": COMMITTED,
                "mean_difference": MEAN_DIFFERENCE,
                "greatest_difference": GREATEST_DIFFERENCE,
            },
        }


def reproduce_schemes(
    treebanks: Sequence[TreebankFiles],
    *,
    seeds: int,
    epochs: int | None,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    finished: bool,
    tell: Callable[[str], object],
) -> SchemesReproduction:
    """Train the three settings of every treebank and transformation."""
    chosen = recipe(WISNIEWSKI_2018.name).with_options(epochs=epochs)
    found = learnability(
        treebanks,
        tuple(UD_WINS),
        seeds=seeds,
        recipe=chosen,
        jobs=jobs,
        cache=cache,
        finished=finished,
        tell=tell,
    )
    return SchemesReproduction(
        paper=WISNIEWSKI_2018,
        experiments=tuple(map(Experiment, treebanks)),
        seeds=tuple(range(1, seeds + 1)),
        epochs=chosen.epochs,
        results=(),
        found=found,
    )


def _wins(found: Learnability) -> Table:
    made = table(
        "Table 2: how often UD is learnt better than transformed trees, %",
        "Transformation",
        "Paper",
        "Here",
        "of",
        "Significant",
        "UD among these",
    )
    for rules in (*UD_WINS, None):
        wins, of = found.original_wins(rules)
        sure, of_sure = found.original_wins(rules, significant=True)
        paper = UD_WINS[rules] if rules else UD_WINS_ALL
        made.add_row(
            rules or "all", f"{paper:.1f}", _percent(wins, of), str(of), str(of_sure), _percent(sure, of_sure)
        )
    return made


def _measures(found: Learnability) -> Table:
    made = table(
        "Table 3: how often a measure names the scheme that is learnt better, %",
        "Measure",
        "Paper",
        "Here",
        "of",
        "Where significant",
        "of significant",
    )
    for measure in MEASURES:
        right, of = found.right(measure)
        sure, of_sure = found.right(measure, significant=True)
        made.add_row(
            measure,
            f"{RIGHT[measure]:.1f}",
            _percent(right, of),
            str(of),
            _percent(sure, of_sure),
            str(of_sure),
        )
    return made


def _others(found: Learnability) -> Table:
    made = table("Other figures of section 4", "", "Paper", "Here")
    many, of = found.committed(_COMMITTED)
    made.add_row(
        "conditions in which one scheme survives more than 70% of the time, %",
        f"{COMMITTED:.1f}",
        _percent(many, of),
    )
    differences = [abs(each.difference) for each in found.schemes]
    if differences:
        made.add_row(
            "mean difference in UAS, points, whichever is better",
            f"{MEAN_DIFFERENCE:.2f}",
            f"{fmean(differences):.2f}",
        )
        made.add_row("greatest difference", f"{GREATEST_DIFFERENCE:.1f}", f"{max(differences):.1f}")
    return made


def _percent(some: int, of: int) -> str:
    return f"{100 * some / of:.1f}" if of else "–"
