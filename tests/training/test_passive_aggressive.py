"""Training with the passive-aggressive learner, with and without costs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.recipes import Recipe
from dodona.recipes.recipe import OPTIONS
from dodona.training import Epoch
from dodona.transitions.systems import SYSTEMS

Run = Callable[..., tuple[int, str, str]]
PA = {"learner": "passive-aggressive"}
COST_SENSITIVE = OPTIONS["cost_sensitive"].choices


def saved(parser: dodona.Parser, path: Path) -> bytes:
    parser.save(path)
    return path.read_bytes()


def same_weights(one: dodona.Parser, other: dodona.Parser) -> bool:
    kept = other._core.arrays()
    return all(array.tobytes() == kept[name].tobytes() for name, array in one._core.arrays().items())


@pytest.mark.parametrize(
    ("system", "oracle", "cost_sensitive"),
    [
        (system, oracle, choice)
        for system, has in SYSTEMS.items()
        for oracle in has.oracles
        for choice in (COST_SENSITIVE if "dynamic" in oracle else ("no",))
    ],
)
def test_learns_with_every_system_and_oracle(
    grove: dodona.Treebank, system: str, oracle: str, cost_sensitive: str
) -> None:
    parser = dodona.train(
        grove[:40], system=system, oracle=oracle, cost_sensitive=cost_sensitive, epochs=5, **PA
    )
    assert dodona.evaluate(grove[:40], parser.parse(grove[:40])).without_punctuation.las.f1 > 0.9
    assert parser.info["recipe"]["cost_sensitive"] == cost_sensitive
    assert not parser.probabilistic


@pytest.mark.parametrize("cost_sensitive", COST_SENSITIVE)
def test_same_seed_same_bytes(grove: dodona.Treebank, tmp_path: Path, cost_sensitive: str) -> None:
    models = [
        saved(dodona.train(grove, cost_sensitive=cost_sensitive, epochs=2, seed=s, **PA), tmp_path / "m")
        for s in (1, 1, 2)
    ]
    assert models[0] == models[1] != models[2]


@pytest.mark.parametrize("after", [1, 3])
@pytest.mark.parametrize("cost_sensitive", COST_SENSITIVE)
def test_resumed_is_the_same(grove: dodona.Treebank, tmp_path: Path, cost_sensitive: str, after: int) -> None:
    class Stopped(Exception):
        pass

    def stop(epoch: Epoch) -> None:
        if epoch.number == after:
            raise Stopped

    train, dev, chosen = grove[:60], grove[60:], {"cost_sensitive": cost_sensitive, **PA}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(train, dev, epochs=5, output=whole, **chosen)
    with pytest.raises(Stopped):
        dodona.train(train, dev, epochs=5, output=parts, on_epoch=stop, **chosen)
    dodona.train(train, dev, epochs=5, output=parts, resume=True, **chosen)
    assert parts.read_bytes() == whole.read_bytes()


def test_options_do_something(grove: dodona.Treebank) -> None:
    plain = dodona.train(grove, epochs=1, **PA)
    assert not same_weights(plain, dodona.train(grove, epochs=1))
    assert not same_weights(plain, dodona.train(grove, epochs=1, aggressiveness=0.001, **PA))
    assert not same_weights(plain, dodona.train(grove, epochs=1, cost_sensitive="max-loss", **PA))
    assert not same_weights(plain, dodona.train(grove, epochs=1, cost_sensitive="prediction", **PA))


def test_costs_include_labels() -> None:
    """In sentences of one word, only the label can be wrong."""
    words = dodona.Treebank.from_lists(
        [["yes"], ["Dodona"], ["no"]], heads=[[0], [0], [0]], labels=[["discourse"], ["root"], ["discourse"]]
    )

    def trained(cost_sensitive: str, label_cost: float) -> dodona.Parser:
        return dodona.train(
            words, cost_sensitive=cost_sensitive, label_cost=label_cost, epochs=2, aggressiveness=1, **PA
        )

    assert same_weights(trained("no", 0.25), trained("no", 1))
    assert same_weights(trained("max-loss", 1), trained("no", 1))
    halved, whole = trained("max-loss", 0.25), trained("no", 1)
    assert halved._core.values["scale"] == pytest.approx(2 * whole._core.values["scale"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"cost_sensitive": "max-loss"},
            "cost_sensitive cannot be 'max-loss' with the learner perceptron, which has no such variant: "
            "choose no, or the learner passive-aggressive",
        ),
        (
            {"cost_sensitive": "prediction", "oracle": "static", **PA},
            "cost_sensitive cannot be 'prediction' with the static oracle, for which all wrong moves cost "
            "the same: choose no, or the oracle dynamic",
        ),
        (
            {"cost_sensitive": "max-loss", "system": "swap-standard", "oracle": "nd-all", **PA},
            "cost_sensitive cannot be 'max-loss' with the nd-all oracle",
        ),
        (
            {"cost_sensitive": "yes", **PA},
            "cost_sensitive cannot be 'yes': choose from no, max-loss, predict",
        ),
        ({"aggressiveness": 0, **PA}, r"aggressiveness cannot be 0\.0: choose from 1e-06 to 1000"),
        ({"policy": "sample", **PA}, "policy cannot be 'sample' with the learner passive-aggressive, whose"),
    ],
)
def test_incompatible_options(grove: dodona.Treebank, options: dict[str, object], said: str) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, **options)  # type: ignore[arg-type]


def test_costs_are_switched_off_for_another_oracle_or_learner() -> None:
    recipe = Recipe(learner="passive-aggressive", cost_sensitive="max-loss")
    for system in ("arc-hybrid", "swap-standard"):
        assert recipe.with_options(system=system).cost_sensitive == "max-loss"
    lazy = {"system": "swap-standard", "oracle": "lazy"}
    for other in ({"oracle": "static"}, lazy, {"learner": "perceptron"}):
        assert recipe.with_options(**other).cost_sensitive == "no"


def test_on_the_command_line(run: Run, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    options = ["--learner", "passive-aggressive", "--cost-sensitive", "max-loss", "--aggressiveness", 0.02]
    assert run("train", grove_path, "-o", tmp_path / "cli", *options, "--epochs", 2, "-q") == (0, "", "")
    dodona.train(
        grove, output=tmp_path / "python", cost_sensitive="max-loss", aggressiveness=0.02, epochs=2, **PA
    )
    assert (tmp_path / "cli").read_bytes() == (tmp_path / "python").read_bytes()
    code, out, err = run("train", grove_path, "-o", tmp_path / "m", "--cost-sensitive", "max-loss")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and "cannot be 'max-loss' with the learner perceptron" in err
