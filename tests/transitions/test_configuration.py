"""Configurations step by step: notation, legal moves and errors."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona.transitions import Transition, transitions

WORDS = "He wrote her a letter ."
ROOTS = ("first", "last", "none")


def test_step_by_step() -> None:
    c = dodona.Configuration(WORDS.split())
    assert (c.stack, c.buffer, c.arcs, c.legal) == ([0], [1, 2, 3, 4, 5, 6], [], ["SHIFT", "RIGHT-ARC"])
    assert repr(c.apply("SHIFT")) == "([ROOT He], [wrote her a letter .], {})"
    c.apply("LEFT-ARC", "nsubj")
    assert c.arcs == [(2, "nsubj", 1)]
    assert not c.finished
    assert c.script == "SH LA(nsubj)"
    assert c == dodona.configuration(WORDS, "SH LA(nsubj)")


def test_the_configuration_of_the_paper() -> None:
    """Section 2.2: ([0, 2, 3], [4, 5, 6], {(0, PRD, 2), (2, SBJ, 1)})."""
    c = dodona.configuration(WORDS, "SH, LA(SBJ), RA(PRD), SH")
    assert (c.stack, c.buffer, c.arcs) == ([0, 2, 3], [4, 5, 6], [(0, "PRD", 2), (2, "SBJ", 1)])
    assert repr(c) == "([ROOT wrote her], [a letter .], {(ROOT, PRD, wrote), (wrote, SBJ, He)})"


def test_repeated_words_have_numbers() -> None:
    assert (
        repr(dodona.configuration("the oak of the grove", "SH")) == "([ROOT the₁], [oak of the₄ grove], {})"
    )
    assert "\x1b" not in repr(dodona.Configuration(["\x1b[31m"]))


@pytest.mark.parametrize(("root", "stack", "buffer"), [
    ("first", [0], [1, 2]), ("last", [], [1, 2, 0]), ("none", [], [1, 2]),
])  # fmt: skip
def test_positions_of_the_root(root: str, stack: list[int], buffer: list[int]) -> None:
    c = dodona.Configuration("Oaks speak", root=root)
    assert (c.stack, c.buffer) == (stack, buffer)


def test_names_of_moves() -> None:
    long, short = "SHIFT, LEFT-ARC(nsubj) REDUCE; RIGHT-ARC(obj)", "SH LA(nsubj) re RA(obj)"
    assert transitions(long) == transitions(short)
    assert transitions("LA(nmod:of(x)) RA(a b)") == [
        Transition("LEFT-ARC", "nmod:of(x)"), Transition("RIGHT-ARC", "a b"),
    ]  # fmt: skip
    assert transitions("  ") == []
    assert transitions("LA") == [Transition("LEFT-ARC", "_")]
    for transition in transitions(long):
        assert transitions(str(transition)) == transitions(transition.short) == [transition]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("RE", "step 1 of the script: REDUCE is not legal: the top of the stack is the root, which stays; "
               "legal: SHIFT, RIGHT-ARC"),
        ("LA(x)", "LEFT-ARC is not legal: the top of the stack is the root, which has no head"),
        ("SH RE", "step 2 .*: He has no head yet; legal: SHIFT, LEFT-ARC, RIGHT-ARC"),
        ("RA(x) LA(y)", "LEFT-ARC is not legal: He has a head already; legal: SHIFT, REDUCE, RIGHT-ARC"),
        ("SH SH SH SH SH SH SH", r"step 7 .*the sentence is done; tree\(\) gives the tree"),
        ("SH FLY", "move cannot be 'FLY': choose from SHIFT \\(SH\\), REDUCE"),
        ("SH LA(x", "'\\(x' is not a transition|'LA\\(x' is not a transition"),
        ("SH(x)", "SHIFT takes no label"),
        ("LA()", "'' cannot be a label"),
    ],
)  # fmt: skip
def test_illegal_moves(script: str, said: str) -> None:
    with pytest.raises(dodona.Error, match=said) as refused:
        dodona.configuration(WORDS, script)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("words", "script", "root", "move", "said"),
    [
        ("a b", "", "last", "RA", "the stack is empty; legal: SHIFT"),
        ("a b", "", "none", "LA", "the stack is empty; legal: SHIFT"),
        ("a b", "SH LA(x) SH", "last", "SH", "only the root, which takes what is left; legal: LEFT-ARC"),
        ("a b", "RA(x)", "first", "RE", "a is attached to the root, and must stay .*single_root.*: RIGHT"),
        ("a b", "SH", "none", "SH", "b is the last word, and would be a root as well as a .*: LEFT-ARC"),
        ("a b c", "SH SH", "none", "RA", "c is the last word, and would leave a and b as roots .*: LEFT-ARC"),
    ],
)  # fmt: skip
def test_illegal_moves_of_the_root(words: str, script: str, root: str, move: str, said: str) -> None:
    c = dodona.configuration(words, script, root, single_root=True)
    with pytest.raises(dodona.Error, match=said):
        c.apply(move)
    assert c.script == script


def test_the_tree() -> None:
    c = dodona.configuration("Oaks speak softly", "SH SH RA(advmod)")
    assert c.finished
    tree = c.tree(root_label="ROOT")
    assert (tree.heads.tolist(), tree.labels) == ([0, 0, 2], ["ROOT", "ROOT", "advmod"])
    assert c.arcs == [(2, "advmod", 3)]  # the configuration itself does not change
    with pytest.raises(dodona.Error, match="the sentence is not done: speak softly in the buffer"):
        dodona.configuration("Oaks speak softly", "SH").tree()


def test_the_tree_keeps_the_columns_of_the_sentence(grove: dodona.Treebank) -> None:
    gold = grove[0]
    tree = dodona.configuration(gold, "SH SH LA(amod) LA(det) SH LA(nsubj) RA(root) RA(punct)").tree()
    assert tree == gold


def test_copies_are_independent() -> None:
    c = dodona.configuration(WORDS, "SH")
    for other in (c.copy(), copy.copy(c), copy.deepcopy(c), pickle.loads(pickle.dumps(c))):
        assert other == c
        other.apply("LA(nsubj)")
        assert other != c
        assert c.script == "SH"


@pytest.mark.parametrize("words", [[], "", None, 3, [1, 2]])
def test_words_must_be_words(words: object) -> None:
    with pytest.raises(dodona.Error):
        dodona.Configuration(words)  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    with pytest.raises(dodona.OptionError, match="root cannot be 'middle': choose from first, last, none"):
        dodona.Configuration(WORDS, root="middle")


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 12), st.sampled_from(ROOTS), st.booleans(), st.data())
def test_random_moves_always_end_in_a_tree(
    words: int, root: str, single_root: bool, data: st.DataObject
) -> None:
    c = dodona.Configuration([f"w{number}" for number in range(1, words + 1)], root, single_root)
    steps = 0
    while not c.finished:
        assert c.legal  # there is always a legal move
        illegal = {"SHIFT", "REDUCE", "LEFT-ARC", "RIGHT-ARC"} - set(c.legal)
        for move in illegal:
            with pytest.raises(dodona.Error, match=f"{move} is not legal: "):
                c.apply(move)
        c.apply(data.draw(st.sampled_from(c.legal)))
        steps += 1
        assert steps <= 2 * words
    tree = c.tree()
    assert tree.has_tree
    assert tree.is_projective
    if single_root:
        assert tree.heads.tolist().count(0) == 1
