"""The results of the reproduction: scores by oracle, and comparisons of the best ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from rich.console import RenderableType

from dodona.evaluation.score import GroupScore
from dodona.experiments.bjorkelund_nivre_2015.conditions import (
    EACH_STEP,
    NONDETERMINISTIC,
    ORACLES,
    PSEUDO_PROJECTIVE,
    STATIC,
    SWAP_STANDARD,
    condition,
)
from dodona.experiments.bjorkelund_nivre_2015.duels import Duel, duel
from dodona.experiments.bjorkelund_nivre_2015.tuned import Point, TunedResult
from dodona.experiments.report import Reproduction
from dodona.oracles.swap_counts import SwapCounts
from dodona.runs.experiment import Experiment


@dataclass(frozen=True, repr=False)
class SwapReproduction(Reproduction):
    """The scores of every run; printing it shows tables."""

    results: tuple[TunedResult, ...]
    #: The statistics of the training data in Table 1, by treebank.
    counts: Mapping[str, SwapCounts]
    searches: tuple[str, ...]

    def __rich__(self) -> RenderableType:
        from dodona.experiments.bjorkelund_nivre_2015.report_tables import swap_tables

        return swap_tables(self)

    def trained(self, experiment: Experiment, search: str, name: str) -> list[TunedResult]:
        """Return the runs of a condition on one treebank, by seed; empty if it was left out."""
        wanted = experiment.name, condition(search, name)
        return [run for run in self.results if (run.experiment, run.condition) == wanted]

    def dev(self, experiment: Experiment, search: str, name: str) -> float | None:
        """Return LAS on development data in per cent, the mean over seeds."""
        runs = self.trained(experiment, search, name)
        return 100 * fmean(run.dev_las for run in runs) if runs else None

    def best(self, experiment: Experiment, search: str, among: Sequence[str]) -> str | None:
        """Return the best condition on development data; in a tie, the first."""
        scores = {name: las for name in among if (las := self.dev(experiment, search, name)) is not None}
        return max(scores, key=lambda name: scores[name]) if scores else None

    def duel(self, experiment: Experiment, search: str, first: str, second: str) -> Duel:
        """Compare two conditions on test data."""
        return duel(
            experiment.name,
            self.trained(experiment, search, first),
            self.trained(experiment, search, second),
        )

    def test_duels(self, search: str) -> list[Duel]:
        """Compare the best static with the best non-deterministic oracle, where both were trained."""
        pairs = [
            (each, self.best(each, search, STATIC), self.best(each, search, NONDETERMINISTIC))
            for each in self.experiments
        ]
        return [self.duel(each, search, one, two) for each, one, two in pairs if one and two]

    def sequence_duels(self, search: str) -> list[Duel]:
        """Compare the best correct configuration at every step with the latent gold sequence.

        Each with the better of the non-deterministic oracles.
        """
        others = tuple(EACH_STEP.values())
        pairs = [
            (each, self.best(each, search, others), self.best(each, search, NONDETERMINISTIC))
            for each in self.experiments
        ]
        return [self.duel(each, search, one, two) for each, one, two in pairs if one and two]

    def crossing_duels(self, search: str) -> list[Duel]:
        """Compare the best pseudo-projective parser with the best oracle of swap-standard."""
        pairs = [
            (each, self.best(each, search, PSEUDO_PROJECTIVE), self.best(each, search, SWAP_STANDARD))
            for each in self.experiments
        ]
        return [self.duel(each, search, one, two) for each, one, two in pairs if one and two]

    def beam_gains(self) -> dict[str, float]:
        """Return by treebank the gain on test data of the best beam oracle over the best greedy one."""
        if not {"greedy", "beam"} <= set(self.searches):
            return {}
        gains = {}
        for each in self.experiments:
            las = [
                fmean(run.las for run in self.trained(each, search, best))
                for search in ("greedy", "beam")
                if (best := self.best(each, search, ORACLES))
            ]
            if las:
                gains[each.name] = 100 * (las[1] - las[0])
        return gains

    def curve(self, experiment: Experiment, search: str, name: str) -> list[Point]:
        """Return LAS on development data and swaps per sentence by epoch, means over seeds."""
        epochs = zip(*(run.curve for run in self.trained(experiment, search, name)), strict=True)
        return [
            Point(fmean(point.las for point in each), fmean(point.swaps for point in each)) for each in epochs
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the scores of single sentences as plain dictionaries, lists and numbers.

        Scores of runs are from 0 to 1; those of duels, and gains, are in percentage points.
        """
        from dodona.experiments.bjorkelund_nivre_2015.findings import findings

        return {
            "paper": self.paper.name,
            "reference": self.paper.reference,
            "epochs": self.epochs,
            "seeds": list(self.seeds),
            "tags": self.tags,
            "statistics": {name: counts.to_dict() for name, counts in self.counts.items()},
            "results": [_plain(result) for result in self.results],
            "test": {search: _with_gains(self.test_duels(search)) for search in self.searches},
            "gold_sequences": {search: _with_gains(self.sequence_duels(search)) for search in self.searches},
            "pseudo_projective": {
                search: _with_gains(self.crossing_duels(search)) for search in self.searches
            },
            "beam_gains": self.beam_gains(),
            "findings": [asdict(finding) for finding in findings(self)],
        }


def together(scores: Sequence[GroupScore]) -> GroupScore:
    """Return the pooled score of several parses.

    >>> together([GroupScore(1, 2, 1, 1), GroupScore(0, 2, 0, 1)])
    GroupScore(gold_correct=1, gold_total=4, system_correct=1, system_total=2)
    """
    names = ("gold_correct", "gold_total", "system_correct", "system_total")
    return GroupScore(*(sum(getattr(score, name) for score in scores) for name in names))


def _plain(result: TunedResult) -> dict[str, Any]:
    kept = {name: value for name, value in asdict(result).items() if name not in ("scored", "right", "bins")}
    return kept | {
        "curve": [point._asdict() for point in result.curve],
        "crossing_heads": result.crossing_heads.to_dict(),
        "crossing_arcs": result.crossing_arcs.to_dict(),
    }


def _with_gains(duels: Sequence[Duel]) -> list[dict[str, Any]]:
    return [asdict(each) | {"gain": each.gain} for each in duels]
