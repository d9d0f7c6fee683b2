"""Best-first search."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dodona
from dodona.transitions.systems import SYSTEMS


@pytest.fixture(scope="module")
def short(grove: dodona.Treebank) -> dodona.Treebank:
    """Sentences so short that hardly anything falls out of a wide beam."""
    some = [(sentence.words[:4], sentence.tags[:4]) for sentence in grove[:20]]
    return dodona.Treebank.from_lists([words for words, _ in some], tags=[tags for _, tags in some])


@pytest.mark.parametrize("learner", ["perceptron", "adagrad-rda"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_finds_what_no_beam_surpasses(
    grove: dodona.Treebank, short: dodona.Treebank, system: str, learner: str
) -> None:
    parser = dodona.train(grove[:40], epochs=1, system=system, learner=learner)
    found = parser.most_probable(short, 1_000_000, beam=1)
    assert found.proven.all()
    wide = parser._core.most_probable(short._core, 1, 10_000, parser.info["temperature"])[1]
    assert np.allclose(found.scores, wide)
    for beam in (1, 3):
        narrow = parser._core.most_probable(short._core, 1, beam, parser.info["temperature"])[1]
        assert (found.scores >= narrow - 1e-9).all()  # sums in another order


def test_it_improves_on_greedy_search(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove[:40], epochs=1, recipe="probabilistic")
    found, greedy = parser.most_probable(grove, beam=1), parser.nbest(grove, 1, beam=1)
    assert found.proven.mean() > 0.5
    better = found.scores > [trees[0].score for trees in greedy]
    changed = [new != old for new, old in zip(found.treebank, parser.parse(grove), strict=True)]
    assert better.any() and not (changed & ~better).any()
    for new, (old,) in zip(found.scores, greedy, strict=True):
        assert new >= old.score - 1e-9
    assert parser.parse(grove, beam=1, best_first=10_000) == found.treebank


def test_a_limit_that_is_too_low_keeps_the_tree_of_the_beam(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove[:40], epochs=1, recipe="probabilistic")
    for beam in (None, 1, 4):
        found = parser.most_probable(grove, 1, beam=beam)
        assert not found.proven.all()
        expected = parser.parse(grove, beam=beam or 8)
        for sentence in np.flatnonzero(~found.proven):
            assert found.treebank[sentence] == expected[sentence]
    few, many = (parser.most_probable(grove, hypotheses) for hypotheses in (50, 5_000))
    assert few.proven.sum() < many.proven.sum()
    assert (few.scored <= many.scored).all()
    assert np.array_equal(few.scores[few.proven], many.scores[few.proven])


def test_threads_do_not_matter(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    one, three = (parser.most_probable(grove, 500, threads=threads) for threads in (1, 3))
    assert one.treebank == three.treebank
    for alone, shared in zip(one[1:], three[1:], strict=True):
        assert np.array_equal(alone, shared)


def test_sentences_and_words_too(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    assert parser.parse(grove[3], best_first=500) == parser.parse(grove, best_first=500)[3]
    assert parser.parse(["Doves", "listen"], best_first=500).words == ["Doves", "listen"]
    assert len(parser.most_probable(dodona.Treebank([])).treebank) == 0


def test_marks_in_labels_are_decoded() -> None:
    crossing = dodona.Treebank.from_lists(
        [["a", "b", "c", "d"]] * 3, heads=[[3, 4, 0, 3]] * 3, labels=[["x", "y", "root", "z"]] * 3
    )
    parser = dodona.train(crossing, epochs=8, nonprojective="head")
    labels = parser.most_probable(crossing).treebank[0].labels
    assert labels == crossing[0].labels


class Lengths(dodona.Scorer):
    """Prefers short arcs a little; -inf for labels but the first."""

    def score(self, configuration: dodona.Configuration) -> list[float]:
        return [0.1 * ("ARC" in t.move) if t.label in (None, "dep") else -np.inf for t in self.transitions]


@pytest.mark.parametrize("system", SYSTEMS)
def test_scorers_in_python(grove: dodona.Treebank, system: str) -> None:
    parser = Lengths().parser(["dep", "root"], system=system)
    found = parser.most_probable(grove[:6], 50)
    assert np.isfinite(found.scores).all()
    assert {label for sentence in found.treebank for label in sentence.labels} <= {"dep", "root"}


class Constant(dodona.Scorer):
    """Gives every transition the same score."""

    value = 0.0

    def score(self, configuration: dodona.Configuration) -> list[float]:
        return [self.value] * len(self.transitions)


def test_scores_that_are_no_numbers(grove: dodona.Treebank) -> None:
    scorer = Constant()
    parser = scorer.parser(["dep", "root"])
    scorer.value = float("nan")
    with pytest.raises(dodona.Error, match=r"Constant\.score returned"):
        parser.most_probable(grove)
    scorer.value = -np.inf
    found = parser.most_probable(grove[:5], 100)
    assert np.isfinite(found.scores).all()


@pytest.mark.parametrize("value", [0, -1, 10**9, "8", 2.5, True])
def test_invalid_limits(parser: dodona.Parser, grove: dodona.Treebank, value: Any) -> None:
    with pytest.raises(dodona.Error, match=r"^best_first (cannot be|must be)"):
        parser.parse(grove, best_first=value)
    with pytest.raises(dodona.Error, match=r"^hypotheses (cannot be|must be)"):
        parser.most_probable(grove, value)


def test_refused_combinations(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match="best_first cannot be combined with keep"):
        parser.parse(grove, keep=True, best_first=100)
    structured = dodona.train(grove[:9], recipe="beam", epochs=1)
    with pytest.raises(dodona.OptionError, match="best_first needs a model with probabilities"):
        structured.parse(grove, best_first=100)
    known = {name: value for name, value in parser.info.items() if name != "temperature"}
    with pytest.raises(dodona.OptionError, match="hypotheses needs the temperature of the model"):
        dodona.Parser(parser._core, known).most_probable(grove)
