"""One run: an experiment, a condition and a seed; and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from dodona.recipes import Recipe
from dodona.runs.bins import Bin, binned, calibrated
from dodona.runs.experiment import Experiment
from dodona.training import Epoch, train
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
    #: Words trained on, and words in the test data; punctuation, which is not scored, included.
    train_words: int
    test_words: int
    #: The share of the test sentences that are, word by word, in the training data as well.
    repeated: float
    seconds: float = field(compare=False)
    #: How many weights of the model are not 0.
    weights: int = 0
    #: How sure the parser was of its decisions, and whether they were right; nothing for a perceptron.
    bins: tuple[Bin, ...] = ()
    #: The same, calibrated.
    calibrated_bins: tuple[Bin, ...] = ()

    def __post_init__(self) -> None:
        # From a file they come as lists.
        for name in ("bins", "calibrated_bins"):
            object.__setattr__(self, name, tuple(Bin(*each) for each in getattr(self, name)))

    def __str__(self) -> str:
        return f"UAS {100 * self.uas:.2f}, LAS {100 * self.las:.2f}"


@dataclass(frozen=True)
class Run:
    """What is to be trained and tested."""

    #: How it is done, if not as here: of two ways with one recipe, neither has the other's results.
    way: ClassVar[str] = ""

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
        parser = train(trees, recipe=self.recipe_for(test), on_epoch=on_epoch)
        uas, las = DevelopmentData(test).score(parser)
        about = {**self.about(trees, test, start), "uas": uas, "las": las, "weights": parser.weights}
        if not parser.probabilistic:
            return Result(**about)
        decisions = parser.decisions(test, compare=True)
        return Result(**about, bins=binned(decisions), calibrated_bins=binned(calibrated(decisions)))

    def recipe_for(self, test: Treebank) -> Recipe:
        """Return the recipe, with coarse tags if it leaves that open and the test data has no others."""
        if self.recipe.tag == "auto" and not has_fine_tags(test):  # though training data may have them
            return self.recipe.with_options(tag="upos")
        return self.recipe

    def about(self, trees: Treebank, test: Treebank, start: float) -> dict[str, Any]:
        """Return what every result says of its run, which began at `start`."""
        return {
            "experiment": self.experiment.name,
            "condition": self.condition,
            "seed": self.recipe.seed,
            "train_words": trees.word_count,
            "test_words": test.word_count,
            "repeated": repeated(trees, test),
            "seconds": time.perf_counter() - start,
        }


def repeated(train: Treebank, test: Treebank) -> float:
    """Return the share of the test sentences that are in the training data: scores on them say little.

    >>> oaks = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]])
    >>> repeated(oaks[:1], oaks)
    0.5
    """
    seen = set(map(tuple, train.lists("words")))
    return sum(tuple(words) in seen for words in test.lists("words")) / len(test)


def has_fine_tags(treebank: Treebank) -> bool:
    """Tell whether most words have a fine tag.

    UD Portuguese-Bosque can be had with them in one file and without them in another: a parser that was
    trained on them is lost where there are none.

    >>> has_fine_tags(Treebank.from_lists([["Oaks", "speak"]], fine_tags=[["NNS", "_"]]))
    False
    """
    fine = treebank.column("fine_tags")
    return sum(tag != "_" for tag in fine) > len(fine) / 2
