"""The runs for the paper's tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dodona.errors import OptionError, one_of
from dodona.evaluation.significance import scipy_stats
from dodona.experiments.bjorkelund_nivre_2015.conditions import (
    BJORKELUND_NIVRE_2015,
    EACH_STEP,
    ORACLES,
    SEARCHES,
    condition,
    each_step_for,
    oracles_for,
    others_for,
    recipe_for,
)
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.experiments.bjorkelund_nivre_2015.tuned import TunedResult, TunedRun
from dodona.oracles.swap_counts import SwapCounts, swap_counts
from dodona.runs.experiment import Experiment, experiments_on
from dodona.runs.folders import TreebankFiles
from dodona.runs.running import run_all
from dodona.training.preparing import check_trees
from dodona.treebank.reading import read


def reproduce_swap_oracles(
    treebanks: Sequence[TreebankFiles],
    *,
    folds: int | None,
    seeds: int,
    epochs: int | None,
    search: str | None,
    oracles: Sequence[str],
    features: str | None,
    pseudo_projective: bool,
    each_step: bool,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    tell: Callable[[str], object],
) -> SwapReproduction:
    """Train each oracle on each treebank.

    If `pseudo_projective`, other parsers are trained to compare with; if `each_step`, the non-deterministic
    oracles with a beam also with the other choice of gold sequences.
    """
    for oracle in oracles:
        one_of("oracles", oracle, ORACLES)
    searches = SEARCHES[one_of("search", search or next(iter(SEARCHES)), tuple(SEARCHES))]
    if each_step and ("beam" not in searches or (oracles and not set(oracles) & set(EACH_STEP))):
        raise OptionError("needs a beam and an oracle of nd-sw and nd-all", option="each_step")
    experiments = experiments_on(treebanks, out_of_domain=False, part="dev", folds=folds)
    scipy_stats("dodona reproduce")  # report a missing package before any training
    counts = {experiment.name: _counts(experiment) for experiment in experiments}
    names = {
        (search, name): (
            *oracles_for(each, oracles or ORACLES),
            *(others_for(search, each) if pseudo_projective else ()),
            *(each_step_for(search, each, oracles or ORACLES) if each_step else ()),
        )
        for search in searches
        for name, each in counts.items()
    }
    for (_, name), chosen in names.items():
        if not chosen:
            raise OptionError(
                f"cannot be {','.join(oracles)} alone for {name}, where the paper leaves "
                f"{'it' if len(oracles) == 1 else 'them'} out",
                option="oracles",
            )
    runs = _runs(experiments, searches, names, seeds, {"epochs": epochs, "features": features})
    return SwapReproduction(
        paper=BJORKELUND_NIVRE_2015,
        experiments=tuple(experiments),
        seeds=tuple(range(1, seeds + 1)),
        epochs=runs[0].recipe.epochs,
        results=run_all(runs, TunedResult, jobs=jobs, cache=cache, tell=tell),
        counts=counts,
        searches=searches,
    )


def _counts(experiment: Experiment) -> SwapCounts:
    trees = read(experiment.files.train)
    check_trees(trees)
    return swap_counts(trees)


def _runs(
    experiments: Sequence[Experiment],
    searches: Sequence[str],
    names: Mapping[tuple[str, str], Sequence[str]],
    seeds: int,
    options: Mapping[str, Any],
) -> list[TunedRun]:
    """Return all runs, ordered by seed, then by treebank."""
    return [
        TunedRun(
            experiment,
            condition(search, name),
            recipe_for(search, name).with_options(**options, seed=seed),
        )
        for seed in range(1, seeds + 1)
        for search in searches
        for experiment in experiments
        for name in names[search, experiment.name]
    ]
