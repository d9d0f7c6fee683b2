"""`dodona info` and `dodona curve`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona

Run = Callable[..., tuple[int, str, str]]


def test_info(run: Run, model: Path) -> None:
    code, out, err = run("info", "-m", model)
    assert (code, err) == (0, "")
    lines = [line.split(maxsplit=1) for line in out.splitlines() if line.startswith("  ")]
    assert ["words", "747"] in lines and ["oracle", "dynamic"] in lines and ["single-root", "auto"] in lines
    assert "without punctuation" in out and "grove.conllu" in out
    assert out.index("system ") < out.index("oracle ") < out.index("seed ")


def choices_in(out: str) -> dict[str, str]:
    rows = (line.split(maxsplit=1) for line in out.partition("\nRecipe\n\n")[2].splitlines())
    return dict(rows)


def test_info_shows_the_options_with_an_effect(
    run: Run, model: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    shown = choices_in(run("info", "-m", model)[1])
    assert (
        shown["policy"] == "explore"
        and shown["explore"] == "0.9"
        and shown["k"] == "1"
        and shown["margin"] == "60.0"
    )
    idle = {"rule", "rate", "hidden", "layer", "roll-in", "mixing", "alpha", "l1", "aggressiveness", "update"}
    assert not idle & set(shown) and "batch" not in shown
    assert json.loads(run("info", "-m", model, "--json")[1])["recipe"]["batch"] == 4

    dodona.train(grove[:5], epochs=1, beam=2, policy="oracle").save(tmp_path / "beam")
    shown = choices_in(run("info", "-m", tmp_path / "beam")[1])
    assert shown["update"] == "max-violation" and shown["batch"] == "4"
    assert not {"explore", "k", "rule"} & set(shown)


def test_info_shows_all_options_of_an_inconsistent_recipe(
    run: Run, grove: dodona.Treebank, tmp_path: Path
) -> None:
    parser = dodona.train(grove[:5], epochs=1)
    parser.info["recipe"]["learner"], parser.info["recipe"]["hidden"] = "oracle bones", 9
    parser.save(tmp_path / "m")
    code, out, err = run("info", "-m", tmp_path / "m")
    assert (code, err) == (0, "") and "rule" in choices_in(out)


def test_info_without_development_data(run: Run, grove: dodona.Treebank, tmp_path: Path) -> None:
    memory = dodona.Treebank(list(grove))
    dodona.train(memory, epochs=1, nonprojective="drop").save(tmp_path / "m")
    code, out, _ = run("info", "-m", tmp_path / "m")
    assert code == 0 and "a treebank in memory" in out and "UAS" not in out
    assert "left out for crossing arcs" in out


def test_info_as_json(run: Run, model: Path, parser: dodona.Parser) -> None:
    code, out, _ = run("info", "-m", model, "--json")
    found = json.loads(out)
    assert code == 0 and found["labels"] == parser.labels and found["bytes"] == model.stat().st_size
    assert found["curve"] == parser.info["curve"] and found["features"] == parser.features


def test_info_templates(run: Run, model: Path) -> None:
    code, out, _ = run("info", "-m", model, "--templates")
    assert code == 0 and "\ns0.form\n" in out


def test_curve(run: Run, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    assert run("curve", "-m", model) == (0, "curve.svg\n", "")
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "m").write_bytes(model.read_bytes())
    assert run("curve", "-m", "a/m", "-m", "b/m", "-o", "two.svg") == (0, "two.svg\n", "")
    drawn = (tmp_path / "two.svg").read_text()
    assert "a/m" in drawn and "b/m" in drawn


@pytest.mark.parametrize("command", ["info", "curve"])
def test_mistakes(run: Run, grove_path: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "empty").write_bytes(b"")
    for path, said in (
        (grove_path, "this is not a Dodona model, or it has been cut off or damaged"),
        (tmp_path / "empty", "this is not a Dodona model, or it has been cut off or damaged"),
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        assert run(command, "-m", path) == (2, "", f"dodona: {path}: {said}\n")


def test_the_default_is_the_english_model(run: Run) -> None:
    assert run("info") == run("info", "--model", "english")
    assert "UD_English-EWT" in run("info")[1]
    said = "--templates cannot be combined with --json: it prints a file"
    assert run("info", "--templates", "--json") == (2, "", f"dodona: {said}\n")


def test_curve_outputs(run: Run, model: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    code, _, err = run("curve", "-m", model, "-o", tmp_path / "c.jpg")
    said = f"--output cannot be {str(tmp_path / 'c.jpg')!r}: choose a name that ends in .svg, .png or .pdf"
    assert (code, err) == (2, f"dodona: {said}\n")
    code, _, err = run("curve", "-m", model, "-o", tmp_path / "no" / "c.svg")
    assert (code, err) == (2, f"dodona: {tmp_path / 'no' / 'c.svg'}: there is no folder {tmp_path / 'no'}\n")
