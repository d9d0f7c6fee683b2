"""Calibration errors, their confidence intervals, and their values by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dodona.evaluation.bins import Bin
from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.measures import Floats

# Draws are processed in batches of about this many numbers, to save memory.
_BATCH = 2_000_000


@dataclass(frozen=True)
class Chance:
    """The error of a perfectly calibrated parser with the same confidences, which is not 0.

    A hundred words at 0.9 are seldom correct exactly ninety times. `mean` is the mean error of such a parser,
    and `high` is exceeded in one case of twenty.
    """

    mean: float
    high: float


def expected_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean absolute gap of all predictions.

    >>> round(expected_error([Bin(0.5, 0.5, 3, 0.5, 0.6), Bin(0.9, 0.9, 1, 0.9, 0.7)]), 6)
    0.125
    """
    total = sum(found.count for found in bins)
    return sum(found.count * abs(found.gap) for found in bins) / total if total else 0.0


def maximum_error(bins: Sequence[Bin]) -> float:
    """Return the maximum calibration error: the largest absolute gap of a bin.

    >>> round(maximum_error([Bin(0.5, 0.5, 3, 0.5, 0.6), Bin(0.9, 0.9, 1, 0.9, 0.7)]), 6)
    0.2
    """
    return max((abs(found.gap) for found in bins), default=0.0)


def interval_of_expected_error(
    confidence: Floats, right: Bools, numbers: Ints, groups: Ints, *, resamples: int, seed: int
) -> tuple[float, float]:
    """Return a 95% interval of the expected error, by resampling groups: the sentences of the words.

    The words of a sentence depend on each other, so they are drawn together. The bins do not change. A
    resample is noisier than the data, and noise increases an absolute error, so all resamples are shifted
    down by the difference between their mean and the error of the data.

    >>> sure, right = np.full(100, 0.75), np.arange(100) % 2 == 0
    >>> low, high = interval_of_expected_error(sure, right, np.zeros(100, int), np.arange(100),
    ...                                        resamples=1000, seed=1)
    >>> 0.1 < low < 0.25 < high < 0.4
    True
    """
    bins, sentences = int(numbers.max()) + 1, int(groups.max()) + 1
    cells = groups * bins + numbers
    gaps = np.bincount(cells, weights=right - confidence, minlength=sentences * bins)
    per_sentence = gaps.reshape(sentences, bins)
    sizes = np.bincount(groups, minlength=sentences).astype(np.float64)
    # A sentence without scored words adds nothing, but would make resamples of different sizes.
    per_sentence, sizes = per_sentence[sizes > 0], sizes[sizes > 0]
    draws, found = np.random.default_rng(seed), []
    at_a_time = max(1, _BATCH // len(sizes))
    for begin in range(0, resamples, at_a_time):
        drawn = draws.integers(len(sizes), size=(min(at_a_time, resamples - begin), len(sizes)))
        rows = np.arange(len(drawn))[:, None] * len(sizes)
        times = np.bincount((drawn + rows).ravel(), minlength=drawn.size).reshape(drawn.shape)
        found.append(np.abs(times @ per_sentence).sum(axis=1) / (times @ sizes))
    errors = np.concatenate(found)
    measured = np.abs(per_sentence.sum(axis=0)).sum() / sizes.sum()
    low, high = np.quantile(errors, [0.025, 0.975]) - (errors.mean() - measured)
    return max(0.0, float(low)), float(high)


def errors_by_chance(confidence: Floats, numbers: Ints, *, draws: int, seed: int) -> tuple[Chance, Chance]:
    """Return the expected and the maximum error of a perfectly calibrated parser with these confidences.

    >>> expected, _ = errors_by_chance(np.full(10_000, 0.9), np.arange(10_000) % 15, draws=200, seed=1)
    >>> 0.006 < expected.mean < 0.012  # the mean deviation of 667 draws at 0.9 is 0.0093
    True
    """
    expected, largest = drawn_errors(confidence, numbers, draws=draws, seed=seed)
    return _chance(expected), _chance(largest)


def drawn_errors(confidence: Floats, numbers: Ints, *, draws: int, seed: int) -> tuple[Floats, Floats]:
    """Return the expected and the maximum errors of simulated perfectly calibrated parsers.

    Each prediction is correct with the probability of its confidence, independently of the others.

    >>> [errors.shape for errors in drawn_errors(np.full(30, 0.9), np.arange(30) % 3, draws=5, seed=1)]
    [(5,), (5,)]
    """
    order = np.argsort(numbers, kind="stable")
    ordered, counts = confidence[order], np.bincount(numbers)
    begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
    should = np.add.reduceat(ordered, begins)
    random, at_a_time = np.random.default_rng(seed), max(1, _BATCH // len(ordered))
    expected, largest = [], []
    for begin in range(0, draws, at_a_time):
        some = random.random((min(at_a_time, draws - begin), len(ordered)), dtype=np.float32)
        right = np.add.reduceat(some < ordered, begins, axis=1, dtype=np.int64)
        gaps = np.abs(right - should)
        expected.append(gaps.sum(axis=1) / len(ordered))
        largest.append((gaps / counts).max(axis=1))
    return np.concatenate(expected), np.concatenate(largest)


def _chance(drawn: Floats) -> Chance:
    return Chance(mean=float(drawn.mean()), high=float(np.quantile(drawn, 0.95)))
