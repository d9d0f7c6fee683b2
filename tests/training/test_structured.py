"""Structured training: independent of threads, resumable, and for every system."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona
from dodona.recipes import Recipe
from dodona.transitions.systems import SYSTEMS


def saved(parser: dodona.Parser, path: Path) -> bytes:
    parser.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("learner", ["perceptron", "passive-aggressive"])
def test_every_system_learns(grove: dodona.Treebank, system: str, learner: str, tmp_path: Path) -> None:
    options = {"aggressiveness": 0.1} if learner == "passive-aggressive" else {}
    parser = dodona.train(grove[:40], system=system, learner=learner, beam=4, epochs=12, **options)
    parsed = parser.parse(grove[:40])
    assert dodona.evaluate(grove[:40], parsed).without_punctuation.las.f1 > 0.9
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model")
    assert again.info["recipe"]["beam"] == 4
    assert (again.parse(grove).heads == parser.parse(grove).heads).all()


def test_threads_make_no_difference(grove: dodona.Treebank, tmp_path: Path) -> None:
    options = {"beam": 4, "system": "swap-standard", "oracle": "nd-all", "epochs": 2, "batch": 5}
    models = [
        saved(dodona.train(grove, learner="passive-aggressive", threads=threads, **options), tmp_path / "m")
        for threads in (1, 2, 3)
    ]
    assert models[0] == models[1] == models[2]


@pytest.mark.parametrize("learner", ["perceptron", "passive-aggressive"])
def test_an_interrupted_run_resumes(grove: dodona.Treebank, learner: str, tmp_path: Path) -> None:
    options = {"beam": 3, "system": "swap-standard", "oracle": "nd-all", "learner": learner, "epochs": 4}
    whole = dodona.train(grove, output=tmp_path / "whole", **options)

    class Stop(Exception):
        pass

    def stop(epoch: dodona.Epoch) -> None:
        if epoch.number == 2:
            raise Stop

    with pytest.raises(Stop):
        dodona.train(grove, output=tmp_path / "parts", on_epoch=stop, **options)
    parts = dodona.train(grove, output=tmp_path / "parts", resume=True, **options)
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "parts").read_bytes()
    assert (whole.parse(grove).heads == parts.parse(grove).heads).all()


def test_updates_differ(grove: dodona.Treebank, tmp_path: Path) -> None:
    models = {
        saved(dodona.train(grove, beam=4, epochs=2, update=update), tmp_path / "m")
        for update in ("max-violation", "early")
    }
    assert len(models) == 2


def test_gold_sequences_differ(grove: dodona.Treebank, tmp_path: Path) -> None:
    options = {"beam": 4, "system": "swap-standard", "oracle": "nd-all", "epochs": 2, "batch": 5}
    latent, each_step, threads = (
        saved(dodona.train(grove, **options, **more), tmp_path / "m")
        for more in (
            {},
            {"gold_sequence": "each-step"},
            {"gold_sequence": "each-step", "threads": 3},
        )
    )
    assert latent != each_step == threads


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        ({}, "a beam"),
        ({"beam": 4, "update": "early"}, "the update max-violation"),
        (
            {"beam": 4, "system": "swap-standard", "oracle": "lazy"},
            "an oracle that knows several derivations",
        ),
    ],
)
def test_gold_sequences_are_refused_where_there_is_one(options: dict[str, object], needed: str) -> None:
    with pytest.raises(
        dodona.OptionError, match=f"gold_sequence has no effect without {needed}: leave it out"
    ):
        Recipe().with_options(gold_sequence="each-step", **options)
    assert Recipe().with_options(beam=4, gold_sequence="each-step").with_options(**options).to_dict()[
        "gold_sequence"
    ] == ("each-step" if not options else "latent")


def test_a_beam_sets_its_policy() -> None:
    assert Recipe().with_options(beam=8).policy == "oracle"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"beam": 0}, "beam cannot be 0: choose from 1 to 1000"),
        ({"beam": 8, "policy": "explore"}, "policy cannot be 'explore' with a beam"),
        ({"beam": 8, "learner": "adagrad-rda"}, "learner cannot be 'adagrad-rda' with a beam"),
        ({"beam": 8, "update": "late"}, "update cannot be 'late': choose from max-violation, early"),
        (
            {"beam": 8, "learner": "passive-aggressive", "cost_sensitive": "max-loss"},
            "cost_sensitive cannot be 'max-loss' with a beam",
        ),
        ({"threads": 0}, "threads cannot be 0"),
    ],
)
def test_incompatible_options(grove: dodona.Treebank, options: dict[str, object], said: str) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, **options)
