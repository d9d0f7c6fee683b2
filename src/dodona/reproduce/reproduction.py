"""`dodona.reproduce.reproduce`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from dodona.errors import OptionError
from dodona.evaluation.significance import scipy_stats
from dodona.recipes import recipe
from dodona.reproduce.cache import Cache
from dodona.reproduce.experiments import OUT_OF_DOMAIN, Experiment, experiments_on
from dodona.reproduce.folders import find_treebanks
from dodona.reproduce.paper import Paper
from dodona.reproduce.papers import paper as paper_called
from dodona.reproduce.progress import Progress
from dodona.reproduce.report import Reproduction
from dodona.reproduce.runs import Run
from dodona.reproduce.scheduling import results_of


def reproduce(
    paper: str | Paper,
    treebanks: str | os.PathLike[str],
    *,
    seeds: int = 3,
    only: Sequence[str] = (),
    epochs: int | None = None,
    out_of_domain: bool = True,
    jobs: int = 1,
    cache: str | os.PathLike[str] | None = None,
    tell: Callable[[str], object] = lambda line: None,
) -> Reproduction:
    """Do a paper's experiment again on the treebanks in a folder.

    Every condition of the paper is trained on every treebank with the seeds 1 to `seeds`, `jobs` runs at
    a time, and scored on the part that the paper tests on. `only` names the treebanks that are wanted.
    If the paper tests out of domain, treebanks whose sentences name genres are also trained on without
    each of them, unless `out_of_domain` is False.
    Results are kept in the file `cache`, if there is one, and runs that are in it are not done again.
    `tell` gets a line for every run.
    """
    for option, value in (("seeds", seeds), ("jobs", jobs)):
        if value < 1:
            raise OptionError(f"cannot be {value}: at least 1 is needed", option=option)
    scipy_stats("dodona reproduce")  # to be told of what is missing before the work, not after it
    wanted = paper if isinstance(paper, Paper) else paper_called(paper)
    experiments = experiments_on(
        find_treebanks(treebanks, only),
        out_of_domain=out_of_domain and OUT_OF_DOMAIN in wanted.tables,
        part=wanted.tested_on,
    )
    runs = _runs(wanted, experiments, seeds, epochs)

    kept = Cache(cache)
    progress = Progress(runs, tell)
    results = {run: result for run in runs if (result := kept.get(run))}
    for run in results:
        progress.known(run)
    if results:
        tell(f"{len(results)} of {len(runs)} runs are in {cache}")
    for run, result in results_of([run for run in runs if run not in results], jobs):
        kept.put(run, result)
        progress.ended(run, result)
        results[run] = result
    return Reproduction(
        paper=wanted,
        experiments=tuple(experiments),
        seeds=tuple(range(1, seeds + 1)),
        epochs=runs[0].recipe.epochs,
        results=tuple(results[run] for run in runs),
    )


def _runs(paper: Paper, experiments: Sequence[Experiment], seeds: int, epochs: int | None) -> list[Run]:
    """Return all runs; a seed is finished on all treebanks before the next one begins."""
    recipes = {each.name: recipe(each.recipe).with_options(epochs=epochs) for each in paper.conditions}
    return [
        Run(experiment, name, chosen.with_options(seed=seed))
        for seed in range(1, seeds + 1)
        for experiment in experiments
        for name, chosen in recipes.items()
    ]
