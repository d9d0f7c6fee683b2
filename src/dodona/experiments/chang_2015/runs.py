"""Runs that select the epoch on development data."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from dodona.errors import Error
from dodona.evaluation.evaluation import evaluate
from dodona.experiments.chang_2015.vowpal_wabbit import OPTIONS, PASSES, VowpalWabbit
from dodona.runs.run import Result, Run, scoring_on
from dodona.training import Epoch, train
from dodona.training.preparing import check_trees
from dodona.treebank.reading import read
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True, kw_only=True)
class ChosenResult(Result):
    """The scores of a run, from 0 to 1: `uas` and `las` are those on test data."""

    #: Scores on development data in the epoch with the best LAS there.
    dev_uas: float
    dev_las: float

    def __str__(self) -> str:
        return f"LAS {100 * self.dev_las:.2f} on development data, {100 * self.las:.2f} on test data"


class ChosenRun(Run):
    """Trains for the recipe's epochs and tests the best one."""

    way: ClassVar[str] = "chang-2015: the best epoch on development data"

    def do(self, on_epoch: Callable[[Epoch], Any] | None = None) -> ChosenResult:
        """Train, select the epoch by LAS on development data, and test."""
        start = time.perf_counter()
        trees, dev, test = self._read()
        tagged, given_dev, given = self.experiment.tagged(trees, dev, test)
        scoring = scoring_on(dev, given_dev)
        chosen = self.recipe_for(given)
        parser = train(tagged, given_dev, recipe=chosen, on_start=scoring, on_epoch=on_epoch)
        return self._result(start, trees, dev, test, parser.parse, parser.weights)

    def _read(self) -> tuple[Treebank, Treebank, Treebank]:
        files = self.experiment.files
        if files.dev is None:
            raise Error(f"{files.name}: there is no development file, on which epochs are chosen")
        trees, dev, test = (read(path) for path in (files.train, files.dev, files.test))
        for bank in (dev, test):
            check_trees(bank)
        return trees, dev, test

    def _result(
        self,
        start: float,
        trees: Treebank,
        dev: Treebank,
        test: Treebank,
        parse: Callable[[Treebank], Treebank],
        weights: int,
    ) -> ChosenResult:
        given = self.experiment.tagged(trees, dev, test)[1:]
        on_dev, on_test = (
            evaluate(bank, parse(seen), punctuation="tag").without_punctuation
            for bank, seen in zip((dev, test), given, strict=True)
        )
        return ChosenResult(
            **self.about(trees, test, start),
            uas=on_test.uas.f1,
            las=on_test.las.f1,
            dev_uas=on_dev.uas.f1,
            dev_las=on_dev.las.f1,
            weights=weights,
        )


class VowpalWabbitRun(ChosenRun):
    """Vowpal Wabbit's own parser; the recipe only limits its passes."""

    way: ClassVar[str] = f"Vowpal Wabbit {OPTIONS}"

    def do(self, on_epoch: Callable[[Epoch], Any] | None = None) -> ChosenResult:
        """Train and test."""
        start = time.perf_counter()
        trees, dev, test = self._read()
        with tempfile.TemporaryDirectory() as folder:
            parser = VowpalWabbit(Path(folder), self.experiment.tagged(trees)[0])
            parser.train(min(PASSES, self.recipe.epochs))
            return self._result(start, trees, dev, test, parser.parse, 0)
