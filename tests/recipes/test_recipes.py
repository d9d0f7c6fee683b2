"""Recipes: built-in ones, and users' own."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

import dodona
from dodona.recipes import names, recipe


@pytest.mark.parametrize("name", names())
def test_built_in_recipes(name: str, grove: dodona.Treebank) -> None:
    found = recipe(name)
    assert found.epochs >= 1
    if name in ("encoder", "network"):  # need more than numpy: tests/encoders, tests/network
        with pytest.raises(dodona.OptionError, match=r"use dodona\.train_pipeline"):
            dodona.train(grove, recipe=name)
        return
    assert dodona.train(grove, recipe=name, epochs=1).info["recipe"]["oracle"] == found.oracle


def test_recipes_of_a_paper() -> None:
    explore = recipe("goldberg-nivre-2012-explore")
    assert (explore.oracle, explore.policy, explore.explore, explore.k) == ("dynamic", "explore", 0.9, 2)
    assert recipe("goldberg-nivre-2012-ambiguity").policy == "ambiguity"
    static = recipe("goldberg-nivre-2012-static")
    assert (static.oracle, static.policy, static.epochs, static.root) == ("static", "oracle", 15, "first")


def test_a_recipe_is_its_own_dictionary() -> None:
    changed = dodona.Recipe().with_options(epochs=3, tag="both", explore=1)
    assert dodona.Recipe(**changed.to_dict()) == changed
    assert set(changed.to_dict()) == {field.name for field in fields(dodona.Recipe)}
    assert changed.with_options(epochs=None) == changed


def test_a_file(tmp_path: Path, grove: dodona.Treebank) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(b'\xef\xbb\xbf# mine\noracle = "static"\nepochs = 2\nprune = 0\n')
    found = recipe(str(mine))
    assert (found.oracle, found.policy, found.epochs, found.prune) == ("static", "oracle", 2, 0.0)
    assert isinstance(found.prune, float)
    assert recipe(mine) == found
    assert len(dodona.train(grove, recipe=found, seed=3).info["curve"]) == 2
    assert len(dodona.train(grove, recipe=str(mine), epochs=1).info["curve"]) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"epochs = ", r"mine\.toml: Invalid value"),
        (b"epochs 3", r"mine\.toml: .*line 1"),
        (b"\xff\xfe", r"mine\.toml: this is not a TOML file"),
        (b"oaks = 3", r"mine\.toml: unknown option 'oaks': choose from system, oracle, "),
        (b"epochs = '3'", r"mine\.toml: epochs cannot be '3': it must be a whole number"),
        (b"epochs = true", r"mine\.toml: epochs cannot be True: it must be a whole number"),
        (b"epochs = 0", r"mine\.toml: epochs cannot be 0: choose from 1 to 10000"),
        (b"explore = '0.9'", r"mine\.toml: explore cannot be '0\.9': it must be a number"),
        (b"oracle = 3", r"mine\.toml: oracle cannot be 3: it must be a word"),
        (
            b"oracle = 'delphi'",
            r"mine\.toml: oracle cannot be 'delphi' for arc-eager: choose from",
        ),
        (b"single_root = 'two'", r"mine\.toml: single_root cannot be 'two': choose from auto, yes, no"),
        (b"beam = 0", r"mine\.toml: beam cannot be 0"),
        (b"[train]\nepochs = 3", r"mine\.toml: unknown option 'train'"),
        (b"oracle = 'static'\npolicy = 'explore'", r"mine\.toml: policy cannot be 'explore' with the static"),
    ],
)
def test_mistakes(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(dodona.Error, match=said) as caught:
        recipe(str(tmp_path / "mine.toml"))
    assert "\n" not in str(caught.value)


def test_no_such_recipe(tmp_path: Path) -> None:
    for name in ("stew", "", str(tmp_path / "none.toml")):
        with pytest.raises(
            dodona.OptionError, match=r"recipe cannot be .*: choose from beam, default, .*or name a TOML"
        ):
            recipe(name)
    with pytest.raises(dodona.Error, match=r"Is a directory|Permission denied"):
        recipe(str(tmp_path))
    with pytest.raises(dodona.ArgumentError, match="recipe must be the name of a recipe"):
        recipe(3)  # type: ignore[arg-type]
