"""Many runs, one after the other or several at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from dodona.runs.run import Result, Run
from dodona.training import Epoch


class _Stopped(Exception):
    """Raised in threads that are to stop: the command was interrupted, or another run failed."""


def results_of(runs: Sequence[Run], jobs: int = 1) -> Iterator[tuple[Run, Result]]:
    """Do runs, `jobs` at a time, and yield each as it ends.

    Threads are enough, since training leaves Python alone while it works.
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
            # Leaving the pool waits for runs that have begun: at most until their epochs end.
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def _stoppable(stop: threading.Event) -> Callable[[Run], Result]:
    def check(_: Epoch | None = None) -> None:
        if stop.is_set():
            raise _Stopped

    def work(run: Run) -> Result:
        check()
        return run.do(check)

    return work
