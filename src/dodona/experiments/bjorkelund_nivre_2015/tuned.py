"""A run that selects the epoch on development data, with the results that tables and figures need."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from dodona.evaluation.evaluation import evaluate
from dodona.evaluation.measures import sentence_counts
from dodona.evaluation.pairing import pair
from dodona.evaluation.score import GroupScore
from dodona.runs.run import Result, Run, scoring_on
from dodona.training import Epoch, train
from dodona.training.preparing import check_trees
from dodona.treebank.reading import read
from dodona.treebank.treebank import Treebank


class Point(NamedTuple):
    """An epoch: LAS on development data from 0 to 1, and swaps per training sentence."""

    las: float
    swaps: float


@dataclass(frozen=True, kw_only=True)
class TunedResult(Result):
    """The scores of a run, from 0 to 1: `uas` and `las` are those on test data."""

    #: LAS on development data in the best epoch.
    dev_las: float
    best_epoch: int
    #: All epochs.
    curve: tuple[Point, ...]
    #: For each test sentence the number of scored words, and of those with the right head and label.
    scored: tuple[int, ...]
    right: tuple[int, ...]
    #: The non-projective arcs of the test data, by their heads alone, and with their labels.
    crossing_heads: GroupScore
    crossing_arcs: GroupScore

    def __post_init__(self) -> None:
        super().__post_init__()
        # JSON has lists and dictionaries only.
        object.__setattr__(self, "curve", tuple(Point(*each) for each in self.curve))
        for name in ("scored", "right"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for name in ("crossing_heads", "crossing_arcs"):
            value = getattr(self, name)
            object.__setattr__(self, name, GroupScore(**value) if isinstance(value, dict) else value)

    def __str__(self) -> str:
        return (
            f"LAS {100 * self.dev_las:.2f} on development data in epoch {self.best_epoch}, "
            f"{100 * self.las:.2f} on test data"
        )


class TunedRun(Run):
    """Trains for the recipe's epochs and tests the best one."""

    way: ClassVar[str] = "the best epoch on development data"

    def do(self, on_epoch: Callable[[Epoch], Any] | None = None) -> TunedResult:
        """Train, select the epoch by LAS on development data, and test."""
        start = time.perf_counter()
        files = self.experiment.files
        assert files.dev is not None
        trees, dev, test = (read(path) for path in (files.train, files.dev, files.test))
        check_trees(test)
        tagged, given_dev, given = self.experiment.tagged(trees, dev, test)
        epochs: list[Epoch] = []

        def keep(epoch: Epoch) -> None:
            epochs.append(epoch)
            if on_epoch:
                on_epoch(epoch)

        parser = train(
            tagged,
            given_dev,
            recipe=self.recipe_for(given),
            on_start=scoring_on(dev, given_dev),
            on_epoch=keep,
        )
        best = next(epoch for epoch in reversed(epochs) if epoch.best)
        parsed = parser.parse(given)
        scores = evaluate(test, parsed, punctuation="tag").without_punctuation
        crossing = scores.by_projectivity[1]
        scored, right = _by_sentence(test, parsed)
        return TunedResult(
            **self.about(trees, test, start),
            uas=scores.uas.f1,
            las=scores.las.f1,
            weights=parser.weights,
            dev_las=best.las or 0.0,
            best_epoch=best.number,
            curve=tuple(Point(epoch.las or 0.0, epoch.swaps / len(trees)) for epoch in epochs),
            scored=scored,
            right=right,
            crossing_heads=crossing.uas,
            crossing_arcs=crossing.las,
        )


def _by_sentence(test: Treebank, parsed: Treebank) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each sentence the number of scored words, and of right ones."""
    pairing = pair(test, parsed, punctuation="tag", labels="full")
    right, scored = sentence_counts(pairing, "las", ~pairing.gold.is_punctuation)
    return tuple(scored.astype(np.int64).tolist()), tuple(right.astype(np.int64).tolist())
