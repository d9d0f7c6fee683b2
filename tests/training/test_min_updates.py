"""Features that count only after some updates (Goldberg and Elhadad 2011): smaller models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.recipes import recipe


def test_models_are_smaller_and_as_good(grove: dodona.Treebank) -> None:
    parsers = [dodona.train(grove, min_updates=least, margin=0, epochs=20) for least in (1, 3, 7)]
    assert parsers[0].features > 2 * parsers[1].features > 3 * parsers[2].features
    for parser in parsers:
        assert dodona.evaluate(grove, parser.parse(grove)).without_punctuation.las.f1 > 0.97


def test_in_epoch_e_e_updates_are_enough(grove: dodona.Treebank) -> None:
    """Otherwise little training would learn nothing."""
    short, same, other = (dodona.train(grove, epochs=4, min_updates=least) for least in (100, 4, 1))
    assert short.features == same.features < other.features
    assert short.parse(grove) == same.parse(grove)
    assert dodona.train(grove, epochs=1).features == dodona.train(grove, epochs=1, min_updates=1).features


def test_resumed_is_the_same(grove: dodona.Treebank, tmp_path: Path) -> None:
    """Also with the margin of the recipe."""

    class Stopped(Exception):
        pass

    def stop(epoch: dodona.Epoch) -> None:
        if epoch.number == 3:
            raise Stopped

    chosen: dict[str, Any] = {"epochs": 8, "min_updates": 4}
    dodona.train(grove, output=tmp_path / "whole", **chosen)
    with pytest.raises(Stopped):
        dodona.train(grove, output=tmp_path / "parts", on_epoch=stop, **chosen)
    dodona.train(grove, output=tmp_path / "parts", resume=True, **chosen)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(
    "options",
    [{"learner": "adagrad-rda"}, {"learner": "passive-aggressive"}, {"beam": 4}, {"hash_kernel": 14}],
)
def test_where_updates_are_not_counted(options: dict[str, Any]) -> None:
    chosen = recipe("default")
    assert chosen.min_updates == 10
    assert chosen.with_options(**options).min_updates == 1
    with pytest.raises(dodona.OptionError, match="min_updates has no effect without the learner perceptron"):
        chosen.with_options(min_updates=3, **options)


@pytest.mark.parametrize("least", [0, 256, -1])
def test_limits(least: int) -> None:
    with pytest.raises(dodona.OptionError, match=f"min_updates cannot be {least}: choose from 1 to 255"):
        recipe("default").with_options(min_updates=least)


def test_recipes_of_papers_use_all_features() -> None:
    assert recipe("goldberg-nivre-2012-explore").min_updates == 1
    assert recipe("chang-2015-dyna").min_updates == 1
