"""Progress of runs, with an estimate of the time left."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from dodona.runs.run import Result, Run

#: A rough compression ratio of treebanks, for estimates of time.
_COMPRESSION = 7


class Progress:
    """Reports each finished run, with an estimate of the time left."""

    def __init__(self, runs: Sequence[Run], tell: Callable[[str], object]) -> None:
        self._total, self._tell = len(runs), tell
        self._left = sum(map(_work, runs))
        self._done = 0.0
        self._count = 0
        self._start = time.perf_counter()

    def known(self, run: Run) -> None:
        """Count a run whose result is in the cache."""
        self._count += 1
        self._left -= _work(run)

    def ended(self, run: Run, result: Result) -> None:
        """Report a finished run."""
        self._count += 1
        self._left -= _work(run)
        self._done += _work(run)
        estimate = (time.perf_counter() - self._start) * self._left / self._done
        self._tell(
            f"{self._count} of {self._total}: {run}: "
            f"{result} in {duration(result.seconds)}"
            + (f"; about {duration(estimate)} left" if self._count < self._total else "")
        )


def _work(run: Run) -> float:
    """Estimate the work of a run, without a unit: it grows with words, epochs and the beam."""
    path = run.experiment.files.train
    compressed = path.suffix in (".xz", ".gz")
    words = path.stat().st_size * (_COMPRESSION if compressed else 1)
    return words * run.recipe.epochs * run.recipe.beam + 1.0


def duration(seconds: float) -> str:
    """Format a duration.

    >>> duration(0.31), duration(48), duration(150), duration(7300)
    ('0.3 s', '48 s', '2 min 30 s', '2 h 1 min')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
