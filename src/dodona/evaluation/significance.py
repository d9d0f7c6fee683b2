"""Significance tests: scipy's tests, applied to sums over sentences.

Every metric is a ratio of two sums over sentences. `above` holds what each sentence adds to the numerator and
`below` what it adds to the denominator, with the sentences along the last axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from dodona.errors import MissingExtraError
from dodona.evaluation.columns import Ints
from dodona.evaluation.measures import Floats

#: What each sentence adds to the numerator, and to the denominator.
Counts = tuple[Floats, Floats]

# Resamples are processed in batches of about this many numbers, to save memory.
_BATCH = 2_000_000


def scipy_stats(needed_by: str = "dodona compare") -> ModuleType:
    """Import scipy.stats, or raise an error with how to install it."""
    try:
        from scipy import stats
    except ImportError as error:
        raise MissingExtraError(needed_by, "compare") from error
    return stats


def ratio(above: Floats, below: Floats) -> Floats:
    """Divide; 0 / 0 is 0.

    >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]))
    array([0.5, 0. ])
    """
    return np.divide(above, below, out=np.zeros_like(below), where=below != 0)


def bootstrap_intervals(
    above: Floats,
    below: Floats,
    pairs: Sequence[tuple[int, int]],
    *,
    confidence: float,
    resamples: int,
    seed: int,
) -> tuple[Floats, Floats]:
    """Return percentile intervals of each ratio, and of the difference (second minus first) of each pair.

    The arrays are metrics by systems by sentences, and the intervals metrics by systems (or pairs) by lower
    and upper end. All use the same resamples of the sentences, so that differences are paired.

    >>> above = np.stack([np.ones(50), np.zeros(50)])[None]
    >>> systems, differences = bootstrap_intervals(above, np.ones((1, 2, 50)), [(1, 0)],
    ...                                            confidence=0.95, resamples=100, seed=1)
    >>> systems.tolist(), differences.tolist()
    ([[[1.0, 1.0], [0.0, 0.0]]], [[[1.0, 1.0]]])
    """
    measures, systems, sentences = above.shape
    firsts, seconds = ([pair[side] for pair in pairs] for side in (0, 1))

    def statistic(sample: Any, axis: int) -> Floats:
        weights = _times_drawn(sample.astype(np.int64), sentences)
        sums = [weights @ part.reshape(-1, sentences).T for part in (above, below)]
        ratios = ratio(*sums).T.reshape(measures, systems, -1)
        return np.concatenate([ratios, ratios[:, seconds] - ratios[:, firsts]], axis=1)

    interval = (
        scipy_stats()
        .bootstrap(
            (np.arange(sentences),),
            statistic,
            vectorized=True,
            n_resamples=resamples,
            batch=max(1, _BATCH // sentences),
            confidence_level=confidence,
            method="percentile",
            random_state=np.random.default_rng(seed),
        )
        .confidence_interval
    )
    ends = np.stack([interval.low, interval.high], axis=-1)
    return ends[:, :systems], ends[:, systems:]


def _times_drawn(sample: Ints, sentences: int) -> Floats:
    """Return how often each resample drew each sentence."""
    rows = np.arange(len(sample))[:, None] * sentences
    counts = np.bincount((sample + rows).ravel(), minlength=len(sample) * sentences)
    return counts.reshape(len(sample), sentences).astype(np.float64)


def permutation_p(first: Counts, second: Counts, *, resamples: int, seed: int) -> float:
    """Return the p-value of a paired permutation test: first and second are a system's (above, below).

    Under the null hypothesis, the results of the two systems are exchangeable in each sentence: the test
    swaps them at random, and p is how often the ratios then differ at least as much. With few enough
    sentences it tries all permutations.

    >>> better, worse = (np.ones(3), np.ones(3)), (np.zeros(3), np.ones(3))
    >>> permutation_p(worse, better, resamples=100, seed=1)
    0.25
    """
    # Sentences with equal results do not matter, but scipy needs at least two.
    differ = np.flatnonzero((first[0] != second[0]) | (first[1] != second[1]))
    if not len(differ):
        return 1.0
    swapped = differ if len(differ) > 1 else np.array([differ[0], differ[0] - 1])
    sums = [ours.sum() + theirs.sum() for ours, theirs in zip(first, second, strict=True)]
    gains = [(theirs - ours)[swapped] for ours, theirs in zip(first, second, strict=True)]

    def statistic(signs: Any, axis: int) -> Floats:
        (above, below), (gain_above, gain_below) = sums, (signs @ gain for gain in gains)
        ours = ratio((above - gain_above) / 2, (below - gain_below) / 2)
        theirs = ratio((above + gain_above) / 2, (below + gain_below) / 2)
        return theirs - ours

    # With one sample, scipy's paired test flips signs; here the sign identifies the system.
    found = scipy_stats().permutation_test(
        (np.ones(len(swapped)),),
        statistic,
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        batch=max(1, _BATCH // len(swapped)),
        random_state=np.random.default_rng(seed),
    )
    return float(found.pvalue)


def wilcoxon_p(first: Counts, second: Counts) -> float:
    """Return the p-value of the Wilcoxon signed-rank test over the scores of the sentences.

    >>> right = np.array([9.0, 8.0, 7.0, 6.0, 5.0, 9.0])
    >>> wilcoxon_p((right - [1, 2, 3, 4, 5, 6], right + 1), (right, right + 1)) < 0.05
    True
    """
    differences = _sentence_differences(first, second)
    # The test omits sentences without a difference. Omitting them beforehand lets scipy use an exact p if few
    # are left; otherwise 5 sentences of 75 would have an approximate 0.03.
    differing = differences[differences != 0]
    return float(scipy_stats().wilcoxon(differing).pvalue) if len(differing) else 1.0


def _sentence_differences(first: Counts, second: Counts) -> Floats:
    """Subtract sentence scores, dividing only once so that equal differences have equal ranks."""
    scored = (first[1] > 0) & (second[1] > 0)
    (above, below), (other_above, other_below) = ([part[scored] for part in side] for side in (first, second))
    return (other_above * below - above * other_below) / (below * other_below)
