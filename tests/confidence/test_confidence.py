"""Confidences and their calibration."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.confidence.calibration import ESTIMATORS, Calibration
from dodona.confidence.confidences import estimate
from dodona.confidence.fitting import outcomes
from dodona.confidence.isotonic import MonotoneCurve, blend, isotonic
from dodona.confidence.regression import ConfidenceRegression, arc_features


@pytest.fixture(scope="module")
def sure(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove[:55], dev=grove[55:], recipe="probabilistic", epochs=8)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_trees_are_those_of_parse(sure: dodona.Parser, grove: dodona.Treebank, estimator: str) -> None:
    found = sure.confidence(grove, estimator=estimator)
    assert found.parsed == sure.parse(grove) and found.calibrated
    assert len(found.heads) == len(found.labels) == len(found.margins) == len(found.left_over) == 747
    assert len(found.trees) == 75
    for array in (found.heads, found.labels, found.trees, found.margins):
        assert ((array >= 0) & (array <= 1)).all() and array.std() > 0.01
    roots = found.parsed.heads == 0
    assert roots[found.left_over].all() and found.left_over.any()


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_threads_and_batches_change_nothing(
    sure: dodona.Parser, grove: dodona.Treebank, estimator: str
) -> None:
    whole = sure.confidence(grove, estimator=estimator, threads=3)
    parts = [sure.confidence(grove[i : i + 9], estimator=estimator) for i in range(0, 75, 9)]
    for name in ("heads", "labels", "trees", "margins", "left_over"):
        assert (getattr(whole, name) == np.concatenate([getattr(part, name) for part in parts])).all()


def test_another_seed_draws_other_samples(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    one, same, other = (
        sure.confidence(grove, estimator="samples", samples=5, calibrated=False, seed=seed).heads
        for seed in (1, 1, 2)
    )
    assert (one == same).all() and (one != other).any()
    assert set(np.round(one * 5, 4)) <= {0, 1, 2, 3, 4, 5}


def test_calibration_is_learnt_from_development_data(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    # On the data it was fitted to, a curve's mean is the accuracy, up to add-one smoothing.
    for estimator in ESTIMATORS:
        found = sure.confidence(grove[55:], estimator=estimator)
        heads, labels, trees = outcomes(found.parsed, grove[55:])
        assert found.labels.mean() == pytest.approx(labels.mean(), abs=0.03)
        assert found.heads.mean() == pytest.approx(heads.mean(), abs=0.05)
        assert found.trees.mean() == pytest.approx(trees.mean(), abs=0.12)
    raw = sure.confidence(grove[55:], calibrated=False)
    assert not raw.calibrated and (raw.heads != sure.confidence(grove[55:]).heads).any()
    # Uncalibrated: the temperature is part of the calibration.
    as_they_are = estimate(sure, grove[55:], estimator="transition", temperature=1.0)
    assert (raw.heads == as_they_are.heads).all() and sure.info["calibration"]["temperature"] != 1


@pytest.mark.parametrize("estimator, width", [("samples", 21), ("beam", 1), ("beam", 64)])
def test_calibration_holds_for_one_number_of_parses(
    sure: dodona.Parser, grove: dodona.Treebank, estimator: str, width: int
) -> None:
    with pytest.raises(dodona.OptionError, match=f"{estimator} cannot be {width}: .* is calibrated with"):
        sure.confidence(grove, estimator=estimator, **{estimator: width})
    assert not sure.confidence(grove, estimator=estimator, calibrated=False, **{estimator: width}).calibrated
    sure.confidence(grove, samples=21, beam=64)  # without effect on the estimator transition


def test_models_keep_their_calibration(sure: dodona.Parser, grove: dodona.Treebank, tmp_path: Path) -> None:
    sure.save(tmp_path / "m")
    again = dodona.load(tmp_path / "m")
    assert again.is_calibrated
    assert (again.confidence(grove).heads == sure.confidence(grove).heads).all()
    kept = sure.info["calibration"]
    assert Calibration.of_dict(kept).to_dict() == kept and 0.3 < kept["temperature"] < 30


def test_models_calibrated_without_arcs_and_seen_sentences_are_read(
    sure: dodona.Parser, grove: dodona.Treebank, tmp_path: Path
) -> None:
    """The first models had four weights and did not store their training sentences."""
    curve = [[0.0, 1.0], [0.0, 1.0], [0.5, 1.0, 0.25, -0.5]]
    curves = {
        e: {"heads": curve, "left_over": curve, "labels": curve, "trees": curve[:2]} for e in ESTIMATORS
    }
    old = dodona.Parser(sure._core, {**sure.info, "calibration": {"temperature": 1.5, "curves": curves}})
    old.save(tmp_path / "m")
    found = dodona.load(tmp_path / "m").confidence(grove)
    raw = estimate(old, grove, estimator="transition", temperature=1.5)
    odds, others, length = arc_features(raw.heads, grove).numbers[:, :3].T
    expected = 1 / (1 + np.exp(-(0.5 + odds + 0.25 * others - 0.5 * length)))
    assert np.allclose(found.heads, expected, atol=1e-5)


@pytest.mark.parametrize(
    "odd",
    [
        "stew",
        {},
        {"temperature": 0, "curves": {}},
        {"temperature": 1, "curves": {"transition": {}}},
        {
            "temperature": 1,
            "curves": {
                e: {k: [[0, 1], [1, 0]] for k in ("heads", "left_over", "labels", "trees")}
                for e in ESTIMATORS
            },
        },
        {
            "temperature": 1,
            "curves": {
                e: {k: [[0, 1], [0, 1], [1, 2]] for k in ("heads", "left_over", "labels", "trees")}
                for e in ESTIMATORS
            },
        },
    ],
)
def test_malformed_calibrations_are_reported_as_damage(
    sure: dodona.Parser, tmp_path: Path, odd: object
) -> None:
    parser = dodona.Parser(sure._core, {**sure.info, "calibration": odd})
    parser.save(tmp_path / "m")
    with pytest.raises(dodona.Error, match="invalid metadata: calibration"):
        dodona.load(tmp_path / "m")


def test_perceptrons_are_refused_until_calibrated(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="recipe probabilistic"):
        parser.confidence(grove)
    able = dodona.Parser(parser._core, dict(parser.info))
    able.calibrate(grove)
    found = able.confidence(grove)
    heads, _, _ = outcomes(found.parsed, grove)
    assert found.heads.mean() == pytest.approx(heads.mean(), abs=0.05)
    assert able.info["calibration"]["temperature"] > 1.5  # a perceptron's scores are far too confident


def test_without_development_data_nothing_is_calibrated(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove[:9], recipe="probabilistic", epochs=1)
    assert not parser.is_calibrated and not parser.confidence(grove[:9]).calibrated


def test_mistakes(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match="estimator cannot be 'guess'"):
        sure.confidence(grove, estimator="guess")
    for name in ("samples", "beam"):
        with pytest.raises(dodona.OptionError, match=f"{name} cannot be 0"):
            sure.confidence(grove, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(dodona.ArgumentError):
        sure.confidence(grove[0])  # type: ignore[arg-type]
    bare = dodona.Treebank.from_lists([["a"]])
    with pytest.raises(dodona.Error, match="no trees to compare with"):
        sure.calibrate(bare)
    assert len(sure.confidence(dodona.Treebank()).heads) == 0


def test_isotonic_recovers_a_rising_curve() -> None:
    random = np.random.default_rng(1)
    scores = random.random(20_000).astype(np.float32)
    right = random.random(20_000) < scores**2
    curve = isotonic(scores, right)
    at = np.linspace(0.05, 0.95, 19).astype(np.float32)
    assert np.abs(curve(at) - at**2).max() < 0.04
    assert (np.diff(curve.x) > 0).all() and (np.diff(curve.y) >= 0).all()


def test_isotonic_is_the_optimal_step_function() -> None:
    # Many copies of each score, so that grouping and smoothing do not matter.
    shares = [0.1, 0.4, 0.2, 0.7, 0.6, 0.9]
    scores = np.repeat(np.arange(6) / 5, 1000).astype(np.float32)
    right = np.concatenate([np.arange(1000) < 1000 * share for share in shares])
    curve = isotonic(scores, right)
    pooled = [0.1, 0.3, 0.65, 0.9]  # 0.4 and 0.2 fall, and 0.7 and 0.6
    assert curve.y == pytest.approx(pooled, abs=0.001)
    assert curve.x == pytest.approx([0.0, 0.3, 0.7, 1.0], abs=1e-6)


def test_a_blend_is_nearer_to_the_truth_than_either_curve() -> None:
    # A truth close to the other curve, and few observations.
    random, at = np.random.default_rng(1), np.linspace(0.02, 0.98, 49)
    truth = at**1.2
    off: dict[str, list[float]] = {"isotonic": [], "logistic": [], "half": []}
    for _ in range(40):
        scores = random.choice(at, 200).astype(np.float32)
        right = random.random(200) < np.interp(scores, at, truth)
        steps = isotonic(scores, right)
        half = blend(steps, lambda x: x, at=(0, 1))
        for name, values in (("isotonic", steps(at)), ("logistic", at), ("half", half(at))):
            off[name].append(float(np.abs(values - truth).mean()))
    mean = {name: np.mean(values) for name, values in off.items()}
    assert mean["half"] < mean["isotonic"] and mean["half"] < mean["logistic"]


def test_a_blend_never_falls() -> None:
    made = blend(MonotoneCurve((0.2, 0.8), (0.3, 0.4)), lambda x: 1 - x, at=(0, 0.5, 1))
    assert made.x == (0, 0.2, 0.5, 0.8, 1) and (np.diff(made.y) >= 0).all()
    assert MonotoneCurve.of_list(made.to_list()) == made


def test_nothing_is_ever_certain() -> None:
    always = isotonic(np.full(50, 0.5, np.float32), np.ones(50, bool))
    assert always.y == (pytest.approx(51 / 52),)
    assert MonotoneCurve.of_list(always.to_list()) == always


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_ctrl_c_stops_a_long_call(sure: dodona.Parser, grove_path: Path, tmp_path: Path) -> None:
    sure.save(tmp_path / "m")
    script = (
        "import dodona, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"parser, grove = dodona.load({str(tmp_path / 'm')!r}), dodona.read({str(grove_path)!r})\n"
        "many = dodona.Treebank(list(grove) * 20)\n"
        "print('ready', flush=True)\n"
        "parser.confidence(many, estimator='samples', samples=10_000, threads=2, calibrated=False)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(0.5)  # so that it interrupts the call, which would take far longer
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert b"KeyboardInterrupt" in err


def chains(sentences: int, length: int) -> dodona.Treebank:
    """Return trees in which every word depends on the one before it, but every third on the first."""
    heads = [[place if place % 3 else min(place, 1) for place in range(length)]] * sentences
    labels = [["even" if place % 2 == 0 else "odd" for place in range(length)]] * sentences
    return dodona.Treebank.from_lists([["w"] * length] * sentences, heads=heads, labels=labels)


def test_words_of_hard_sentences_get_lower_confidences() -> None:
    """In half of the sentences the parser fails, which shows in the confidences of their other words."""
    random = np.random.default_rng(1)
    sentences, length = 4000, 8
    good = np.repeat(random.random(sentences) < 0.5, length)
    said = np.clip(random.normal(np.where(good, 0.9, 0.6), 0.1), 0.05, 0.99).astype(np.float32)
    right = random.random(len(said)) < np.where(good, 0.95, 0.5)
    found = arc_features(said, chains(sentences, length))
    regression = ConfidenceRegression.fitted(found, right)
    doubtful = (said > 0.7) & (said < 0.8)
    for easy in (True, False):
        here = doubtful & (good == easy)
        assert regression(found.where(here)).mean() == pytest.approx(right[here].mean(), abs=0.08)


@pytest.mark.parametrize("kind", ["label", "distance"])
def test_arcs_that_are_often_wrong_get_lower_confidences(kind: str) -> None:
    """All words have the same probability; the regression learns which labels and lengths are worse."""
    random = np.random.default_rng(3)
    trees = chains(1000, 10)
    found = arc_features(np.full(10_000, 0.8, np.float32), trees)
    own = np.tile(np.arange(1, 11), 1000)
    if kind == "label":
        bad = np.array(found.labels)[found.label] == "odd"
    else:
        bad = (own - trees.heads > 3) & (trees.heads > 0)
    right = random.random(10_000) < np.where(bad, 0.5, 0.9)
    regression = ConfidenceRegression.fitted(found, right)
    for some in (bad, ~bad):
        assert regression(found.where(some)).mean() == pytest.approx(right[some].mean(), abs=0.03)
    strange = found._replace(labels=["new"] * 2)
    assert np.isfinite(regression(strange)).all()


def test_the_regression_maximises_the_likelihood() -> None:
    """No small change of the weights makes the observations more probable."""
    random = np.random.default_rng(2)
    found = arc_features(random.random(600).astype(np.float32), chains(100, 6))
    right = random.random(600) < 0.7
    best = ConfidenceRegression.fitted(found, right)
    labels = sorted(best.of_labels)
    assert labels == ["even", "odd"]

    def loss(weights: list[float]) -> float:
        of_labels = dict(zip(labels, weights[8:], strict=True))
        score = weights[0] + found.numbers @ np.array(weights[1:8])
        score += np.array([of_labels[each] for each in found.labels])[found.label]
        said = 1 / (1 + np.exp(-score))
        ridge = 0.005 * np.square(weights[:8]).sum() + 0.5 * np.square(weights[8:]).sum()
        return float(-np.log(np.where(right, said, 1 - said)).sum() + ridge)

    found_best = [*best.weights, *(best.of_labels[label] for label in labels)]
    for number in range(10):
        for step in (-0.02, 0.02):
            moved = [weight + step * (place == number) for place, weight in enumerate(found_best)]
            assert loss(moved) > loss(found_best)


def test_sums_of_probabilities_stay_below_one(grove: dodona.Treebank) -> None:
    """Rounded probabilities summed to 1.0000005 where a perceptron is certain."""
    parser = dodona.train(grove, recipe="chang-2015", epochs=2, calibrate=3)
    found = parser.confidence(grove, calibrated=False)
    for array in (found.heads, found.labels, found.trees):
        assert array.max() <= 1 and array.min() >= 0
    assert dodona.reliability(grove, found, resamples=100).heads.count == 747
