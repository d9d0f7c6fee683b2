"""A run (an experiment, a condition and a seed) and its result."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dodona.recipes import Recipe
from dodona.runs.bins import Bin, binned, calibrated
from dodona.runs.experiment import Experiment
from dodona.training import Epoch, train
from dodona.training.loop import Run as Training
from dodona.training.preparing import Prepared
from dodona.training.scoring import DevelopmentData
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class Result:
    """The scores of a run, from 0 to 1."""

    experiment: str
    condition: str
    seed: int
    uas: float
    las: float
    #: The words of the training and the test data, with punctuation, which is not scored.
    train_words: int
    test_words: int
    #: The share of the test sentences whose words are those of a training sentence.
    repeated: float
    seconds: float = field(compare=False)
    #: The number of non-zero weights.
    weights: int = 0
    #: The decisions by their probabilities, and how many were right; empty for a perceptron.
    bins: tuple[Bin, ...] = ()
    #: The same with calibrated probabilities.
    calibrated_bins: tuple[Bin, ...] = ()

    def __post_init__(self) -> None:
        # JSON has lists only.
        for name in ("bins", "calibrated_bins"):
            object.__setattr__(self, name, tuple(Bin(*each) for each in getattr(self, name)))

    def __str__(self) -> str:
        return f"UAS {100 * self.uas:.2f}, LAS {100 * self.las:.2f}"


@dataclass(frozen=True)
class Run:
    """A run: what to train and test."""

    #: Describes a subclass that trains or tests in another way, so that the cache keeps their results apart.
    way: ClassVar[str] = ""

    experiment: Experiment
    condition: str
    #: All options of training, with the seed.
    recipe: Recipe

    def __str__(self) -> str:
        return f"{self.experiment.name}, {self.condition}, seed {self.recipe.seed}"

    def do(self, on_epoch: Callable[[Epoch], Any] | None = None) -> Result:
        """Train and test; as in the papers, the last epoch counts and development data is not used."""
        start = time.perf_counter()
        trees, test = self.experiment.load()
        tagged, given = self.experiment.tagged(trees, test)
        parser = train(tagged, recipe=self.recipe_for(given), on_epoch=on_epoch)
        uas, las = DevelopmentData(test, given).score(parser)
        about = {**self.about(trees, test, start), "uas": uas, "las": las, "weights": parser.weights}
        if not parser.probabilistic:
            return Result(**about)
        decisions = parser.decisions(given, compare=True)
        return Result(**about, bins=binned(decisions), calibrated_bins=binned(calibrated(decisions)))

    def recipe_for(self, test: Treebank) -> Recipe:
        """Return the recipe; with coarse tags if `tag` is auto and the test data has no fine ones."""
        if self.recipe.tag == "auto" and not has_fine_tags(test):  # the training data may have them
            return self.recipe.with_options(tag="upos")
        return self.recipe

    def about(self, trees: Treebank, test: Treebank, start: float) -> dict[str, Any]:
        """Return the fields that every result has; the run began at `start`."""
        return {
            "experiment": self.experiment.name,
            "condition": self.condition,
            "seed": self.recipe.seed,
            "train_words": trees.word_count,
            "test_words": test.word_count,
            "repeated": repeated(trees, test),
            "seconds": time.perf_counter() - start,
        }


def scoring_on(dev: Treebank, given: Treebank) -> Callable[[Prepared, Training], None]:
    """Return an `on_start` that scores epochs on gold `dev`, while parsers see the tags of `given`."""

    def start(_: Prepared, run: Training) -> None:
        run.dev = DevelopmentData(dev, given)

    return start


def repeated(train: Treebank, test: Treebank) -> float:
    """Return the share of the test sentences that are in the training data: their scores mean little.

    >>> oaks = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]])
    >>> repeated(oaks[:1], oaks)
    0.5
    """
    seen = set(map(tuple, train.lists("words")))
    return sum(tuple(words) in seen for words in test.lists("words")) / len(test)


def has_fine_tags(treebank: Treebank) -> bool:
    """Return whether most words have a fine tag.

    In UD Portuguese-Bosque some files have them and others do not; a parser trained with them needs them.

    >>> has_fine_tags(Treebank.from_lists([["Oaks", "speak"]], fine_tags=[["NNS", "_"]]))
    False
    """
    fine = treebank.column("fine_tags")
    return sum(tag != "_" for tag in fine) > len(fine) / 2
