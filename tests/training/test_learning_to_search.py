"""Training parsers by learning to search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.recipes import recipe as recipe_called
from dodona.training.scoring import DevelopmentData

QUICK: dict[str, Any] = {"recipe": "chang-2015", "hash_kernel": 16, "epochs": 4}

#: A hidden layer per action, as in the paper.
FIVE_EACH: dict[str, Any] = {"hidden": 5, "layer": "action"}


def las(parser: dodona.Parser, grove: dodona.Treebank) -> float:
    return 100 * DevelopmentData(grove).score(parser)[1]


@pytest.fixture(scope="module")
def projective(grove: dodona.Treebank) -> dodona.Treebank:
    return grove[:60]


@pytest.mark.parametrize("system", ["arc-hybrid", "arc-eager", "arc-standard"])
def test_it_learns_in_every_system(projective: dodona.Treebank, system: str) -> None:
    assert las(dodona.train(projective, system=system, **{**QUICK, "epochs": 8}), projective) > 85


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({"learner": "csoaa", "rule": "sgd+", "hidden": 0, "rate": 0.5}, 80),
        ({**FIVE_EACH, "learner": "csoaa", "rule": "sgd+", "rate": 0.1}, 80),
        ({**FIVE_EACH, "learner": "csoaa", "rule": "ftrl", "rate": 0.05}, 60),
        ({**FIVE_EACH, "learner": "multiclass", "rule": "sgd+", "rate": 0.1}, 80),
        ({"learner": "max-margin", "hidden": 0}, 70),
        ({**FIVE_EACH, "learner": "max-margin"}, 60),
        ({"learner": "softmax-margin", "hidden": 0, "dropout": 0}, 70),
        ({"roll_in": "reference"}, 60),
        ({"roll_in": "learned"}, 60),
        ({"mixing": "step", "mixture_alpha": 0.001}, 60),
        ({"roll_out": "none"}, 60),
        ({"roll_out": "learned", "max_deviations": 4}, 10),
        ({"roll_out": "mixture", "max_deviations": 4, "mixing": "step"}, 10),
        ({"max_deviations": 10}, 30),
        ({"dropout": 0.3}, 60),
        ({"system": "arc-standard", "oracle": "static"}, 60),
    ],
)
def test_every_option_learns(projective: dodona.Treebank, options: dict[str, Any], least: float) -> None:
    assert las(dodona.train(projective, **{**QUICK, **options}), projective) > least


def test_options_make_a_difference(projective: dodona.Treebank, tmp_path: Path) -> None:
    def model(**options: Any) -> bytes:
        path = tmp_path / "model"
        quick = {**QUICK, "hash_kernel": 13, "epochs": 1}
        if "roll_in" not in options:  # the default is a mixture
            quick["mixture_alpha"] = 0.001
        dodona.train(projective, **{**quick, **options}).save(path)
        return path.read_bytes().partition(b"moves.weights")[2][-40_000:]

    different = [
        {},
        {"learner": "csoaa"},
        {"learner": "multiclass"},
        {"learner": "max-margin"},
        {"layer": "action"},
        {"rule": "sgd+"},
        {"rate": 0.05},
        {"hidden": 3},
        {"roll_in": "reference"},
        {"roll_in": "learned"},
        {"mixture_alpha": 0.01},
        {"mixing": "step", "mixture_alpha": 0.01},
        {"roll_out": "none"},
        {"roll_out": "learned"},
        {"max_deviations": 3},
        {"dropout": 0.1},
        {"seed": 2},
    ]
    assert len({model(**options) for options in different}) == len(different)
    assert model() == model()


def test_a_model_is_saved_and_loaded(projective: dodona.Treebank, tmp_path: Path) -> None:
    parser = dodona.train(projective, **QUICK)
    parser.save(tmp_path / "model")
    loaded = dodona.load(tmp_path / "model")
    assert loaded.parse(projective).heads.tolist() == parser.parse(projective).heads.tolist()
    assert loaded.parse(projective, threads=3).heads.tolist() == parser.parse(projective).heads.tolist()
    assert loaded.hash_kernel == 16
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_scores_agree_with_move_then_label(projective: dodona.Treebank) -> None:
    # Constrained search scores all transitions; without constraints, it must agree with greedy search.
    parser = dodona.train(projective, **QUICK)
    nothing = [[None] * len(sentence) for sentence in projective]
    empty = dodona.PartialTreebank(projective.replace(labels=[["_"] * len(s) for s in projective]), nothing)
    completed, parsed = parser.complete(empty, beam=1).treebank, parser.parse(projective)
    assert completed.heads.tolist() == parsed.heads.tolist()
    assert completed.column("labels") == parsed.column("labels")
    assert parser.parse(projective, beam=4).heads.shape == parsed.heads.shape


def test_an_interrupted_run_resumes(projective: dodona.Treebank, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(epoch: Any) -> None:
        if epoch.number == 3:
            raise Stop

    options = {**QUICK, "hash_kernel": 13, "dropout": 0.1}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    dodona.train(projective, output=whole, **options)
    with pytest.raises(Stop):
        dodona.train(projective, output=parts, on_epoch=stop, **options)
    dodona.train(projective, output=parts, resume=True, **options)
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"policy": "explore"}, "policy cannot be 'explore' with the learner softmax-margin"),
        (
            {"recipe": "default", "policy": "learning-to-search"},
            "policy cannot be 'learning-to-search' with the learner perceptron",
        ),
        ({"beam": 4}, "cannot be 'softmax-margin' with a beam"),
        ({"hash_kernel": 0}, "hash_kernel cannot be 0 with the learner softmax-margin"),
        (
            {"cost_sensitive": "max-loss"},
            "cost_sensitive cannot be 'max-loss' with the learner softmax-margin",
        ),
        (
            {"system": "arc-standard", "oracle": "static", "roll_in": "learned"},
            "roll_in cannot be 'learned' with the static oracle",
        ),
        (
            {"system": "arc-standard", "oracle": "static", "roll_out": "learned"},
            "roll_out cannot be 'learned' with the static oracle",
        ),
        ({"rule": "adam"}, "rule cannot be 'adam': choose from sgd, sgd\\+, ftrl"),
        ({"dropout": 1.0}, "dropout cannot be 1.0"),
    ],
)
def test_incompatible_options_are_refused(
    grove: dodona.Treebank, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(dodona.Error, match=message):
        dodona.train(grove, **{**QUICK, **options})


@pytest.mark.parametrize(
    ("recipe", "options", "message"),
    [
        ("default", {"roll_in": "learned"}, "roll_in has no effect without learning to search"),
        ("default", {"hidden": 3}, "hidden has no effect without learning to search"),
        ("chang-2015", {"hidden": 0, "layer": "shared"}, "layer has no effect without hidden units"),
        ("chang-2015", {"alpha": 2.0}, "alpha has no effect without the learner adagrad-rda"),
        ("default", {"policy": "oracle", "explore": 0.5}, "explore has no effect without the policy explore"),
        ("beam", {"k": 1}, "k has no effect without the policy explore or sample"),
        ("chang-2015", {"roll_in": "learned", "mixing": "step"}, "mixing has no effect without a mixture"),
        ("default", {"update": "early"}, "update has no effect without a beam"),
        ("default", {"aggressiveness": 0.1}, "aggressiveness has no effect without the learner passive"),
    ],
)
def test_options_without_effect_are_refused(recipe: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(dodona.OptionError, match=message):
        recipe_called(recipe).with_options(**options)


def test_a_learner_sets_the_options_it_needs(projective: dodona.Treebank) -> None:
    recipe = dodona.Recipe().with_options(learner="csoaa")
    assert (recipe.policy, recipe.hash_kernel) == ("learning-to-search", 22)
    back = recipe.with_options(learner="perceptron")
    assert (back.policy, back.hash_kernel) == ("explore", 0)


def test_infinite_weights_are_reported_and_not_written(grove: dodona.Treebank, tmp_path: Path) -> None:
    for hidden in (0, 5):
        with pytest.raises(dodona.Error, match="weights are not finite: use a lower learning rate"):
            dodona.train(
                grove,
                recipe="chang-2015",
                learner="csoaa",
                rule="sgd",
                rate=1000.0,
                hidden=hidden,
                epochs=2,
                output=tmp_path / "m",
            )
        assert not (tmp_path / "m").exists()
