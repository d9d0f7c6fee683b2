"""How far a reproduction has come, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from dodona.runs.run import Result, Run

#: How much larger a treebank is than its compressed file, roughly; only guesses of time depend on it.
_COMPRESSION = 7


class Progress:
    """Tells of each run that has ended, with a guess of the time left."""

    def __init__(self, runs: Sequence[Run], tell: Callable[[str], object]) -> None:
        self._total, self._tell = len(runs), tell
        self._left = sum(map(_work, runs))
        self._done = 0.0
        self._count = 0
        self._start = time.perf_counter()

    def known(self, run: Run) -> None:
        """Count a run that an earlier reproduction did."""
        self._count += 1
        self._left -= _work(run)

    def ended(self, run: Run, result: Result) -> None:
        """Tell of a run that has just ended."""
        self._count += 1
        self._left -= _work(run)
        self._done += _work(run)
        guess = (time.perf_counter() - self._start) * self._left / self._done
        self._tell(
            f"{self._count} of {self._total}: {run}: "
            f"{result} in {duration(result.seconds)}"
            + (f"; about {duration(guess)} left" if self._count < self._total else "")
        )


def _work(run: Run) -> float:
    """Guess how much work a run is, in no unit: time grows with words, epochs and the beam."""
    path = run.experiment.files.train
    compressed = path.suffix in (".xz", ".gz")
    words = path.stat().st_size * (_COMPRESSION if compressed else 1)
    return words * run.recipe.epochs * run.recipe.beam + 1.0


def duration(seconds: float) -> str:
    """Write a time for people.

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
