"""The display of training."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from types import TracebackType

import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dodona.cli.confidence import MAX_SEEN
from dodona.cli.printing import tell
from dodona.confidence.seen_sentences import SeenSentences
from dodona.tables import counted, table
from dodona.training.loop import Report, Run
from dodona.training.preparing import Prepared


def describe(prepared: Prepared, run: Run) -> list[str]:
    """Return lines that describe the run."""
    return [
        f"{counted(prepared.sentences, 'sentence')}, {counted(prepared.words, 'word')}",
        *prepared.remarks(),
        *_remarks_on_silver(run),
        *_remarks_on_dev(prepared, run),
        *run.describe(),
        *_remarks_on_epochs(run),
    ]


def _remarks_on_silver(run: Run) -> list[str]:
    """Return a line on the silver data and on the words of an epoch."""
    if run.silver is None or run.mixture is None:
        return []
    silver = run.silver
    return [
        f"silver: {counted(silver.sentences, 'sentence')}, {counted(silver.words, 'word')}; an epoch has "
        f"{run.mixture.words:,} words, {silver.share:.0%} silver",
        *silver.remarks(),
    ]


def _remarks_on_epochs(run: Run) -> list[str]:
    """Return a line if epochs are done already."""
    if not run.epochs_done:
        return []
    if run.epochs_done == run.recipe.epochs:
        return [f"all {run.epochs_done} epochs are done" if run.epochs_done > 1 else "the only epoch is done"]
    return [f"continuing after epoch {run.epochs_done}"]


def _remarks_on_dev(prepared: Prepared, run: Run) -> list[str]:
    """Return a warning if many development sentences are in the training data."""
    if run.dev is None:
        return []
    gold = run.dev.gold
    known = SeenSentences.of(prepared.treebank, ("words",)).among(gold)
    if np.diff(gold.offsets)[known].sum() <= MAX_SEEN * gold.word_count:
        return []
    count = f"{known.sum():,} of {counted(len(gold), 'sentence')}"
    return [f"{count} of the development data are in the training data: scores will be too high"]


class Display(AbstractContextManager["Display"]):
    """One line per epoch: a live table in a terminal, plain lines in a log."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live: Live | None = None
        self._epochs: list[Report] = []
        self._rows: list[list[tuple[str, str]]] = []
        self._began = time.perf_counter()
        self._done = ""  # of the current epoch
        #: Whether a run has started.
        self.started = False
        #: The last step shown.
        self.now = ""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._stop()

    def start(self, prepared: Prepared, run: Run) -> None:
        """Show the description of the run."""
        self._run, self.started = run, True
        for line in describe(prepared, run):
            tell(line, err=True)
        self._began = time.perf_counter()
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            run.on_chunk = self._chunk
            self._live = Live(self._table(), console=self._console, refresh_per_second=4)
            self._live.start(refresh=True)

    def step(self, what: str) -> None:
        """Show the current step."""
        self._stop()
        self.now = what
        tell(f"{what} …", err=True)

    def epoch(self, epoch: Report) -> None:
        """Show a finished epoch."""
        self._epochs.append(epoch)
        row = self._row(epoch)
        self._rows.append(row)
        self._done = ""
        if self._live:
            self._live.update(self._table())
        else:
            tell("  ".join(f"{name} {value}".strip() for name, value in row), err=True)

    def _chunk(self, words: int) -> None:
        """Show how much of the current epoch is done."""
        assert self._live is not None
        self._done = f"{words / self._run.words:.0%}"
        self._live.update(self._table())

    def _stop(self) -> None:
        if self._live:
            self._live.update(self._table(final=True))
            self._live.stop()
            self._live = None

    def _row(self, epoch: Report) -> list[tuple[str, str]]:
        total = self._run.recipe.epochs
        row = [
            ("epoch", f"{epoch.number:>{len(str(total))}}"),
            *epoch.measures(),
        ]
        if epoch.uas is not None and epoch.las is not None:
            best = "*" if epoch.best else " "
            row += [("UAS", f"{100 * epoch.uas:.2f}"), ("LAS", f"{100 * epoch.las:.2f}{best}")]
        row.append(("words/s", f"{self._run.words / max(epoch.seconds, 1e-9):,.0f}"))
        row.append(("left", _duration(self._left(epoch.number))))
        return row

    def _left(self, number: int) -> float:
        """Estimate the remaining time from the epochs of this run, including the time to write models."""
        spent = time.perf_counter() - self._began
        return spent / len(self._epochs) * (self._run.recipe.epochs - number)

    def _table(self, *, final: bool = False) -> Table | Group:
        rows = self._rows
        if not rows:
            return Group(Text(f"the first epoch … {self._done}", style="dim"))
        shown = table("", *(name for name, _ in rows[0]))
        # A live table taller than the screen would hide its newest lines.
        fitting = len(rows) if final else max(self._console.height - 6, 1)
        for epoch, row in [*zip(self._epochs, rows, strict=True)][-fitting:]:
            shown.add_row(*(value for _, value in row), style="bold" if epoch.best and epoch.las else None)
        done = final or self._epochs[-1].number == self._run.recipe.epochs
        return (
            shown
            if done
            else Group(shown, Text(f"epoch {self._epochs[-1].number + 1} … {self._done}", style="dim"))
        )


def _duration(seconds: float) -> str:
    """Return a time in readable units.

    >>> _duration(75), _duration(4.4)
    ('1:15', '4 s')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole % 3600 // 60:02}:{whole % 60:02}"
