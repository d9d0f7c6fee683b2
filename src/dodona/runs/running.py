"""All runs of an experiment, with a cache of results."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, overload

from dodona.errors import Error
from dodona.runs.cache import Cache, Kind
from dodona.runs.progress import Progress
from dodona.runs.run import Run
from dodona.runs.scheduling import fitting_jobs, results_of


@overload
def run_all(
    runs: Sequence[Run],
    kind: type[Kind],
    *,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    tell: Callable[[str], object],
    known_only: Literal[False] = False,
) -> tuple[Kind, ...]: ...
@overload
def run_all(
    runs: Sequence[Run],
    kind: type[Kind],
    *,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    tell: Callable[[str], object],
    known_only: bool,
) -> tuple[Kind | None, ...]: ...
def run_all(
    runs: Sequence[Run],
    kind: type[Kind],
    *,
    jobs: int,
    cache: str | os.PathLike[str] | None,
    tell: Callable[[str], object],
    known_only: bool = False,
) -> tuple[Kind | None, ...]:
    """Execute runs, at most `jobs` in parallel, and return their results in the order of the runs.

    Fewer are executed in parallel if memory is short. Each result is written to the file `cache` as soon as
    its run has ended, and results that are there are not computed again. With `known_only` nothing is
    trained, and runs without a result get None.
    """
    if known_only and (cache is None or not Path(cache).exists()):
        raise Error(f"{cache}: there is no such file of results")
    kept = Cache(kind, cache)
    progress = Progress(runs, tell)
    results = {run: result for run in runs if (result := kept.get(run))}
    for run in results:
        progress.known(run)
    if results:
        tell(f"{len(results)} of {len(runs)} runs are in {cache}")
    left = [] if known_only else [run for run in runs if run not in results]
    fitting = fitting_jobs(left, jobs)
    if fitting < jobs:
        tell(f"training {fitting} parsers at a time instead of {jobs}: memory is short")
    for run, done in results_of(left, fitting):
        assert isinstance(done, kind)
        kept.put(run, done)
        progress.ended(run, done)
        results[run] = done
    return tuple(results.get(run) for run in runs)
