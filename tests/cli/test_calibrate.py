"""`dodona calibrate`, and `dodona.reliability` behind it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.evaluation import evaluate

Run = Callable[..., tuple[int, str, str]]


@dataclass
class Made:
    """Synthetic confidences."""

    parsed: dodona.Treebank
    heads: np.ndarray
    labels: np.ndarray
    trees: np.ndarray
    left_over: np.ndarray


def made(treebank: dodona.Treebank, **given: np.ndarray) -> Made:
    words = np.full(treebank.word_count, 0.5)
    nothing = np.zeros(treebank.word_count, dtype=bool)
    parts = {"heads": words, "labels": words, "trees": np.full(len(treebank), 0.5), "left_over": nothing}
    return Made(treebank, **(parts | given))


@pytest.fixture(scope="module")
def probable(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A probabilistic model of the first two thirds of the small treebank."""
    path = tmp_path_factory.mktemp("model") / "probable.model"
    dodona.train(grove[:50], recipe="probabilistic", epochs=5).save(path)
    return path


def test_it_prints_what_reliability_finds(run: Run, probable: Path, grove_path: Path) -> None:
    code, out, err = run(
        "calibrate", "-m", probable, grove_path, "--bins", 5, "--punctuation", "tag", "--seed", 2
    )
    assert code == 0 and "confidences are not calibrated" in err
    gold = dodona.read(grove_path)
    confidences = dodona.load(probable).confidence(gold, seed=2)
    found = dodona.reliability(gold, confidences, bins=5, punctuation="tag", seed=2)
    first, *others = [line.rstrip() for line in out.splitlines()]
    assert (
        first == f"Model          {probable}: transition, not calibrated"
        and others == str(found).splitlines()
    )
    assert "The most confident 80% of sentences have" in out
    assert "635 of 747; 112 are left out as punctuation" in out
    assert found.scored_words == found.heads.count == 635
    assert found.trees.count == 75


def test_json_is_the_same(run: Run, probable: Path, grove_path: Path) -> None:
    code, out, _ = run("calibrate", "-m", probable, grove_path, "--json", "--uncalibrated")
    gold = dodona.read(grove_path)
    found = dodona.reliability(gold, dodona.load(probable).confidence(gold, calibrated=False))
    assert code == 0
    said = {"estimator": "transition", "calibrated": False, "in_training_data": 0}
    assert json.loads(out) == said | found.to_dict()


def test_it_agrees_with_evaluate(probable: Path, grove: dodona.Treebank) -> None:
    confidences = dodona.load(probable).confidence(grove)
    scores = evaluate(grove, confidences.parsed)
    for punctuation, wanted in (("none", scores.all_words), ("tag", scores.without_punctuation)):
        found = dodona.reliability(grove, confidences, punctuation=punctuation)
        assert found.heads.accuracy == pytest.approx(wanted.uas.f1)
        assert found.labels.accuracy == pytest.approx(wanted.label_accuracy.f1)
        assert found.trees.accuracy == pytest.approx(scores.all_words.exact_match.f1)
        assert found.surest_sentences.points[-1].accuracy == pytest.approx(wanted.las.f1)
        assert found.surest_words.points[-1].accuracy == pytest.approx(wanted.uas.f1)


def test_several_files_are_one(run: Run, probable: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    parts = [tmp_path / "one.conllu", tmp_path / "two.conllu", tmp_path / "whole.conllu"]
    for part, path in zip((grove[:30], grove[30:], grove), parts, strict=True):
        part.write(path)
    together, whole = (
        json.loads(run("calibrate", "-m", probable, *files, "--json")[1]) for files in (parts[:2], parts[2:])
    )
    assert together.pop("gold").count("conllu") == 2
    assert whole.pop("gold").count("conllu") == 1
    assert together == whole


def test_leftover_words_are_measured_separately(grove: dodona.Treebank) -> None:
    roots = grove.heads == 0
    found = dodona.reliability(grove, made(grove, heads=np.where(roots, 0.9, 0.5), left_over=roots))
    assert found.left_over_heads is not None
    assert (found.left_over_heads.count, found.left_over_heads.accuracy) == (75, 1.0)
    assert found.left_over_heads.ece == pytest.approx(0.1)
    assert "Heads left over" in str(found)
    without = dodona.reliability(grove, made(grove))
    assert without.left_over_heads is None and "left over" not in str(without)


def test_the_most_confident_sentences_have_the_most_confident_trees(grove: dodona.Treebank) -> None:
    """Corrupt the least confident trees; all others are right."""
    spoilt = range(60, 75)
    labels = [["wrong"] * len(s) if place in spoilt else s.labels for place, s in enumerate(grove)]
    trees = np.linspace(1, 0.1, 75)
    found = dodona.reliability(grove, made(grove.replace(labels=labels), trees=trees))
    assert str(found.surest_sentences) == "the most confident 80% of sentences have 100.0 LAS"
    assert found.surest_sentences.points[7].threshold == pytest.approx(trees[59])
    words = grove[60:].word_count
    assert found.surest_sentences.points[-1].accuracy == pytest.approx(1 - words / grove.word_count)
    assert found.trees.auroc == 1.0
    assert repr(found).startswith("Reliability(")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_plot(run: Run, probable: Path, grove_path: Path, tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / f"reliability.{ending}"
    assert run("calibrate", "-m", probable, grove_path, "--plot", picture, "--resamples", 100)[0] == 0
    starts = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert picture.read_bytes().startswith(starts[ending])


def test_mistakes(
    run: Run, probable: Path, model: Path, grove_path: Path, tmp_path: Path, grove: dodona.Treebank
) -> None:
    bare = tmp_path / "bare.conllu"
    dodona.Treebank.from_lists([["Oaks", "speak"]]).write(bare)
    dots = tmp_path / "dots.conllu"
    full = {"lemmas": [["."]], "tags": [["PUNCT"]], "fine_tags": [["."]], "feats": [["Typo=Yes"]]}
    dodona.Treebank.from_lists([["."]], heads=[[0]], labels=[["root"]], **full).write(dots)
    for arguments, said in [
        ((model, grove_path), "probabilistic"),
        ((probable, bare), "sentence 1 has no tree"),
        ((probable, grove_path, bare), "sentence 1 has no tree"),
        ((probable, dots, "--punctuation", "tag"), "only punctuation"),
        (
            (probable, grove_path, "--plot", "x.bmp"),
            "--plot cannot be 'x.bmp': choose a name that ends in .svg, .png or .pdf",
        ),
        ((probable, grove_path, "--bins", "0"), "--bins"),
        ((probable, grove_path, "--resamples", "5"), "--resamples cannot be 5"),
        ((probable, grove_path, "--estimator", "tea-leaves"), "--estimator cannot be 'tea-leaves'"),
        ((grove_path, grove_path), "this is not a Dodona model"),
        ((probable, tmp_path / "nowhere.conllu"), "No such file"),
        ((probable,), "GOLD"),
    ]:
        code, out, err = run("calibrate", "-m", *arguments)
        assert (code, out) == (2, ""), arguments
        assert said in err and err.count("\n") == 1, (arguments, err)


def test_without_matplotlib_the_extra_is_named_before_any_work(
    run: Run, probable: Path, grove_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("matplotlib", "matplotlib.figure", "matplotlib.backends.backend_agg"):
        monkeypatch.setitem(sys.modules, name, None)
    code, out, err = run("calibrate", "-m", probable, grove_path, "--plot", "x.svg")
    assert (code, out) == (2, "")
    assert err == "dodona: plotting needs packages that are not installed: pip install 'dodona[plot]'\n"


def test_training_sentences_are_reported(
    run: Run, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    model, new, old = tmp_path / "m", tmp_path / "new.conllu", tmp_path / "old.conllu"
    dodona.train(grove[:50], dev=grove[50:], recipe="probabilistic", epochs=1).save(model)
    grove[50:].write(new)
    grove[:50].write(old)
    said = "50 of 75 sentences are in the model's training data, "
    _, out, err = run("calibrate", "-m", model, grove_path, "--resamples", 100, "--json")
    assert f"{said}on which it is more confident" in err and json.loads(out)["in_training_data"] == 50
    assert "training data" not in run("calibrate", "-m", model, new, "--resamples", 100)[2]
    fitted = tmp_path / "fitted"
    words = grove[50:].word_count
    _, _, err = run("calibrate", "-m", model, grove_path, "-o", fitted)
    assert f"{said}and left out\n{words} words are few" in err and f"calibrated on {words} words" in err
    before = fitted.read_bytes()
    code, _, err = run("calibrate", "-m", model, old, "-o", fitted)
    assert code == 2 and f"{old}: the model was trained on all of it" in err and fitted.read_bytes() == before


def test_beam_models_cause_a_warning_about_greedy_search(
    run: Run, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    model, fitted = tmp_path / "m", tmp_path / "fitted"
    dodona.train(grove, recipe="beam", epochs=1, beam=2).save(model)
    said = "the model was trained with a beam of 2, but confidences come from greedy search"
    assert said in run("calibrate", "-m", model, grove_path, "-o", fitted)[2]
    assert said in run("parse", "-m", fitted, "--confidence", grove_path)[2]
    assert said not in run("parse", "-m", fitted, grove_path)[2]


def test_a_calibrated_pipeline_still_parses_raw_text(
    run: Run, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    model, fitted, tagged = tmp_path / "m", tmp_path / "fitted", tmp_path / "tagged"
    dodona.train_pipeline(grove[:50], epochs=1).save(model)
    before = dodona.load(model)
    assert run("calibrate", "-m", model, grove_path, "-o", fitted)[0] == 0
    after = dodona.load(fitted)
    assert after.parser.is_calibrated and not before.parser.is_calibrated
    text = "The oak of Dodona spoke. It was old."
    assert str(after(text)) == str(before(text)) and after.info == before.info
    # Calibrate with predicted tags, which the parser sees on raw text.
    assert run("calibrate", "-m", model, grove_path, "-o", tagged, "--tags", "predict")[0] == 0
    assert dodona.load(tagged).parser.info["calibration"] != after.parser.info["calibration"]
    gold = dodona.read(grove_path)
    predicted = after.tag(gold, tags="predict")
    found = dodona.reliability(gold, after.parser.confidence(predicted))
    out = run("calibrate", "-m", fitted, grove_path, "--tags", "predict", "--json")[1]
    assert json.loads(out)["heads"] == found.to_dict()["heads"]


@pytest.mark.parametrize(
    "options",
    [
        ("--punctuation", "tag"),
        ("--estimator", "samples"),
        ("--resamples", 5),
        ("--seed", 9),
        ("--bins", 15),
        ("--json",),
        ("--uncalibrated",),
        ("--plot", "x.svg"),
    ],
)
def test_options_without_effect_on_fit_are_refused(
    run: Run, probable: Path, grove_path: Path, tmp_path: Path, options: tuple[object, ...]
) -> None:
    fitted = tmp_path / "fitted"
    code, _, err = run("calibrate", "-m", probable, grove_path, "-o", fitted, *options)
    assert (
        code == 2
        and err == f"dodona: {options[0]} cannot be combined with --output, which measures nothing\n"
    )
    assert not fitted.exists()
