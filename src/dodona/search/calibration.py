"""From what an estimator says to probabilities that can be believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona.search.isotonic import Rising
from dodona.search.surroundings import Surroundings, signals

if TYPE_CHECKING:
    from dodona.search.confidence import Confidences

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

    def to_list(self) -> list[list[float]]:
        """Return the points of the curve, and after them the weights of the surroundings if there are any."""
        weights = [] if self.surroundings is None else [list(self.surroundings.weights)]
        return [*self.rising.to_list(), *weights]

    @classmethod
    def of_list(cls, kept: Sequence[Sequence[float]]) -> Curve:
        """Return what `to_list` gave; ValueError if it is no such thing."""
        x, y, *weights = kept
        return cls(Rising.of_list([x, y]), *map(Surroundings.of_list, weights))

    def words(self, values: NDArray[np.float32], lengths: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return how often words are right of which an estimator says this, in sentences of such lengths."""
        of = self.surroundings
        return self.rising(values if of is None else of(signals(values, lengths)))


@dataclass(frozen=True)
class Calibration:
    """What was learnt on development data about how sure a parser may be of itself."""

    #: What scores are divided by before they become probabilities.
    temperature: float
    #: For each estimator and each of heads, left_over, labels and trees: how often it is right.
    curves: Mapping[str, Mapping[str, Curve]]

    def to_dict(self) -> dict[str, Any]:
        """Return it as a model keeps it."""
        curves = {
            estimator: {kind: curve.to_list() for kind, curve in of.items()}
            for estimator, of in self.curves.items()
        }
        return {"temperature": self.temperature, "curves": curves}

    @classmethod
    def of_dict(cls, kept: Mapping[str, Any]) -> Calibration:
        """Return what `to_dict` gave; ValueError, TypeError or KeyError if it is no such thing."""
        temperature = float(kept["temperature"])
        if not 0 < temperature < float("inf"):
            raise ValueError("a temperature is above 0")
        curves = {
            estimator: {kind: Curve.of_list(kept["curves"][estimator][kind]) for kind in KINDS}
            for estimator in ESTIMATORS
        }
        return cls(temperature, curves)


def calibration_of(info: Mapping[str, Any]) -> Calibration | None:
    """Return the calibration that a model keeps, if any."""
    kept = info.get("calibration")
    return None if kept is None else Calibration.of_dict(kept)


def calibrated(found: Confidences, calibration: Calibration, estimator: str) -> Confidences:
    """Return confidences that can be believed, made of an estimator's."""
    curves = calibration.curves[estimator]
    lengths = np.diff(found.parsed.offsets)
    attached, left_over = (curves[kind].words(found.heads, lengths) for kind in ("heads", "left_over"))
    return found.replaced(
        heads=np.where(found.left_over, left_over, attached),
        labels=curves["labels"].words(found.labels, lengths),
        trees=curves["trees"].rising(found.trees),
        calibrated=True,
    )
