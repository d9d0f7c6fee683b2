"""Comparisons of two conditions on the test data of a treebank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from dodona.evaluation.significance import Counts, wilcoxon_p
from dodona.experiments.bjorkelund_nivre_2015.tuned import TunedResult


@dataclass(frozen=True)
class Duel:
    """The gain in LAS of the second condition over the first, with a significance test."""

    treebank: str
    first: str
    second: str
    #: LAS of both in per cent, means over seeds.
    first_las: float
    second_las: float
    #: The p-value of the two-sided Wilcoxon signed-rank test over sentences.
    p: float

    @property
    def gain(self) -> float:
        """The gain of the second over the first."""
        return self.second_las - self.first_las

    @property
    def mark(self) -> str:
        """The paper's mark: † for p < 0.05, ‡ for p < 0.01."""
        return "‡" if self.p < 0.01 else "†" if self.p < 0.05 else ""


def duel(treebank: str, first: Sequence[TunedResult], second: Sequence[TunedResult]) -> Duel:
    """Compare the runs of two conditions with the same seeds.

    With several seeds, the score of a sentence is its mean over them: testing every sentence of every seed
    would count the same sentences several times.
    """
    return Duel(
        treebank=treebank,
        first=first[0].condition,
        second=second[0].condition,
        first_las=100 * fmean(run.las for run in first),
        second_las=100 * fmean(run.las for run in second),
        p=wilcoxon_p(_together(first), _together(second)),
    )


def _together(runs: Sequence[TunedResult]) -> Counts:
    right, scored = (np.array([getattr(run, name) for run in runs]) for name in ("right", "scored"))
    return right.sum(axis=0).astype(np.float64), scored.sum(axis=0).astype(np.float64)
