"""Ranking by confidence: do errors have lower confidence than correct predictions?"""

from __future__ import annotations

import numpy as np

from dodona.errors import array, same_length
from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.measures import Floats


def tied(values: Floats | Ints) -> Ints:
    """Return dense ranks: equal values have the same number.

    >>> tied(np.array([0.9, 0.1, 0.9])).tolist()
    [1, 0, 1]
    """
    return np.unique(values, return_inverse=True)[1].astype(np.int64).reshape(-1)


def area_under_roc(confidence: Floats, right: Bools) -> float | None:
    """Return how well low confidence finds errors: 1 is perfect, 0.5 is chance.

    It is the probability that a wrong prediction has a lower confidence than a correct one; equal confidences
    count half (Mann and Whitney). None if all predictions are correct, or all wrong.

    >>> area_under_roc(np.array([0.2, 0.9, 0.6, 0.6]), np.array([False, True, True, False]))
    0.875
    """
    confidence = array("confidence", confidence, np.float64, "a list of numbers")
    right = array("right", right, np.bool_, "a list of True and False")
    same_length(confidence=confidence, right=right)
    rights = int(np.count_nonzero(right))
    wrongs = len(right) - rights
    if not rights or not wrongs:
        return None
    numbers = tied(confidence)
    sizes = np.bincount(numbers)
    ranks = np.cumsum(sizes) - (sizes - 1) / 2  # the mean rank of equal confidences, from 1
    above = ranks[numbers][right].sum() - rights * (rights + 1) / 2
    return float(above / (rights * wrongs))
