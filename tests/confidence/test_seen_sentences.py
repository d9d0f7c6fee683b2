"""Training sentences, and confidences on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.confidence.calibration import calibration_of
from dodona.confidence.fitting import outcomes
from dodona.confidence.seen_sentences import SeenSentences


@pytest.fixture(scope="module")
def sure(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove[:55], dev=grove[55:], recipe="probabilistic", epochs=8)


def seen_by(parser: dodona.Parser) -> SeenSentences:
    calibration = calibration_of(parser.info)
    assert calibration is not None and calibration.seen is not None
    return calibration.seen.sentences


def test_sentences_are_identified_by_words_and_tags() -> None:
    def bank(words: list[list[str]], tags: list[list[str]]) -> dodona.Treebank:
        return dodona.Treebank.from_lists(words, tags=tags)

    known = bank([["a", "b"], ["ab"], ["c"]], [["X", "Y"], ["X"], ["X"]])
    asked = bank(
        [["a", "b"], ["a", "b"], ["a"], ["b", "a"], ["c"]], [["X", "Y"], ["Y", "X"], ["X"], ["Y", "X"], ["X"]]
    )
    both = SeenSentences.of(known, ("words", "tags"))
    assert both.among(asked).tolist() == [True, False, False, False, True]
    assert SeenSentences.of(known, ("words",)).among(asked).tolist() == [True, True, False, False, True]
    assert both.among(known).all()
    assert both.among(dodona.Treebank()).tolist() == []


@pytest.mark.parametrize(("column", "looked_at"), [(1, True), (2, True), (3, True), (5, True), (9, False)])
def test_a_sentence_is_the_same_if_all_compared_columns_are(
    sure: dodona.Parser, grove: dodona.Treebank, tmp_path: Path, column: int, looked_at: bool
) -> None:
    path = tmp_path / "changed.conllu"
    grove[:55].write(path)
    cells = [line.split("\t") for line in path.read_text().split("\n")]
    changed = [[*row[:column], "X=1", *row[column + 1 :]] if len(row) == 10 else row for row in cells]
    path.write_text("\n".join("\t".join(row) for row in changed))
    known = sure.knows(dodona.read(path))
    assert len(known) == 55 and known.any() != looked_at


def test_models_store_their_training_sentences(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    seen = seen_by(sure)
    assert seen.among(grove[:55]).all()
    words = {tuple(sentence.words) for sentence in grove[:55]}
    assert seen.among(grove).tolist() == [tuple(sentence.words) in words for sentence in grove]


def test_sentences_left_out_of_training_are_not_seen(grove: dodona.Treebank) -> None:
    crossing = dodona.Treebank.from_lists([["w", "x", "y", "z"]], heads=[[3, 4, 0, 3]], labels=[["a"] * 4])
    parser = dodona.train(
        grove[:40] + crossing, dev=grove[40:], recipe="probabilistic", epochs=1, nonprojective="drop"
    )
    assert parser.info["treebank"]["dropped"] >= 1
    assert seen_by(parser).among(grove[:40] + crossing).tolist()[-1] is False


def test_seen_sentences_get_higher_confidences(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    known, new = grove[:55], grove[55:]
    for estimator in ("transition", "samples", "beam"):
        found = sure.confidence(known, estimator=estimator)
        heads, labels, _ = outcomes(found.parsed, known)
        assert found.heads.mean() == pytest.approx(heads.mean(), abs=0.03)
        assert found.labels.mean() == pytest.approx(labels.mean(), abs=0.03)
    # The same words with other tags are another sentence.
    without = {name: kept for name, kept in sure.info["calibration"].items() if "familiar" not in name}
    forgetful = dodona.Parser(sure._core, {**sure.info, "calibration": without})
    assert forgetful.confidence(known).heads.mean() < sure.confidence(known).heads.mean() - 0.02
    strange = ~seen_by(sure).among(new)
    words = np.repeat(strange, np.diff(new.offsets))
    ours, theirs = sure.confidence(new), forgetful.confidence(new)
    assert (ours.heads[words] == theirs.heads[words]).all()
    assert (ours.trees[strange] == theirs.trees[strange]).all()


def test_recalibration_keeps_training_sentences(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    again = dodona.Parser(sure._core, dict(sure.info))
    again.calibrate(grove[50:60])
    kept, before = again.info["calibration"], sure.info["calibration"]
    assert kept["curves"] != before["curves"]
    assert {**kept, "curves": None} == {**before, "curves": None}
    other = dodona.Parser(sure._core, dict(sure.info))
    other.calibrate(grove[55:60])  # trained on the previous five
    assert other.info == again.info


def test_calibration_needs_new_text(sure: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(
        dodona.Error, match="the model was trained on all of it: calibrate it with other text"
    ):
        dodona.Parser(sure._core, dict(sure.info)).calibrate(grove[:20])
    options: dict[str, Any] = {"recipe": "probabilistic", "epochs": 1, "tag": "upos", "calibrate": 2}
    with_dev, without = (dodona.train(grove[:40], dev=dev, **options) for dev in (grove[:9], None))
    assert with_dev.info["calibration"] == without.info["calibration"]


def test_uncalibrated_models_know_no_sentences(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, epochs=1)
    assert parser.knows(grove).tolist() == [False] * len(grove)
    with pytest.raises(dodona.ArgumentError, match="treebank must be a"):
        parser.knows(grove[0])  # type: ignore[arg-type]


def test_training_sentences_do_not_affect_new_ones(grove: dodona.Treebank) -> None:
    options: dict[str, Any] = {"recipe": "probabilistic", "epochs": 1, "tag": "upos"}
    one, other = (
        dodona.train(grove[:55], dev=dev, **options).info["calibration"]
        for dev in (grove[55:], grove[55:] + grove[:20])
    )
    assert one["curves"] == other["curves"]
    assert one["familiar_curves"] != other["familiar_curves"]


@pytest.mark.parametrize(
    "odd", [["words"], ["tag", "AAAA"], ["words", "AAA"], ["words", "?"], ["words", ""], 3]
)
def test_malformed_hashes_are_reported_as_damage(sure: dodona.Parser, tmp_path: Path, odd: object) -> None:
    calibration = {**sure.info["calibration"], "familiar": odd}
    dodona.Parser(sure._core, {**sure.info, "calibration": calibration}).save(tmp_path / "m")
    with pytest.raises(dodona.Error, match="invalid metadata: calibration"):
        dodona.load(tmp_path / "m")
