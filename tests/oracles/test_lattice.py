"""Lattices: those of the paper's figures, and general properties."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona.oracles import SwapOracle

FIGURE_2 = dodona.Sentence(["John", "likes", "Mary"], heads=[2, 0, 2], labels=["subj", "root", "obj"])
FIGURE_4 = dodona.Sentence(
    ["Ausgelöst", "wurde", "sie", "durch", "Intel"],
    heads=[2, 0, 2, 1, 4],
    labels=["OC", "--", "SB", "MO", "NK"],
)


@st.composite
def sentences(choose: st.DrawFn) -> dodona.Sentence:
    count = choose(st.integers(1, 6))
    order = choose(st.permutations(range(1, count + 1)))
    heads = [0] * count
    for place, word in enumerate(order[1:], start=1):
        heads[word - 1] = choose(st.sampled_from([0, *order[:place]]))
    return dodona.Sentence(
        [f"w{n}" for n in range(count)], heads=heads, labels=[f"l{n}" for n in range(count)]
    )


def arcs(configuration: dodona.Configuration) -> str:
    return " ".join(f"{head}→{word}" for head, _, word in configuration.arcs)


def test_figure_2() -> None:
    found = dodona.lattice(FIGURE_2)
    assert str(found) == repr(found) == "9 configurations, 9 transitions, 2 sequences"
    printed = ["", "", "", "", "2→1", "2→1", "2→3", "2→1 2→3", "0→2 2→1 2→3"]
    assert sorted(map(arcs, found.configurations)) == sorted(printed)
    moves = Counter(made.transition.move for made in found.transitions)
    assert moves == {"SHIFT": 4, "LEFT-ARC": 2, "RIGHT-ARC": 3}
    forks = [place for place, n in Counter(made.before for made in found.transitions).items() if n > 1]
    assert [found.configurations[place].script for place in forks] == ["SH SH"]


def test_figure_4_has_nine_sequences() -> None:
    found = dodona.lattice(FIGURE_4)
    assert str(found) == "37 configurations, 42 transitions, 9 sequences"
    assert found.fewest_swaps == 1
    narrow = dodona.lattice(FIGURE_4, oracle="nd-sw")
    assert narrow.fewest_swaps == 1 and narrow.sequences < 9
    assert len(narrow.configurations) < 37


@settings(deadline=None, max_examples=50)
@given(sentences(), st.sampled_from(["first", "last"]), st.sampled_from(["nd-all", "nd-sw"]))
def test_transitions_are_what_the_oracle_allows(sentence: dodona.Sentence, root: str, name: str) -> None:
    found = dodona.lattice(sentence, name, root, limit=100_000)
    oracle = SwapOracle(sentence, name)
    first, last = found.configurations[0], found.configurations[-1]
    assert first.script == "" and last.finished and last.tree() == sentence
    assert len({str(configuration) for configuration in found.configurations}) == len(found.configurations)
    for place, configuration in enumerate(found.configurations[:-1]):
        here = [made for made in found.transitions if made.before == place]
        assert [str(made.transition) for made in here] == oracle.zero_cost(configuration)
        for made in here:
            assert configuration.copy().apply(*made.transition) == found.configurations[made.after]
            assert found.columns[made.after] > found.columns[place]


def test_a_single_word_and_many_sequences() -> None:
    assert str(dodona.lattice(dodona.Sentence(["Oak"], heads=[0]))) == (
        "3 configurations, 2 transitions, 1 sequence"
    )
    wide = dodona.Sentence(["oak"] * 81, heads=[41] * 40 + [0] + [41] * 40)
    found = dodona.lattice(wide, limit=10_000)
    assert found.sequences == 107507208733336176461620  # 80 choose 40, which exceeds 64 bits
    assert f"{found.sequences:,} sequences" in str(found)


def test_lattices_can_be_pickled() -> None:
    found = dodona.lattice(FIGURE_4)
    again = pickle.loads(pickle.dumps(found))
    assert str(again) == str(found) and again.transitions == found.transitions
    assert again.to_svg() == found.to_svg()


def test_mistakes() -> None:
    with pytest.raises(dodona.Error, match="more than 36 configurations: give a higher limit or a shorter"):
        dodona.lattice(FIGURE_4, limit=36)
    assert len(dodona.lattice(FIGURE_4, limit=37).columns) == 37
    with pytest.raises(dodona.OptionError, match="oracle cannot be 'eager': choose from nd-all, nd-sw"):
        dodona.lattice(FIGURE_2, "eager")
    with pytest.raises(dodona.OptionError, match="root cannot be 'none': choose from first, last"):
        dodona.lattice(FIGURE_2, root="none")
    with pytest.raises(dodona.OptionError, match="limit cannot be 0: choose from 1 to 100,000"):
        dodona.lattice(FIGURE_2, limit=0)
    with pytest.raises(dodona.ArgumentError, match="limit must be a number of configurations, not None"):
        dodona.lattice(FIGURE_2, limit=None)  # type: ignore[arg-type]
    with pytest.raises(dodona.ArgumentError, match=r"sentence must be a .* with a tree, not a list"):
        dodona.lattice(["John", "likes", "Mary"])  # type: ignore[arg-type]
    with pytest.raises(dodona.Error, match="the sentence has no gold tree"):
        dodona.lattice(dodona.Sentence(["John"]))
