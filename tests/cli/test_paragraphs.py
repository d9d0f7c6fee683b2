"""Only the terminal breaks help texts into lines."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from dodona.cli.app import app


@pytest.mark.parametrize("command", [["train"], ["schemes", "learnability"]])
def test_paragraphs_fill_the_lines(command, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    said = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "300"}).stdout
    assert max(len(line.rstrip()) for line in said.split("╭")[0].splitlines()) > 200
