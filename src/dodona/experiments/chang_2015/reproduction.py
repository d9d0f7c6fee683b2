"""The runs for the paper's tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from dodona.evaluation.significance import scipy_stats
from dodona.experiments.chang_2015.conditions import CHANG_2015, DYNA, DYNA_SEEDS, VOWPAL_WABBIT
from dodona.experiments.chang_2015.report import SearchReproduction
from dodona.experiments.chang_2015.runs import ChosenResult, ChosenRun, VowpalWabbitRun
from dodona.experiments.chang_2015.vowpal_wabbit import is_installed
from dodona.recipes import recipe
from dodona.runs.experiment import Experiment, experiments_on
from dodona.runs.folders import TreebankFiles
from dodona.runs.running import run_all


def reproduce_search(
    treebanks: Sequence[TreebankFiles],
    *,
    folds: int | None,
    seeds: int,
    epochs: int | None,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    tell: Callable[[str], object],
) -> SearchReproduction:
    """Train every system, base learner and feature set on each treebank."""
    experiments = experiments_on(treebanks, out_of_domain=False, part="dev", folds=folds)
    scipy_stats("dodona reproduce")  # report a missing package before any training
    if not is_installed():
        tell("Vowpal Wabbit is not installed and is left out: pip install vowpalwabbit")
    runs = _runs(experiments, seeds, epochs)
    return SearchReproduction(
        paper=CHANG_2015,
        experiments=tuple(experiments),
        seeds=tuple(range(1, seeds + 1)),
        epochs=max(run.recipe.epochs for run in runs),
        results=run_all(runs, ChosenResult, jobs=jobs, cache=cache, tell=tell),
    )


def _runs(experiments: Sequence[Experiment], seeds: int, epochs: int | None) -> list[ChosenRun]:
    """Return all runs, treebank by treebank; Vowpal Wabbit has no seeds."""
    runs: list[ChosenRun] = []
    for experiment in experiments:
        for each in CHANG_2015.conditions:
            chosen = recipe(each.recipe).with_options(epochs=epochs, features=each.features)
            last = max(seeds, DYNA_SEEDS) if each.name == DYNA else seeds
            runs += [
                ChosenRun(experiment, each.name, chosen.with_options(seed=seed))
                for seed in range(1, last + 1)
            ]
        if is_installed():
            ours = recipe(CHANG_2015.name).with_options(epochs=epochs)
            runs.append(VowpalWabbitRun(experiment, VOWPAL_WABBIT, ours))
    return runs
