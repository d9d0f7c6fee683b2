"""Calibration: of the predictions with 90% confidence, are 90% correct?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dodona.errors import Error, array, same_length, whole_number
from dodona.evaluation.bins import Bin, bin_numbers, reliability_bins
from dodona.evaluation.calibration_error import (
    Chance,
    errors_by_chance,
    expected_error,
    interval_of_expected_error,
    maximum_error,
)
from dodona.evaluation.plain import plain
from dodona.evaluation.ranking import area_under_roc, tied
from dodona.tables import rendered


@dataclass(frozen=True, repr=False)
class Calibration:
    """The result of `calibration`; prints as a table."""

    count: int
    #: The mean confidence, and the accuracy.
    confidence: float
    accuracy: float
    #: The expected calibration error, its 95% interval, and its value by chance.
    ece: float
    ece_low: float
    ece_high: float
    ece_by_chance: Chance
    #: The maximum calibration error, and its value by chance.
    mce: float
    mce_by_chance: Chance
    #: The mean squared difference between confidence and truth (1 or 0).
    brier: float
    #: The area under the ROC curve for finding errors; None if all predictions are correct, or all wrong.
    auroc: float | None
    bins: tuple[Bin, ...]

    def __repr__(self) -> str:
        sure = f"{self.confidence:.3f} sure, {self.accuracy:.3f} right"
        return f"Calibration({self.count:,}: {sure}, ECE {self.ece:.4f})"

    def __str__(self) -> str:
        from dodona.evaluation.reliability_tables import bins_table, measures_table

        return rendered(measures_table({"": self}), bins_table("Reliability", self))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers."""
        return plain(self)  # type: ignore[no-any-return]


def calibration(
    confidence: npt.ArrayLike,
    right: npt.ArrayLike,
    *,
    groups: npt.ArrayLike | None = None,
    bins: int = 15,
    resamples: int = 1000,
    seed: int = 1,
) -> Calibration:
    """Compare confidences with outcomes, one of each for every prediction.

    `confidence` is from 0 to 1, `right` is true or false. `groups` (the sentence of each word) are resampled
    together for the interval of the expected error; by default, each prediction is a group. `bins` have equal
    size, except that equal confidences stay in one bin.

    >>> found = calibration([0.9] * 10 + [0.6] * 10, [True] * 9 + [False] + [True] * 5 + [False] * 5, bins=2)
    >>> round(found.ece, 6), round(found.mce, 6), round(found.auroc, 4)
    (0.05, 0.1, 0.7381)
    """
    sure = array("confidence", confidence, np.float64, "a list of numbers from 0 to 1")
    truth = array("right", right, np.bool_, "a list of True and False")
    wanted = "a list of whole numbers, one for each confidence"
    of_group = np.arange(len(sure)) if groups is None else tied(array("groups", groups, np.int64, wanted))
    bins = whole_number("bins", bins, 1, 10_000)
    resamples = whole_number("resamples", resamples, 100, 1_000_000)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    same_length(confidence=sure, right=truth, groups=of_group)
    _check(sure)
    numbers = bin_numbers(sure, bins)
    found = reliability_bins(sure, truth, numbers)
    low, high = interval_of_expected_error(sure, truth, numbers, of_group, resamples=resamples, seed=seed)
    ece_by_chance, mce_by_chance = errors_by_chance(sure, numbers, draws=resamples, seed=seed)
    return Calibration(
        count=len(sure),
        confidence=float(sure.mean()),
        accuracy=float(truth.mean()),
        ece=expected_error(found),
        ece_low=low,
        ece_high=high,
        ece_by_chance=ece_by_chance,
        mce=maximum_error(found),
        mce_by_chance=mce_by_chance,
        brier=float(np.mean((sure - truth) ** 2)),
        auroc=area_under_roc(sure, truth),
        bins=found,
    )


def _check(sure: npt.NDArray[Any]) -> None:
    if not len(sure):
        raise Error("there is nothing to calibrate: no confidences were given")
    if not ((sure >= 0) & (sure <= 1)).all():  # true for NaN as well
        raise Error("confidences must be from 0 to 1")
