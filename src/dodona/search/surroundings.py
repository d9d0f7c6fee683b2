"""How sure a parser may be of a word, given how sure it is of the rest of the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Log odds go no further than this: an estimator that says 0 or 1 has merely seen nothing else.
_FURTHEST = 9.0
#: What is added for each weight to the loss, so that a handful of sentences cannot make weights infinite.
_RIDGE = 0.01


def signals(values: NDArray[np.float32], lengths: NDArray[np.int64]) -> Floats:
    """Return what is to be known of each word: its own log odds, the mean of the others', and the length.

    Where the parser is unsure of the other words, it has often left the right way, and knows no better. A
    curve for words alone believes too much of hard sentences and too little of easy ones, and is off wherever
    there are more of one kind than in the development data.

    >>> signals(np.array([0.5, 0.5, 0.9]), np.array([2, 1])).round(2).tolist()
    [[0.0, 0.0, 0.69], [0.0, 0.0, 0.69], [2.2, 0.0, 0.0]]
    """
    probability = np.clip(np.asarray(values, dtype=np.float64), 0, 1)
    with np.errstate(divide="ignore"):
        odds = np.clip(np.log(probability) - np.log1p(-probability), -_FURTHEST, _FURTHEST)
    words = np.repeat(np.arange(len(lengths)), lengths)
    size = lengths[words]
    others = (np.bincount(words, odds, len(lengths))[words] - odds) / np.maximum(size - 1, 1)
    return np.column_stack([odds, others, np.log(size)])


@dataclass(frozen=True)
class Surroundings:
    """A logistic regression on `signals`: what it says of a word, an isotonic curve then sets right."""

    weights: tuple[float, ...]

    def __call__(self, found: Floats) -> NDArray[np.float32]:
        """Return the probability that each word is right."""
        return _probability(found, np.array(self.weights)).astype(np.float32)

    @classmethod
    def of_list(cls, weights: Sequence[float]) -> Surroundings:
        """Return the regression with such weights, the constant first; ValueError if it is none."""
        kept = tuple(float(weight) for weight in weights)
        if len(kept) != 4 or not np.isfinite(kept).all():
            raise ValueError("these are not four weights")
        return cls(kept)

    @classmethod
    def fitted(cls, found: Floats, right: NDArray[np.bool_]) -> Surroundings:
        """Return the regression that makes what was observed most probable, by Newton's method.

        >>> found = signals(np.array([0.1, 0.9] * 50), np.full(50, 2))
        >>> Surroundings.fitted(found, np.array([False, True] * 50))(found[:2]).round(1).tolist()
        [0.0, 1.0]
        """
        known = np.column_stack([np.ones(len(found)), found])
        weights = np.zeros(known.shape[1])
        for _ in range(25):
            said = _probability(found, weights)
            slope = known.T @ (said - right) + _RIDGE * weights
            curvature = (known * (said * (1 - said))[:, None]).T @ known + _RIDGE * np.eye(len(weights))
            step = np.linalg.solve(curvature, slope)
            weights -= np.clip(step, -2, 2)  # far from the optimum Newton's method may leap too far
            if np.abs(step).max() < 1e-8:
                break
        return cls(tuple(round(float(weight), 6) for weight in weights))


def _probability(found: Floats, weights: Floats) -> Floats:
    score = np.clip(weights[0] + found @ weights[1:], -30, 30)
    return np.asarray(1 / (1 + np.exp(-score)))
