"""The perceptron with a margin."""

from __future__ import annotations

from typing import Any

import pytest

import dodona
from dodona.recipes import recipe


def test_a_larger_margin_causes_more_updates(grove: dodona.Treebank) -> None:
    parsers = [dodona.train(grove, margin=margin, min_updates=1, epochs=10) for margin in (0, 5, 100)]
    assert parsers[0].features < parsers[1].features < parsers[2].features
    for parser in parsers:
        assert dodona.evaluate(grove, parser.parse(grove)).without_punctuation.las.f1 > 0.97


def test_with_a_hash_kernel(grove: dodona.Treebank) -> None:
    without, with_margin = (
        dodona.train(grove, hash_kernel=16, margin=margin, epochs=5) for margin in (0, 60)
    )
    assert (without._core.arrays()["hashed"] != with_margin._core.arrays()["hashed"]).any()


def test_only_wrong_decisions_are_counted(grove: dodona.Treebank) -> None:
    """A right decision does not count, even if it caused an update."""
    epochs: list[dodona.Epoch] = []
    dodona.train(grove, margin=60, min_updates=1, epochs=10, on_epoch=epochs.append)
    assert epochs[-1].update_rate < 0.02


@pytest.mark.parametrize(
    "options", [{"learner": "adagrad-rda"}, {"learner": "passive-aggressive"}, {"beam": 4}]
)
def test_options_that_exclude_a_margin(options: dict[str, Any]) -> None:
    chosen = recipe("default")
    assert chosen.margin > 0
    assert chosen.with_options(**options).margin == 0
    with pytest.raises(
        dodona.OptionError, match="margin has no effect without the learner perceptron, greedy"
    ):
        chosen.with_options(margin=3, **options)


@pytest.mark.parametrize("margin", [-1, float("nan"), float("inf")])
def test_limits(margin: float) -> None:
    with pytest.raises(dodona.OptionError, match="margin cannot be"):
        recipe("default").with_options(margin=margin)


def test_recipes_of_papers_have_no_margin() -> None:
    assert recipe("goldberg-nivre-2012-explore").margin == 0
    assert recipe("bjorkelund-nivre-2015-greedy").margin == 0
