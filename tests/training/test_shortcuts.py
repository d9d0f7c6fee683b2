"""Tag-context shortcuts: contexts in which greedy search skips scoring."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.app import app
from dodona.models.container import read_arrays, write_arrays
from dodona.models.parser_file import model_parts, parser_of
from dodona.recipes import recipe


@pytest.fixture(scope="module")
def parser(grove: dodona.Treebank) -> dodona.Parser:
    return dodona.train(grove, shortcuts=2, epochs=5)


def test_they_are_learnt_from_training_data_and_change_nothing_there(
    grove: dodona.Treebank, parser: dodona.Parser
) -> None:
    without = dodona.train(grove, shortcuts=0, epochs=5)
    assert "shortcuts" not in without.info
    assert "shortcuts.contexts" not in without._core.arrays()
    assert parser.info["shortcuts"]["contexts"] == parser._core.arrays()["shortcuts.contexts"].size > 5
    assert 0 < parser.info["shortcuts"]["share"] < 1
    assert parser.parse(grove) == without.parse(grove)


def test_a_higher_minimum_gives_fewer_contexts(grove: dodona.Treebank) -> None:
    found = [dodona.train(grove, shortcuts=least, epochs=2).info["shortcuts"] for least in (1, 3, 10)]
    assert found[0]["contexts"] > found[1]["contexts"] > found[2]["contexts"]
    assert found[0]["share"] > found[1]["share"] > found[2]["share"]


def test_models_store_them(grove: dodona.Treebank, parser: dodona.Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "oak.model")
    for again in (dodona.load(tmp_path / "oak.model"), pickle.loads(pickle.dumps(parser))):
        assert again.info == parser.info
        kept = again._core.arrays()
        assert all(np.array_equal(array, kept[name]) for name, array in parser._core.arrays().items())


def test_training_writes_them(grove: dodona.Treebank, parser: dodona.Parser, tmp_path: Path) -> None:
    output = tmp_path / "oak.model"
    dodona.train(grove, shortcuts=2, epochs=5, output=output)
    parser.save(tmp_path / "other.model")
    assert output.read_bytes() == (tmp_path / "other.model").read_bytes()


def test_an_interrupted_run_learns_the_same(
    grove: dodona.Treebank, parser: dodona.Parser, tmp_path: Path
) -> None:
    output = tmp_path / "oak.model"

    def stop(epoch: dodona.Epoch) -> None:
        if epoch.number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dodona.train(grove, shortcuts=2, epochs=5, output=output, on_epoch=stop)
    assert "shortcuts.contexts" not in dodona.load(output)._core.arrays()  # they are learnt at the end
    dodona.train(grove, shortcuts=2, epochs=5, output=output, resume=True)
    parser.save(tmp_path / "other.model")
    assert output.read_bytes() == (tmp_path / "other.model").read_bytes()


def test_every_greedy_search_has_them(grove: dodona.Treebank, parser: dodona.Parser) -> None:
    words = dodona.Treebank([sentence for sentence in grove if len(sentence) > 3][:5])
    # SHIFT wherever it is legal, whatever the scores.
    arrays, about = model_parts(parser._core, parser.info)
    arrays["shortcuts.transitions"][:] = 0
    everything = dodona.Parser(parser_of(arrays, about), parser.info)
    parsed = everything.parse(words)
    assert parsed != parser.parse(words)
    assert everything.parse(words, threads=2) == parsed
    assert everything.parse(words, beam=4) == parser.parse(words, beam=4)
    assert [best.sentence.heads.tolist() for best, *_ in everything.nbest(words, 1, beam=1)] == [
        sentence.heads.tolist() for sentence in parsed
    ]


@pytest.mark.parametrize(
    "options", [{"system": "arc-hybrid"}, {"beam": 4}, {"learner": "csoaa"}, {"system": "swap-standard"}]
)
def test_options_without_shortcuts(options: dict[str, Any]) -> None:
    chosen = recipe("default")
    assert chosen.shortcuts > 0
    assert chosen.with_options(**options).shortcuts == 0
    with pytest.raises(
        dodona.OptionError, match="shortcuts has no effect without the system arc-eager, greedy"
    ):
        chosen.with_options(shortcuts=3, **options)


@pytest.mark.parametrize("least", [-1, 1_000_001])
def test_limits(least: int) -> None:
    with pytest.raises(dodona.OptionError, match="shortcuts cannot be"):
        recipe("default").with_options(shortcuts=least)


def test_recipes_of_papers_have_none() -> None:
    for name in ("goldberg-nivre-2012-explore", "probabilistic", "bjorkelund-nivre-2015-greedy"):
        assert recipe(name).shortcuts == 0


def test_templates_without_tags_have_none(grove: dodona.Treebank, tmp_path: Path) -> None:
    (tmp_path / "forms.txt").write_text("s0.form\nb0.form\n")
    found = dodona.train(grove, features=str(tmp_path / "forms.txt"), shortcuts=1, epochs=1)
    assert found.info["shortcuts"] == {"contexts": 0, "share": 0.0}


@pytest.mark.parametrize(
    "damage",
    [
        lambda arrays: arrays.pop("shortcuts.transitions"),
        lambda arrays: arrays.update({"shortcuts.transitions": arrays["shortcuts.transitions"][1:]}),
        lambda arrays: arrays["shortcuts.transitions"].fill(60_000),
        lambda arrays: arrays["shortcuts.contexts"].fill(1),
        lambda arrays: arrays.update({"shortcuts.contexts": arrays["shortcuts.contexts"].astype(np.int8)}),
    ],
)
def test_damage_is_reported(parser: dodona.Parser, tmp_path: Path, damage: Any) -> None:
    path = tmp_path / "oak.model"
    parser.save(path)
    arrays, about = read_arrays(path, "model")
    arrays = {name: array.copy() for name, array in arrays.items()}
    damage(arrays)
    write_arrays(path, arrays, about)
    with pytest.raises(dodona.Error, match="the model is damaged"):
        dodona.load(path)


@pytest.mark.parametrize(
    "shortcuts", [3, {"contexts": "many", "share": 0.5}, {"contexts": 3}, {"contexts": -5, "share": 0.5}]
)
def test_invalid_values_are_reported(parser: dodona.Parser, tmp_path: Path, shortcuts: Any) -> None:
    path = tmp_path / "oak.model"
    dodona.Parser(parser._core, {**parser.info, "shortcuts": shortcuts}).save(path)
    with pytest.raises(dodona.Error, match="invalid metadata: shortcuts"):
        dodona.load(path)


def test_info_shows_them(parser: dodona.Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "oak.model")
    said = CliRunner().invoke(app, ["info", "-m", str(tmp_path / "oak.model")]).output
    found = parser.info["shortcuts"]
    assert f"{found['contexts']:,} contexts, {found['share']:.0%} of all decisions in training data" in said
