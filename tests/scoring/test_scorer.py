"""Scorers written in Python, with the core's search."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import dodona
from dodona.transitions.systems import SYSTEMS

LABELS = ["dep", "root"]


class ShortestArc(dodona.Scorer):
    """Prefers the shortest arc, and arcs to anything else."""

    def score(self, configuration):
        def one(transition):
            if not transition.builds_arc or transition.move not in configuration.legal:
                return -5.0
            head, dependent = configuration.arc(transition.move)
            return -abs(head - dependent) - (transition.label == "root") * 0.5

        return [one(transition) for transition in self.transitions]


class ReadsAhead(dodona.Scorer):
    """Reads the whole sentence first, and makes the longest word the root."""

    def __init__(self):
        self.started = []  # of all copies

    def start(self, sentence):
        self.started.append(sentence.text)
        lengths = [len(word) for word in sentence.words]
        self.longest = 1 + lengths.index(max(lengths))

    def score(self, configuration):
        def one(transition):
            if not transition.builds_arc or transition.move not in configuration.legal:
                return 0.0
            head, dependent = configuration.arc(transition.move)
            right = (dependent == self.longest) == (head == 0)
            return (1.0 if right else -1.0) + (transition.label == "root") * (0.1 if head == 0 else -0.1)

        return [one(transition) for transition in self.transitions]


@pytest.fixture(scope="module")
def some(grove):
    return grove[:8]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("scorer", [ShortestArc, ReadsAhead])
def test_every_system_and_search_works_with_it(some, system, scorer):
    parser = scorer().parser(LABELS, system=system)
    greedy = parser.parse(some)
    for sentence in greedy:
        assert sum(head == 0 for head in sentence.heads) >= 1
        for start in range(1, len(sentence) + 1):  # every word leads to the root
            seen = set()
            while start and start not in seen:
                seen.add(start)
                start = sentence.heads[start - 1]
            assert start == 0
    assert [list(s.heads) for s in parser.parse(some, beam=1)] == [list(s.heads) for s in greedy]
    wide = parser.nbest(some, 3, beam=6)
    for trees in wide:
        scores = [tree.score for tree in trees]
        assert all(one >= other for one, other in pairwise(scores))
    sure = parser.confidence(some)
    assert [list(s.heads) for s in sure.parsed] == [list(s.heads) for s in greedy]
    assert ((sure.heads >= 0) & (sure.heads <= 1)).all()
    # A head that is given is kept.
    partial = dodona.PartialTreebank(some, [[2 if n == 0 else None for n in range(len(s))] for s in some])
    assert all(sentence.heads[0] == 2 for sentence in parser.complete(partial).treebank)


def test_it_is_started_once_per_sentence_in_order(some):
    scorer = ReadsAhead()
    scorer.parser(LABELS).parse(some)
    assert scorer.started == [sentence.text for sentence in some]


def test_it_determines_the_tree(some):
    parsed = ReadsAhead().parser(LABELS, system="arc-standard", single_root=True).parse(some)
    for sentence in parsed:
        lengths = [len(word) for word in sentence.words]
        assert sentence.heads[int(np.argmax(lengths))] == 0


def test_its_exceptions_reach_the_caller(some):
    class Broken(dodona.Scorer):
        def score(self, configuration):
            raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        Broken().parser(LABELS).parse(some)


def test_it_must_score_every_transition(some):
    class Short(dodona.Scorer):
        def score(self, configuration):
            return [0.0]

    with pytest.raises(dodona.Error, match=r"Short\.score returned 1 scores for \d+ transitions"):
        Short().parser(LABELS).parse(some)


class Constant(dodona.Scorer):
    """Gives every transition the same score."""

    def __init__(self, value):
        self.value = value

    def score(self, configuration):
        return [self.value] * len(self.transitions)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e308, None, "high"])
def test_scores_must_be_finite_numbers(some, value):
    for options in ({}, {"beam": 4}):
        with pytest.raises(dodona.Error, match=r"Constant\.score (returned|must return)"):
            Constant(value).parser(LABELS).parse(some, **options)


@pytest.mark.parametrize("system", SYSTEMS)
def test_minus_infinity_is_the_lowest_score(some, system, tmp_path):
    parser = Constant(float("-inf")).parser(LABELS, system=system)
    for found in (parser.parse(some), parser.parse(some, beam=4), parser.parse(some, keep=True, beam=4)):
        assert [len(sentence) for sentence in found] == [len(sentence) for sentence in some]
        found.write(tmp_path / "found.conllu")
    assert np.isfinite(parser.confidence(some, estimator="beam").heads).all()


def test_it_cannot_be_saved(some, tmp_path):
    with pytest.raises(dodona.Error, match="cannot be saved"):
        ShortestArc().parser(LABELS).save(tmp_path / "toy.model")


@pytest.mark.parametrize("labels", [[], "dep", [1]])
def test_labels_are_checked(labels):
    with pytest.raises(dodona.Error, match="labels"):
        ShortestArc().parser(labels)
