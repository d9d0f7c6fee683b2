"""Runs in sequence or in parallel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any, Protocol, TypeVar

from dodona.memory import memory
from dodona.runs.run import Run
from dodona.training.trainers import kernel_bytes

#: The memory of training is at most this multiple of its hash kernel's: it also keeps the best model so far.
_TIMES = 2


class _Stopped(Exception):
    """Raised in worker threads after an interrupt or after another run has failed."""


def fitting_jobs(runs: Sequence[Run], jobs: int) -> int:
    """Return how many of `jobs` runs fit into memory together, at least one; only hash kernels count."""
    needed = _TIMES * max((kernel_bytes(run.recipe) for run in runs), default=0)
    there = memory()
    return jobs if not needed or there is None else max(1, min(jobs, there // needed))


class Doable(Protocol):
    """Work that can be stopped after each epoch."""

    def do(self, on_epoch: Callable[[Any], Any] | None = None) -> Any:
        """Do it."""


Work = TypeVar("Work", bound=Doable)


def results_of(runs: Sequence[Work], jobs: int = 1) -> Iterator[tuple[Work, Any]]:
    """Execute runs, `jobs` in parallel, and yield each as it ends.

    Threads suffice, since training releases the GIL.
    """
    if jobs == 1:
        for run in runs:
            yield run, run.do()
        return
    stop = threading.Event()
    work = _stoppable(stop)
    with ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(work, run): run for run in runs}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            # Leaving the pool waits for the current epochs of runs that have begun.
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _stoppable(stop: threading.Event) -> Callable[[Doable], Any]:
    def check(_: Any = None) -> None:
        if stop.is_set():
            raise _Stopped

    def work(run: Doable) -> Any:
        check()
        return run.do(check)

    return work
