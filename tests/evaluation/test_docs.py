"""The examples of docs/reference/evaluation.md do what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from dodona.cli import main

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "evaluation.md"

pytest.importorskip("scipy", minversion="1.15")  # before, Wilcoxon p-values of few sentences ignored ties


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests" / "data").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "data" / "grove.conllu", tmp_path / "tests" / "data")
    monkeypatch.chdir(tmp_path)


def test_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        for command, _, wanted in (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:]):
            monkeypatch.setattr(sys, "argv", shlex.split(command))
            with pytest.raises(SystemExit) as ended:
                main()
            assert not ended.value.code
            said = "\n".join(line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines())
            pattern = re.escape(wanted.rstrip()).replace(r"\.\.\.", ".*")
            assert re.fullmatch(pattern, said, flags=re.DOTALL), said


def test_python() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried > 10) == (0, True)
