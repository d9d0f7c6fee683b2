"""One run: an experiment, a condition and a seed; and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dodona.recipes import Recipe
from dodona.reproduce.experiments import Experiment
from dodona.training import Epoch, train
from dodona.training.scoring import DevelopmentData


@dataclass(frozen=True)
class Result:
    """The scores of a run, from 0 to 1."""

    experiment: str
    condition: str
    seed: int
    uas: float
    las: float
    #: Words trained on, and words in the test data; punctuation, which is not scored, included.
    train_words: int
    test_words: int
    seconds: float = field(compare=False)


@dataclass(frozen=True)
class Run:
    """What is to be trained and tested."""

    experiment: Experiment
    condition: str
    #: Everything about the training, the seed included.
    recipe: Recipe

    def __str__(self) -> str:
        return f"{self.experiment.name}, {self.condition}, seed {self.recipe.seed}"

    def do(self, on_epoch: Callable[[Epoch], Any] | None = None) -> Result:
        """Train and test; as in the papers, the last epoch counts, and development data is not used."""
        start = time.perf_counter()
        trees, test = self.experiment.load()
        parser = train(trees, recipe=self.recipe, on_epoch=on_epoch)
        uas, las = DevelopmentData(test).score(parser)
        return Result(
            experiment=self.experiment.name,
            condition=self.condition,
            seed=self.recipe.seed,
            uas=uas,
            las=las,
            train_words=trees.word_count,
            test_words=test.word_count,
            seconds=time.perf_counter() - start,
        )
