"""Other spellings of commands and options: old ones, American ones and abbreviations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

import dodona
from dodona.cli.app import app
from dodona.cli.spellings import OLD, respelled

Run = Callable[..., tuple[int, str, str]]


def commands(group: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in (group or typer.main.get_command(app)).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def option(*names: str, is_flag: bool = False) -> SimpleNamespace:
    return SimpleNamespace(param_type_name="option", opts=names, secondary_opts=[], is_flag=is_flag)


OPTIONS = [option("--new", "-w"), option("--quiet", "-q", is_flag=True), option("--labelled", is_flag=True)]
RENAMED = {"--old": "--new {}", "-o": "--new {}", "--flag": "--new flag", "--nth": "FILE {}", "--old=no": ""}


@pytest.mark.parametrize(("given", "wanted", "lines"), [
    ("x --old 3 y", "--new 3 x y", ["--old 3 is now written --new 3"]),
    ("--old=3", "--new 3", ["--old 3 is now written --new 3"]),
    ("-o3", "--new 3", ["-o 3 is now written --new 3"]),
    ("-qo 3 -q", "-q --new 3 -q", ["-o 3 is now written --new 3"]),
    ("--flag", "--new flag", ["--flag is now written --new flag"]),
    ("--nth 3 x --new=y", "--new=y x 3", ["--nth 3 is now written FILE 3"]),
    ("--old no x", "x", ["--old no is now written without it"]),
    ("--new --old -w --old -w--old", "--new --old -w --old -w--old", []),  # values
    ("x -- --old 3", "x -- --old 3", []),  # arguments
    ("--old", "--old", []),  # the value is missing
    ("--flag=3", "--flag=3", []),
    ("- -5 --labeled --size", "-5 --labelled --size -", []),
])  # fmt: skip
def test_options_are_respelled(
    given: str, wanted: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert respelled(given.split(), OPTIONS, RENAMED) == wanted.split()
    end = "; the next release drops the old spelling\n"
    assert capsys.readouterr().err == "".join(f"dodona: {line}{end}" for line in lines)


def test_old_spellings_name_options_that_exist_and_are_not_options_themselves() -> None:
    there = dict(commands())
    for name, table in OLD.items():
        real = {each for option in there[name].params for each in (*option.opts, *option.secondary_opts)}
        assert not real & table.keys(), name
        for new in table.values():
            assert {word for word in new.split() if word.startswith("-")} <= real, name


def test_american_spellings_and_abbreviations(run: Run, grove_path: Path) -> None:
    lifted = run("projectivise", grove_path)
    assert lifted[0] == 0
    assert run("projectivize", grove_path, "--out", "-") == run("proj", grove_path) == lifted
    scores = run("evaluate", grove_path, grove_path, "--punctuation", "form")
    assert run("eval", grove_path, grove_path, "--punct=form") == scores
    assert run("schemes", "learnability", "no", "--unlabeled")[2] == "dodona: no: there is no such folder\n"
    assert run("schemes", "learnability", "nowhere", "--unlabeld")[2] == (
        "dodona: unknown option '--unlabeld' (did you mean '--unlabelled'?); "
        "see dodona schemes learnability --help\n"
    )


@pytest.mark.parametrize("command", ["parse", "schemes", "schemes show", "distill"])
def test_help_describes_a_command(run: Run, command: str) -> None:
    code, out, err = run("help", *command.split())
    assert (code, err) == (0, "")
    assert out == run(*command.split(), "--help")[1]
    assert f"Usage: dodona {command.replace('distill', 'distil')} [OPTIONS]" in out


def test_help_is_the_list_of_commands_and_refuses_others(run: Run) -> None:
    assert run("help") == run("--help")
    assert run("help", "trian")[2].startswith("dodona: unknown command 'trian' (did you mean 'train'?): ")


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_the_help_names_no_types_of_python(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert (
        re.findall(r"<(?:bool|int|float|str|list)\b[^>]*>|BOOLEAN|INTEGER|FLOAT", run(name, "--help")[1])
        == []
    )


def test_a_short_option_has_one_meaning() -> None:
    meanings: dict[str, set[str]] = {}
    for _, command in commands():
        for each in command.params:
            short = [name for name in each.opts if not name.startswith("--")]
            for name in short if each.param_type_name == "option" else ():
                meanings.setdefault(name, set()).add(max(each.opts, key=len))
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}


def told(old: str, new: str) -> str:
    return f"dodona: {old} is now written {new}; the next release drops the old spelling\n"


def test_models_as_arguments(
    run: Run, model: Path, grove_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = told(str(model), f"--model {model}")
    code, _, err = run("info", "-m", model)
    assert (code, err) == (0, "")
    assert run("info", model, "--json")[1:] == (run("info", "-m", model, "--json")[1], line)
    _, chosen, said = run("active", "-m", "english", grove_path, "--budget", "30")
    assert run("active", "english", grove_path, "-b", "30") == (
        0,
        chosen,
        told("english", "--model english") + told("-b 30", "--budget 30") + said,
    )
    # Only the first argument was a model.
    monkeypatch.chdir(grove_path.parent)
    code, _, err = run("active", grove_path.name, model)
    assert code == 2 and err == f"dodona: {model}: this is a Dodona model, not sentences\n"
    assert run("info", "nowhere/x")[2].endswith("dodona: nowhere/x: No such file or directory\n")


def test_an_argument_model_comes_first(
    run: Run, model: Path, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("The old oak spoke.\n")
    monkeypatch.setattr("dodona.distil", lambda teachers, *rest, **options: pytest.fail(str(teachers)))
    with pytest.raises(pytest.fail.Exception, match=r"\['english', 'other'\]"):
        run("distil", "-m", "other", "english", text, "--gold", grove_path, "-o", tmp_path / "m")


def test_old_names_of_the_input_format(run: Run, model: Path, grove_path: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines"
    lines.write_text("Oaks speak .\n")
    parsed = run("parse", "-m", model, "-q", "--format", "horizontal", lines)
    assert parsed[0] == 0 and parsed[2] == ""
    for old in (["--horizontal"], ["--input=horizontal"], ["-ihorizontal"], ["-qi", "horizontal"]):
        spelled = old[0] if old[0] == "--horizontal" else "-i horizontal"
        spelled = "--input horizontal" if "=" in old[0] else spelled
        wanted = (0, parsed[1], told(spelled, "--format horizontal"))
        assert run("parse", "-m", model, "-q", *old, lines) == wanted
    tree = run("parse", "-m", model, "-q", grove_path)[1]
    assert run("parse", "-m", model, "-q", grove_path, "-i", "auto") == (
        0,
        tree,
        told("-i auto", "without it"),
    )
    assert run("convert", grove_path, "--from", "conllu", "--to", "jsonl")[1:] == (
        run("convert", grove_path, "-f", "conllu", "--to", "jsonl")[1],
        told("--from conllu", "--format conllu"),
    )


def test_distil_takes_two_kinds_of_formats(
    run: Run, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}

    def distil(*treebanks: Any, **options: Any) -> None:
        given.update(options, treebank=treebanks[2])
        raise dodona.Error("enough")

    monkeypatch.setattr("dodona.distil", distil)
    older = tmp_path / "older.conll"
    dodona.write(dodona.convert(dodona.read(grove_path), "conllx"), older)
    command = ["distil", "-m", "m", "text", "-g", older, "-o", tmp_path / "m"]
    run(*command, "-f", "horizontal", "--format", "conllx")
    assert (given["input"], given["treebank"].format) == ("horizontal", "conllx")
    run(*command)
    assert given["input"] == "text"
    assert run(*command, "--input", "horizontal")[2].startswith(
        told("--input horizontal", "--format horizontal")
    )
    assert given["input"] == "horizontal"
    said = "dodona: --format cannot be conllu and conllx at once: choose one\n"
    assert run(*command, "-f", "conllu", "-f", "conllx") == (2, "", said)


@pytest.mark.parametrize(
    ("long", "short"),
    [
        *(("--model", "-m"), ("--format", "-f"), ("--output", "-o"), ("--threads", "-t"), ("--quiet", "-q")),
        *(("--dev", "-d"), ("--jobs", "-j"), ("--encoding", "-e"), ("--nbest", "-n")),
    ],
)
def test_an_option_has_one_short_form_in_all_commands(long: str, short: str) -> None:
    having = [option for _, command in commands() for option in command.params if long in option.opts]
    assert having and all(short in option.opts for option in having)


def test_models_and_inputs_have_one_name() -> None:
    """No argument is a model, and no option but --format says what the input is."""
    for name, command in commands():
        arguments = {each.metavar for each in command.params if each.param_type_name == "argument"}
        assert not arguments & {"MODEL", "MODEL...", "TEACHER"}, name
        options = {name for each in command.params for name in each.opts if each.param_type_name == "option"}
        assert not options & {"--input", "--sentence", "--svg", "--html", "--fit"}, name


def test_the_reference_has_every_old_spelling() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `") and line.count("|") == 4]
    for command, table in OLD.items():
        for old in table:
            name = "MODEL as an argument" if old.startswith("MODEL") else f"`{old.split('=')[0]}"
            assert any(f"`{command}`" in row.split("|")[1] and name in row.split("|")[2] for row in rows), old
