"""From what an estimator says to probabilities that can be believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona.search.isotonic import Rising

if TYPE_CHECKING:
    from dodona.search.confidence import Confidences

#: Where confidence can come from.
ESTIMATORS = ("transition", "samples", "beam")
#: What can be right or wrong: heads, heads of words that were left over, labels, trees.
KINDS = ("heads", "left_over", "labels", "trees")


@dataclass(frozen=True)
class Calibration:
    """What was learnt on development data about how sure a parser may be of itself."""

    #: What scores are divided by before they become probabilities.
    temperature: float
    #: For each estimator and each of heads, left_over, labels and trees: how often it is right.
    curves: Mapping[str, Mapping[str, Rising]]

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
            estimator: {kind: Rising.of_list(kept["curves"][estimator][kind]) for kind in KINDS}
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
    heads = np.where(found.left_over, curves["left_over"](found.heads), curves["heads"](found.heads))
    return found.replaced(
        heads=heads.astype(np.float32),
        labels=curves["labels"](found.labels),
        trees=curves["trees"](found.trees),
        calibrated=True,
    )
