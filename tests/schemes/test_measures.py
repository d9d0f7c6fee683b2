"""The measures of learnability, compared with their definitions."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import dodona
from dodona.oracles import StaticOracle
from dodona.schemes import derivation_perplexity, predictability
from dodona.schemes.measures import WittenBell, derivation


def test_predictability() -> None:
    # Under the root: one VERB. Under VERB: two NOUN, one ADV.
    tree = dodona.Treebank.from_lists(
        [["a", "b", "c", "d"]], tags=[["NOUN", "VERB", "NOUN", "ADV"]], heads=[[2, 0, 2, 2]]
    )
    entropy = -(2 / 3 * math.log2(2 / 3) + 1 / 3 * math.log2(1 / 3))
    assert predictability(tree) == pytest.approx(3 / 4 * entropy)


def test_derivations_are_those_of_the_static_oracle(grove: dodona.Treebank) -> None:
    """The order in which the oracle attaches words."""
    for sentence in list(grove.projectivise("baseline"))[:40]:
        oracle = StaticOracle(sentence)
        configuration = dodona.Configuration(sentence)
        order: list[int] = []
        while not configuration.finished:
            best = oracle.best(configuration)
            configuration = configuration.apply(best.move, best.label)
            order += {dependent for _, _, dependent in configuration.arcs} - set(order)
        assert derivation(sentence.heads.tolist()) == order


def test_witten_bell_by_hand() -> None:
    model = WittenBell([["a", "b"], ["a", "c"]])
    # Six tokens with the ends: a a b c </s> </s>; four types, and one for unknown words.
    unigram = {"a": (2 + 4 / 5) / 10, "b": (1 + 4 / 5) / 10, "z": (4 / 5) / 10}
    assert model.probability((), "a") == pytest.approx(unigram["a"])
    assert model.probability((), "z") == pytest.approx(unigram["z"])
    # After a: b once and c once, so two types.
    after_a = (1 + 2 * unigram["b"]) / 4
    assert model.probability(("a",), "b") == pytest.approx(after_a)
    assert model.probability(("<s>", "a"), "b") == pytest.approx((1 + 2 * after_a) / 4)
    # An unseen context backs off to the shorter one.
    assert model.probability(("b", "a"), "b") == pytest.approx(after_a)


def test_probabilities_add_up() -> None:
    sentences = [["a", "b", "a"], ["b", "b"], ["c"]]
    model = WittenBell(sentences)
    for context in [(), ("a",), ("a", "b"), ("b", "b"), ("z", "z")]:
        total = sum(model.probability(context, word) for word in ("a", "b", "c", "</s>", "<unknown>"))
        assert total == pytest.approx(1)


def test_perplexity() -> None:
    model = WittenBell([["a", "b"], ["a", "c"]])
    tokens = [(("<s>", "<s>"), "a"), (("<s>", "a"), "z"), (("a", "z"), "</s>")]
    bits = -sum(math.log2(model.probability(*token)) for token in tokens)
    assert model.perplexity([["a", "z"]]) == pytest.approx(2 ** (bits / 3))


def test_regular_derivations_have_a_lower_perplexity(grove: dodona.Treebank) -> None:
    flat = grove.replace(heads=[[0] + [1] * (len(sentence) - 1) for sentence in grove])
    assert derivation_perplexity(grove, grove) > 1
    assert Counter(derivation(flat[0].heads.tolist())) == Counter(range(1, len(flat[0]) + 1))
