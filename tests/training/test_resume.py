"""Interrupted runs resume with the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.models.container import read_arrays, write_arrays
from dodona.training import Epoch


class Stopped(Exception):
    pass


def stop_after(number: int) -> object:
    def on_epoch(epoch: Epoch) -> None:
        if epoch.number == number:
            raise Stopped

    return on_epoch


def stopped(output: Path, after: int, treebank: dodona.Treebank, **options: object) -> None:
    with pytest.raises(Stopped):
        dodona.train(treebank, output=output, on_epoch=stop_after(after), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("after", [1, 3, 4, 5])
def test_resumed_is_the_same(grove: dodona.Treebank, tmp_path: Path, after: int) -> None:
    train, dev = grove[:60], grove[60:]
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(train, dev=dev, epochs=5, output=whole)
    stopped(parts, after, train, dev=dev, epochs=5)
    usable = dodona.load(parts)
    assert len(usable.info["curve"]) == after and len(usable.parse(dev)) == len(dev)
    dodona.train(train, dev=dev, epochs=5, output=parts, resume=True)
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.model", "whole.model"]


def test_interrupted_repeatedly(grove: dodona.Treebank, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(grove, epochs=4, output=whole)
    stopped(parts, 1, grove, epochs=4)
    for number in (2, 3):
        stopped(parts, number, grove, epochs=4, resume=True)
    dodona.train(grove, epochs=4, output=parts, resume=True)
    assert parts.read_bytes() == whole.read_bytes()


def test_interrupted_between_the_two_files(grove: dodona.Treebank, tmp_path: Path) -> None:
    """The model is an epoch ahead of the checkpoint, so that epoch is repeated."""
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(grove, epochs=4, output=whole)
    stopped(parts, 2, grove, epochs=4)
    checkpoint = (tmp_path / "parts.model.checkpoint").read_bytes()
    stopped(parts, 3, grove, epochs=4, resume=True)
    (tmp_path / "parts.model.checkpoint").write_bytes(checkpoint)
    dodona.train(grove, epochs=4, output=parts, resume=True)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_run_can_be_extended(grove: dodona.Treebank, tmp_path: Path) -> None:
    stopped(tmp_path / "m", 2, grove, epochs=3)
    parser = dodona.train(grove, epochs=5, output=tmp_path / "m", resume=True)
    dodona.train(grove, epochs=5, output=tmp_path / "n")
    assert len(parser.info["curve"]) == 5
    assert (tmp_path / "m").read_bytes() == (tmp_path / "n").read_bytes()


def test_another_run_is_refused(grove: dodona.Treebank, tmp_path: Path) -> None:
    model = tmp_path / "m"
    stopped(model, 1, grove, epochs=3)
    before = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    others: list[tuple[dict[str, Any], str]] = [
        ({"seed": 2}, "seed was 1 and is now 2"),
        ({"oracle": "static"}, "oracle was dynamic and is now static, policy was explore and is now oracle"),
        ({"tag": "upos"}, "tag was auto and is now upos"),
        ({"nonprojective": "drop"}, "nonprojective was baseline and is now drop"),
        (
            {"seed": 2, "k": 3, "root": "last", "tag": "upos", "prune": 0.5},
            "k was 1 and is now 3, prune was 0.0 and is now 0.5, tag was auto and is now upos, and 2 more",
        ),
        ({"dev": grove}, "there was no development data"),
    ]
    for options, said in others:
        with pytest.raises(dodona.Error) as refused:
            dodona.train(grove, epochs=3, output=model, resume=True, **options)
        same = "treebanks, recipe and options must be the same to resume"
        assert str(refused.value) == f"{model}.checkpoint: this was another run: {said}; {same}"
    with pytest.raises(dodona.Error, match="this was another run: the training data has changed; treebanks"):
        dodona.train(grove[:70], epochs=3, output=model, resume=True)
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == before


def test_other_development_data_is_refused(grove: dodona.Treebank, tmp_path: Path) -> None:
    stopped(tmp_path / "m", 1, grove, epochs=2, dev=grove[:5])
    for dev, said in ((grove[:6], "the development data has changed"), (None, "there was development data")):
        with pytest.raises(dodona.Error, match=f"this was another run: {said}; treebanks"):
            dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True, dev=dev)


def test_templates_of_the_same_name_that_have_changed(grove: dodona.Treebank, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("s0.form b0.form\n")
    stopped(tmp_path / "m", 1, grove, epochs=2, features=str(mine))
    mine.write_text("s0.tag b0.tag\n")
    with pytest.raises(dodona.Error, match="this was another run: the templates have changed; treebanks"):
        dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True, features=str(mine))


def test_a_checkpoint_without_a_valid_identity(grove: dodona.Treebank, tmp_path: Path) -> None:
    stopped(tmp_path / "m", 1, grove, epochs=2)
    checkpoint = tmp_path / "m.checkpoint"
    arrays, about = read_arrays(checkpoint, "checkpoint")
    for run in ("0123456789abcdef", {"choices": 7}, None):
        write_arrays(checkpoint, arrays, {**about, "run": run})
        with pytest.raises(dodona.Error, match="this was another run or version of Dodona: treebanks, "):
            dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True)


def test_the_path_of_the_template_file_does_not_matter(grove: dodona.Treebank, tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.txt").write_text("s0.form b0.form\ns0.tag b0.tag\n")
    stopped(tmp_path / "m", 1, grove, epochs=2, features=str(tmp_path / "here" / "mine.txt"))
    parser = dodona.train(
        grove, epochs=2, output=tmp_path / "m", resume=True, features=str(tmp_path / "there" / "mine.txt")
    )
    assert parser.info["recipe"]["features"] == "mine"


def test_nothing_to_resume(grove: dodona.Treebank, tmp_path: Path) -> None:
    with pytest.raises(dodona.Error, match=r"m\.checkpoint: there is nothing to resume; leave out"):
        dodona.train(grove, epochs=1, output=tmp_path / "m", resume=True)


def ended(model: Path, treebank: dodona.Treebank, **options: Any) -> bool:
    """Resume a run that was stopped in its last moment, after it had removed its checkpoint.

    Return whether the result is the complete model, without any training.
    """
    dodona.train(treebank, output=model, **options)
    before, done = model.read_bytes(), []
    parser = dodona.train(treebank, output=model, resume=True, on_start=lambda *_: done.append(1), **options)
    parser.save(model)
    return model.read_bytes() == before and not done


@pytest.mark.parametrize(
    "options",
    [
        {"epochs": 3},
        {"epochs": 1},
        {"epochs": 2, "recipe": "beam"},
        {"epochs": 20, "dev": True, "patience": 1},
        {"epochs": 2, "calibrate": 2},
        {"epochs": 2, "learner": "adagrad-rda"},
    ],
)
def test_a_run_that_has_ended_is_complete(
    grove: dodona.Treebank, tmp_path: Path, options: dict[str, Any]
) -> None:
    if "dev" in options:
        options["dev"] = grove[60:]
    assert ended(tmp_path / "m", grove[:60], **options)


def test_a_run_that_has_ended_is_not_another_run(grove: dodona.Treebank, tmp_path: Path) -> None:
    model = tmp_path / "m"
    dodona.train(grove, epochs=2, output=model)
    before = model.read_bytes()
    others: list[dict[str, Any]] = [{"seed": 2}, {"epochs": 3}, {"calibrate": 2}, {"dev": grove[:5]}]
    for options in others:
        with pytest.raises(dodona.Error, match="the run has ended: there is nothing to resume"):
            dodona.train(grove, output=model, resume=True, **{"epochs": 2, **options})
    with pytest.raises(dodona.Error, match="the run has ended: there is nothing to resume"):
        dodona.train(grove[:70], epochs=2, output=model, resume=True)
    assert model.read_bytes() == before


def test_a_model_of_another_run_beside_the_checkpoint(
    grove: dodona.Treebank, tmp_path: Path, model: Path
) -> None:
    stopped(tmp_path / "m", 1, grove, epochs=2)
    (tmp_path / "m").write_bytes(model.read_bytes())
    with pytest.raises(dodona.Error, match=r"m: this model is not from the run of m\.checkpoint"):
        dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True)


def test_a_damaged_checkpoint(grove: dodona.Treebank, tmp_path: Path) -> None:
    stopped(tmp_path / "m", 1, grove, epochs=2)
    checkpoint = tmp_path / "m.checkpoint"
    content = checkpoint.read_bytes()
    for damaged in (content[:-3], content[:50], content[:-1] + bytes([content[-1] ^ 1])):
        checkpoint.write_bytes(damaged)
        with pytest.raises(dodona.Error, match=r"m\.checkpoint: .*damaged"):
            dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True)
    assert dodona.load(tmp_path / "m")


def test_partial_files_of_killed_runs_are_removed(grove: dodona.Treebank, tmp_path: Path) -> None:
    (tmp_path / ".m.0123456789abcdef.part").write_bytes(b"half")
    dodona.train(grove, epochs=1, output=tmp_path / "m")
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_interrupted_between_the_first_model_and_its_checkpoint(
    grove: dodona.Treebank, tmp_path: Path
) -> None:
    model, whole = tmp_path / "m", tmp_path / "whole"
    dodona.train(grove, epochs=3, output=whole)
    with pytest.raises(ZeroDivisionError):
        dodona.train(grove, epochs=3, output=model, on_epoch=lambda epoch: 1 / 0)
    (tmp_path / "m.checkpoint").unlink()
    with pytest.raises(dodona.Error, match="nothing to resume"):
        dodona.train(grove, epochs=3, output=model, resume=True, seed=7)
    for _ in range(2):
        dodona.train(grove, epochs=3, output=model, resume=True)
        assert model.read_bytes() == whole.read_bytes()


def test_a_wrong_option_does_not_end_a_run(grove: dodona.Treebank, tmp_path: Path) -> None:
    stopped(tmp_path / "m", 3, grove, epochs=5)
    with pytest.raises(dodona.Error, match="3 epochs are done, more than the 2 requested"):
        dodona.train(grove, epochs=2, output=tmp_path / "m", resume=True)
    assert (tmp_path / "m.checkpoint").exists()
