"""The reference in docs/reference/ has every option, every name and every kind of problem."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import typer

import dodona
from dodona.cli.app import app
from dodona.recipes.recipe import OPTIONS
from dodona.treebank.ud.rules import RULES

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "reference"


def sections_of(name: str) -> dict[str, str]:
    """Return the sections of a page by heading, without examples."""
    text = re.sub(
        r"^```.*?^```$", "", (REFERENCE / name).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    parts = re.split(r"^#{2,} `?(.+?)`?$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def all_commands() -> dict[str, Any]:
    commands: dict[str, Any] = dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    for name, group in list(commands.items()):  # subcommands
        commands |= {f"{name} {inner}": command for inner, command in getattr(group, "commands", {}).items()}
    return commands


def test_the_help_has_the_usage_of_the_reference() -> None:
    sections = sections_of("cli.md")
    for name, command in all_commands().items():
        if name in ("evaluate", "schemes"):  # evaluate has two usages, schemes has subcommands
            continue
        context = command.context_class(command, info_name=f"dodona {name}")
        shown = " ".join(command.get_usage(context).split()).removeprefix("Usage: ")
        assert sections[f"dodona {name}"].split("\n")[2].strip().removesuffix(" --output MODEL") == shown


def test_the_reference_has_every_option() -> None:
    sections = sections_of("cli.md")
    for name, command in all_commands().items():
        options = [p for p in command.params if p.param_type_name == "option" and p.name != "help"]
        real = {option for p in options for option in (*p.opts, *p.secondary_opts)}
        listed = set(re.findall(r"`(--?[a-z][\w-]*)`", sections[f"dodona {name}"]))
        if name in ("train", "distil"):  # options of recipes have their own, generated page
            declared = {option.flag for option in OPTIONS.values()}
            real, listed = real - declared, listed - declared
        assert listed == real, name


def test_the_reference_has_every_name() -> None:
    sections = sections_of("python.md")
    assert set(dodona.__all__) <= set(sections)
    for name in dodona.__all__:
        thing, section = getattr(dodona, name), sections[name]
        if inspect.isfunction(thing):
            for parameter in inspect.signature(thing).parameters:
                assert re.search(rf"\b{parameter}\b", section), f"{name}: {parameter}"
    for kind in (dodona.Sentence, dodona.Treebank):
        listed = set(re.findall(r"^\| `(\w+)", sections[kind.__name__], flags=re.MULTILINE))
        assert listed == {name for name in vars(kind) if not name.startswith("_")}, kind


def test_the_reference_has_every_kind_of_problem() -> None:
    core = (ROOT / "core" / "treebank" / "fault.h").read_text(encoding="utf-8")
    kinds = set(re.findall(r'"([^"]+)"', core))
    sources = (ROOT / "src" / "dodona" / "treebank").glob("checking*.py")
    nodes = [node for source in sources for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and len(node.args) == 4]
    kinds |= {call.args[2].value for call in calls if isinstance(call.args[2], ast.Constant)}
    assert {"head", "text"} < kinds  # one from each file
    assert kinds <= set(sections_of("problems.md"))


def test_the_reference_has_every_rule_of_ud() -> None:
    page = (ROOT / "docs" / "reference" / "ud-rules.md").read_text(encoding="utf-8")
    for name, rule in RULES.items():
        assert f"| `{name}` | {rule.level}{', warning' * rule.warning} | {rule.help} |" in page
