"""How sure a parser may be of a word, given its arc and how sure it is of the rest of the sentence."""

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

#: Log odds go no further than this: an estimator that says 0 or 1 has merely seen nothing else.
FURTHEST = 9.0
#: What is added for each weight to the loss, so that a handful of sentences cannot make weights infinite,
#: and a handful of words not that of a label.
_RIDGE, _LABEL_RIDGE = 0.01, 1.0
#: How many numbers there are of a word.
_NUMBERS = 7


class Signals(NamedTuple):
    """What is to be known of words: numbers, a row for each, and which of some labels their arcs have."""

    numbers: Floats
    label: NDArray[np.int64]
    labels: Sequence[str]

    @classmethod
    def joined(cls, parts: Sequence[Signals]) -> Signals:
        """Return those of several treebanks, one after the other."""
        names = dict.fromkeys(chain(*(part.labels for part in parts)))
        places = {name: place for place, name in enumerate(names)}
        label = [np.array([places[name] for name in part.labels], np.int64)[part.label] for part in parts]
        return cls(np.concatenate([part.numbers for part in parts]), np.concatenate(label), list(places))

    def where(self, mask: NDArray[np.bool_]) -> Signals:
        """Return those of some of the words."""
        return Signals(self.numbers[mask], self.label[mask], self.labels)


def log_odds(values: NDArray[Any]) -> Floats:
    """Return the logarithms of the odds of probabilities, but for those that are all but certain.

    >>> log_odds(np.array([0.5, 0.9, 1.0])).round(1).tolist()
    [0.0, 2.2, 9.0]
    """
    probability = np.clip(np.asarray(values, dtype=np.float64), 0, 1)
    with np.errstate(divide="ignore"):
        odds = np.log(probability) - np.log1p(-probability)
    return np.asarray(np.clip(odds, -FURTHEST, FURTHEST))


def signals(values: NDArray[np.float32], parsed: Treebank) -> Signals:
    """Return what is to be known of each word of a parsed treebank of which an estimator says `values`.

    Its own log odds, the mean of those of the other words, and the length of the sentence: where the parser
    is unsure of the others, it has often left the right way, and knows no better. Whether the root is its
    head, how far its head is if not, whether it is to the right, and how far then; and its label: long arcs,
    and some labels, are wrong more often than the parser thinks. A curve for words alone believes too much of
    hard sentences and too little of easy ones, and is off wherever there are more of one kind than in the
    development data.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> signals(np.array([0.5, 0.9]), trees).numbers.round(1).tolist()
    [[0.0, 2.2, 0.7, 0.0, 0.7, 1.0, 0.7], [2.2, 0.0, 0.7, 1.0, 0.0, 0.0, 0.0]]
    """
    odds = log_odds(values)
    begins, lengths = parsed.offsets[:-1], np.diff(parsed.offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    size = lengths[sentence]
    others = (np.bincount(sentence, odds, len(lengths))[sentence] - odds) / np.maximum(size - 1, 1)
    is_root = parsed.heads == 0
    way = np.where(is_root, 0, parsed.heads - 1 - (np.arange(len(odds)) - begins[sentence]))
    far = np.log1p(np.abs(way))
    numbers = [odds, others, np.log(size), is_root, far, way > 0, np.where(way > 0, far, 0)]
    _, first, label = np.unique(parsed._core.ids(_core.Text.label), return_index=True, return_inverse=True)
    names = parsed.column("labels")
    return Signals(np.column_stack(numbers).astype(np.float64), label, [names[place] for place in first])


@dataclass(frozen=True)
class Surroundings:
    """A logistic regression on `signals`: what it says of a word, a curve then sets right."""

    #: The constant, and one for each number.
    weights: tuple[float, ...]
    of_labels: Mapping[str, float] = field(default_factory=dict)

    def __call__(self, found: Signals) -> NDArray[np.float32]:
        """Return the probability that each word is right."""
        of_labels = np.array([self.of_labels.get(label, 0.0) for label in found.labels])
        return _probability(found.numbers, np.array(self.weights), of_labels[found.label]).astype(np.float32)

    def to_list(self) -> list[float | dict[str, float]]:
        """Return the weights, and after them a table of those of labels."""
        return [*self.weights, dict(self.of_labels)]

    @classmethod
    def of_list(cls, kept: Sequence[float | Mapping[str, float]]) -> Surroundings:
        """Return what `to_list` gave; ValueError or TypeError if it is none."""
        *weights, last = kept
        if not isinstance(last, Mapping) and len(kept) == 4:  # the first models did not look at arcs
            weights, last = [*kept, *[0.0] * (_NUMBERS - 3)], {}
        if not isinstance(last, Mapping):
            raise TypeError("there are no weights of labels")
        made = cls(
            tuple(map(float, weights)),  # type: ignore[arg-type]
            {str(label): float(weight) for label, weight in last.items()},
        )
        if len(made.weights) != _NUMBERS + 1 or not np.isfinite([*made.weights, *last.values()]).all():
            raise ValueError(f"these are not {_NUMBERS + 1} weights")
        return made

    @classmethod
    def fitted(cls, found: Signals, right: NDArray[np.bool_]) -> Surroundings:
        """Return the regression that makes what was observed most probable, by Newton's method.

        >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 50, heads=[[2, 0]] * 50)
        >>> found = signals(np.array([0.1, 0.9] * 50), trees)
        >>> Surroundings.fitted(found, np.array([False, True] * 50))(found)[:2].round(1).tolist()
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
            said = _probability(numbers, weights[:size], weights[size:][label])
            slope = np.concatenate([known.T @ (said - right), by_label(said - right)]) + ridge * weights
            doubt = said * (1 - said)
            # A word has one label, so that most of the curvature is sums by label.
            both = np.column_stack([by_label(doubt * column) for column in known.T])
            own = (known * doubt[:, None]).T @ known
            curvature = np.block([[own, both.T], [both, np.diag(by_label(doubt))]]) + np.diag(ridge)
            step = np.linalg.solve(curvature, slope)
            weights -= np.clip(step, -2, 2)  # far from the optimum Newton's method may leap too far
            if np.abs(step).max() < 1e-8:
                break
        kept = [round(float(weight), 6) for weight in weights]
        return cls(tuple(kept[:size]), dict(zip(labels, kept[size:], strict=True)))


def _probability(numbers: Floats, weights: Floats, of_labels: Floats) -> Floats:
    score = np.clip(weights[0] + numbers @ weights[1:] + of_labels, -30, 30)
    return np.asarray(1 / (1 + np.exp(-score)))
