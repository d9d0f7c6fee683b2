"""Training with a hash kernel, whose size is fixed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.models.container import read_arrays, write_arrays
from dodona.recipes import Recipe

Run = Callable[..., tuple[int, str, str]]
WAYS: dict[str, dict[str, Any]] = {
    "perceptron": {},
    "passive-aggressive": {"learner": "passive-aggressive", "cost_sensitive": "max-loss"},
    "beam": {"beam": 4, "learner": "passive-aggressive", "aggressiveness": 0.1},
    "swaps": {"system": "swap-standard", "oracle": "nd-all", "beam": 3},
}


@pytest.fixture(scope="module")
def hashed(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove, epochs=2, hash_kernel=14)


@pytest.mark.parametrize("way", WAYS)
def test_learns_and_has_the_requested_size(grove: dodona.Treebank, tmp_path: Path, way: str) -> None:
    sizes = []
    for bits in (16, 17):
        parser = dodona.train(grove[:40], hash_kernel=bits, epochs=10, **WAYS[way])
        parsed = parser.parse(grove[:40])
        assert dodona.evaluate(grove[:40], parsed).without_punctuation.las.f1 > 0.9
        parser.save(tmp_path / "m")
        again = dodona.load(tmp_path / "m")
        assert again.hash_kernel == bits == again.info["recipe"]["hash_kernel"]
        assert again.parse(grove) == parser.parse(grove)
        again.save(tmp_path / "again")
        assert (tmp_path / "again").read_bytes() == (tmp_path / "m").read_bytes()
        sizes.append((tmp_path / "m").stat().st_size)
    assert abs(sizes[1] - sizes[0] - 2 * 2**16) < 200  # two bytes per weight; the metadata vary


@pytest.mark.parametrize("way", WAYS)
def test_resumed_is_the_same(grove: dodona.Treebank, tmp_path: Path, way: str) -> None:
    class Stopped(Exception):
        pass

    def stop(epoch: dodona.Epoch) -> None:
        if epoch.number == 2:
            raise Stopped

    chosen = {"hash_kernel": 13, "epochs": 4, **WAYS[way]}
    dodona.train(grove, output=tmp_path / "whole", **chosen)
    with pytest.raises(Stopped):
        dodona.train(grove, output=tmp_path / "parts", on_epoch=stop, **chosen)
    dodona.train(grove, output=tmp_path / "parts", resume=True, **chosen)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_checkpoint_of_another_size(grove: dodona.Treebank, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(epoch: dodona.Epoch) -> None:
        raise Stopped

    path, chosen = tmp_path / "m", {"hash_kernel": 13, "epochs": 2}
    with pytest.raises(Stopped):
        dodona.train(grove, output=path, on_epoch=stop, **chosen)
    with pytest.raises(dodona.Error, match="this was another run"):
        dodona.train(grove, output=path, resume=True, epochs=2, hash_kernel=14)
    arrays, about = read_arrays(f"{path}.checkpoint", "checkpoint")
    write_arrays(f"{path}.checkpoint", {**arrays, "sums": arrays["sums"][:-1]}, about)
    with pytest.raises(dodona.Error, match="the checkpoint is damaged"):
        dodona.train(grove, output=path, resume=True, **chosen)


def test_every_search(hashed: dodona.Parser, grove: dodona.Treebank) -> None:
    assert hashed.parse(grove, threads=3) == hashed.parse(grove)
    assert len(hashed.parse(grove, beam=4)) == len(grove)
    assert repr(hashed) == f"Parser(arc-eager, a hash kernel of 14 bits, {len(hashed.labels)} labels)"
    assert hashed.features == 0 < hashed.weights <= 2**14


EVIL: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "one weight less": lambda arrays, about: arrays.update(hashed=arrays["hashed"][:-1]),
    "hardly any weight": lambda arrays, about: arrays.update(hashed=arrays["hashed"][:16]),
    "no weight": lambda arrays, about: arrays.update(hashed=arrays["hashed"][:0]),
    "one number": lambda arrays, about: arrays.update(hashed=np.array(3, np.int16)),
    "a square": lambda arrays, about: arrays.update(hashed=arrays["hashed"].reshape(128, 128)),
    "far more transitions": lambda arrays, about: about.update(left=[0] * 20_000),
    "a scale of nothing": lambda arrays, about: about["model"]["values"].update(scale=0),
    "a scale beyond numbers": lambda arrays, about: about["model"]["values"].update(scale=float("nan")),
    "nothing": lambda arrays, about: arrays.pop("hashed"),
}


@pytest.mark.parametrize("what", EVIL)
def test_malicious_models(hashed: dodona.Parser, tmp_path: Path, what: str) -> None:
    hashed.save(tmp_path / "m")
    arrays, about = read_arrays(tmp_path / "m", "model")
    EVIL[what](arrays, about)
    write_arrays(tmp_path / "m", arrays, about)
    with pytest.raises(dodona.Error, match=r"m: the model is damaged \(.+\)$"):
        dodona.load(tmp_path / "m")


def test_any_weights_parse(hashed: dodona.Parser, grove: dodona.Treebank, tmp_path: Path) -> None:
    hashed.save(tmp_path / "m")
    arrays, about = read_arrays(tmp_path / "m", "model")
    arrays["hashed"] = np.random.default_rng(1).integers(-(2**15), 2**15, 2**14).astype(np.int16)
    write_arrays(tmp_path / "m", arrays, about)
    assert len(dodona.load(tmp_path / "m").parse(grove)) == len(grove)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"hash_kernel": 20, "learner": "adagrad-rda"},
            "hash_kernel cannot be 20 with the learner adagrad-rda, which needs a table of features: "
            "choose 0, or the learner perceptron or passive-aggressive",
        ),
        (
            {"hash_kernel": 20, "recipe": "probabilistic"},
            "hash_kernel cannot be 20 with the learner adagrad-rda",
        ),
        ({"hash_kernel": 8}, "hash_kernel cannot be 8: choose from 12 to 26, or 0 for a table"),
        ({"hash_kernel": 27}, "hash_kernel cannot be 27: choose"),
        ({"hash_kernel": -1}, "hash_kernel cannot be -1: choose"),
        ({"hash_kernel": "large"}, "hash_kernel cannot be 'large': it must be a whole number"),
    ],
)
def test_incompatible_options(grove: dodona.Treebank, options: dict[str, Any], said: str) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, **options)


def test_it_is_switched_off_for_another_learner() -> None:
    recipe = Recipe(hash_kernel=20)
    assert recipe.with_options(learner="passive-aggressive").hash_kernel == 20
    assert recipe.with_options(learner="adagrad-rda").hash_kernel == 0


def test_on_the_command_line(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    code, _, err = run("train", grove_path, "-o", tmp_path / "cli", "--hash-kernel", 14, "--epochs", 2)
    assert code == 0 and "epoch 2, a hash kernel of 14 bits (" in err
    dodona.train(grove, output=tmp_path / "python", hash_kernel=14, epochs=2)
    assert (tmp_path / "cli").read_bytes() == (tmp_path / "python").read_bytes()
    code, out, _ = run("info", "-m", tmp_path / "cli")
    assert code == 0 and "14 bits (16,384 weights, including zeros)" in out
    code, out, err = run("train", grove_path, "-o", tmp_path / "m", "--hash-kernel", 99)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "cannot be 99: choose from 12 to 26, or 0" in err


@pytest.mark.parametrize(
    ("chosen", "needed"), [({}, "0.8"), ({"recipe": "chang-2015"}, "1.5"), ({"recipe": "beam"}, "0.8")]
)
def test_too_large_a_kernel_is_refused(
    grove: dodona.Treebank, monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any], needed: str
) -> None:
    monkeypatch.setattr("dodona.memory.memory", lambda: 2**29)
    said = f"cannot be 26: the weights alone would take {needed} GiB of memory, but there are 0.5 GiB"
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, hash_kernel=26, **chosen)
