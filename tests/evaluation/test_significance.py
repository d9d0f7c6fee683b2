"""The statistics, compared with direct formulas."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import dodona
from dodona.evaluation.comparison_tables import mark
from dodona.evaluation.significance import bootstrap_intervals, permutation_p, scipy_stats, wilcoxon_p

stats = pytest.importorskip("scipy.stats")


def counts(above: list[int], below: list[int]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(above, dtype=float), np.array(below, dtype=float)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (counts([3, 4, 1, 0, 5, 2], [5] * 6), counts([4, 4, 3, 1, 4, 5], [5] * 6)),
        (counts([2, 4, 6, 2], [6, 5, 9, 4]), counts([4, 4, 8, 2], [7, 5, 8, 5])),  # as CLAS has it
        (counts([1, 2], [2, 2]), counts([2, 2], [2, 2])),  # one sentence differs
    ],
)
def test_permutation_of_few_sentences_is_exhaustive(
    first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]
) -> None:
    rows = list(zip(*first, *second, strict=True))

    def difference(swaps: tuple[bool, ...]) -> Fraction:
        turned = [row[2:] + row[:2] if swap else row for swap, row in zip(swaps, rows, strict=True)]
        a, b, c, d = (sum(map(int, column)) for column in zip(*turned, strict=True))
        return Fraction(c, d) - Fraction(a, b)

    null = [difference(swaps) for swaps in product((False, True), repeat=len(rows))]
    seen = difference((False,) * len(rows))
    tail = min(sum(value <= seen for value in null), sum(value >= seen for value in null))
    assert permutation_p(first, second, resamples=1000, seed=1) == min(1, 2 * tail / len(null))


def test_permutation_of_many_sentences_approximates_the_normal_test() -> None:
    rng = np.random.default_rng(3)
    below = rng.integers(5, 30, 400).astype(float)
    first, second = (rng.binomial(below.astype(int), share).astype(float) for share in (0.80, 0.81))
    gain = second - first
    expected = 2 * stats.norm.sf(abs(gain.sum()) / np.sqrt((gain**2).sum()))
    assert permutation_p((first, below), (second, below), resamples=10_000, seed=1) == pytest.approx(
        expected, abs=0.015
    )


def test_wilcoxon_is_scipys_over_the_scores_of_sentences() -> None:
    rng = np.random.default_rng(5)
    below = rng.integers(1, 4, 80) * 4.0  # quarters, eighths and twelfths; equal differences tie exactly
    first, second = (rng.binomial(below.astype(int), share).astype(float) for share in (0.6, 0.7))
    scores = [float(Fraction(int(b - a), int(n))) for a, b, n in zip(first, second, below, strict=True)]
    expected = stats.wilcoxon(scores).pvalue
    assert wilcoxon_p((first, below), (second, below)) == pytest.approx(expected, rel=1e-12)
    assert 0 < expected < 0.2


def test_wilcoxon_is_exact_where_few_sentences_differ() -> None:
    below = np.full(75, 10.0)
    first, second = np.full(75, 5.0), np.full(75, 5.0)
    second[:5] += [1, 2, 3, 4, 5]  # all five of one sign: 2 of 2**5 ways
    assert wilcoxon_p((first, below), (second, below)) == pytest.approx(2 / 32)


def test_sentences_without_scored_words_do_not_matter_to_wilcoxon() -> None:
    first, second = counts([1, 2, 0, 3], [4, 4, 0, 4]), counts([2, 4, 0, 0], [4, 4, 0, 4])
    without = [(part[[0, 1, 3]]) for part in (*first, *second)]
    assert wilcoxon_p(first, second) == wilcoxon_p((without[0], without[1]), (without[2], without[3]))


def test_equal_systems_have_p_1() -> None:
    same = counts([3, 4, 1, 0, 5, 2], [5] * 6)
    assert wilcoxon_p(same, same) == 1
    assert permutation_p(same, same, resamples=1000, seed=1) == 1
    turned = counts([4, 3, 0, 1, 2, 5], [5] * 6)  # not equal, but not better
    assert permutation_p(same, turned, resamples=1000, seed=1) == 1


def test_bootstrap_has_its_nominal_coverage() -> None:
    rng = np.random.default_rng(11)
    below = np.full(60, 20.0)
    covered = 0
    for seed in range(200):
        above = rng.binomial(20, 0.8, 60).astype(float)
        (((low, high),),), _ = bootstrap_intervals(
            above[None, None], below[None, None], [], confidence=0.9, resamples=300, seed=seed
        )
        covered += low <= 0.8 <= high
    assert 0.84 <= covered / 200 <= 0.95


def test_bootstrap_is_as_wide_as_the_formula_and_pairs_the_systems() -> None:
    rng = np.random.default_rng(7)
    below = rng.integers(5, 25, 500).astype(float)
    first = rng.binomial(below.astype(int), 0.8).astype(float)
    second = np.minimum(first + (rng.random(500) < 0.2), below)
    systems, differences = bootstrap_intervals(
        np.stack([first, second])[None], np.stack([below, below])[None], [(0, 1)],
        confidence=0.95, resamples=4000, seed=1,
    )  # fmt: skip

    def width(above: np.ndarray) -> float:  # of a ratio of sums, by linearisation
        residuals = above - below * above.sum() / below.sum()
        return 2 * 1.96 * np.sqrt((residuals**2).sum()) / below.sum()

    assert np.ptp(systems[0, 0]) == pytest.approx(width(first), rel=0.08)
    assert np.ptp(systems[0, 1]) == pytest.approx(width(second), rel=0.08)
    assert np.ptp(differences[0, 0]) == pytest.approx(width(second - first), rel=0.08)
    assert np.ptp(differences[0, 0]) < np.ptp(systems[0, 0]) / 2  # unpaired, it would be wider
    assert differences[0, 0, 0] < (second - first).sum() / below.sum() < differences[0, 0, 1]


def test_marks() -> None:
    assert [mark(p)[-1] for p in (0.0099, 0.01, 0.0499, 0.05)] == ["‡", "†", "†", "0"]


def test_missing_scipy_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(dodona.MissingExtraError, match=r"dodona compare needs .*dodona\[compare\]"):
        scipy_stats()
