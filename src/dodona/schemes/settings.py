"""The three settings of the paper: training on original trees, on transformed trees, or on all references."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.evaluation.punctuation import punctuation_words
from dodona.parsing.parser import Parser
from dodona.runs.run import Result, Run
from dodona.schemes.measures import derivation_perplexity, predictability
from dodona.schemes.references import References, references_by_rules
from dodona.schemes.rules import Rules
from dodona.schemes.training import train_on_references
from dodona.schemes.transforming import apply_rules
from dodona.treebank.reading import read
from dodona.treebank.treebank import Treebank

ORIGINAL, TRANSFORMED, REFERENCES = "original", "transformed", "references"
#: Without development data, every tenth training sentence is held out to detect convergence.
_TENTH = 10


@dataclass(frozen=True)
class Outcome(Result):
    """The result of one setting.

    UAS and LAS, from 0 to 1 and without punctuation, are on the setting's own reference. For the third
    setting, UAS is on the nearest reference and LAS on the original.
    """

    setting: str = ""
    rules: str = ""
    #: For each test sentence: words with a correct head, and scored words.
    right: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    #: UAS with punctuation.
    uas_all: float = 0.0
    #: For the third setting: UAS on the original trees, and on the transformed ones.
    uas_original: float = 0.0
    uas_transformed: float = 0.0
    #: The share of places where the transformed reference survived: in the best epoch, and in each epoch.
    applied: float = 0.0
    applied_by_epoch: tuple[float, ...] = ()
    best_epoch: int = 0
    #: Places in the training data, and omitted alternatives.
    places: int = 0
    crossing: int = 0
    limited: int = 0
    #: For the first two settings: the measures without a parser.
    predictability: float = 0.0
    perplexity: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("right", "counted", "applied_by_epoch"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def __str__(self) -> str:
        share = f", {100 * self.applied:.1f}% transformed" if self.setting == REFERENCES else ""
        return f"UAS {100 * self.uas:.2f}{share}"


@dataclass(frozen=True)
class SettingRun(Run):
    """One setting on one treebank, to be trained and tested."""

    setting: str = ORIGINAL
    #: The names and the text of the rules; empty for original trees.
    rules: str = ""
    rules_text: str = ""
    labelled: bool = False
    patience: int = 3

    @property
    def way(self) -> str:  # type: ignore[override]
        """What distinguishes the setting from others with the same recipe."""
        return f"schemes {self.setting} {self.labelled} {self.patience} {self.rules_text}"

    def do(self, on_epoch: Callable[[Any], Any] | None = None) -> Outcome:
        """Train until development UAS has converged, and test."""
        start = time.perf_counter()
        files = self.experiment.files
        train, test = read(files.train), read(files.test)
        dev = read(files.dev) if files.dev else train[np.arange(len(train)) % _TENTH == 0]
        if files.dev is None:
            train = train[np.arange(len(train)) % _TENTH != 0]
        base = train.projectivise("baseline")
        rules = Rules(self.rules_text, self.rules) if self.rules_text else None
        if self.setting == REFERENCES:
            assert rules is not None
            references = references_by_rules(base, rules, labelled=self.labelled)
            dev_references = references_by_rules(dev, rules, labelled=self.labelled, crossing="keep")
        else:
            trees = base if rules is None else apply_rules(base, rules)
            references = single(trees)
            dev_references = single(dev if rules is None else apply_rules(dev, rules))
        trained = train_on_references(
            references,
            dev_references,
            recipe=self.recipe,
            labelled=self.labelled,
            patience=self.patience,
            on_epoch=on_epoch,
        )
        scores = (
            _reference_scores(trained.parser, test, rules, self.labelled)
            if self.setting == REFERENCES and rules
            else _scores(trained.parser, test if rules is None else apply_rules(test, rules))
        )
        measures: dict[str, Any] = {}
        if self.setting != REFERENCES:
            own_train, own_test = (train, test)
            if rules is not None:
                own_train, own_test = apply_rules(train, rules), apply_rules(test, rules)
            measures = {
                "predictability": predictability(own_train),
                "perplexity": derivation_perplexity(own_train, own_test),
            }
        return Outcome(
            **self.about(train, test, start),
            weights=trained.parser.weights,
            setting=self.setting,
            rules=self.rules,
            applied=trained.applied,
            applied_by_epoch=tuple(round(epoch.applied, 6) for epoch in trained.epochs),
            best_epoch=trained.best_epoch,
            places=references.places,
            crossing=references.crossing,
            limited=references.limited,
            **scores,
            **measures,
        )


def single(treebank: Treebank) -> References:
    """Return references with one tree per sentence."""
    return References(treebank, ((),) * len(treebank))


def _scores(parser: Parser, gold: Treebank) -> dict[str, Any]:
    """Return scores against one tree for each sentence."""
    parsed = parser.parse(gold)
    right = np.asarray(parsed.heads == gold.heads)
    labels = np.asarray(parsed._core.ids(_core.Text.label) == gold._core.ids(_core.Text.label))
    return _summed(gold, right, right & labels)


def _reference_scores(parser: Parser, gold: Treebank, rules: Rules, labelled: bool) -> dict[str, Any]:
    """Return scores against the nearest reference, the original and the fully transformed tree."""
    parsed = parser.parse(gold)
    nearest = references_by_rules(gold, rules, labelled=labelled, crossing="keep").nearest(parsed.heads)
    original = np.asarray(parsed.heads == gold.heads)
    labels = np.asarray(parsed._core.ids(_core.Text.label) == gold._core.ids(_core.Text.label))
    transformed = np.asarray(parsed.heads == apply_rules(gold, rules).heads)
    return {
        **_summed(gold, nearest, original & labels),
        "uas_original": _summed(gold, original, original)["uas"],
        "uas_transformed": _summed(gold, transformed, transformed)["uas"],
    }


def _summed(gold: Treebank, right: NDArray[np.bool_], labelled: NDArray[np.bool_]) -> dict[str, Any]:
    scored = ~punctuation_words(gold, "tag")
    starts = gold.offsets[:-1]
    total = max(int(scored.sum()), 1)
    return {
        "uas": int((right & scored).sum()) / total,
        "las": int((labelled & scored).sum()) / total,
        "uas_all": int(right.sum()) / max(len(right), 1),
        "right": tuple(np.add.reduceat((right & scored).astype(np.int64), starts).tolist()),
        "counted": tuple(np.add.reduceat(scored.astype(np.int64), starts).tolist()),
    }
