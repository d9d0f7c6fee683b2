"""Calibration measures, compared with their definitions, manual computations and synthetic data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.evaluation import area_under_risk, area_under_roc, calibration, risk_coverage
from dodona.evaluation.bins import bin_numbers

confidences = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]) | st.floats(0, 1), min_size=1)


@given(confidences, st.integers(1, 20))
def test_equal_confidences_are_in_one_bin_and_bins_are_in_order(values: list[float], bins: int) -> None:
    sure = np.array(values)
    numbers = bin_numbers(sure, bins)
    assert set(numbers) == set(range(numbers.max() + 1))
    assert numbers.max() < bins
    for one, other in zip(range(len(sure)), range(1, len(sure)), strict=False):
        if sure[one] == sure[other]:
            assert numbers[one] == numbers[other]
        if sure[one] < sure[other]:
            assert numbers[one] <= numbers[other]


@given(st.integers(1, 300), st.integers(1, 20))
def test_bins_have_equal_sizes_if_all_confidences_differ(count: int, bins: int) -> None:
    sizes = np.bincount(bin_numbers(np.random.default_rng(count).permutation(count) / count, bins))
    assert len(sizes) == min(count, bins)
    assert sizes.max() - sizes.min() <= 1


def test_limits_move_to_the_nearest_change() -> None:
    # The ideal limit between two bins is after the third of six, among equal confidences.
    assert bin_numbers(np.array([0.1, 0.2, 0.5, 0.5, 0.5, 0.9]), 2).tolist() == [0, 0, 1, 1, 1, 1]
    assert bin_numbers(np.array([0.1, 0.5, 0.5, 0.5, 0.8, 0.9]), 2).tolist() == [0, 0, 0, 0, 1, 1]
    assert bin_numbers(np.full(7, 0.3), 15).tolist() == [0] * 7


def test_measures_by_hand() -> None:
    sure = [0.2, 0.4, 0.6, 0.6, 0.9, 1.0]
    right = [False, True, True, False, True, True]
    found = calibration(sure, right, bins=3)
    assert [part.count for part in found.bins] == [2, 2, 2]
    assert [part.accuracy for part in found.bins] == [0.5, 0.5, 1.0]
    assert [part.gap for part in found.bins] == pytest.approx([0.2, -0.1, 0.05])
    assert found.ece == pytest.approx((0.2 + 0.1 + 0.05) / 3)
    assert found.mce == pytest.approx(0.2)
    assert found.brier == pytest.approx((0.04 + 0.36 + 0.16 + 0.36 + 0.01 + 0) / 6)
    assert found.auroc == pytest.approx(
        (4 + 2.5) / 8
    )  # 0.2 is below all four, 0.6 below two and equal to one
    assert (found.confidence, found.accuracy) == pytest.approx((3.7 / 6, 4 / 6))


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.4, 0.4001, 0.9]), st.booleans()), min_size=1))
def test_area_under_roc_is_the_share_of_pairs_in_order(pairs: list[tuple[float, bool]]) -> None:
    sure, right = (np.array(part) for part in zip(*pairs, strict=True))
    wrongs, rights = sure[~right], sure[right]
    if not len(wrongs) or not len(rights):
        assert area_under_roc(sure, right) is None
        return
    wins = (wrongs[:, None] < rights).sum() + (wrongs[:, None] == rights).sum() / 2
    assert area_under_roc(sure, right) == pytest.approx(wins / (len(wrongs) * len(rights)))


def drawn(count: int, seed: int, asked: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return confidences, and outcomes whose probability is the confidence to the power `asked`."""
    random = np.random.default_rng(seed)
    sure = random.beta(4, 1, count)
    return sure, random.random(count) < sure**asked


def test_a_perfectly_calibrated_parser_shows_what_chance_shows() -> None:
    found = [calibration(*drawn(3000, seed), resamples=200) for seed in range(40)]
    chance = np.mean([each.ece_by_chance.mean for each in found])
    assert np.mean([each.ece for each in found]) == pytest.approx(chance, rel=0.1)
    above = np.mean([each.ece > each.ece_by_chance.high for each in found])
    assert above < 0.2  # 0.05 with infinitely many
    assert np.mean([each.mce for each in found]) == pytest.approx(
        np.mean([each.mce_by_chance.mean for each in found]), rel=0.15
    )


def test_chance_is_about_0_007_on_ten_thousand_hard_words() -> None:
    """The mean deviation of a bin of 667 at p is 0.8 times the root of p(1-p)/667."""
    sure = np.repeat((np.arange(15) + 0.5) / 15, 667)
    found = calibration(sure, np.random.default_rng(2).random(len(sure)) < sure, resamples=400)
    deviations = np.sqrt(2 / np.pi) * np.sqrt(sure * (1 - sure) / 667)
    assert found.ece_by_chance.mean == pytest.approx(deviations.mean(), rel=0.05)
    assert found.ece_by_chance.mean < found.ece_by_chance.high < 3 * found.ece_by_chance.mean


def test_an_overconfident_parser_is_detected() -> None:
    sure, right = drawn(3000, 1, asked=2.0)
    found = calibration(sure, right)
    assert found.ece == pytest.approx(np.mean(sure - sure**2), abs=0.02)
    assert found.ece > 4 * found.ece_by_chance.high
    assert all(part.gap < 0 for part in found.bins[:-1])
    assert found.ece_low < found.ece < found.ece_high


@pytest.mark.parametrize("asked", [1.0, 1.5])  # calibrated, and overconfident
def test_the_interval_covers_measurements_on_other_data(asked: float) -> None:
    """In about 95% of the cases it covers the mean measurement on data of the same kind."""
    measured = [calibration(*drawn(600, seed, asked), resamples=200) for seed in range(60)]
    mean = np.mean([each.ece for each in measured])
    held = np.mean([each.ece_low <= mean <= each.ece_high for each in measured])
    assert held >= 0.85


def test_correlated_words_make_the_interval_wider() -> None:
    random = np.random.default_rng(3)
    sentences = np.repeat(np.arange(100), 10)
    sure, right = np.full(1000, 0.7), np.repeat(random.random(100) < 0.5, 10)
    alone = calibration(sure, right)
    together = calibration(sure, right, groups=sentences)
    assert together.ece == alone.ece
    assert together.ece_high - together.ece_low > 2 * (alone.ece_high - alone.ece_low)
    # By the normal distribution, the interval of a share is 1.96 standard errors to each side.
    assert together.ece_high - together.ece == pytest.approx(1.96 * 0.05, rel=0.25)


def test_groups_may_be_any_numbers() -> None:
    sure, right = drawn(50, 1)
    some = calibration(sure, right, groups=np.arange(50) // 5)
    assert calibration(sure, right, groups=1000 - 7 * (np.arange(50) // 5)).ece_high == pytest.approx(
        some.ece_high, abs=0.05
    )


def test_the_same_seed_gives_the_same_numbers() -> None:
    sure, right = drawn(200, 5)
    assert calibration(sure, right, seed=4) == calibration(sure, right, seed=4)
    assert calibration(sure, right, seed=4).ece_low != calibration(sure, right, seed=5).ece_low


def test_risk_coverage_by_hand() -> None:
    sure, right, words = np.array([0.9, 0.2, 0.5, 0.7]), np.array([4, 0, 3, 5]), np.array([4, 2, 6, 5])
    points = risk_coverage(sure, right, words, shares=np.array([0.25, 0.5, 0.75, 1.0]))
    assert [point.accuracy for point in points] == pytest.approx([1, 1, 12 / 15, 12 / 17])
    assert [point.words for point in points] == pytest.approx([4 / 17, 9 / 17, 15 / 17, 1])
    assert [point.threshold for point in points] == [0.9, 0.7, 0.5, 0.2]
    assert points[-1].risk == pytest.approx(5 / 17)
    assert area_under_risk(sure, right, words) == pytest.approx((0 + 0 + 3 / 15 + 5 / 17) / 4)


def test_risk_coverage_does_not_depend_on_the_order_of_equal_confidences() -> None:
    sure, right = np.array([0.5, 0.5, 0.5, 0.9]), np.array([1.0, 0.0, 0.0, 1.0])
    halves = [
        risk_coverage(sure[order], right[order], np.ones(4), shares=np.array([0.5]))[0].accuracy
        for order in ([0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2])
    ]
    assert halves == pytest.approx([(1 + 1 / 3) / 2] * 3)


def test_everything_right_or_one_prediction() -> None:
    found = calibration([0.5], [True])
    assert (found.ece, found.mce, found.auroc, len(found.bins)) == (0.5, 0.5, None, 1)
    assert calibration([1.0] * 20, [True] * 20).ece_by_chance.high == 0
    assert "–" in str(calibration([1.0] * 20, [True] * 20))


@pytest.mark.parametrize(
    ("sure", "right", "options", "said"),
    [
        ([], [], {}, "there is nothing to calibrate"),
        ([0.5, 0.5], [True], {}, "of the same length: 2, 1 and 2 were given"),
        ([0.5], [True], {"groups": [1, 2]}, "1, 1 and 2 were given"),
        ([1.5], [True], {}, "from 0 to 1"),
        ([float("nan")], [True], {}, "from 0 to 1"),
        ([0.5], [True], {"bins": 0}, "bins cannot be 0"),
        ([0.5], [True], {"resamples": 3}, "resamples cannot be 3"),
    ],
)
def test_mistakes(sure: list[float], right: list[bool], options: dict[str, int], said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        calibration(sure, right, **options)


def test_it_prints_and_becomes_plain() -> None:
    found = calibration(*drawn(500, 1), bins=4)
    assert repr(found).startswith("Calibration(500: 0.786 sure, 0.796 right, ECE 0.0")
    assert str(found).count(" … ") == 7  # an interval, two of chance and four bins
    plain = found.to_dict()
    assert plain["ece_by_chance"]["mean"] == found.ece_by_chance.mean
    assert plain["bins"][3]["accuracy"] == found.bins[3].accuracy
