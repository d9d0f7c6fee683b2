"""Calibration on training data, parsed by parsers trained on the other parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.confidence.fitting import Trial, fit
from dodona.confidence.seen_sentences import SeenSentences
from dodona.training.folds import folds_of

Run = Callable[..., tuple[int, str, str]]
CHOICES: dict[str, Any] = {"recipe": "probabilistic", "epochs": 3}


@pytest.mark.parametrize("folds", [2, 3, 7, 75])
def test_every_sentence_is_held_out_once(grove: dodona.Treebank, folds: int) -> None:
    cuts = list(folds_of(grove, folds))
    assert len(cuts) == folds
    assert [sentence for _, part in cuts for sentence in part] == list(grove)
    for number, (rest, part) in enumerate(cuts):
        others = [sentence for other, (_, each) in enumerate(cuts) if other != number for sentence in each]
        assert list(rest) == others and len(rest) + len(part) == len(grove)


@pytest.mark.parametrize("with_dev", [True, False])
def test_it_is_fitted_to_parsers_of_the_other_parts(grove: dodona.Treebank, with_dev: bool) -> None:
    train, dev = grove[:60], grove[60:] if with_dev else None
    parser = dodona.train(train, dev=dev, calibrate=2, **CHOICES)
    best = parser.info["best_epoch"]
    tag = parser.info["tag"]
    columns = parser.input_columns
    halves = [
        Trial(
            dodona.train(rest, recipe="probabilistic", epochs=best, tag=tag),
            part,
            SeenSentences.of(rest, columns),
        )
        for rest, part in ((train[30:], train[:30]), (train[:30], train[30:]))
    ]
    learnt = Trial(parser, train, SeenSentences.of(train, columns))
    expected = fit(parser, dev, halves, learnt=learnt).to_dict()
    assert parser.info["calibration"] == {**expected, "folds": 2}
    plain = dodona.train(train, dev=dev, **CHOICES)
    assert parser.parse(grove) == plain.parse(grove)
    if with_dev:
        assert parser.info["calibration"]["temperature"] == plain.info["calibration"]["temperature"]
        assert parser.info["calibration"]["curves"] != plain.info["calibration"]["curves"]
    else:
        assert not plain.is_calibrated


def test_any_learner_can_be_calibrated_without_development_data(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, epochs=2, calibrate=3)
    found = parser.confidence(grove)
    assert found.calibrated and not parser.probabilistic
    assert ((found.heads >= 0) & (found.heads <= 1)).all() and np.unique(found.heads).size > 1


def test_resolved_options_apply_to_all_parts() -> None:
    # Six of 600 sentences have two roots, all in the first half: alone, that half would allow several roots.
    heads = [[0, 0]] * 6 + [[2, 0]] * 594
    bank = dodona.Treebank.from_lists(
        [["Oaks", "speak"]] * 600, heads=heads, labels=[["nsubj", "root"]] * 600
    )
    seen: list[dodona.Parser] = []

    def look(parser: dodona.Parser, gold: dodona.Treebank | None, others: Any, **_: Any) -> Any:
        trials = list(others)
        seen.extend(trial.parser for trial in trials)
        return fit(parser, gold, trials)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dodona.training.calibrating.fit", look)
        dodona.train(bank, epochs=1, calibrate=2)
    assert [parser.info["single_root"] for parser in seen] == [True, True]


def test_a_run_interrupted_during_calibration_resumes(grove: dodona.Treebank, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    data: dict[str, Any] = {"treebank": grove[:60], "dev": grove[60:], "calibrate": 3, **CHOICES}
    dodona.train(**data, output=whole)

    def stop(step: str) -> None:
        if step == "calibration, part 2 of 3":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dodona.train(**data, output=parts, on_step=stop)
    assert not dodona.load(parts).is_calibrated
    dodona.train(**data, output=parts, resume=True)
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.model", "whole.model"]


@pytest.mark.parametrize(
    ("folds", "said"),
    [
        (1, r"calibrate cannot be 1: choose from 2 to the number of sentences \(75\)"),
        (76, "calibrate cannot be 76"),
        ("x", "calibrate must be a whole number, not 'x'"),
        (True, "calibrate must be a whole number, not a bool"),
        (False, "calibrate must be a whole number, not a bool"),
    ],
)
def test_invalid_numbers_of_parts(grove: dodona.Treebank, folds: Any, said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        dodona.train(grove, calibrate=folds)


def test_a_beam_cannot_be_calibrated(grove: dodona.Treebank) -> None:
    with pytest.raises(
        dodona.OptionError, match="calibrate cannot be 3 with a beam of 8, as confidences come"
    ):
        dodona.train(grove, recipe="beam", calibrate=3)


def test_a_pipeline_calibrates_with_predicted_tags_only(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match="calibrate cannot be 2 without jackknife: the tags"):
        dodona.train_pipeline(grove, calibrate=2)
    pipeline = dodona.train_pipeline(grove, jackknife=2, calibrate=2, epochs=1)
    assert pipeline.parser.info["calibration"]["folds"] == 2


def test_the_command(run: Run, grove_path: Path, tmp_path: Path) -> None:
    model = tmp_path / "m"
    code, _, err = run("train", grove_path, "-o", model, "--epochs", 1, "--calibrate", 2)
    assert code == 0
    assert "calibration, part 1 of 2 …\ncalibration, part 2 of 2 …\n" in err
    assert "training data in 2 parts" in run("info", "-m", model)[1]
    assert "--calibrate cannot be 1" in run("train", grove_path, "-o", model, "--calibrate", 1)[2]
