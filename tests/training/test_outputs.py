"""Outputs that cannot be written are reported before training, and other files are not overwritten."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import dodona


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("nowhere/m", "nowhere/m: there is no folder nowhere"),
        (".", r"^\.: this is a folder, not a file to write: name a file in it"),
        ("-", "-: a model is written to a file"),
        ("m.gz", "m.gz: a model is written to a file, not compressed"),
        ("", "a model is written to a file"),
        ("folder", "folder: this is a folder, not a file to write"),
        ("dev.conllu", "dev.conllu: this exists and is not a model"),
        (os.devnull, "this exists and is not a model"),
    ],
)
def test_bad_outputs(
    grove: dodona.Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "dev.conllu").write_text("precious")

    def never(*_: object) -> None:
        pytest.fail("training began")

    with pytest.raises(dodona.Error, match=said):
        dodona.train(grove, output=output, on_start=never)
    assert (tmp_path / "dev.conllu").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dev.conllu", "folder"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(grove: dodona.Treebank, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    with pytest.raises(dodona.Error, match=r"the folder .*closed is not writable"):
        dodona.train(grove, output=tmp_path / "closed" / "m")


def test_an_older_model_is_overwritten_after_an_epoch(grove: dodona.Treebank, tmp_path: Path) -> None:
    dodona.train(grove, epochs=1, output=tmp_path / "m")
    dodona.train(grove, epochs=2, output=tmp_path / "m")
    assert len(dodona.load(tmp_path / "m").info["curve"]) == 2


def test_a_link_stays_a_link(grove: dodona.Treebank, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    try:
        (tmp_path / "latest").symlink_to(tmp_path / "folder" / "m")
    except OSError:
        pytest.skip("no links here")
    dodona.train(grove, epochs=1, output=tmp_path / "latest")
    assert (tmp_path / "latest").is_symlink() and (tmp_path / "folder" / "m").is_file()


def test_other_files_are_not_overwritten(grove: dodona.Treebank, tmp_path: Path) -> None:
    parser, tagger = dodona.train(grove[:9], epochs=1), dodona.train_tagger(grove[:9], epochs=1)
    precious = tmp_path / "dev.conllu"
    precious.write_text("precious")
    for model in (parser, tagger):
        with pytest.raises(dodona.Error, match=r"dev\.conllu: this exists and is not a model"):
            model.save(precious)
        assert precious.read_text() == "precious"
        model.save(tmp_path / "m")
        model.save(tmp_path / "m")
