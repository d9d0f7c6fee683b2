"""Parsers that read from right to left: as others, on reversed sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dodona

#: Options with which training does not depend on the direction otherwise.
PLAIN: dict[str, Any] = {"system": "swap-standard", "punctuation": "keep", "epochs": 2}
TURNED = {"direction": "right-to-left"}


def turned(treebank: dodona.Treebank) -> dodona.Treebank:
    return dodona.Treebank._of(treebank._core.reversed())


def backwards(values: Any, treebank: dodona.Treebank) -> Any:
    begins = zip(treebank.offsets[:-1], treebank.offsets[1:], strict=True)
    return np.concatenate([values[a:b][::-1] for a, b in begins])


@pytest.fixture(scope="module")
def both(grove: dodona.Treebank) -> tuple[dodona.Parser, dodona.Parser]:
    """A parser from right to left, and one from left to right for reversed sentences."""
    right = dodona.train(grove, grove, **PLAIN, **TURNED)
    left = dodona.train(turned(grove), turned(grove), **PLAIN)
    right.calibrate(grove)
    left.calibrate(turned(grove))
    return right, left


def test_reversing_twice(grove: dodona.Treebank) -> None:
    once = turned(grove)
    assert once.lists("words") == [words[::-1] for words in grove.lists("words")]
    assert turned(once)._core.write(0, len(grove)) == grove._core.write(0, len(grove))
    for sentence, other in zip(grove, once, strict=True):
        size = len(sentence)
        mirrored = [size + 1 - head if head else 0 for head in sentence.heads.tolist()][::-1]
        assert other.heads.tolist() == mirrored


def test_same_trees_and_scores(both: tuple[dodona.Parser, dodona.Parser], grove: dodona.Treebank) -> None:
    right, left = both
    assert right.info["curve"] == left.info["curve"]
    assert right.info["temperature"] == left.info["temperature"]
    for beam in (1, 4):
        found, expected = right.parse(grove, beam=beam), turned(left.parse(turned(grove), beam=beam))
        assert np.array_equal(found.heads, expected.heads)
        assert found.column("labels") == expected.column("labels")
    assert found.column("words") == grove.column("words")
    best = right.nbest(grove, 3)
    other = left.nbest(turned(grove), 3)
    assert [[each.score for each in trees] for trees in best] == [
        [each.score for each in trees] for trees in other
    ]
    assert [trees[0].sentence.words for trees in best] == grove.lists("words")
    proven = right.most_probable(grove, 50)
    assert np.array_equal(proven.scores, left.most_probable(turned(grove), 50).scores)
    assert proven.treebank.column("words") == grove.column("words")


def test_same_confidences(both: tuple[dodona.Parser, dodona.Parser], grove: dodona.Treebank) -> None:
    right, left = both
    for estimator in ("transition", "beam"):
        found = right.confidence(grove, estimator=estimator, calibrated=False)
        expected = left.confidence(turned(grove), estimator=estimator, calibrated=False)
        for name in ("heads", "labels", "margins", "left_over"):
            values = backwards(getattr(expected, name), grove)
            assert np.allclose(getattr(found, name), values, atol=1e-6), name


def test_given_heads_are_kept(both: tuple[dodona.Parser, dodona.Parser], grove: dodona.Treebank) -> None:
    random = np.random.default_rng(1)
    heads = [
        [head if random.random() < 0.4 else None for head in sentence.heads.tolist()] for sentence in grove
    ]
    done = both[0].complete(dodona.PartialTreebank(grove, heads))
    assert not [each for each in done.lost if each.head is not None]
    kept = np.array([head is not None for sentence in heads for head in sentence])
    assert (done.treebank.heads == grove.heads)[kept].all()


def test_words_that_lose_their_heads_are_named(grove: dodona.Treebank) -> None:
    trees = dodona.Treebank.from_lists([["Oaks", "speak", "in", "whispers"]])
    parser = dodona.train(grove, epochs=1, **TURNED)
    lost = parser.complete(dodona.PartialTreebank(trees, [[None, None, 4, 3]])).lost
    assert [(each.word, each.head) for each in lost] == [(3, 4)]  # the last one that it reads


def test_decisions(grove: dodona.Treebank) -> None:
    right = dodona.train(grove, recipe="probabilistic", epochs=1, punctuation="keep", **TURNED)
    found = right.decisions(grove, compare=True)
    assert found.right is not None and found.right.mean() > 0.5
    parsed = right.parse(grove)
    for sentence in range(len(grove)):
        begin, end = grove.offsets[sentence : sentence + 2]
        heads = parsed.heads[begin:end]
        for word, decision in enumerate(found.made_by[begin:end].tolist()):
            if decision < 0:
                assert heads[word] == 0


def test_beams_and_silver(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, silver=[turned(turned(grove))], recipe="beam", epochs=1, **TURNED)
    assert parser.parse(grove).column("words") == grove.column("words")


def test_confidence_in_trees_of_beams(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, recipe="beam", epochs=1)
    parser.calibrate(grove)
    found = parser.confidence(grove, estimator="beam")
    parsed = parser.parse(grove)
    assert np.array_equal(found.parsed.heads, parsed.heads)
    assert found.parsed.column("labels") == parsed.column("labels")
    assert found.parsed.column("words") == grove.column("words")
    wrong = found.heads[parsed.heads != grove.heads]
    assert wrong.mean() < found.heads[parsed.heads == grove.heads].mean()


def test_networks_have_no_direction() -> None:
    turned_round = dodona.Recipe(**TURNED)
    assert turned_round.with_options(learner="network").direction == "left-to-right"
    with pytest.raises(dodona.OptionError, match="direction"):
        dodona.Recipe(learner="network").with_options(**TURNED)
