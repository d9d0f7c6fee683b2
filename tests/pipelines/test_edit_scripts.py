"""Edit scripts, and columns chosen by number."""

from __future__ import annotations

import numpy as np
import pytest

from dodona import Treebank, _core

TREES = Treebank.from_lists(
    [["Oaks", "walked", "and", "talked", "went"]], lemmas=[["oak", "walk", "and", "talk", "_"]]
)


def test_scripts_lead_back_to_the_lemmas() -> None:
    scripts, chosen = _core.edit_scripts(TREES._core, 1)
    assert chosen[1] == chosen[3] == 0 and chosen[4] == -1
    found = _core.lemmatised(TREES._core, scripts, np.maximum(chosen, 0))
    assert found.all_texts(_core.Text.lemma)[:4] == ["oak", "walk", "and", "talk"]


def test_rare_scripts_are_left_out() -> None:
    scripts, chosen = _core.edit_scripts(TREES._core, 2)
    assert len(scripts) == 1 and chosen.tolist() == [-1, 0, -1, 0, -1]


def test_the_first_candidate_that_applies_makes_the_lemma() -> None:
    words = Treebank.from_lists([["a", "seeing"]])._core
    scripts = ["k\t0\t\t3\t", "l\t0\t\t0\tx"]  # remove three characters; add one
    candidates = np.array([0, 1, 0, 1], np.int32)
    assert _core.lemmatised(words, scripts, candidates).all_texts(_core.Text.lemma) == ["ax", "see"]
    alone = np.array([0, 0], np.int32)
    assert _core.lemmatised(words, scripts, alone).all_texts(_core.Text.lemma) == ["a", "see"]
    for wrong in ([2, 0], [-1, 0], [0]):
        with pytest.raises(ValueError, match="do not match"):
            _core.lemmatised(words, scripts, np.array(wrong, np.int32))


def test_a_column_is_chosen_by_number() -> None:
    core, column = TREES._core, _core.Text.tag
    found = core.with_choices(column, ["NOUN", "VERB"], np.array([0, 1, 0, 1, 1], np.int32))
    assert found.all_texts(column) == ["NOUN", "VERB", "NOUN", "VERB", "VERB"]
    for choices, chosen in (
        (["NOUN"], [0, 0, 0, 0, 1]),
        (["NOUN"], [-1] * 5),
        (["a\tb"], [0] * 5),
        (["A"], [0]),
    ):
        with pytest.raises(ValueError, match=r"choice|column"):
            core.with_choices(column, choices, np.array(chosen, np.int32))
