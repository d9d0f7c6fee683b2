"""`dodona schemes train` overwrites only models."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.app import app

GROVE = Path(__file__).parent.parent / "data" / "grove.conllu"


@pytest.mark.parametrize("options", [["-o", "trees.conllu"], ["-o", "a.model", "--survivors", "a.model"]])
def test_other_files_are_not_overwritten(tmp_path, monkeypatch, options) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GROVE, "trees.conllu")
    result = CliRunner().invoke(app, ["schemes", "train", "trees.conllu", "--epochs", "1", *options])
    assert isinstance(result.exception, dodona.Error)
    assert Path("trees.conllu").read_bytes() == GROVE.read_bytes()
    assert not Path("a.model").exists()


def test_undoing_other_rules_is_reported(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    run(app, ["schemes", "apply", "case+det", str(GROVE), "-o", "both.conllu"], catch_exceptions=False)
    half = run(app, ["schemes", "apply", "det", "both.conllu", "--undo", "-o", "half.conllu"])
    assert ": rules other than det were applied too" in half.stderr
    whole = run(app, ["schemes", "apply", "case+det", "both.conllu", "--undo", "-o", "whole.conllu"])
    assert not whole.stderr
    assert Path("whole.conllu").read_bytes() == GROVE.read_bytes()
    nothing = run(app, ["schemes", "apply", "det", str(GROVE), "--undo", "-o", "same.conllu"])
    assert "nothing was undone" in nothing.stderr


def test_missing_results_are_reported(tmp_path) -> None:
    for part in ("train", "test"):
        shutil.copy(GROVE, tmp_path / f"{part}.conllu")
    missing = str(tmp_path / "none.jsonl")
    result = CliRunner().invoke(
        app, ["schemes", "learnability", str(tmp_path), "--finished", "--cache", missing]
    )
    assert "none.jsonl: there is no such file of results" in str(result.exception)
