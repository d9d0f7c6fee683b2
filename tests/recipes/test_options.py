"""Options are declared once, and everything else is derived from the declarations."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import pytest
import typer

import dodona
from dodona.cli.app import app
from dodona.models.container import read_arrays, write_arrays
from dodona.recipes import names, recipe
from dodona.recipes.options import Condition, declared_in, option
from dodona.recipes.recipe import MOST_USED, OPTIONS, Options, without_effect

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]


def train_options() -> dict[str, Any]:
    command = typer.main.get_command(app).commands["train"]  # type: ignore[attr-defined]
    return {each.name: each for each in command.params if each.param_type_name == "option"}


def test_a_recipe_without_options_is_the_default() -> None:
    assert dodona.Recipe() == recipe() == recipe("default")
    assert dodona.Recipe().to_dict() == {name: each.default for name, each in OPTIONS.items()}


def test_the_signature_and_the_reference_page_are_up_to_date() -> None:
    assert list(Options.__annotations__) == [each.name for each in fields(dodona.Recipe)]
    script = ROOT / "scripts" / "recipe_options.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_the_command_line_has_every_option_under_its_heading() -> None:
    shown = train_options()
    for name, each in OPTIONS.items():
        assert shown[name].opts == [f"--{name.replace('_', '-')}"] and shown[name].help.startswith(each.help)
        assert shown[name].rich_help_panel == (None if each.group == MOST_USED else each.group)
    together = {name for name, each in shown.items() if each.rich_help_panel is None}
    assert len(together - {"help"}) == 10


def test_an_option_needs_only_a_declaration() -> None:
    @dataclass
    class Declared:
        wood: Literal["oak", "elm"] = option("oak", "What it is made of.", group="Trees")
        height: float = option(
            3.0,
            "How tall it is.",
            group="Trees",
            least=1,
            most=9,
            when=Condition("oak", lambda recipe: recipe.wood == "oak"),
        )

    Declared.__annotations__ = {"wood": Literal["oak", "elm"], "height": float}
    wood, height = declared_in(Declared).values()
    assert (wood.choices, wood.metavar, wood.kind, height.flag) == (
        ("oak", "elm"),
        "oak|elm",
        str,
        "--height",
    )
    assert (
        height.checked(2) == 2.0 and height.needs(Declared("elm")) == "oak" and not height.needs(Declared())
    )
    with pytest.raises(
        dodona.OptionError, match=r"wood cannot be 'ok' .did you mean 'oak'.*: choose from oak, "
    ):
        wood.checked("ok")
    with pytest.raises(dodona.OptionError, match=r"height cannot be 10\.0: choose from 1 to 9"):
        height.checked(10)


@pytest.mark.parametrize("name", OPTIONS)
def test_values_out_of_range_are_refused(name: str) -> None:
    each = OPTIONS[name]
    if each.kind is str:
        wrong = [3, None if name in ("oracle", "features", "clusters", "encoder", "vectors") else "stew"]
    else:
        wrong = ["stew", each.most + 1, float("nan"), True] + ([] if each.zero else [each.least - 1])
    for value in wrong:
        if value is not None:
            with pytest.raises(dodona.OptionError, match=rf"^{name} cannot be"):
                dodona.Recipe(**{name: value})  # type: ignore[misc]


@pytest.mark.parametrize("name", names())
def test_recipes_can_be_rebuilt_from_their_options(name: str) -> None:
    found = recipe(name)
    assert dodona.Recipe(**found.to_dict()) == found
    assert recipe(found) is found
    for idle in without_effect(found):
        if OPTIONS[idle].off is not None:
            assert getattr(found, idle) == OPTIONS[idle].off


def test_switching_off_an_option_that_does_not_apply() -> None:
    hybrid = dodona.Recipe(system="arc-hybrid")
    assert hybrid.with_options(shortcuts=0) == hybrid
    with pytest.raises(dodona.OptionError, match="shortcuts has no effect without the system arc-eager"):
        hybrid.with_options(shortcuts=1)


def test_options_that_are_not_given_adapt() -> None:
    beam = dodona.Recipe(beam=4)
    assert (beam.policy, beam.margin, beam.min_updates, beam.shortcuts) == ("oracle", 0, 1, 0)
    search = dodona.Recipe(learner="csoaa")
    assert (search.policy, search.hash_kernel) == ("learning-to-search", 22)
    assert search.with_options(learner="perceptron", beam=4).policy == "oracle"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("habits = 3", "unknown option 'habits': it is now called 'shortcuts'"),
        ("policy = 'search'", "policy cannot be 'search', which is now called 'learning-to-search'"),
        ("learner = 'margin'", "learner cannot be 'margin', which is now called 'max-margin'"),
    ],
)
def test_old_names_in_a_file(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "mine.toml").write_text(content)
    with pytest.raises(dodona.Error, match=rf"mine\.toml: {re.escape(said)}$"):
        recipe(tmp_path / "mine.toml")


def test_old_names_on_the_command_line(run: Run, grove_path: Path, tmp_path: Path) -> None:
    code, _, err = run("train", grove_path, "-o", tmp_path / "m", "--habits", 3)
    assert code == 2 and "unknown option '--habits': it is now called '--shortcuts'" in err


def test_models_of_the_first_version_load(grove: dodona.Treebank, tmp_path: Path) -> None:
    parser = dodona.train(grove[:20], recipe="chang-2015", learner="max-margin", hash_kernel=12, epochs=1)
    info = {**parser.info, "habits": {"contexts": 0, "share": 0.0}}
    info["recipe"] = {**parser.info["recipe"], "learner": "margin", "policy": "search", "habits": 0}
    del info["recipe"]["shortcuts"]
    dodona.Parser(parser._core, info).save(tmp_path / "old")
    again = dodona.load(tmp_path / "old")
    assert again.info == {**parser.info, "shortcuts": {"contexts": 0, "share": 0.0}}
    assert dodona.Recipe(**again.info["recipe"]).learner == "max-margin"
    assert again.parse(grove) == parser.parse(grove)


def test_tasks_learnt_by_the_first_version_load(tmp_path: Path) -> None:
    def task(search: Any, example: str) -> Any:
        found = search.predict({"example": example}, oracle=example, allowed=["oak", "elm"])
        search.loss(found != example)
        return found

    model = dodona.learn(task, ["oak", "elm"], learner={"reduction": "max-margin", "bits": 8})
    model.save(tmp_path / "task")
    arrays, about = read_arrays(tmp_path / "task", "task model")
    about["options"]["reduction"] = "margin"
    write_arrays(tmp_path / "task", arrays, about, overwrite=True)
    again = dodona.SearchModel.load(tmp_path / "task", task)
    assert again.predict("elm") == model.predict("elm")
