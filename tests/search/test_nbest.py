"""Beam search and n-best trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.search.beam import search_temperature


def test_a_beam_of_one_is_greedy(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    assert parser.info["recipe"]["beam"] == 1
    assert parser.parse(grove, beam=1) == parser.parse(grove)
    assert [trees[0].sentence for trees in parser.nbest(grove, 1)] == list(parser.parse(grove))


@pytest.mark.parametrize("system", ["swap-standard", "swap-hybrid", "swap-eager"])
def test_a_beam_of_one_is_greedy_with_swaps_too(grove: dodona.Treebank, system: str) -> None:
    parser = dodona.train(grove[:30], epochs=1, system=system)
    assert [trees[0].sentence for trees in parser.nbest(grove, 1, beam=1)] == list(parser.parse(grove))


def test_trees_are_different_and_in_order(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    found = parser.nbest(grove, 4, beam=6)
    assert len(found) == len(grove)
    for sentence, trees in zip(grove, found, strict=True):
        assert 1 <= len(trees) <= 4
        assert all(tree.sentence.words == sentence.words for tree in trees)
        assert all(tree.sentence.comments == sentence.comments for tree in trees)
        different = {(*tree.sentence.heads.tolist(), *tree.sentence.labels) for tree in trees}
        assert len(different) == len(trees)
        scores = [tree.score for tree in trees]
        assert scores == sorted(scores, reverse=True)
    assert any(len(trees) == 4 for trees in found)
    assert [trees[0].sentence for trees in found] == list(parser.parse(grove, beam=6))
    assert all(
        trees[: len(few)] == few for trees, few in zip(found, parser.nbest(grove, 2, beam=6), strict=True)
    )


def test_the_number_of_threads_does_not_matter(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    many = grove[list(range(75)) * 3]
    assert parser.parse(many, beam=3, threads=3) == parser.parse(many, beam=3)
    assert parser.nbest(many, 3, threads=2) == parser.nbest(many, 3)


@pytest.mark.parametrize("learner", ["perceptron", "adagrad-rda"])
def test_models_that_learnt_single_decisions_have_probabilities(grove: dodona.Treebank, learner: str) -> None:
    parser = dodona.train(grove, grove[:20], learner=learner, epochs=3)
    for trees in parser.nbest(grove, 20):
        chances = np.exp([tree.score for tree in trees])
        assert chances.sum() <= 1 + 1e-6
        assert chances[0] > 0


def test_a_beam_does_no_harm_to_greedy_training(grove: dodona.Treebank) -> None:
    # Sums of greedily learnt scores are meaningless: with them, a beam finds 619 of 747 heads, greedy search
    # 732.
    parser = dodona.train(grove, epochs=15)
    greedy, beam = ((parser.parse(grove, beam=beam).heads == grove.heads).sum() for beam in (1, 8))
    assert beam >= greedy
    sums = parser._core.parse(grove._core, 1, 8)
    assert (np.asarray(sums.heads) == grove.heads).sum() < greedy


def test_only_greedy_training_fits_a_temperature(grove: dodona.Treebank, tmp_path: Path) -> None:
    with_dev = dodona.train(grove, grove[:9], epochs=2, output=tmp_path / "model")
    assert 0 < with_dev.info["temperature"] != dodona.train(grove, epochs=2).info["temperature"] > 0
    assert dodona.load(tmp_path / "model").info == with_dev.info
    for learner, expected in (("perceptron", 0.001), ("passive-aggressive", 0.001), ("adagrad-rda", 1.0)):
        assert search_temperature({"recipe": {"learner": learner}}) == expected  # interrupted
    beam = dodona.train(grove, recipe="beam", epochs=1)
    assert "temperature" not in beam.info
    assert search_temperature(beam.info) == 0
    calibrated = dodona.train(grove, grove[:9], recipe="probabilistic", epochs=1)
    assert search_temperature(calibrated.info) == calibrated.info["calibration"]["temperature"]


@pytest.mark.parametrize("temperature", [0, -2.0, "hot", None, float("nan"), True])
def test_invalid_temperatures(parser: dodona.Parser, tmp_path: Path, temperature: object) -> None:
    dodona.Parser(parser._core, {**parser.info, "temperature": temperature}).save(tmp_path / "model")
    with pytest.raises(dodona.Error, match=r"invalid metadata: temperature|not finite"):
        dodona.load(tmp_path / "model")


def test_sentences_and_words_too(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    assert parser.parse(grove[3], beam=5) == parser.parse(grove, beam=5)[3]
    assert parser.parse(["Doves", "listen"], beam=5).words == ["Doves", "listen"]
    assert parser.nbest(dodona.Treebank([]), 3) == []


def test_the_input_does_not_change(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    parser.nbest(grove, 2)
    assert grove == dodona.read(grove.source)


def test_marks_in_labels_are_decoded(grove: dodona.Treebank) -> None:
    crossing = dodona.Treebank.from_lists(
        [["a", "b", "c", "d"]] * 3, heads=[[3, 4, 0, 3]] * 3, labels=[["x", "y", "root", "z"]] * 3
    )
    parser = dodona.train(crossing, epochs=8, nonprojective="head")
    best = parser.nbest(crossing, 2)[0][0].sentence
    assert np.array_equal(best.heads, parser.parse(crossing, beam=2)[0].heads)
    assert not any("↑" in label for label in best.labels)


@pytest.mark.parametrize(("option", "value"), [("beam", 0), ("beam", 10**9), ("n", 0), ("n", -3)])
def test_impossible_numbers(parser: dodona.Parser, grove: dodona.Treebank, option: str, value: int) -> None:
    with pytest.raises(dodona.Error, match=f"{option}.*cannot be {value}"):
        parser.nbest(grove, **{"n": 2, option: value})
    if option == "beam":
        with pytest.raises(dodona.Error, match=f"beam.*cannot be {value}"):
            parser.parse(grove, beam=value)


def test_a_beam_that_is_too_narrow(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(
        dodona.OptionError, match="beam cannot be 4 for the 5 best trees, since it holds no more"
    ):
        parser.nbest(grove, 5, beam=4)


@pytest.mark.parametrize("value", ["8", 2.5, True])
def test_wrong_types(parser: dodona.Parser, grove: dodona.Treebank, value: object) -> None:
    with pytest.raises((dodona.Error, TypeError), match="beam"):
        parser.parse(grove, beam=value)  # type: ignore[call-overload]
    with pytest.raises((dodona.Error, TypeError), match="n"):
        parser.nbest(grove, value)  # type: ignore[arg-type]
    with pytest.raises((dodona.Error, TypeError), match="treebank"):
        parser.nbest(["Oaks"], 2)  # type: ignore[arg-type]
