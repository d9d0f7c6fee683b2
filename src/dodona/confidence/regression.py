"""Confidence regression: the probability that a word is right, from its arc and the rest of the sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.treebank.treebank import Treebank

Floats = NDArray[np.float64]

#: The limit of log odds: an estimate of 0 or 1 is not certain.
MAX_LOG_ODDS = 9.0
#: Ridge penalties, which keep weights finite with few sentences, and those of labels with few words.
_RIDGE, _LABEL_RIDGE = 0.01, 1.0
#: A limit on stored weights, which `fitted` cannot reach: sums of products must be finite.
_MOST = 1e6
#: The number of numeric features of a word.
_NUMBERS = 7


class ArcFeatures(NamedTuple):
    """The features of words: a row of numbers for each, and the number of its label in `labels`."""

    numbers: Floats
    label: NDArray[np.int64]
    labels: Sequence[str]

    @classmethod
    def joined(cls, parts: Sequence[ArcFeatures]) -> ArcFeatures:
        """Return the features of several treebanks, concatenated."""
        names = dict.fromkeys(chain(*(part.labels for part in parts)))
        places = {name: place for place, name in enumerate(names)}
        label = [np.array([places[name] for name in part.labels], np.int64)[part.label] for part in parts]
        return cls(np.concatenate([part.numbers for part in parts]), np.concatenate(label), list(places))

    def where(self, mask: NDArray[np.bool_]) -> ArcFeatures:
        """Return the features of some of the words."""
        return ArcFeatures(self.numbers[mask], self.label[mask], self.labels)


def log_odds(values: NDArray[Any]) -> Floats:
    """Return the log odds of probabilities, clipped to ±MAX_LOG_ODDS.

    >>> log_odds(np.array([0.5, 0.9, 1.0])).round(1).tolist()
    [0.0, 2.2, 9.0]
    """
    probability = np.clip(np.asarray(values, dtype=np.float64), 0, 1)
    with np.errstate(divide="ignore"):
        odds = np.log(probability) - np.log1p(-probability)
    return np.asarray(np.clip(odds, -MAX_LOG_ODDS, MAX_LOG_ODDS))


def arc_features(values: NDArray[np.float32], parsed: Treebank) -> ArcFeatures:
    """Return the features of each word of a parsed treebank, given an estimator's probabilities.

    Its log odds, the mean log odds of the other words and the log length of the sentence: where the parser is
    unsure of other words, it has often made an error already. Whether the head is the root; otherwise the log
    distance of the head, whether it is to the right, and the log distance in that case; and the label. Long
    arcs and some labels are wrong more often than their probabilities say. A curve that sees only the word's
    own probability is too high for hard sentences and too low for easy ones.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> arc_features(np.array([0.5, 0.9]), trees).numbers.round(1).tolist()
    [[0.0, 2.2, 0.7, 0.0, 0.7, 1.0, 0.7], [2.2, 0.0, 0.7, 1.0, 0.0, 0.0, 0.0]]
    """
    odds = log_odds(values)
    begins, lengths = parsed.offsets[:-1], np.diff(parsed.offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    size = lengths[sentence]
    others = (np.bincount(sentence, odds, len(lengths))[sentence] - odds) / np.maximum(size - 1, 1)
    is_root = parsed.heads == 0
    offset = np.where(is_root, 0, parsed.heads - 1 - (np.arange(len(odds)) - begins[sentence]))
    far = np.log1p(np.abs(offset))
    numbers = [odds, others, np.log(size), is_root, far, offset > 0, np.where(offset > 0, far, 0)]
    _, first, label = np.unique(parsed._core.ids(_core.Text.label), return_index=True, return_inverse=True)
    names = parsed.column("labels")
    return ArcFeatures(np.column_stack(numbers).astype(np.float64), label, [names[place] for place in first])


@dataclass(frozen=True)
class ConfidenceRegression:
    """A logistic regression on `arc_features`; a monotone curve then calibrates its probabilities."""

    #: The bias, and a weight for each number.
    weights: tuple[float, ...]
    of_labels: Mapping[str, float] = field(default_factory=dict)

    def __call__(self, found: ArcFeatures) -> NDArray[np.float32]:
        """Return the probability that each word is right."""
        of_labels = np.array([self.of_labels.get(label, 0.0) for label in found.labels])
        return _probability(found.numbers, np.array(self.weights), of_labels[found.label]).astype(np.float32)

    def to_list(self) -> list[float | dict[str, float]]:
        """Return the weights, and last a table of the weights of labels."""
        return [*self.weights, dict(self.of_labels)]

    @classmethod
    def of_list(cls, kept: Sequence[float | Mapping[str, float]]) -> ConfidenceRegression:
        """Undo `to_list`; raise ValueError or TypeError if the list is malformed."""
        *weights, last = kept
        if not isinstance(last, Mapping) and len(kept) == 4:  # early models have no arc features
            weights, last = [*kept, *[0.0] * (_NUMBERS - 3)], {}
        if not isinstance(last, Mapping):
            raise TypeError("there are no weights of labels")
        made = cls(
            tuple(map(float, weights)),  # type: ignore[arg-type]
            {str(label): float(weight) for label, weight in last.items()},
        )
        all_weights = np.abs([*made.weights, *made.of_labels.values()])
        if len(made.weights) != _NUMBERS + 1 or not (all_weights <= _MOST).all():
            raise ValueError(f"these are not {_NUMBERS + 1} weights, or they are too large")
        return made

    @classmethod
    def fitted(cls, found: ArcFeatures, right: NDArray[np.bool_]) -> ConfidenceRegression:
        """Return the regression of maximum likelihood, by Newton's method.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 50, heads=[[2, 0]] * 50)
        >>> found = arc_features(np.array([0.1, 0.9] * 50), trees)
        >>> ConfidenceRegression.fitted(found, np.array([False, True] * 50))(found)[:2].round(1).tolist()
        [0.0, 1.0]
        """
        numbers, label, labels = found
        known = np.column_stack([np.ones(len(numbers)), numbers])
        size = known.shape[1]
        ridge = np.concatenate([np.full(size, _RIDGE), np.full(len(labels), _LABEL_RIDGE)])
        weights = np.zeros(len(ridge))

        def by_label(values: Floats) -> Floats:
            return np.bincount(label, values, len(labels)).astype(np.float64)

        for _ in range(25):
            predicted = _probability(numbers, weights[:size], weights[size:][label])
            gradient = (
                np.concatenate([known.T @ (predicted - right), by_label(predicted - right)]) + ridge * weights
            )
            variance = predicted * (1 - predicted)
            # A word has one label, so most of the Hessian is sums by label.
            both = np.column_stack([by_label(variance * column) for column in known.T])
            own = (known * variance[:, None]).T @ known
            hessian = np.block([[own, both.T], [both, np.diag(by_label(variance))]]) + np.diag(ridge)
            step = np.linalg.solve(hessian, gradient)
            weights -= np.clip(step, -2, 2)  # Newton's method may overshoot far from the optimum
            if np.abs(step).max() < 1e-8:
                break
        kept = [round(float(weight), 6) for weight in weights]
        return cls(tuple(kept[:size]), dict(zip(labels, kept[size:], strict=True)))


def _probability(numbers: Floats, weights: Floats, of_labels: Floats) -> Floats:
    score = np.clip(weights[0] + numbers @ weights[1:] + of_labels, -30, 30)
    return np.asarray(1 / (1 + np.exp(-score)))
