"""The results of the reproduction, by table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import product
from statistics import fmean
from typing import Any

from rich.console import Group as Renderables
from rich.console import RenderableType
from rich.table import Table

from dodona.evaluation.tables import facts
from dodona.experiments.chang_2015.conditions import (
    DYNA,
    L2S,
    OURS,
    TABLES,
    VOWPAL_WABBIT,
    PaperTable,
)
from dodona.experiments.chang_2015.runs import ChosenResult
from dodona.experiments.report import Reproduction
from dodona.experiments.report_tables import warnings
from dodona.runs.experiment import Experiment
from dodona.tables import table


@dataclass(frozen=True, repr=False)
class SearchReproduction(Reproduction):
    """The scores of every run; printing it shows tables."""

    results: tuple[ChosenResult, ...]

    def score(self, experiment: Experiment, condition: str, metric: str) -> float | None:
        """Return a score in per cent, or None if the condition was not trained.

        It is the mean over seeds; for DYNA it is that of the best seed on development data.
        """
        wanted = experiment.name, condition
        runs = [run for run in self.results if (run.experiment, run.condition) == wanted]
        if condition == DYNA and runs:
            runs = [max(runs, key=lambda run: run.dev_las)]
        return 100 * fmean(getattr(run, metric) for run in runs) if runs else None

    def scores(self, condition: str, metric: str) -> list[float]:
        """Return the scores on all treebanks; empty if the condition was not trained."""
        found = [self.score(experiment, condition, metric) for experiment in self.experiments]
        return [score for score in found if score is not None]

    def differences(self, one: str, other: str, metric: str = "las") -> list[float]:
        """Return the gains of a condition over another, treebank by treebank."""
        theirs = self.scores(other, metric)
        return [a - b for a, b in zip(self.scores(one, metric), theirs, strict=True)] if theirs else []

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers.

        Scores of runs are from 0 to 1; those of tables and differences are in per cent.
        """
        names = [experiment.name for experiment in self.experiments]
        return {
            "paper": self.paper.name,
            "reference": self.paper.reference,
            "seeds": list(self.seeds),
            "tags": self.tags,
            "results": [asdict(result) for result in self.results],
            "tables": {
                made.title: {
                    row.name: {
                        metric: dict(zip(names, self.scores(row.condition, metric), strict=False))
                        for metric in ("uas", "las", "dev_uas", "dev_las")
                    }
                    for row in made.rows
                    if self.scores(row.condition, "las")
                }
                for made in TABLES
            },
            "differences": {
                one: {
                    other: dict(zip(names, self.differences(one, other), strict=False))
                    for other in (DYNA, VOWPAL_WABBIT)
                }
                for one in (L2S, OURS)
            },
        }

    def __rich__(self) -> RenderableType:
        parts: list[RenderableType] = [facts(self._circumstances())]
        parts += [part for made in TABLES for part in ("", self._table(made))]
        parts += warnings(self, self.experiments)
        return Renderables(*parts, "", facts(self._verdicts()))

    def _circumstances(self) -> list[tuple[str, str]]:
        seeds = f"seed{'s' * (len(self.seeds) > 1)} {', '.join(map(str, self.seeds))}"
        return [
            ("Paper", self.paper.reference),
            ("Training", f"the best epoch on development data by LAS; means over {seeds}"),
            ("DYNA", "the best seed on development data, of five or more"),
            ("Data", f"{self.tags}; training trees made projective (baseline), others as they are"),
            ("Scores", "LAS on test data, and UAS on average, without punctuation"),
        ]

    def _table(self, made: PaperTable) -> Table:
        names = [experiment.name for experiment in self.experiments]
        laid = table(made.title, "", *names, "mean", "dev", "UAS", f"paper: {made.figures}", "UAS")
        for row in made.rows:
            test, dev = self.scores(row.condition, "las"), self.scores(row.condition, "dev_las")
            if not test:
                continue
            ours = [*test, fmean(test), fmean(dev), fmean(self.scores(row.condition, "uas"))]
            theirs = ["" if score is None else f"{score:.2f}" for score in (row.las, row.uas)]
            laid.add_row(row.name, *(f"{score:.2f}" for score in ours), *theirs)
        return laid

    def _verdicts(self) -> list[tuple[str, str]]:
        said = []
        for one, other in product((L2S, OURS), (DYNA, VOWPAL_WABBIT)):
            found = self.differences(one, other)
            if found:
                paper = " (in the paper +1.01)" if (one, other) == (L2S, DYNA) else ""
                better = f"{sum(each > 0 for each in found)} of {len(found)}"
                said.append(
                    (f"{one} − {other}", f"{fmean(found):+.2f} LAS{paper}, better in {better} treebanks")
                )
        return said
