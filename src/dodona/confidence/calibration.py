"""From what an estimator says to probabilities that can be believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.isotonic import Rising
from dodona.confidence.regression import Signals, Surroundings, signals
from dodona.confidence.seen_sentences import Familiar

if TYPE_CHECKING:
    from dodona.confidence.confidences import Confidences

#: Where confidence can come from.
ESTIMATORS = ("transition", "samples", "beam")
#: What can be right or wrong: heads, heads of words that were left over, labels, trees.
KINDS = ("heads", "left_over", "labels", "trees")


@dataclass(frozen=True)
class Curve:
    """How often something is right, by what an estimator says of it and, of words, by its surroundings."""

    rising: Rising
    #: None for trees, which have no surroundings.
    surroundings: Surroundings | None = None

    def to_list(self) -> list[Any]:
        """Return the points of the curve, and after them the weights of the surroundings if there are any."""
        weights = [] if self.surroundings is None else [self.surroundings.to_list()]
        return [*self.rising.to_list(), *weights]

    @classmethod
    def of_list(cls, kept: Sequence[Any]) -> Curve:
        """Return what `to_list` gave; ValueError or TypeError if it is no such thing."""
        x, y, *weights = kept
        return cls(Rising.of_list([x, y]), *map(Surroundings.of_list, weights))

    def words(self, values: NDArray[np.float32], found: Signals) -> NDArray[np.float32]:
        """Return how often words are right of which an estimator says this, and signals that."""
        return self.rising(values if self.surroundings is None else self.surroundings(found))


#: For each estimator and each of heads, left_over, labels and trees: how often it is right.
Curves = Mapping[str, Mapping[str, Curve]]


class ByHeart(NamedTuple):
    """The sentences that a parser was trained on, and curves for them."""

    sentences: Familiar
    curves: Curves


@dataclass(frozen=True)
class Calibration:
    """What was learnt on development data about how sure a parser may be of itself."""

    #: What scores are divided by before they become probabilities.
    temperature: float
    curves: Curves
    #: None if nobody has told what the parser was trained on.
    by_heart: ByHeart | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as a model keeps it."""
        kept = {"temperature": self.temperature, "curves": _as_lists(self.curves)}
        if self.by_heart is None:
            return kept
        familiar, curves = self.by_heart
        return {**kept, "familiar": familiar.to_list(), "familiar_curves": _as_lists(curves)}

    @classmethod
    def of_dict(cls, kept: Mapping[str, Any]) -> Calibration:
        """Return what `to_dict` gave; ValueError, TypeError or KeyError if it is no such thing."""
        temperature = float(kept["temperature"])
        if not 0 < temperature < float("inf"):
            raise ValueError("a temperature is above 0")
        curves = _of_lists(kept["curves"])
        if "familiar" not in kept:
            return cls(temperature, curves)
        by_heart = ByHeart(Familiar.of_list(kept["familiar"]), _of_lists(kept["familiar_curves"]))
        return cls(temperature, curves, by_heart)


def _as_lists(curves: Curves) -> dict[str, dict[str, list[Any]]]:
    return {
        estimator: {kind: curve.to_list() for kind, curve in of.items()} for estimator, of in curves.items()
    }


def _of_lists(kept: Mapping[str, Any]) -> Curves:
    return {
        estimator: {kind: Curve.of_list(kept[estimator][kind]) for kind in KINDS} for estimator in ESTIMATORS
    }


def calibration_of(info: Mapping[str, Any]) -> Calibration | None:
    """Return the calibration that a model keeps, if any."""
    kept = info.get("calibration")
    return None if kept is None else Calibration.of_dict(kept)


def calibrated(found: Confidences, calibration: Calibration, estimator: str) -> Confidences:
    """Return confidences that can be believed, made of an estimator's."""
    parsed = found.parsed
    said = _Said(
        found.heads,
        found.labels,
        found.left_over,
        signals(found.heads, parsed),
        signals(found.labels, parsed),
    )
    heads, labels = said.by(calibration.curves[estimator])
    trees = calibration.curves[estimator]["trees"].rising(found.trees)
    if calibration.by_heart is not None:
        curves = calibration.by_heart.curves[estimator]
        sentences = calibration.by_heart.sentences.among(parsed)
        words = np.repeat(sentences, np.diff(parsed.offsets))
        heads[words], labels[words] = said.where(words).by(curves)
        trees[sentences] = curves["trees"].rising(found.trees[sentences])
    return found.replaced(heads=heads, labels=labels, trees=trees, calibrated=True)


class _Said(NamedTuple):
    """What an estimator says of words."""

    heads: NDArray[np.float32]
    labels: NDArray[np.float32]
    left_over: NDArray[np.bool_]
    of_heads: Signals
    of_labels: Signals

    def where(self, mask: NDArray[np.bool_]) -> _Said:
        """Return what it says of some of the words."""
        return _Said(
            self.heads[mask],
            self.labels[mask],
            self.left_over[mask],
            self.of_heads.where(mask),
            self.of_labels.where(mask),
        )

    def by(self, curves: Mapping[str, Curve]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return how often heads and labels are right of which this is said."""
        attached, left_over = (
            curves[kind].words(self.heads, self.of_heads) for kind in ("heads", "left_over")
        )
        labels = curves["labels"].words(self.labels, self.of_labels)
        return np.where(self.left_over, left_over, attached), labels
