"""Mistakes on the command line: one line each, with the right exit code."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from dodona.cli.mistakes import in_one_line

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(("arguments", "said"), [
    (["stats", "x", "--label", "3"], "unknown option '--label' (did you mean '--labels'?); see "),
    (["stats", "x", "--colour"], "unknown option '--colour'; see dodona stats --help"),
    (["stats"], "FILE... must be given; see dodona stats --help"),
    (["evaluate"], "GOLD must be given; see dodona evaluate --help"),
    (["stats", "x", "--labels", "some"], "--labels: a whole number is needed; see dodona stats --help"),
    (["show", "x", "--limit", "0"], "--limit: at least 1 is needed; see dodona show --help"),
    (["parse", "x", "--below", "x"], "--below: a number is needed; see dodona parse --help"),
    (["parse", "x", "--beam", "10001"], "--beam: "),
    (["show", "x", "1", "2"], "unexpected extra argument"),
    (["stats", "--labels"], "option '--labels' requires an argument"),
    (["projectivise", "x", "-e", "heads"], "--encoding cannot be 'heads' (did you mean 'head'?): choose from "
                                           "baseline, head, path, head+path"),
    (["stat", "x"], "unknown command 'stat' (did you mean 'stats'?): choose from train, distil, "),
    (["--colour"], "unknown option '--colour'; see dodona --help"),
    (["parse", "x", "--input"], "--input is now written --format VALUE; see dodona parse --help"),
    (["oracle", "x", "-s"], "-s is now written FILE VALUE; see dodona oracle --help"),
    (["convert", "x"], "--to must be given, one of conllu, "),
    (["convert", "x", "--to", "xml"], "--to cannot be 'xml': choose from "),
    (["convert", "x", "--format", "text", "--to", "conllu"], "--format cannot be 'text': "),
])  # fmt: skip
def test_wrong_arguments_are_reported_in_one_line(run: Run, arguments: list[str], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"dodona: {said}")
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there the limit is one of the whole path")
@pytest.mark.parametrize("arguments", [
    ["stats"], ["check"], ["show"], ["convert", "--to", "jsonl"], ["evaluate", "GROVE"], ["info", "-m"],
    ["train", "-om"], ["parse", "-m"], ["parse", "GROVE", "-m"], ["convert", "GROVE", "--to=text", "-o"],
    ["train", "GROVE", "-o"], ["train", "GROVE", "-om", "--recipe"], ["train", "GROVE", "-om", "--features"],
    ["compare", "GROVE", "GROVE"], ["calibrate", "GROVE", "-m"], ["active", "-m", "MODEL"],
    ["projectivise"], ["oracle"],
    ["show", "GROVE", "--to", "svg", "-o"], ["show", "GROVE", "--to", "html", "-o"],
])  # fmt: skip
def test_a_name_that_is_too_long_is_reported_with_the_name(
    run: Run,
    tmp_path: Path,
    grove_path: Path,
    model: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {"GROVE": grove_path, "MODEL": model}
    code, out, err = run(*(files.get(each, each) for each in arguments), 300 * "a")
    assert (code, out) == (2, "")
    assert err == f"dodona: {40 * 'a'}...{20 * 'a'}: File name too long\n"


def test_no_arguments_show_the_help(run: Run) -> None:
    code, out, err = run()
    assert code in (0, 2)  # depending on the version of Typer
    assert "Usage" in out + err and "dodona: " not in err


@pytest.mark.parametrize("command", ["stats", "check", "evaluate", "compare"])
def test_standard_input_can_be_read_only_once(run: Run, command: str) -> None:
    more = ["x"] if command == "compare" else []
    wanted = "dodona: only one of the files can be - (standard input)\n"
    assert run(command, *more, "-", "-") == (2, "", wanted)


@pytest.mark.parametrize("command", ["show", "stats", "check", "convert", "projectivise"])
def test_an_argument_is_always_a_file_name(run: Run, command: str) -> None:
    extra = ["--to", "conllu"] if command == "convert" else []
    line = "1\tOak\t_\t_\t_\t_\t0\troot\t_\t_\n"
    code, out, err = run(command, line, *extra)
    assert (code, out) == (2, "")
    assert err.startswith("dodona: 1\tOak") and err.endswith(": No such file or directory\n")
    assert err.count("\n") == 1
    assert run(command, "", *extra) == (2, "", "dodona: a file name cannot be empty\n")


def test_reading_from_a_terminal_is_announced(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.TextIOWrapper(io.BytesIO(b"1\tOak\t_\t_\t_\t_\t0\troot\t_\t_\n\n"))
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    code, _, err = run("stats", "-")
    assert code == 0 and err.startswith("reading standard input; Ctrl-") and err.count("\n") == 1


def test_missing_folders_are_named_as_given(
    run: Run, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = f"dodona: {Path('no/x')}: there is no folder no\n"
    assert run("projectivise", grove_path, "-o", Path("no/x"))[2] == said
    assert run("parse", grove_path, "-o", Path("no/x"))[2] == said
    assert run("train", grove_path, "-o", Path("no/x"))[2] == said


def test_a_file_with_an_odd_name(run: Run, grove_path: Path, tmp_path: Path) -> None:
    odd = tmp_path / "an odd\tname.conllu"
    odd.write_bytes(grove_path.read_bytes())
    code, out, _ = run("check", odd)
    assert code == 0 and "75 sentences" in out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of Unix")
@pytest.mark.parametrize("command", ["show", "stats", "check", "projectivise", "--help"])
def test_a_closed_pipe_has_its_own_exit_code(grove_path: Path, command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "dodona", command, str(grove_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), errors) == (141, b"")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("'x' is not a valid integer.", "--n: a whole number is needed"),
        (
            "Input should be a valid integer, unable to parse string as an integer",
            "--n: a whole number is needed",
        ),
        ("'x' is not a valid float.", "--n: a number is needed"),
        ("0 is not in the range x>=1.", "--n: at least 1 is needed"),
        ("Input should be greater than or equal to 1", "--n: at least 1 is needed"),
        ("Input should be less than or equal to 10000", "--n: a number up to 10000 is needed"),
        ("2.0 is not in the range 0<=x<=1.", "--n: a number from 0 to 1 is needed"),
        ("0 is not in the range 1<=x<=10000.", "--n: a number from 1 to 10000 is needed"),
    ],
)
def test_messages_about_numbers_are_uniform(message: str, said: str) -> None:
    parameter = SimpleNamespace(param_type_name="option", opts=["--n"])
    error = typer.BadParameter(message)
    error.param = parameter  # type: ignore[assignment]
    assert in_one_line(error) == said
