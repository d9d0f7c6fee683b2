"""Gains of a condition over a baseline across treebanks, with significance tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from dodona.evaluation.significance import scipy_stats
from dodona.runs.run import Result


@dataclass(frozen=True)
class Gain:
    """The mean gain of a condition over the baseline in one measure, in percentage points."""

    condition: str
    metric: str
    mean: float
    #: The number of treebanks on which the condition is better, by means over seeds.
    better: int
    treebanks: int
    seeds: int
    #: Two-sided Wilcoxon signed-rank tests: over all pairs of treebank and seed, and over treebanks. The
    #: seeds of a treebank share its data, so the second is the conservative one.
    p_runs: float
    p_treebanks: float


def gain(results: Sequence[Result], condition: str, baseline: str, metric: str) -> Gain:
    """Compare a condition with the baseline, paired by treebank and seed.

    >>> scores = [("oak", .80, .82), ("elm", .70, .71), ("ash", .60, .63)]
    >>> runs = [Result(tree, name, 1, las, las, 9, 9, 0.0, 0.1)
    ...         for tree, *pair in scores for name, las in zip(("static", "explore"), pair)]
    >>> found = gain(runs, "explore", "static", "las")
    >>> round(found.mean, 2), found.better, found.p_runs
    (2.0, 3, 0.25)
    """
    scores = {(run.condition, run.experiment, run.seed): 100 * getattr(run, metric) for run in results}
    # Rounded, so that gains that differ in the last bit only are ties.
    gains = {
        (experiment, seed): round(score - scores[baseline, experiment, seed], 9)
        for (name, experiment, seed), score in scores.items()
        if name == condition
    }
    experiments = list(dict.fromkeys(experiment for experiment, _ in gains))
    means = [fmean(value for (place, _), value in gains.items() if place == name) for name in experiments]
    return Gain(
        condition=condition,
        metric=metric,
        mean=fmean(means),
        better=sum(mean > 0 for mean in means),
        treebanks=len(means),
        seeds=len({seed for _, seed in gains}),
        p_runs=wilcoxon_p(list(gains.values())),
        p_treebanks=wilcoxon_p(means),
    )


def wilcoxon_p(differences: Sequence[float]) -> float:
    """Return the p-value of the two-sided Wilcoxon signed-rank test.

    >>> wilcoxon_p([0.5, 1.0, 1.5]), wilcoxon_p([0.0])
    (0.25, 1.0)
    """
    differing = [value for value in differences if value]  # without ties, p is exact for small numbers
    return float(scipy_stats().wilcoxon(differing).pvalue) if differing else 1.0
