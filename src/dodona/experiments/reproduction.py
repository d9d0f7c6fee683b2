"""`dodona.reproduce.reproduce`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dodona.errors import OptionError
from dodona.evaluation.significance import scipy_stats
from dodona.experiments.bjorkelund_nivre_2015 import BJORKELUND_NIVRE_2015, reproduce_swap_oracles
from dodona.experiments.chang_2015 import reproduce_search
from dodona.experiments.goldberg_2013 import GOLDBERG_2013
from dodona.experiments.paper import Paper
from dodona.experiments.papers import paper as paper_called
from dodona.experiments.report import Reproduction
from dodona.experiments.wisniewski_2018 import WISNIEWSKI_2018
from dodona.recipes import recipe
from dodona.runs.experiment import OUT_OF_DOMAIN, Experiment, experiments_on
from dodona.runs.folders import find_treebanks
from dodona.runs.run import Result, Run
from dodona.runs.running import do_all


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
    finished: bool = False,
    jobs: int = 1,
    cache: str | os.PathLike[str] | None = None,
    tell: Callable[[str], object] = lambda line: None,
) -> Reproduction:
    """Do a paper's experiment again on the treebanks in a folder.

    Every condition of the paper is trained on every treebank with the seeds 1 to `seeds`, `jobs` runs at
    a time, and scored on the part that the paper tests on. `only` names the treebanks that are wanted.
    If the paper tests out of domain, treebanks whose sentences name genres are also trained on without
    each of them, unless `out_of_domain` is False. `features` names other templates than the paper's; not
    for `chang-2015`, which compares some, and not for `wisniewski-2018`. `root` says where the root stands
    (`first`, `last` or `none`), for `goldberg-2013`, which leaves that open. For `bjorkelund-nivre-2015`,
    `search` and `oracles` say what to train of what the paper compares, and `pseudo_projective` whether
    other parsers are trained as well. For `wisniewski-2018`, `finished` asks for a report of what is in
    the cache, nothing being trained. Results are kept in the file `cache`, if there is one, and runs that
    are in it are not done again. `tell` gets a line for every run.
    """
    for option, value in (("seeds", seeds), ("jobs", jobs)):
        if value < 1:
            raise OptionError(f"cannot be {value}: at least 1 is needed", option=option)
    wanted = paper if isinstance(paper, Paper) else paper_called(paper)
    files = find_treebanks(treebanks, only)
    if wanted.layout != "probabilities":
        _refuse(GOLDBERG_2013, root=root)
    if finished and wanted.layout != "schemes":
        raise OptionError(f"is for {WISNIEWSKI_2018.name} only", option="finished")
    if wanted.layout == "swap oracles":
        return reproduce_swap_oracles(
            files,
            seeds=seeds,
            epochs=epochs,
            search=search,
            oracles=oracles,
            features=features,
            pseudo_projective=pseudo_projective,
            jobs=jobs,
            cache=cache,
            tell=tell,
        )
    if wanted.layout == "search":
        _refuse(BJORKELUND_NIVRE_2015, search=search, oracles=oracles)
        _refuse_features(wanted, features)
        return reproduce_search(files, seeds=seeds, epochs=epochs, jobs=jobs, cache=cache, tell=tell)
    if wanted.layout == "schemes":
        # Here, since schemes are compared by means of what is in this folder.
        from dodona.experiments.wisniewski_2018.reproduction import reproduce_schemes

        _refuse(BJORKELUND_NIVRE_2015, search=search, oracles=oracles)
        _refuse_features(wanted, features)
        scipy_stats("dodona reproduce")
        return reproduce_schemes(
            files, seeds=seeds, epochs=epochs, jobs=jobs, cache=cache, finished=finished, tell=tell
        )
    _refuse(BJORKELUND_NIVRE_2015, search=search, oracles=oracles)
    experiments = experiments_on(
        files,
        out_of_domain=out_of_domain and OUT_OF_DOMAIN in wanted.tables,
        part=wanted.tested_on,
    )
    runs = _runs(wanted, experiments, seeds, {"epochs": epochs, "features": features, "root": root})
    scipy_stats("dodona reproduce")  # to be told of what is missing before the work, but after mistakes
    return Reproduction(
        paper=wanted,
        experiments=tuple(experiments),
        seeds=tuple(range(1, seeds + 1)),
        epochs=runs[0].recipe.epochs,
        results=do_all(runs, Result, jobs=jobs, cache=cache, tell=tell),
        features=features,
        root=root,
    )


def _refuse(paper: Paper, **options: object) -> None:
    """Complain of options that are given and belong to another paper."""
    for option, given in options.items():
        if given:
            raise OptionError(f"is for {paper.name} only", option=option)


def _refuse_features(paper: Paper, features: str | None) -> None:
    """Complain of templates for a paper that has its own for everything that it compares."""
    if features is not None:
        raise OptionError(
            f"is not for {paper.name}, whose parsers have their own templates", option="features"
        )


def _runs(
    paper: Paper, experiments: Sequence[Experiment], seeds: int, options: Mapping[str, Any]
) -> list[Run]:
    """Return all runs; a seed is finished on all treebanks before the next one begins."""
    recipes = {each.name: recipe(each.recipe).with_options(**options) for each in paper.conditions}
    return [
        Run(experiment, name, chosen.with_options(seed=seed))
        for seed in range(1, seeds + 1)
        for experiment in experiments
        for name, chosen in recipes.items()
    ]
