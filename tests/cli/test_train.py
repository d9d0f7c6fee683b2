"""`dodona train`: output, files and errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

import dodona
from dodona.features import templates

Run = Callable[..., tuple[int, str, str]]


def test_plain_lines_in_a_log(run: Run, grove_path: Path, tmp_path: Path) -> None:
    model = tmp_path / "m"
    code, out, err = run("train", grove_path, "--dev", grove_path, "-o", model, "--epochs", 2)
    assert (code, out) == (0, "")
    lines = err.splitlines()
    assert lines[:2] == ["75 sentences, 747 words", "made projective (baseline): 15 sentences"]
    assert lines[2].startswith("75 of 75 sentences of the development data are in the training data: scores")
    assert lines[3] == (
        "arc-eager, root first, single; dynamic oracle, policy explore 0.9 after epoch 1; perceptron; "
        f"{templates('default').count} templates (default), tag xpos; seed 1"
    )
    pattern = r"epoch \d  updates +[\d.]+%  UAS [\d.]+  LAS [\d.]+\*?  words/s [\d,]+  left \d+ s"
    assert all(re.fullmatch(pattern, line) for line in lines[4:6])
    assert re.fullmatch(rf"{re.escape(str(model))}: epoch 2, [\d,]+ features \([\d.]+ s\)", lines[6])
    assert len(lines) == 7 and "\x1b" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_the_header(run: Run, grove_path: Path, tmp_path: Path) -> None:
    command = ["train", grove_path, "-o", tmp_path / "m", "--epochs", 1]
    _, _, err = run(*command, "--learner", "passive-aggressive", "--cost-sensitive", "prediction")
    assert "; passive-aggressive, cost-sensitive (prediction); " in err
    nothing_to_swap = "no tree needs SWAP: use --nonprojective keep"
    for option, is_told in (("keep", False), ("head", True), ("drop", True)):
        _, _, err = run(*command, "--system", "swap-standard", "--nonprojective", option)
        assert (nothing_to_swap in err) == is_told
    _, _, err = run(*command, "--nonprojective", "drop")
    assert "left out for crossing arcs" in err and nothing_to_swap not in err


def test_misspelt_names_get_suggestions(run: Run, grove_path: Path, tmp_path: Path) -> None:
    for option, name, meant in (
        ("--recipe", "probabilistc", "probabilistic"),
        ("--features", "brod", "broad"),
        ("--learner", "perceptrn", "perceptron"),
    ):
        code, _, err = run("train", grove_path, "-o", tmp_path / "m", option, name)
        assert code == 2 and err.startswith(
            f"dodona: {option} cannot be {name!r} (did you mean {meant!r}?): choose"
        )


def test_the_same_as_in_python(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    options = [
        "--root",
        "last",
        "--oracle",
        "dynamic",
        "--policy",
        "ambiguity",
        "--label-cost",
        0.5,
        "--tag",
        "both",
    ]
    options += ["--nonprojective", "head", "--seed", 7, "--epochs", 2, "--single-root", "yes"]
    assert run("train", grove_path, "-o", tmp_path / "cli", *options, "-q") == (0, "", "")
    dodona.train(
        grove,
        root="last",
        oracle="dynamic",
        policy="ambiguity",
        label_cost=0.5,
        tag="both",
        nonprojective="head",
        seed=7,
        epochs=2,
        single_root="yes",
    ).save(tmp_path / "python")
    assert (tmp_path / "cli").read_bytes() == (tmp_path / "python").read_bytes()


def test_several_files(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    dodona.write(grove[:30], tmp_path / "a.conllu")
    dodona.write(grove[30:], tmp_path / "b.conllu.gz")
    parts = tmp_path / "a.conllu", tmp_path / "b.conllu.gz"
    assert run("train", *parts, "-o", tmp_path / "m", "--epochs", 1, "-q")[0] == 0
    one, two = dodona.load(tmp_path / "m"), dodona.train(grove, epochs=1)
    kept = two._core.arrays()
    assert all((array == kept[name]).all() for name, array in one._core.arrays().items())
    assert one.info["treebank"]["name"] == "a.conllu, b.conllu.gz"


def test_standard_input(grove_path: Path, tmp_path: Path) -> None:
    with grove_path.open("rb") as file:
        command = [
            sys.executable,
            "-m",
            "dodona",
            "train",
            "-",
            "-o",
            str(tmp_path / "m"),
            "--epochs",
            "1",
            "-q",
        ]
        subprocess.run(command, stdin=file, check=True)
    assert dodona.load(tmp_path / "m").info["treebank"]["sentences"] == 75


def test_resume(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    model = tmp_path / "m"

    def stop(epoch: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dodona.train(grove, epochs=3, output=model, on_epoch=stop)
    code, _, err = run("train", grove_path, "-o", model, "--epochs", 3, "--resume")
    assert code == 0 and "continuing after epoch 1" in err and "epoch 1 " not in err
    with pytest.raises(KeyboardInterrupt):
        dodona.train(grove, epochs=3, output=model, on_epoch=stop)
    code, _, err = run("train", grove_path, "-o", model, "--epochs", 1, "--resume")
    assert code == 0 and "the only epoch is done" in err and "going on" not in err
    with pytest.raises(KeyboardInterrupt):
        dodona.train(grove, epochs=3, output=model, on_epoch=stop)
    code, _, err = run("train", grove_path, "-o", model, "--epochs", 1)
    assert code == 0 and err.startswith(f"starting over; --resume would continue from {model}.checkpoint\n")
    code, out, err = run("train", grove_path, "-o", model, "--epochs", 1, "--resume")
    done = f"{model}: the run has ended, and the model is complete; leave out --resume to train it again\n"
    assert (code, out, err) == (0, "", done)


def test_mistakes(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    model = tmp_path / "m"
    bare = tmp_path / "bare.conllu"
    dodona.write(dodona.Treebank.from_lists([["Oaks", "speak"]]), bare)
    older = tmp_path / "older.conll"
    older.write_text("1\tOaks\t_\tN\tNN\t_\t2\tsubj\t2\tsubj\n2\tspeak\t_\tV\tVB\t_\t0\tROOT\t0\tROOT\n\n")
    other = tmp_path / "other.model"
    dodona.train(grove, epochs=1).save(other)
    empty = tmp_path / "empty.conllu"
    empty.write_text("")
    cases = [
        ([grove_path], "--output must be given; see dodona train --help"),
        (["-o", model], "TRAIN... must be given; see dodona train --help"),
        ([tmp_path / "none", "-o", model], f"{tmp_path / 'none'}: No such file or directory"),
        (
            [grove_path, "-o", tmp_path / "no" / "m"],
            f"{tmp_path / 'no' / 'm'}: there is no folder {tmp_path / 'no'}",
        ),
        (
            [grove_path, "-o", older],
            f"{older}: this exists and is not a model: choose another name",
        ),
        ([grove_path, "-o", grove_path], f"{grove_path}: this is an input: choose another --output"),
        (
            [grove_path, "-o", model, "-d", grove_path, "--patience", 0],
            "--patience cannot be 0: at least 1 is ",
        ),
        ([grove_path, "-o", model, "--patience", 2], "--patience needs development data"),
        ([grove_path, "-o", model, "--label-cost", 7], "--label-cost cannot be 7.0: choose from 0.001 to 1"),
        (
            [grove_path, "-o", model, "--single-root", "x"],
            "--single-root cannot be 'x': choose from auto, yes, no",
        ),
        ([grove_path, "-o", model, "--epochs", "many"], "--epochs: "),
        ([grove_path, "-o", model, "--seed", 10**30], "--seed cannot be 1"),
        ([grove_path, "-o", model, "--features", bare], f"{bare}:1: '1' does not begin with a place"),
        ([grove_path, "-o", model, "--recipe", grove_path], f"{grove_path}: "),
        ([grove_path, "-o", model, "--resume"], f"{model}.checkpoint: there is nothing to resume"),
        ([other, "-o", model], f"{other}: this is a Dodona model, not sentences"),
        (["-", "-", "-o", model], "only one of the files can be - (standard input)"),
        (["-", "-d", "-", "-o", model], "only one of the files can be - (standard input)"),
        ([bare, "-o", model], f"{bare}:1: the sentence has no tree to learn from"),
        ([grove_path, bare, "-o", model], f"{bare}:1: the sentence has no tree to learn from"),
        ([grove_path, "-d", bare, "-o", model], f"{bare}: there are no trees to compare with"),
        ([empty, "-o", model], f"{empty}:1: no sentences: the file is empty"),
        ([grove_path, older, "-o", model], f"{older}: this is conllx, and {grove_path} is conllu"),
    ]
    for arguments, said in cases:
        code, out, err = run("train", *arguments)
        assert (code, out) == (2, ""), arguments
        assert err.startswith(f"dodona: {said}"), err
        assert err.count("\n") == 1
        assert not model.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_live_table_in_a_terminal(grove_path: Path, tmp_path: Path) -> None:
    import pty

    reader, terminal = pty.openpty()
    command = ["train", str(grove_path), "-d", str(grove_path), "-o", str(tmp_path / "m"), "--epochs", "3"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
    for name in ("NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "dodona", *command], stderr=terminal, stdout=terminal, env=environment
    )
    os.close(terminal)
    said = b""
    try:
        while piece := os.read(reader, 4096):
            said += piece
    except OSError:  # the end of input on Linux
        pass
    os.close(reader)
    assert process.wait() == 0
    assert "the first epoch …".encode() in said
    assert b"\x1b[" in said and b"LAS" in said and b"words/s" in said
    shown = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", said).decode()
    rows = [line for line in shown.splitlines() if line.strip()]
    assert re.search(r"\b3\b.*%.*\*", rows[-2])  # the last row stays, followed by the summary
    assert "features (" in rows[-1]


def test_every_option_of_a_recipe_is_passed_on(
    run: Run, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option that is declared but not passed on would have no effect."""
    given: dict[str, object] = {}

    def train(*_: object, **options: object) -> None:
        given.update(options)
        raise dodona.Error("enough")

    monkeypatch.setattr(dodona, "train", train)
    assert run("train", grove_path, "-o", tmp_path / "m")[0] == 2
    assert {field.name for field in fields(dodona.Recipe)} <= set(given)


def test_shortcuts(run: Run, grove_path: Path, tmp_path: Path) -> None:
    found = []
    for least in (0, 2, 5):
        model = tmp_path / f"{least}.model"
        assert run("train", grove_path, "-o", model, "--epochs", 2, "--shortcuts", least, "--quiet")[0] == 0
        found.append(dodona.load(model).info.get("shortcuts", {"contexts": 0})["contexts"])
    assert found[0] == 0 < found[2] < found[1]
    code, _, err = run("train", grove_path, "-o", tmp_path / "m", "--shortcuts", -1)
    assert (code, err) == (2, "dodona: --shortcuts cannot be -1: choose from 0 to 1000000\n")
    code, _, err = run("train", grove_path, "-o", tmp_path / "m", "--shortcuts", 3, "--system", "arc-hybrid")
    assert code == 2 and "--shortcuts has no effect without the system arc-eager, greedy" in err


def test_interrupted_before_the_first_epoch(
    run: Run, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(dodona, "train", train)
    code, _, err = run("train", grove_path, "-o", tmp_path / "m")
    assert (code, err) == (130, "stopped before the end of the first epoch: nothing was written\n")
    assert not list(tmp_path.iterdir())
