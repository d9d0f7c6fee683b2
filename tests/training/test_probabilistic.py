"""Training with AdaGrad-RDA."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.training import Epoch

RECIPE = "probabilistic"


@pytest.fixture(scope="module")
def sure(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove[:60], dev=grove[60:], recipe=RECIPE, epochs=6)


def saved(parser: dodona.Parser, path: Path) -> bytes:
    parser.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("policy", ["oracle", "ambiguity", "explore", "sample"])
def test_same_seed_same_bytes(grove: dodona.Treebank, tmp_path: Path, policy: str) -> None:
    models = [
        saved(dodona.train(grove, recipe=RECIPE, policy=policy, epochs=2, seed=seed), tmp_path / "m")
        for seed in (1, 1, 2)
    ]
    assert models[0] == models[1] != models[2]


@pytest.mark.parametrize("options", [{}, {"k": 1}, {"policy": "explore"}, {"oracle": "static"}])
def test_resumed_is_the_same(grove: dodona.Treebank, tmp_path: Path, options: dict[str, object]) -> None:
    class Stopped(Exception):
        pass

    def stop(epoch: Epoch) -> None:
        if epoch.number == 2:
            raise Stopped

    chosen = {"recipe": RECIPE, "epochs": 4, **options}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(grove[:60], dev=grove[60:], output=whole, **chosen)  # type: ignore[arg-type]
    with pytest.raises(Stopped):
        dodona.train(grove[:60], dev=grove[60:], output=parts, on_epoch=stop, **chosen)  # type: ignore[arg-type]
    dodona.train(grove[:60], dev=grove[60:], output=parts, resume=True, **chosen)  # type: ignore[arg-type]
    assert parts.read_bytes() == whole.read_bytes()


def test_a_checkpoint_of_the_other_learner_is_refused(grove: dodona.Treebank, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        dodona.train(grove, epochs=3, output=tmp_path / "m", on_epoch=lambda epoch: 1 / 0)
    with pytest.raises(dodona.Error, match="this was another run"):
        dodona.train(grove, epochs=3, output=tmp_path / "m", resume=True, learner="adagrad-rda")


def test_options_do_something(grove: dodona.Treebank) -> None:
    def weights(**options: object) -> int:
        return dodona.train(grove, recipe=RECIPE, epochs=3, **options).weights  # type: ignore[arg-type]

    assert weights(l1=0) > weights() > weights(l1=1.0) > 0
    changed = [dodona.train(grove, recipe=RECIPE, epochs=1, **{name: 0.5}) for name in ("alpha", "rho")]
    plain = dodona.train(grove, recipe=RECIPE, epochs=1)
    assert all(
        (one.weights, one._core.values["scale"]) != (plain.weights, plain._core.values["scale"])
        for one in changed
    )


def test_k_is_when_sampling_begins(grove: dodona.Treebank, tmp_path: Path) -> None:
    """Until then training follows the oracle and does not depend on draws."""
    one = {k: saved(dodona.train(grove, recipe=RECIPE, k=k, epochs=1), tmp_path / "m") for k in (0, 1)}
    assert one[0] != one[1]
    sampled = dodona.train(grove, recipe=RECIPE, k=1, epochs=1)
    followed = dodona.train(grove, recipe=RECIPE, policy="oracle", epochs=1)
    one, other = sampled._core.arrays(), followed._core.arrays()
    assert all((one[name] == other[name]).all() for name in ("rows", "entries"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"policy": "sample"}, "policy cannot be 'sample' with the learner perceptron, whose scores are no"),
        (
            {"learner": "adagrad"},
            r"learner cannot be 'adagrad' \(did you mean 'adagrad-rda'\?\): choose from perceptron, adagrad",
        ),
        ({"learner": "adagrad-rda", "rho": 0}, "rho cannot be 0"),
        ({"learner": "adagrad-rda", "l1": -1}, r"l1 cannot be -1\.0: choose from 0 to 1000"),
        (
            {"learner": "adagrad-rda", "oracle": "static", "policy": "sample"},
            "policy cannot be 'sample' with the static oracle",
        ),
    ],
)
def test_incompatible_options(grove: dodona.Treebank, options: dict[str, object], said: str) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        dodona.train(grove, **options)  # type: ignore[arg-type]


def test_decisions_build_the_parse(grove: dodona.Treebank, sure: dodona.Parser) -> None:
    parsed = sure.parse(grove)
    found = sure.decisions(grove, compare=True)
    for number, sentence in enumerate(parsed):
        configuration = dodona.Configuration(sentence, single_root=sure.info["single_root"])
        steps = found.of(number)
        for transition, probability in steps:
            assert 0 < probability <= 1
            configuration.apply(transition.move, transition.label)  # raises an error if it is not legal
        built = {dependent: (head, label) for head, label, dependent in configuration.arcs}
        tree = configuration.tree(sure.labels[sure._core.root_label])
        assert tree.heads.tolist() == sentence.heads.tolist() and tree.labels == sentence.labels
        for word in range(1, len(sentence) + 1):
            by = int(found.made_by[int(parsed.offsets[number]) + word - 1])
            assert (steps[by][0].label == built[word][1]) if by >= 0 else word not in built


def test_decisions_do_not_depend_on_threads_or_on_the_file(
    grove: dodona.Treebank, sure: dodona.Parser, tmp_path: Path
) -> None:
    one = sure.decisions(grove, compare=True)
    sure.save(tmp_path / "m")
    again = dodona.load(tmp_path / "m").decisions(grove, compare=True, threads=3)
    for name in ("offsets", "made", "probabilities", "right", "made_by"):
        assert (getattr(one, name) == getattr(again, name)).all()
    assert sure.decisions(grove).right is None
    assert one.right is not None and 0.5 < one.right.mean() <= 1


def test_more_probable_decisions_are_right_more_often(grove: dodona.Treebank, sure: dodona.Parser) -> None:
    found = sure.decisions(grove[60:], compare=True)
    assert found.right is not None
    surest = found.probabilities > np.median(found.probabilities)
    assert found.right[surest].mean() > found.right[~surest].mean()


def test_a_perceptron_has_no_probabilities(grove: dodona.Treebank, parser: dodona.Parser) -> None:
    assert not parser.probabilistic
    with pytest.raises(dodona.Error, match="not probabilities: train one with the recipe probabilistic"):
        parser.decisions(grove)


def test_sparse_models_are_small(grove: dodona.Treebank) -> None:
    me = dodona.train(grove, recipe=RECIPE, epochs=15)
    perceptron = dodona.train(grove, epochs=15, min_updates=1)
    assert me.weights < perceptron.weights
    assert me.features < perceptron.features
