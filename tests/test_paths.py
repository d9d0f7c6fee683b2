"""Functions that take treebanks also take the paths of their files."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona

TEMPLATES = ["s0.form", "s0.tag b0.tag", "b0.form"]


def test_training_on_paths(grove: dodona.Treebank, grove_path: Path, tmp_path: Path) -> None:
    of_paths = dodona.train(grove_path, str(grove_path), epochs=2)
    of_treebanks = dodona.train(grove, grove, epochs=2)
    assert of_paths.info == of_treebanks.info and of_paths.parse(grove) == of_treebanks.parse(grove)
    whole = dodona.train_pipeline(grove_path, grove_path, epochs=2)
    assert whole("The oak spoke.") == dodona.train_pipeline(grove, grove, epochs=2)("The oak spoke.")
    with pytest.raises(
        dodona.ArgumentError, match=r"treebank must be a dodona\.Treebank, or the path of one"
    ):
        dodona.train(7)  # type: ignore[arg-type]
    with pytest.raises(dodona.Error, match=r"none\.conllu: No such file"):
        dodona.train(grove, tmp_path / "none.conllu")


def test_templates_as_a_list_text_or_file(grove: dodona.Treebank, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(TEMPLATES), encoding="utf-8")
    parses = [
        dodona.train(grove, epochs=2, features=features).parse(grove)
        for features in (TEMPLATES, "\n".join(TEMPLATES), str(tmp_path / "mine.txt"))
    ]
    assert parses[0] == parses[1] == parses[2]
    with pytest.raises(dodona.Error, match=r"features:1: 's0\.frm': nothing is called 'frm'"):
        dodona.train(grove, features=["s0.frm"])
    with pytest.raises(dodona.ArgumentError, match="each of the features must be a template, not an int"):
        dodona.train(grove, features=[7])  # type: ignore[list-item]


def test_scoring_paths(
    grove: dodona.Treebank, grove_path: Path, parser: dodona.Parser, tmp_path: Path
) -> None:
    path = str(tmp_path / "parsed.conllu")
    parser.parse(grove).write(path)
    parsed = dodona.read(path)
    assert dodona.evaluate(grove_path, path) == dodona.evaluate(grove, parsed)
    assert dodona.conll18(grove_path, path) == dodona.conll18(grove, parsed)
    systems = {"a": grove, "b": parsed}
    paths = {"a": grove_path, "b": path}
    assert dodona.compare(grove_path, paths, resamples=100) == dodona.compare(grove, systems, resamples=100)


def test_checking(grove: dodona.Treebank, grove_path: Path, tmp_path: Path) -> None:
    assert dodona.check(grove) == dodona.check(grove_path) == []
    two = dodona.Treebank.from_lists([["a", "b"]], heads=[[0, 0]], labels=[["root", "root"]])
    assert [problem.kind for problem in dodona.check(two)] == ["several roots"]
    assert dodona.check(two, single_root=False) == []
    two.write(tmp_path / "two.conllu")
    assert [problem.source for problem in dodona.check(tmp_path / "two.conllu")] == [
        str(tmp_path / "two.conllu")
    ]


def test_progress_is_shown_on_request(grove: dodona.Treebank, capfd: pytest.CaptureFixture[str]) -> None:
    dodona.train(grove, epochs=1, progress=True)
    assert "75 sentences, 747 words" in capfd.readouterr().err
    dodona.train(grove, epochs=1)  # not a terminal
    dodona.train(grove, epochs=1, progress=False)
    assert capfd.readouterr().err == ""
    with pytest.raises(dodona.OptionError, match="progress cannot be 'yes'"):
        dodona.train(grove, progress="yes")  # type: ignore[arg-type]
