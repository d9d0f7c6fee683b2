"""Every system with each of its oracles: training, saving, loading and parsing."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona
from dodona.recipes import Recipe
from dodona.transitions.systems import SYSTEMS

ALL = [(system, oracle) for system, has in SYSTEMS.items() for oracle in has.oracles]
SWAP = [(system, oracle) for system, oracle in ALL if system.startswith("swap")]


def crossing() -> dodona.Treebank:
    """Trees whose crossing arcs depend on words alone: every fifth word of a chain has a distant head."""
    forms = [["a", "b", "c", "d"], ["b", "c", "d", "a"], ["a", "b", "d", "c"]]
    heads = {"a": "c", "b": "d", "c": None, "d": "c"}
    return dodona.Treebank.from_lists(
        forms,
        heads=[[0 if heads[w] is None else words.index(heads[w]) + 1 for w in words] for words in forms],
        labels=[["root" if heads[w] is None else f"x{w}" for w in words] for words in forms],
    )


@pytest.mark.parametrize(("system", "oracle"), ALL)
@pytest.mark.parametrize("root", ["first", "last"])
def test_learns_and_survives_saving(
    grove: dodona.Treebank, system: str, oracle: str, root: str, tmp_path: Path
) -> None:
    parser = dodona.train(grove[:40], system=system, oracle=oracle, root=root, epochs=5)
    parsed = parser.parse(grove[:40])
    assert dodona.evaluate(grove[:40], parsed).without_punctuation.las.f1 > 0.9
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model")
    assert (again.parse(grove).heads == parser.parse(grove).heads).all()
    assert again.info["recipe"]["system"] == system


@pytest.mark.parametrize(("system", "oracle"), SWAP)
def test_crossing_arcs_are_predicted(system: str, oracle: str) -> None:
    trees = crossing()
    assert any(sentence.nonprojective_arcs for sentence in trees)
    parser = dodona.train(trees, system=system, oracle=oracle, epochs=20, min_updates=1, margin=0)
    assert (parser.parse(trees).heads == trees.heads).all()
    assert parser.parse(trees).column("labels") == trees.column("labels")


@pytest.mark.parametrize("system", SYSTEMS)
def test_single_roots(grove: dodona.Treebank, system: str) -> None:
    parser = dodona.train(grove[:30], system=system, single_root="yes", epochs=1)
    assert all((sentence.heads == 0).sum() == 1 for sentence in parser.parse(grove))


@pytest.mark.parametrize("system", SYSTEMS)
def test_confidence(grove: dodona.Treebank, system: str) -> None:
    parser = dodona.train(
        grove[:50], grove[50:], system=system, recipe="probabilistic", policy="oracle", epochs=4
    )
    assert parser.is_calibrated
    for estimator in ("transition", "samples", "beam"):
        sure = parser.confidence(grove, estimator=estimator)
        assert ((sure.heads >= 0) & (sure.heads <= 1)).all()


def test_a_system_sets_the_options_it_needs() -> None:
    swap = Recipe().with_options(system="swap-standard")
    assert (swap.oracle, swap.policy, swap.nonprojective) == ("nd-dynamic", "explore", "keep")
    back = swap.with_options(system="arc-eager")
    assert (back.oracle, back.policy, back.nonprojective) == ("dynamic", "explore", "baseline")
    lazy = dodona.recipes.recipe("beam").with_options(system="swap-standard")
    assert (lazy.oracle, lazy.policy, lazy.nonprojective) == ("lazy", "oracle", "keep")
    assert Recipe().with_options(system="swap-hybrid").policy == "explore"
    eager = Recipe().with_options(system="swap-eager")
    assert (eager.oracle, eager.policy, eager.nonprojective) == ("static-dynamic", "explore", "keep")
    beam = dodona.recipes.recipe("beam").with_options(system="swap-eager")
    assert (beam.oracle, beam.policy) == ("minimal", "oracle")
    assert Recipe(nonprojective="head").with_options(system="arc-hybrid").nonprojective == "head"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"system": "arc-lazy"}, "system cannot be 'arc-lazy': choose from arc-eager, arc-standard"),
        ({"system": "swap-standard", "oracle": "dynamic"}, "oracle cannot be 'dynamic' for swap-standard"),
        ({"system": "arc-hybrid", "root": "none"}, "root cannot be 'none' in arc-hybrid"),
        (
            {"nonprojective": "keep"},
            "nonprojective cannot be 'keep' in arc-eager, which builds only projective",
        ),
        (
            {"system": "swap-standard", "oracle": "nd-all", "policy": "explore"},
            "policy cannot be 'explore' with the nd-all oracle, which knows nothing off the right paths: "
            "choose oracle or ambiguity, or the oracle nd-dynamic",
        ),
        (
            {"system": "swap-standard", "oracle": "lazy", "policy": "ambiguity"},
            "policy cannot be 'ambiguity' with the lazy oracle, which knows nothing off its own path",
        ),
    ],
)
def test_incompatible_options(grove: dodona.Treebank, options: dict[str, str], said: str) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, **options)
