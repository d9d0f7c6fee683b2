"""Calibration: map an estimator's probabilities to how often they are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.isotonic import MonotoneCurve
from dodona.confidence.regression import ArcFeatures, ConfidenceRegression, arc_features
from dodona.confidence.seen_sentences import SeenSentences

if TYPE_CHECKING:
    from dodona.confidence.confidences import Confidences

#: The sources of confidence.
ESTIMATORS = ("transition", "samples", "beam")
#: What is calibrated: heads, heads of words that no transition attached, labels, trees.
KINDS = ("heads", "left_over", "labels", "trees")


@dataclass(frozen=True)
class Calibrator:
    """Maps an estimator's probabilities to how often they are right: for words a regression, then a curve."""

    curve: MonotoneCurve
    #: None for trees.
    regression: ConfidenceRegression | None = None

    def to_list(self) -> list[Any]:
        """Return the points of the curve, and the weights of the regression if there is one."""
        weights = [] if self.regression is None else [self.regression.to_list()]
        return [*self.curve.to_list(), *weights]

    @classmethod
    def of_list(cls, stored: Sequence[Any]) -> Calibrator:
        """Undo `to_list`; raise ValueError or TypeError if the list is malformed."""
        x, y, *weights = stored
        return cls(MonotoneCurve.of_list([x, y]), *map(ConfidenceRegression.of_list, weights))

    def words(self, values: NDArray[np.float32], features: ArcFeatures) -> NDArray[np.float32]:
        """Return the calibrated probabilities of words, given those of an estimator and their features."""
        return self.curve(values if self.regression is None else self.regression(features))


def is_temperature(number: float) -> bool:
    """Return whether a number can be a temperature: fitted ones are far from these limits.

    >>> is_temperature(25.5), is_temperature(float("nan"))
    (True, False)
    """
    return 1e-5 <= number <= 1e5


#: A calibrator for each estimator and each of KINDS.
Calibrators = Mapping[str, Mapping[str, Calibrator]]


class SeenCalibration(NamedTuple):
    """The sentences that a parser was trained on, and calibrators for them."""

    sentences: SeenSentences
    calibrators: Calibrators


@dataclass(frozen=True)
class Calibration:
    """What was fitted to development data: a temperature and calibrators."""

    #: Scores are divided by it before they become probabilities.
    temperature: float
    calibrators: Calibrators
    #: None if the training sentences are not known.
    seen: SeenCalibration | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the calibration as it is stored in a model; its keys are part of the file format."""
        stored = {"temperature": self.temperature, "curves": _as_lists(self.calibrators)}
        if self.seen is None:
            return stored
        sentences, calibrators = self.seen
        return {**stored, "familiar": sentences.to_list(), "familiar_curves": _as_lists(calibrators)}

    @classmethod
    def of_dict(cls, stored: Mapping[str, Any], estimators: Sequence[str] = ESTIMATORS) -> Calibration:
        """Undo `to_dict`; raise ValueError, TypeError or KeyError if something is malformed."""
        temperature = stored["temperature"]
        if not is_temperature(temperature):
            raise ValueError("no temperature is so high or so low")
        calibrators = _of_lists(stored["curves"], estimators)
        if "familiar" not in stored:
            return cls(temperature, calibrators)
        sentences = SeenSentences.of_list(stored["familiar"])
        of_seen = _of_lists(stored["familiar_curves"], estimators)
        return cls(temperature, calibrators, SeenCalibration(sentences, of_seen))


def _as_lists(calibrators: Calibrators) -> dict[str, dict[str, list[Any]]]:
    return {
        estimator: {kind: each.to_list() for kind, each in of.items()}
        for estimator, of in calibrators.items()
    }


def _of_lists(stored: Mapping[str, Any], estimators: Sequence[str]) -> Calibrators:
    return {
        estimator: {kind: Calibrator.of_list(stored[estimator][kind]) for kind in KINDS}
        for estimator in estimators
    }


def calibration_of(info: Mapping[str, Any], estimators: Sequence[str] = ESTIMATORS) -> Calibration | None:
    """Return the calibration in a model's metadata, if any."""
    stored = info.get("calibration")
    return None if stored is None else Calibration.of_dict(stored, estimators)


def calibrated(found: Confidences, calibration: Calibration, estimator: str) -> Confidences:
    """Return an estimator's confidences, calibrated."""
    parsed = found.parsed
    words = _Words(
        found.heads,
        found.labels,
        found.left_over,
        arc_features(found.heads, parsed),
        arc_features(found.labels, parsed),
    )
    heads, labels = words.calibrated(calibration.calibrators[estimator])
    trees = calibration.calibrators[estimator]["trees"].curve(found.trees)
    if calibration.seen is not None:
        calibrators = calibration.seen.calibrators[estimator]
        sentences = calibration.seen.sentences.among(parsed)
        mask = np.repeat(sentences, np.diff(parsed.offsets))
        heads[mask], labels[mask] = words.where(mask).calibrated(calibrators)
        trees[sentences] = calibrators["trees"].curve(found.trees[sentences])
    return found.replaced(heads=heads, labels=labels, trees=trees, calibrated=True)


class _Words(NamedTuple):
    """An estimator's probabilities of words, and the features of the regressions for heads and labels."""

    heads: NDArray[np.float32]
    labels: NDArray[np.float32]
    left_over: NDArray[np.bool_]
    head_features: ArcFeatures
    label_features: ArcFeatures

    def where(self, mask: NDArray[np.bool_]) -> _Words:
        """Return those of some of the words."""
        return _Words(
            self.heads[mask],
            self.labels[mask],
            self.left_over[mask],
            self.head_features.where(mask),
            self.label_features.where(mask),
        )

    def calibrated(
        self, calibrators: Mapping[str, Calibrator]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the calibrated probabilities of heads and labels."""
        attached, left_over = (
            calibrators[kind].words(self.heads, self.head_features) for kind in ("heads", "left_over")
        )
        labels = calibrators["labels"].words(self.labels, self.label_features)
        return np.where(self.left_over, left_over, attached), labels
