"""`dodona evaluate` and `dodona compare`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.cli.compare import names_of
from dodona.evaluation import compare, conll18, evaluate

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def files(
    tmp_path: Path,
    grove: dodona.Treebank,
    spoilt: dict[str, dodona.Treebank],
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, Path]:
    # Tables show the names, and must be the same however long the name of the folder is.
    monkeypatch.chdir(tmp_path)
    made = {name: Path(f"{name}.conllu") for name in ("gold", *spoilt)}
    for name, path in made.items():
        (grove if name == "gold" else spoilt[name]).write(path)
    return made


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


def test_evaluate_prints_the_scores(run: Run, files: dict[str, Path]) -> None:
    code, out, err = run("evaluate", files["gold"], files["heads"], "--punctuation", "label")
    assert (code, err) == (0, "")
    found = evaluate(dodona.read(files["gold"]), dodona.read(files["heads"]), punctuation="label")
    assert lines(out) == lines(str(found))


def test_evaluate_json(run: Run, files: dict[str, Path]) -> None:
    code, out, _ = run("evaluate", files["gold"], files["everything"], "--labels", "universal", "--json")
    found = evaluate(*(dodona.read(files[name]) for name in ("gold", "everything")), labels="universal")
    assert code == 0
    assert json.loads(out) == found.to_dict()


def test_conll18(run: Run, files: dict[str, Path]) -> None:
    found = conll18(dodona.read(files["gold"]), dodona.read(files["everything"]))
    assert (
        json.loads(run("evaluate", "--conll18", "--json", files["gold"], files["everything"])[1])
        == found.to_dict()
    )
    code, out, _ = run("evaluate", "--conll18", files["gold"], files["everything"])
    assert code == 0 and "AllTags" in out
    code, _, err = run("evaluate", "--conll18", "--labels", "full", files["gold"], files["heads"])
    assert code == 2 and "--conll18" in err and err.count("\n") == 1


def test_reads_standard_input_and_compressed_files(
    run: Run, files: dict[str, Path], grove: dodona.Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grove.write(tmp_path / "gold.conllu.xz")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(files["heads"].read_bytes())))
    code, out, _ = run("evaluate", tmp_path / "gold.conllu.xz", "-", "--json", "--format", "conllu")
    assert code == 0 and json.loads(out)["system"] == "<stdin>"
    for command in (("evaluate", "-", "-"), ("compare", "-", "-", "-")):
        code, _, err = run(*command)
        assert code == 2 and "only one of the files can be -" in err


def test_compare_prints_and_has_json(run: Run, files: dict[str, Path]) -> None:
    arguments = ["compare", files["gold"], files["heads"], files["labels"], "--resamples", 200, "--seed", 3]
    systems = {f"{name}.conllu": dodona.read(files[name]) for name in ("heads", "labels")}
    gold = dodona.read(files["gold"])
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert lines(out) == lines(str(compare(gold, systems, resamples=200, seed=3)))

    options = ["--json", "-m", "clas", "-m", "exact_match", "--punctuation", "tag", "--labels", "universal"]
    code, out, _ = run(*arguments, *options, "--confidence", 0.9)
    chosen = {"metrics": ["clas", "exact_match"], "punctuation": "tag", "labels": "universal"}
    found = compare(gold, systems, resamples=200, seed=3, confidence=0.9, **chosen)
    assert code == 0 and json.loads(out) == found.to_dict()


def test_mistakes_end_in_one_line(run: Run, files: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    bare = tmp_path / "bare.conllu"
    dodona.Treebank.from_lists([["Oaks", "speak"]]).write(bare)
    for arguments, message in (
        (("evaluate", files["gold"], tmp_path / "empty"), "empty:1: no sentences"),
        (("evaluate", files["gold"], bare), "bare.conllu:1: sentence 1 has no tree"),
        (("evaluate", files["gold"], tmp_path / "none"), "No such file"),
        (("compare", files["gold"], files["heads"]), "two or more parses"),
        (("compare", files["gold"], files["heads"], files["split_tokens"]), "the same words in every file"),
        (("compare", files["gold"], files["heads"], files["heads"], "--confidence", "95"), "between 0 and 1"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.startswith("dodona: ") and err.count("\n") == 1 and message in err


def test_compare_without_scipy(run: Run, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    code, _, err = run("compare", files["gold"], files["heads"], files["labels"])
    assert code == 2 and "pip install 'dodona[compare]'" in err
    for wrong, said in (
        ((files["heads"], files["gold"], "--confidence", 95), "between 0 and 1"),
        ((files["heads"],), "two"),
        ((files["heads"], "nowhere.conllu"), "nowhere.conllu: No such file"),
    ):
        code, _, err = run("compare", files["gold"], *wrong)
        assert code == 2 and said in err and "pip install" not in err


def test_names_of_systems() -> None:
    assert names_of(["a/dev.conllu", "b/dev.conllu", "c/x.conllu"]) == [
        "a/dev.conllu",
        "b/dev.conllu",
        "x.conllu",
    ]
    assert names_of(["x.conllu", "runs/x.conllu"]) == ["x.conllu", "runs/x.conllu"]
    assert names_of(["-", "x", "x", "x"]) == ["-", "x", "x (2)", "x (3)"]
