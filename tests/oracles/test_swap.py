"""The examples of Björkelund and Nivre (2015), and systems with SWAP from Python."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import dodona
from dodona.oracles import SwapOracle, walk

FIGURE_1 = dodona.Sentence(
    ["That", "'s", "what", "they", "'re", "after"],
    heads=[2, 0, 6, 5, 2, 5],
    labels=["nsubj", "root", "pobj", "nsubj", "ccomp", "prep"],
)
FIGURE_3 = dodona.Sentence(
    ["Ausgelöst", "wurde", "sie", "durch", "Intel"],
    heads=[2, 0, 2, 1, 4],
    labels=["OC", "--", "SB", "MO", "NK"],
)
FIGURES = {"1": FIGURE_1, "3": FIGURE_3}
ORACLES = ("eager", "lazy", "minimal", "nd-sw", "nd-all")


def moves(script: str) -> str:
    return " ".join(made.split("(")[0] for made in script.split())


@pytest.mark.parametrize("oracle", ORACLES)
@pytest.mark.parametrize("figure", ["1", "3"])
@pytest.mark.parametrize("root", ["first", "last"])
def test_nonprojective_trees_are_derived(figure: str, oracle: str, root: str) -> None:
    gold = FIGURES[figure]
    steps = walk(gold, oracle, root, single_root=True, system="swap-standard")
    assert steps.tree == gold and steps.loss == 0
    assert "SW" in moves(steps.script)


def test_eager_swaps_twice_in_figure_1_and_lazy_once() -> None:
    eager = moves(walk(FIGURE_1, "eager", system="swap-standard").script)
    assert eager == "SH SH LA SH SH SW SH SH SW LA SH SH LA RA RA RA"
    lazy = moves(walk(FIGURE_1, system="swap-standard").script)
    assert lazy == "SH SH LA SH SH SH LA SW SH SH LA RA RA RA"


def test_the_arc_to_sie_can_wait() -> None:
    c = dodona.configuration(FIGURE_3, "SH SH SH", system="swap-standard")
    assert SwapOracle(FIGURE_3, "nd-all").zero_cost(c, by="move") == ["SHIFT", "RIGHT-ARC"]
    assert SwapOracle(FIGURE_3, "nd-sw").zero_cost(c, by="move") == ["RIGHT-ARC"]
    c.apply("RA")
    said = SwapOracle(FIGURE_3, "nd-sw").explain(c)
    assert "the sequence continues with SHIFT" in said.text


def test_costs_are_explained_arc_by_arc() -> None:
    gold_arcs = {(head, word) for word, head in enumerate(FIGURE_1.heads.tolist(), 1)}
    told = 0
    for explanation in walk(FIGURE_1, "nd-dynamic", system="swap-standard").explanations():
        for row in explanation:
            if row.move.endswith("ARC") and row.cost:
                arcs = {loss.arc for loss in row.losses}
                assert len(arcs) == row.cost and arcs <= gold_arcs and row.arc not in gold_arcs & arcs
                told += len(arcs)
    assert told > 20
    c = dodona.configuration(FIGURE_1, "SH SH LA SH", system="swap-standard")
    said = SwapOracle(FIGURE_1, "nd-dynamic").explain(c).text.splitlines()
    assert "RIGHT-ARC loses after -> what: what would have another head, 's" in said
    eager = dodona.configuration(FIGURE_1, "SH", system="swap-eager")
    assert "would be gone" not in SwapOracle(FIGURE_1, "static-dynamic").explain(eager).text


def test_swap_hybrid_derives_them_too() -> None:
    for gold in (FIGURE_1, FIGURE_3):
        assert walk(gold, system="swap-hybrid", root="last").tree == gold


@pytest.mark.parametrize("oracle", ["static-dynamic", "minimal"])
@pytest.mark.parametrize("root", ["first", "last", "none"])
@pytest.mark.parametrize("single_root", [False, True])
def test_swap_eager_derives_them_too(oracle: str, root: str, single_root: bool) -> None:
    for gold in (FIGURE_1, FIGURE_3):
        steps = walk(gold, oracle, root, single_root=single_root, system="swap-eager")
        assert (steps.tree.heads == gold.heads).all() and "SW" in moves(steps.script)


def test_swap_eager_swaps_a_word_with_its_dependents() -> None:
    c = dodona.configuration("a b c d", "SH SH RA(x)", system="swap-eager")
    with pytest.raises(dodona.Error, match="c has a head already"):
        c.copy().apply("SWAP")
    c.apply("REDUCE").apply("SWAP")
    assert (c.stack, c.buffer) == ([0], [2, 1, 4])
    assert c.apply("SH").apply("SH").legal == ["SHIFT", "LEFT-ARC", "RIGHT-ARC"]  # they were swapped


def test_the_last_word_of_swap_eager_can_pass_others() -> None:
    c = dodona.configuration("a b", "SH SH", system="swap-eager")
    assert not c.finished and c.legal == ["REDUCE", "SWAP"]
    with pytest.raises(dodona.Error, match="can still be swapped"):
        c.copy().apply("SHIFT")
    assert c.copy().apply("REDUCE").finished
    assert c.apply("SWAP").apply("RA(x)").apply("RA(y)").arcs == [(0, "x", 2), (2, "y", 1)]
    single = dodona.configuration("a b", "SH SH", system="swap-eager", single_root=True)
    assert single.legal == ["SWAP"]


def test_configurations_keep_their_system() -> None:
    c = dodona.configuration("a b c", "SH SH SW", system="swap-standard")
    assert (c.stack, c.buffer) == ([0, 2], [1, 3])
    for same in (c.copy(), copy.copy(c), pickle.loads(pickle.dumps(c))):
        assert same == c and same.system == "swap-standard" and same.legal == ["SHIFT", "RIGHT-ARC"]
    assert c != dodona.configuration("a b c", "SH SH SW", system="swap-standard", single_root=True)


@pytest.mark.parametrize(
    ("system", "script", "move", "said"),
    [
        ("arc-standard", "", "REDUCE", "arc-standard has no such move"),
        ("arc-standard", "SH", "LEFT-ARC", "the root has no head"),
        ("arc-standard", "", "RIGHT-ARC", "it needs two words, and there is ROOT alone"),
        ("arc-standard", "SH SH RA", "SHIFT", "the buffer is empty"),
        ("arc-hybrid", "", "LEFT-ARC", "the root has no head"),
        ("swap-standard", "SH", "SWAP", "the root is never swapped"),
        ("swap-standard", "SH SH SW SH", "SWAP", "have been swapped already"),
        ("swap-hybrid", "SH SW SH", "SWAP", "have been swapped already"),
        ("swap-eager", "SH SH SW SH SH", "SWAP", "the sentence is done"),
        ("swap-eager", "SH", "SWAP", "the root is never swapped"),
    ],
)
def test_illegal_moves_are_explained(system: str, script: str, move: str, said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        dodona.configuration("a b", script, system=system).apply(move)


def test_a_single_root_takes_the_last_word() -> None:
    c = dodona.Configuration("a b", single_root=True, system="arc-standard").apply("SH")
    with pytest.raises(dodona.Error, match="other words are left, and the root takes only the last one"):
        c.apply("RIGHT-ARC")


def test_a_system_refuses_the_oracles_of_others() -> None:
    with pytest.raises(
        dodona.Error, match="oracle cannot be 'eager' for arc-eager: choose from dynamic, static"
    ):
        SwapOracle(FIGURE_1, "eager").costs(dodona.Configuration(FIGURE_1))
    with pytest.raises(dodona.Error, match="oracle cannot be 'dynamic' for swap-standard"):
        dodona.DynamicOracle(FIGURE_1).costs(dodona.Configuration(FIGURE_1, system="swap-standard"))


def interleaved(items: int, words: int) -> dodona.Sentence:
    """Return a tree of interleaved lists, word by word."""

    def head(item: int, place: int) -> int:
        if place == 0:
            return int(item > 0)
        there = place + 1 if place % 2 and place + 1 < words else max(0, place - 2)
        return there * items + item + 1

    heads = [head(item, place) for place in range(words) for item in range(items)]
    return dodona.Sentence(["oak"] * len(heads), heads=heads, labels=["_"] * len(heads))


def test_sentences_over_budget_are_counted() -> None:
    trees = dodona.Treebank([interleaved(4, 7)])
    found = dodona.oracles.swap_counts(trees, budget=500)
    assert (found.minimal, found.over_budget) == (36, 1)
    few = dodona.Treebank([interleaved(2, 9)])
    assert dodona.oracles.swap_counts(few, budget=2**70).minimal == 8


@pytest.mark.parametrize("budget", [0, -1, 1.5, True, None, "x"])
def test_a_budget_must_be_a_number(budget: object) -> None:
    with pytest.raises(dodona.OptionError, match="budget cannot be"):
        dodona.oracles.swap_counts(dodona.Treebank([interleaved(2, 2)]), budget=budget)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "work",
    [
        lambda trees: dodona.oracles.swap_counts(trees),
        lambda trees: walk(trees[0], "minimal", system="swap-standard"),
        lambda trees: dodona.train(trees, system="swap-standard", oracle="minimal"),
        lambda trees: dodona.train(trees, recipe="beam", system="swap-standard", oracle="minimal"),
    ],
    ids=["counts", "walk", "greedy training", "training with a beam"],
)
def test_minimal_can_be_interrupted(
    work: Callable[[dodona.Treebank], Any],
    stopped_by_the_third_signal: Callable[[Callable[[], Any]], None],
) -> None:
    trees = dodona.Treebank([interleaved(2, 50)])  # takes half a minute by itself
    stopped_by_the_third_signal(lambda: work(trees))
