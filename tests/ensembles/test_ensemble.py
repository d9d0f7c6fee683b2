"""Ensembles in Python and on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import dodona

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def voters(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A pipeline and three parsers of different kinds, calibrated."""
    folder = tmp_path_factory.mktemp("voters")
    paths = [folder / f"{name}.model" for name in ("pipeline", "swap", "turned", "beam")]
    whole = dodona.train_pipeline(grove, grove, epochs=2, recipe="probabilistic")
    whole.save(paths[0])
    for path, options in zip(
        paths[1:],
        ({"system": "swap-standard"}, {"direction": "right-to-left"}, {"recipe": "beam"}),
        strict=True,
    ):
        parser = dodona.train(grove, epochs=1, **options)
        parser.calibrate(grove)
        parser.save(path)
    return paths


def test_alike_parsers_agree(voters: list[Path], grove: dodona.Treebank) -> None:
    alone = dodona.load(voters[1])
    found = dodona.ensemble([alone, alone, alone]).confidence(grove)
    own = alone.confidence(grove)
    assert np.array_equal(found.parsed.heads, own.parsed.heads)
    assert found.parsed.column("labels") == own.parsed.column("labels")
    assert np.allclose(found.heads, own.heads, atol=1e-6)
    assert np.allclose(found.labels, own.labels, atol=1e-6)


def test_confident_voters_win(voters: list[Path], grove: dodona.Treebank) -> None:
    ensemble = dodona.ensemble(voters)
    votes = [
        parser.confidence(grove, estimator=kind)
        for parser, kind in zip(
            ensemble.parsers, ("transition", "transition", "transition", "beam"), strict=True
        )
    ]
    found = ensemble.parse(grove)
    agree = np.all([each.parsed.heads == votes[0].parsed.heads for each in votes], axis=0)
    assert (found.heads == votes[0].parsed.heads)[agree].all()
    sums = sum((each.heads * (each.parsed.heads == found.heads)).sum() for each in votes)
    for each in votes:
        alone = sum((v.heads * (v.parsed.heads == each.parsed.heads)).sum() for v in votes)
        assert sums >= alone - 1e-3
    assert found.column("words") == grove.column("words")
    assert ensemble.parse(grove, threads=2).column("labels") == found.column("labels")


def test_text_is_split_and_tagged_by_the_first_model(voters: list[Path]) -> None:
    text = "The oak of Dodona spoke in whispers."
    whole = dodona.load(voters)
    assert isinstance(whole, dodona.Ensemble)
    found, first = whole(text), dodona.load(voters[0])(text)
    assert found.column("words") == first.column("words")
    assert found.column("tags") == first.column("tags")
    with pytest.raises(dodona.Error, match=r"swap\.model: this is a parser without tokeniser"):
        dodona.load(voters[1:])(text)


def test_models_that_cannot_vote(voters: list[Path], grove: dodona.Treebank, tmp_path: Path) -> None:
    uncalibrated, other = tmp_path / "uncalibrated.model", tmp_path / "other.model"
    dodona.train(grove, epochs=1).save(uncalibrated)
    with pytest.raises(dodona.Error, match=r"uncalibrated\.model: .*dodona calibrate"):
        dodona.ensemble([voters[0], uncalibrated])
    renamed = grove.replace(labels=[[f"x{label}" for label in labels] for labels in grove.lists("labels")])
    parser = dodona.train(renamed, epochs=1)
    parser.calibrate(renamed)
    parser.save(other)
    with pytest.raises(dodona.Error, match=r"other\.model: its labels are not those of .*pipeline\.model"):
        dodona.ensemble([voters[0], other])
    with pytest.raises(dodona.OptionError, match="at least two"):
        dodona.ensemble([voters[0]])
    french, english = dodona.load(voters[0]), dodona.load(voters[0])
    french.info["language"], english.info["language"] = "French", "English"
    with pytest.raises(dodona.Error, match=r"model 2: its language is not that of model 1"):
        dodona.ensemble([french, english])
    del french.info["language"]
    french.info["frequent_words"] = {"words": ["le", "chêne"], "share": 0.1}
    with pytest.raises(dodona.Error, match=r"model 2: its language is not that of model 1"):
        dodona.ensemble([french, english])


def test_parse(
    voters: list[Path], grove_path: Path, grove: dodona.Treebank, run: Run, tmp_path: Path
) -> None:
    models = [argument for path in voters for argument in ("-m", str(path))]
    output = tmp_path / "out.conllu"
    code, _, said = run("parse", *models, "--tags", "keep", str(grove_path), "-o", str(output))
    assert code == 0 and "words a second" in said
    expected = dodona.ensemble(voters).parse(grove)
    assert np.array_equal(dodona.read(output).heads, expected.heads)
    assert dodona.read(output).column("labels") == expected.column("labels")
    code, out, said = run("parse", *models, "-c", str(grove_path))
    assert code == 0 and "HeadConf=" in out
    assert "not calibrated" in said and "dodona calibrate" not in said
    for option in (["--nbest", "2"], ["--beam", "8"], ["--keep"], ["--best-first", "10"]):
        code, out, said = run("parse", *models, *option, str(grove_path))
        assert (code, out) == (2, "") and len(said.splitlines()) == 1


def test_long_sentences_are_refused(voters: list[Path]) -> None:
    long = dodona.Treebank.from_lists([["oak"] * 5001])
    with pytest.raises(dodona.Error, match="5,001 words is too long: an ensemble takes at most 5,000"):
        dodona.ensemble(voters).parse(long)


def test_evaluate_raw(voters: list[Path], grove_path: Path, run: Run) -> None:
    code, out, _ = run("evaluate", "--raw", "-m", str(voters[0]), "-m", str(voters[2]), str(grove_path))
    assert code == 0 and "LAS" in out


def test_several_teachers(voters: list[Path], grove_path: Path, run: Run, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("The oak of Dodona spoke in whispers.\n\nThe doves listened to the leaves.\n")
    arguments = ["distil", "-m", str(voters[0]), str(text), "--gold", str(grove_path), "--epochs", "1"]
    arguments += ["-o", str(tmp_path / "student.model"), "-m", str(voters[1]), "-m", str(voters[3])]
    code, _, said = run(*arguments)
    assert code == 0, said
    silver = dodona.read(tmp_path / "student.model.silver" / "00001.conllu.gz")
    expected = dodona.load([voters[0], voters[1], voters[3]])(text.read_bytes())
    assert silver.lists("words") == expected.lists("words")
    assert np.array_equal(silver.heads, expected.heads)
    code, _, said = run(*arguments[:-2], "--resume")
    assert code == 2 and "teacher has changed" in said
