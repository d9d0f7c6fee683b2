"""`dodona parse --confidence` and `--below`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def sure_model(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "sure.model"
    dodona.train(grove[:55], dev=grove[55:], recipe="probabilistic", epochs=8).save(path)
    return path


def test_confidences_are_written(run: Run, sure_model: Path, grove_path: Path) -> None:
    code, out, err = run("parse", "-m", sure_model, "--confidence", grove_path)
    assert code == 0 and "words a second" in err
    parsed, sure = dodona.read(out), dodona.load(sure_model)
    found = sure.confidence(dodona.read(grove_path))
    pattern = re.compile(r"(.*\|)?HeadConf=(\d\.\d{3})\|LabelConf=(\d\.\d{3})")
    told = [pattern.fullmatch(misc) for misc in parsed.column("misc")]
    assert all(told)
    assert [float(each[2]) for each in told if each] == pytest.approx(found.heads.tolist(), abs=0.0006)
    assert [float(each[3]) for each in told if each] == pytest.approx(found.labels.tolist(), abs=0.0006)
    trees = [re.search(r"# tree_conf = (\d\.\d{3})", "\n".join(sentence.comments)) for sentence in parsed]
    assert [float(each[1]) for each in trees if each] == pytest.approx(found.trees.tolist(), abs=0.0006)
    # Other entries of MISC and all other columns are kept.
    before = dodona.read(grove_path)
    kept = [pattern.fullmatch(misc)[1] for misc in parsed.column("misc")]  # type: ignore[index]
    assert [(text or "_|")[:-1] for text in kept] == before.column("misc")
    assert parsed.column("words") == before.column("words")


def test_a_second_time_replaces_the_first(
    run: Run, sure_model: Path, grove_path: Path, tmp_path: Path
) -> None:
    once, twice = tmp_path / "once.conllu", tmp_path / "twice.conllu"
    options = ("parse", "-m", sure_model, "--confidence", "--below", "0.5", "-q")
    assert run(*options, grove_path, "-o", once)[0] == 0
    assert run(*options, once, "-o", twice)[0] == 0
    assert once.read_bytes() == twice.read_bytes()


def test_doubtful_sentences_are_marked(run: Run, sure_model: Path, grove_path: Path) -> None:
    found = dodona.load(sure_model).confidence(dodona.read(grove_path))
    _, marked, err = run("parse", "-m", sure_model, "--below", "0.5", grove_path)
    doubted = 0
    for i, sentence in enumerate(dodona.read(marked)):
        here = slice(int(found.parsed.offsets[i]), int(found.parsed.offsets[i + 1]))
        low = [
            str(word)
            for word, (head, label) in enumerate(zip(found.heads[here], found.labels[here], strict=True), 1)
            if min(head, label) < 0.5
        ]
        notes = [line for line in sentence.comments if line.startswith("# look_at")]
        assert notes == ([f"# look_at = {' '.join(low)}"] if low else [])
        doubted += bool(low)
    assert 0 < doubted < 75 and err.endswith(f"{doubted} sentences worth a look\n")
    assert "HeadConf" not in marked
    _, extracted, _ = run("parse", "-m", sure_model, "--below", "0.5", "--extract", grove_path)
    assert len(dodona.read(extracted)) == doubted


@pytest.mark.parametrize(("name", "number"), [("samples", "4"), ("beam", "3")])
def test_other_estimators(run: Run, sure_model: Path, grove_path: Path, name: str, number: str) -> None:
    options: tuple[str, ...] = ("--estimator", name, f"--{name}", number)
    code, out, err = run("parse", "-m", sure_model, "-c", *options, grove_path)
    assert code == 2 and not out and f"--{name} cannot be {number}: the estimator {name} is" in err
    options += ("--uncalibrated",)
    plain = run("parse", "-m", sure_model, "-c", "-q", grove_path)[1]
    other = run("parse", "-m", sure_model, "-c", "-q", *options, grove_path)[1]
    assert other != plain and dodona.read(other).heads.tolist() == dodona.read(plain).heads.tolist()
    assert run("parse", "-m", sure_model, "-c", "-q", "-t", "1", *options, grove_path)[1] == other


def test_mistakes(run: Run, model: Path, sure_model: Path, grove_path: Path, tmp_path: Path) -> None:
    code, out, err = run("parse", "-m", model, "--confidence", grove_path)
    assert code == 2 and not out and "recipe probabilistic" in err and err.count("\n") == 1
    code, _, err = run("parse", "-m", sure_model, "--extract", grove_path)
    assert code == 2 and err == "dodona: --extract needs --below\n"
    assert run("parse", "-m", sure_model, "--below", "1.5", grove_path)[0] == 2
    assert run("parse", "-m", sure_model, "--estimator", "guess", grove_path)[0] == 2
    for options in (
        ["--estimator", "beam"],
        ["--uncalibrated"],
        ["-c", "--samples", "5"],
        ["-c", "--beam", "8"],
        ["-c", "--estimator", "beam", "--samples", "5"],
    ):
        code, out, err = run("parse", "-m", sure_model, *options, grove_path)
        assert code == 2 and not out and "needs --" in err


def test_conllx_becomes_conllu(run: Run, sure_model: Path, grove_path: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.conll"
    assert run("convert", grove_path, "-o", old, "--to", "conllx")[0] == 0
    code, out, _ = run("parse", "-m", sure_model, "--confidence", "--below", "0.5", "-f", "conllx", old)
    found = dodona.read(out)
    assert code == 0 and found.format == "conllu" and out.count("HeadConf=") == 747
    plain = dodona.read(run("parse", "-m", sure_model, "-f", "conllx", old)[1], format="conllx")
    assert found.heads.tolist() == plain.heads.tolist()


def test_old_confidences_are_removed(
    run: Run, sure_model: Path, model: Path, grove_path: Path, tmp_path: Path
) -> None:
    sure = tmp_path / "sure.conllu"
    assert run("parse", "-m", sure_model, "-c", "--below", "0.9", grove_path, "-o", sure)[0] == 0
    assert run("parse", "-m", model, "-q", sure)[1] == run("parse", "-m", model, "-q", grove_path)[1]


def test_a_long_sentence(run: Run, sure_model: Path, tmp_path: Path) -> None:
    """The product of thousands of probabilities underflows."""
    long = tmp_path / "long.txt"
    long.write_text(" ".join(["oak"] * 2000) + "\n")
    for estimator in ("transition", "samples", "beam"):
        _, out, _ = run(
            "parse", "-m", sure_model, "-c", "--estimator", estimator, "-f", "horizontal", "-q", long
        )
        assert out.count("HeadConf=") == 2000 and "nan" not in out


def test_uncalibrated_confidences_cause_a_warning(
    run: Run, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    dodona.train(grove[:9], recipe="probabilistic", epochs=1).save(tmp_path / "m")
    code, _, err = run("parse", "-m", tmp_path / "m", "--confidence", grove_path)
    assert code == 0 and "not calibrated" in err
    assert run("parse", "-m", tmp_path / "m", "--confidence", grove_path, "-q")[2] == ""


def test_info_shows_stored_training_sentences(run: Run, grove: dodona.Treebank, tmp_path: Path) -> None:
    dodona.train(grove[:40], dev=grove[40:], recipe="probabilistic", epochs=2).save(tmp_path / "m")
    known = len({(tuple(s.words), tuple(s.tags)) for s in grove[:40]})
    assert f"hashes of {known} training sentences" in run("info", "-m", tmp_path / "m")[1]


def test_a_perceptron_can_be_calibrated(run: Run, model: Path, grove_path: Path, tmp_path: Path) -> None:
    fitted = tmp_path / "fitted.model"
    code, out, err = run("calibrate", "-m", model, grove_path, "-o", fitted)
    assert (code, out) == (0, "") and f"{fitted}: calibrated on 747 words, temperature " in err
    code, out, err = run("parse", "-m", fitted, "--confidence", "-q", grove_path)
    assert code == 0 and out.count("HeadConf=") == 747 and err == ""
    about = run("info", "-m", fitted)[1]
    assert "calibrated (temperature" in about and "training sentences" not in about
    assert run("calibrate", "-m", fitted, grove_path)[0] == 0
    treebank = tmp_path / "gold.conllu"
    treebank.write_bytes(grove_path.read_bytes())
    for output in (tmp_path / "no" / "where.model", treebank):
        code, _, err = run("calibrate", "-m", model, treebank, "-o", output)
        assert code == 2 and err.count("\n") == 1
    assert treebank.read_bytes() == grove_path.read_bytes()
    assert run("calibrate", "-m", model, grove_path, "-o", fitted, "--json")[0] == 2
