"""Reproduce a paper's experiment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dodona.errors import OptionError, flag, function, one_of, whole_number
from dodona.evaluation.significance import scipy_stats
from dodona.experiments.bjorkelund_nivre_2015 import BJORKELUND_NIVRE_2015, reproduce_swap_oracles
from dodona.experiments.chang_2015 import reproduce_search
from dodona.experiments.goldberg_2013 import GOLDBERG_2013
from dodona.experiments.paper import Paper
from dodona.experiments.papers import paper as paper_called
from dodona.experiments.report import Reproduction
from dodona.experiments.wisniewski_2018 import WISNIEWSKI_2018
from dodona.experiments.wisniewski_2018.reproduction import reproduce_schemes
from dodona.recipes import recipe
from dodona.runs.experiment import OUT_OF_DOMAIN, Experiment, experiments_on
from dodona.runs.folders import find_treebanks
from dodona.runs.run import Result, Run
from dodona.runs.running import run_all

#: The tags that parsers see.
TAGS = ("gold", "predicted")


def reproduce(
    paper: str | Paper,
    treebanks: str | os.PathLike[str],
    *,
    seeds: int = 3,
    only: Sequence[str] = (),
    epochs: int | None = None,
    out_of_domain: bool = True,
    search: str | None = None,
    oracles: Sequence[str] = (),
    features: str | None = None,
    root: str | None = None,
    pseudo_projective: bool = True,
    each_step: bool = False,
    tags: str = "gold",
    finished: bool = False,
    jobs: int = 1,
    cache: str | os.PathLike[str] | None = None,
    tell: Callable[[str], object] = lambda line: None,
) -> Reproduction:
    """Reproduce a paper's experiment on the treebanks in a folder.

    Every condition of the paper is trained on every treebank with the seeds 1 to `seeds`, `jobs` runs in
    parallel, and scored on the part that the paper tests on. `only` selects treebanks. If the paper tests
    out of domain, treebanks with genres are also split by genre, unless `out_of_domain` is False. `features`
    replaces the paper's templates, except for `chang-2015` and `wisniewski-2018`. `root` is the place of the
    root (`first`, `last` or `none`) for `goldberg-2013`, which does not state it. For
    `bjorkelund-nivre-2015`, `search` and `oracles` select conditions, `pseudo_projective` adds other parsers,
    and `each_step` another choice of gold sequences. With `tags="predicted"`, tags are predicted as in the
    paper: those of the training data by jackknifing, others by a tagger trained on all of it. For
    `wisniewski-2018`, `finished` reports the results in the cache without training. The file
    `cache` keeps results; runs in it are not repeated. `tell` is called with a line for every run.
    """
    for option, value in (("seeds", seeds), ("jobs", jobs)):
        whole_number(option, value, 1, 1_000_000)
    function("tell", tell)
    finished, out_of_domain = flag("finished", finished), flag("out_of_domain", out_of_domain)
    each_step = flag("each_step", each_step)
    wanted = paper if isinstance(paper, Paper) else paper_called(paper)
    files = find_treebanks(treebanks, only)
    if wanted.layout != "probabilities":
        _refuse(GOLDBERG_2013, root=root)
    if wanted.layout != "swap oracles":
        _refuse(BJORKELUND_NIVRE_2015, search=search, oracles=oracles, each_step=each_step)
    if finished and wanted.layout != "schemes":
        raise OptionError(f"is for {WISNIEWSKI_2018.name} only", option="finished")
    folds = wanted.folds if one_of("tags", tags, TAGS) == "predicted" else None
    if tags == "predicted" and folds is None:
        raise OptionError(f"cannot be 'predicted' for {wanted.name}, which has gold tags", option="tags")
    if wanted.layout == "swap oracles":
        return reproduce_swap_oracles(
            files,
            folds=folds,
            seeds=seeds,
            epochs=epochs,
            search=search,
            oracles=oracles,
            features=features,
            pseudo_projective=pseudo_projective,
            each_step=each_step,
            jobs=jobs,
            cache=cache,
            tell=tell,
        )
    if wanted.layout == "search":
        _refuse_features(wanted, features)
        return reproduce_search(
            files, folds=folds, seeds=seeds, epochs=epochs, jobs=jobs, cache=cache, tell=tell
        )
    if wanted.layout == "schemes":
        _refuse_features(wanted, features)
        scipy_stats("dodona reproduce")
        return reproduce_schemes(
            files, seeds=seeds, epochs=epochs, jobs=jobs, cache=cache, finished=finished, tell=tell
        )
    experiments = experiments_on(
        files,
        out_of_domain=out_of_domain and OUT_OF_DOMAIN in wanted.tables,
        part=wanted.tested_on,
        folds=folds,
    )
    runs = _runs(wanted, experiments, seeds, {"epochs": epochs, "features": features, "root": root})
    scipy_stats("dodona reproduce")  # report a missing package before any training
    return Reproduction(
        paper=wanted,
        experiments=tuple(experiments),
        seeds=tuple(range(1, seeds + 1)),
        epochs=runs[0].recipe.epochs,
        results=run_all(runs, Result, jobs=jobs, cache=cache, tell=tell),
        features=features,
        root=root,
    )


def _refuse(paper: Paper, **options: object) -> None:
    """Refuse options that belong to another paper."""
    for option, given in options.items():
        if given:
            raise OptionError(f"is for {paper.name} only", option=option)


def _refuse_features(paper: Paper, features: str | None) -> None:
    """Refuse templates for a paper whose conditions have their own."""
    if features is not None:
        raise OptionError(
            f"is not for {paper.name}, whose parsers have their own templates", option="features"
        )


def _runs(
    paper: Paper, experiments: Sequence[Experiment], seeds: int, options: Mapping[str, Any]
) -> list[Run]:
    """Return all runs, ordered by seed, then by treebank."""
    recipes = {each.name: recipe(each.recipe).with_options(**options) for each in paper.conditions}
    return [
        Run(experiment, name, chosen.with_options(seed=seed))
        for seed in range(1, seeds + 1)
        for experiment in experiments
        for name, chosen in recipes.items()
    ]
