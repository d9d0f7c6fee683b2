"""The worked example of Goldberg and Nivre (2012), and corrections to Figure 4."""

from __future__ import annotations

import pytest

import dodona
from dodona.oracles import walk

#: Figure 1.
FIGURE_1 = dodona.Sentence(
    ["He", "wrote", "her", "a", "letter", "."],
    heads=[2, 0, 2, 5, 2, 2],
    labels=["SBJ", "PRD", "IOBJ", "DET", "DOBJ", "P"],
)
#: Section 2.2.
SEQUENCE_1 = "SH LA(SBJ) RA(PRD) RA(IOBJ) SH LA(DET) RE RA(DOBJ) RE RA(P)"
SEQUENCE_2 = "SH LA(SBJ) RA(PRD) RA(IOBJ) RE SH LA(DET) RA(DOBJ) RE RA(P)"
ERRONEOUS = "SH LA(SBJ) RA(PRD) SH"


@pytest.mark.parametrize("script", [SEQUENCE_1, SEQUENCE_2])
def test_both_sequences_are_free(script: str) -> None:
    steps = walk(FIGURE_1, script=script)
    assert [step.cost for step in steps] == [0.0] * 11
    assert steps.tree == FIGURE_1
    assert steps.wrong == []


def test_algorithm_1_predicts_the_first() -> None:
    assert walk(FIGURE_1, "static").script == SEQUENCE_1
    assert walk(FIGURE_1, "dynamic").script == SEQUENCE_1  # Algorithm 1 breaks ties
    costs = [step.cost for step in walk(FIGURE_1, "static", script=SEQUENCE_2)]
    assert costs.index(1) == 4  # RE, where the sequence shifts


def test_figure_3() -> None:
    """After the erroneous SHIFT, Algorithm 1 ends with loss 3, the dynamic oracle with loss 1."""
    static = walk(FIGURE_1, "static", script=ERRONEOUS)
    assert static.script == f"{ERRONEOUS} SH LA(DET) SH SH"
    assert (static.loss, static.wrong) == (3, [3, 5, 6])
    dynamic = walk(FIGURE_1, "dynamic", script=ERRONEOUS)
    assert (dynamic.loss, dynamic.wrong) == (1, [3])
    # The paper's sequence, with any label on the wrong arc.
    assert walk(FIGURE_1, script=f"{ERRONEOUS} SH LA(DET) LA(DET) RA(DOBJ) RE RA(P)").loss == 1


def test_costs_after_the_erroneous_shift() -> None:
    """Section 3.2: the last two SHIFTs of Algorithm 1 cost 1 each, LEFT-ARC in place of the first nothing."""
    steps = walk(FIGURE_1, script=f"{ERRONEOUS} SH LA(DET) SH SH")
    assert [step.cost for step in steps] == [0, 0, 0, 1, 0, 0, 1, 1, 0]
    assert steps[6].costs["LEFT-ARC"] == 0
    oracle = dodona.DynamicOracle(FIGURE_1)
    assert oracle.loss(steps[-1].configuration) == 3


def test_explanation() -> None:
    oracle = dodona.DynamicOracle(FIGURE_1)
    said = oracle.explain(dodona.configuration(FIGURE_1, "SH LA(SBJ) RA(PRD)"))
    assert said.text.splitlines()[0] == (
        "SHIFT loses wrote -> her: her could no longer get a head from the stack"
    )
    assert [loss.arc for loss in said["REDUCE"].losses] == [(2, 3), (2, 5), (2, 6)]
    assert said["RIGHT-ARC"].name == "RIGHT-ARC(IOBJ)"
    assert said["RIGHT-ARC"].losses == ()
    assert "wrote -&gt; her" in said._repr_html_()
    assert str(said) == repr(said)


def test_labels() -> None:
    c = dodona.configuration(FIGURE_1, "SH")
    oracle = dodona.DynamicOracle(FIGURE_1, label_cost=0.3)
    costs = oracle.costs(c)
    assert costs["LEFT-ARC(SBJ)"] == 0
    assert costs["LEFT-ARC(DET)"] == 0.3
    assert {costs[f"RIGHT-ARC({label})"] for label in FIGURE_1.labels} == {
        2
    }  # a wrong arc, whatever its label
    assert oracle.zero_cost(c) == ["LEFT-ARC(SBJ)"]
    assert oracle.zero_cost(c, by="move") == ["LEFT-ARC"]
    assert oracle.cost(c, "LA(unheard-of)") == 0.3


# ---- corrections to Figure 4


def test_left_arc_loses_the_arc_to_b_as_well() -> None:
    """Gold 0 -> 1 -> 2 in ([0, 1], [2]): k = b is not in β, so Figure 4 has 0 for LEFT-ARC.

    But 2 -> 1 prevents 1 -> 2, which loses one arc, and prevents 1 from being attached to the root at the
    end, which loses another.
    """
    gold = dodona.Sentence(["a", "b"], heads=[0, 1], labels=["root", "x"])
    c = dodona.configuration(gold, "SH")
    assert (c.stack, c.buffer) == ([0, 1], [2])
    explained = dodona.DynamicOracle(gold).explain(c)["LEFT-ARC"]
    assert [loss.arc for loss in explained.losses] == [(0, 1), (1, 2)]
    assert explained.cost == 2


def test_left_arc_loses_the_arc_to_b_alone() -> None:
    """The same after s has lost its own head: only the arc to b can be lost."""
    gold = dodona.Sentence(["a", "b", "c"], heads=[0, 1, 2], labels=["root", "x", "x"])
    c = dodona.configuration(gold, "RA(root) SH")  # b is shifted without its head, a
    assert dodona.DynamicOracle(gold).explain(c)["LEFT-ARC"].losses[0].arc == (2, 3)
    assert dodona.DynamicOracle(gold).costs(c, by="move")["LEFT-ARC"] == 1


def test_right_arc_loses_the_arc_from_b_to_s_as_well() -> None:
    """k = s is not in σ, so Figure 4 has no cost for the arc b -> s."""
    gold = dodona.Sentence(["a", "b"], heads=[2, 0], labels=["x", "root"])
    explained = dodona.DynamicOracle(gold).explain(dodona.configuration(gold, "SH"))["RIGHT-ARC"]
    assert (2, 1) in [loss.arc for loss in explained.losses]


def test_lost_arcs_are_not_counted_twice() -> None:
    """The arc b -> k was lost when k got another head, and does not count a second time."""
    gold = dodona.Sentence(["a", "b", "c"], heads=[3, 3, 0], labels=["x", "x", "root"])
    c = dodona.configuration(gold, "SH RA(x)")  # a -> b, where c -> b is gold
    assert dodona.DynamicOracle(gold).costs(c, by="move")["SHIFT"] == 1  # c -> a, and not c -> b again


# ---- unreachable trees


def test_a_tree_that_is_not_projective() -> None:
    gold = dodona.Sentence(["a", "b", "c", "d"], heads=[0, 4, 1, 1], labels=["root", "x", "x", "x"])
    oracle = dodona.DynamicOracle(gold)
    start = dodona.Configuration(gold)
    assert oracle.guarantee(start).startswith("The gold tree is not projective (d -> b): costs come from")
    assert oracle.loss(start) == 0
    steps = walk(gold)
    assert steps.loss == sum(step.cost for step in steps) == 1
    assert any(step.costs and min(step.costs.values()) > 0 for step in steps)
    assert "not projective" in dodona.StaticOracle(gold).guarantee(start)


def test_several_roots_with_single_root() -> None:
    gold = dodona.Sentence(["a", "b"], heads=[0, 0], labels=["root", "root"])
    start = dodona.Configuration(gold, single_root=True)
    for oracle in (dodona.DynamicOracle(gold), dodona.StaticOracle(gold)):
        assert "several roots" in oracle.guarantee(start)
    assert walk(gold, single_root=True).loss == 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: dodona.DynamicOracle(dodona.Sentence(["a"])), "the sentence has no gold tree"),
        (lambda: dodona.DynamicOracle(["a"]), "sentence must be a dodona.Sentence with a tree, not a list"),
        (lambda: dodona.DynamicOracle(FIGURE_1, label_cost=2), "label_cost cannot be 2: choose from 0 to 1"),
        (lambda: dodona.DynamicOracle(FIGURE_1).costs(dodona.Configuration("a b")), "2 words, not 6"),
        (
            lambda: dodona.DynamicOracle(FIGURE_1).costs(dodona.Configuration("I wrote her a letter .")),
            "word 1 is 'I', not 'He'",
        ),
        (lambda: dodona.DynamicOracle(FIGURE_1).costs(FIGURE_1), "must be a dodona.Configuration, not a Sen"),
        (
            lambda: dodona.StaticOracle(FIGURE_1).cost(dodona.Configuration(FIGURE_1), "RE"),
            "root, which stays",
        ),
        (
            lambda: walk(FIGURE_1, "psychic"),
            "oracle cannot be 'psychic' for arc-eager: choose from dynamic, static",
        ),
        (lambda: walk(FIGURE_1, script=f"{SEQUENCE_1} SH"), "the script has 11 transitions, but"),
        (lambda: walk(FIGURE_1, script="SH RE"), "step 2 of the script: REDUCE is not legal: He has no head"),
    ],
)
def test_mistakes_are_reported_in_one_line(call: object, said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        call()  # type: ignore[operator]
