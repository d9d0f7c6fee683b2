"""The results of a reproduction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from rich.console import RenderableType

from dodona.experiments.gains import Gain, gain
from dodona.experiments.paper import METRICS, Paper
from dodona.runs.experiment import Experiment
from dodona.runs.run import Result
from dodona.tables import rendered


@dataclass(frozen=True, repr=False)
class Reproduction:
    """The scores of every run; printing it shows tables."""

    paper: Paper
    experiments: tuple[Experiment, ...]
    seeds: tuple[int, ...]
    epochs: int
    results: tuple[Result, ...]
    #: The templates, if they are not the paper's.
    features: str | None = field(default=None, kw_only=True)
    #: The position of the root, if it was set.
    root: str | None = field(default=None, kw_only=True)

    @property
    def folds(self) -> int | None:
        """The folds in which tags were predicted; None if they are gold."""
        return self.experiments[0].folds

    @property
    def tags(self) -> str:
        """A description of the tags."""
        if self.folds is None:
            return "gold tags"
        training = f"by {self.folds}-fold jackknifing" if self.folds else "gold ones in the training data"
        return f"predicted tags, {training}"

    def __repr__(self) -> str:
        return f"Reproduction({self.paper.name!r}, {len(self.results)} runs)"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        from dodona.experiments.probability_tables import probability_tables
        from dodona.experiments.report_tables import reproduction_tables

        return (probability_tables if self.paper.layout == "probabilities" else reproduction_tables)(self)

    def kinds(self) -> list[str]:
        """Return the kinds of experiments."""
        return list(dict.fromkeys(experiment.kind for experiment in self.experiments))

    def of_kind(self, kind: str) -> list[Experiment]:
        """Return the experiments of a kind."""
        return [experiment for experiment in self.experiments if experiment.kind == kind]

    def mean(self, experiments: Sequence[Experiment], condition: str, metric: str) -> float:
        """Return the mean score of a condition over seeds and experiments, in per cent."""
        names = {experiment.name for experiment in experiments}
        runs = [run for run in self.results if run.condition == condition and run.experiment in names]
        return 100 * fmean(getattr(run, metric) for run in runs)

    def runs(self, experiment: Experiment, condition: str) -> list[Result]:
        """Return the runs of a condition on one treebank, seed by seed."""
        return [
            run for run in self.results if run.condition == condition and run.experiment == experiment.name
        ]

    def gain(self, kind: str, condition: str, metric: str) -> Gain:
        """Return the gain of a condition over the baseline in experiments of a kind."""
        names = {experiment.name for experiment in self.of_kind(kind)}
        runs = [run for run in self.results if run.experiment in names]
        return gain(runs, condition, self.paper.baseline, metric)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers.

        Scores of runs are from 0 to 1; gains are in percentage points.
        """
        others = [condition.name for condition in self.paper.conditions[1:]]
        return {
            "paper": self.paper.name,
            "reference": self.paper.reference,
            "epochs": self.epochs,
            "features": self.features,
            "root": self.root,
            "tags": self.tags,
            "seeds": list(self.seeds),
            "results": [asdict(result) for result in self.results],
            "gains": {
                kind: [asdict(self.gain(kind, name, metric)) for name in others for metric in METRICS]
                for kind in self.kinds()
            },
            "published_gains": {
                kind: {
                    "source": self.paper.tables[kind].source,
                    "corpora": list(self.paper.tables[kind].corpora),
                    **{
                        name: {
                            metric: list(self.paper.tables[kind].gains(metric, name, self.paper.baseline))
                            for metric in METRICS
                        }
                        for name in others
                    },
                }
                for kind in self.kinds()
            },
        }
