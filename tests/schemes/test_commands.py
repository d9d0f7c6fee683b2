"""`dodona schemes train` writes models, and over nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.app import app

GROVE = Path(__file__).parent.parent / "data" / "grove.conllu"


@pytest.mark.parametrize("options", [["-o", "trees.conllu"], ["-o", "a.model", "--survivors", "a.model"]])
def test_nothing_is_written_over(tmp_path, monkeypatch, options) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GROVE, "trees.conllu")
    result = CliRunner().invoke(app, ["schemes", "train", "trees.conllu", "--epochs", "1", *options])
    assert isinstance(result.exception, dodona.Error)
    assert Path("trees.conllu").read_bytes() == GROVE.read_bytes()
    assert not Path("a.model").exists()
