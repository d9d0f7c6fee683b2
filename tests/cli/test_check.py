"""`dodona check --ud`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

SENTENCE = (
    "# sent_id = oak-1\n# text = We grow\n"
    "1\tWe\twe\tPRON\t_\tNumber=Plur\t2\tnsubj\t_\t_\n2\tgrow\tgrow\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "oaks.conllu"


def test_warnings_do_not_change_the_exit_code(run: Run, path: Path) -> None:
    path.write_text(SENTENCE, encoding="utf-8")
    code, out, _ = run("check", "--ud", path)
    assert code == 0
    assert f"{path}:3: warning: sentence oak-1: word 1 'We' has no PronType" in out
    assert f"{path}: no problems, 1 warning (1 sentence read, 2 words)" in out
    assert run("check", path) == (0, f"{path}: no problems (1 sentence read, 2 words)\n", "")


def test_each_rule_has_its_help(run: Run, path: Path) -> None:
    path.write_text(SENTENCE.replace("nsubj", "dobj"), encoding="utf-8")
    code, out, _ = run("check", "--ud", "--quiet", path)
    assert code == 1
    assert out.splitlines()[1] == "        1  unknown-udeprel"
    assert "37 universal" in out.splitlines()[2]


def test_json_has_sentences_and_help(run: Run, path: Path) -> None:
    path.write_text(SENTENCE.replace("nsubj", "dobj"), encoding="utf-8")
    code, out, _ = run("check", "--ud", "--json", path)
    (report,) = json.loads(out)
    assert code == 1 and report["counts"] == {"unknown-udeprel": 1}
    assert report["warnings"] == {"pron-det-without-prontype": 1}
    assert report["help"].keys() == {"unknown-udeprel", "pron-det-without-prontype"}
    warning = next(each for each in report["problems"] if each.get("warning"))
    assert (warning["line"], warning["sent_id"]) == (3, "oak-1")
    (plain,) = json.loads(run("check", "--json", path)[1])
    assert plain.keys() == {"source", "sentences", "words", "counts", "problems"}


def test_rules_are_for_conllu(run: Run, path: Path) -> None:
    path.write_text(SENTENCE, encoding="utf-8")
    code, _, err = run("check", "--ud", "--format", "conllx", path)
    assert code == 2 and "CoNLL-U" in err
