"""Models written by Dodona 0.1.0 load and parse as before."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open

import dodona
from dodona import PartialTreebank, Treebank
from dodona.pipelines.loading import parser_and_whole

FOLDER = Path(__file__).parents[1] / "data" / "models-0.1"
MODELS = ("default", "beam", "hashed", "search", "pipeline")
every_model = pytest.mark.parametrize("name", MODELS)


@pytest.fixture(scope="module")
def expected() -> Any:
    return json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sentences(grove: Treebank) -> Treebank:
    return grove[2:9] + grove[50:54]


def model(name: str) -> Path:
    return FOLDER / f"{name}.model"


def trees(treebank: Treebank) -> list[str]:
    pairs = zip(treebank.head_arrays, treebank.lists("labels"), strict=True)
    return [" ".join(f"{head}:{label}" for head, label in zip(*pair, strict=True)) for pair in pairs]


def stored_recipe(name: str) -> dict[str, Any]:
    """Return the recipe as 0.1.0 wrote it."""
    with safe_open(model(name), framework="numpy") as file:
        about = json.loads(file.metadata()["dodona"])
    return dict(about.get("parser", about)["info"]["recipe"])


@every_model
def test_parses_as_before(name: str, sentences: Treebank, expected: Any, tmp_path: Path) -> None:
    half = [
        [head if word % 3 == 0 else None for word, head in enumerate(heads)]
        for heads in sentences.head_arrays
    ]
    parser = parser_and_whole(model(name))[0]
    parser.save(tmp_path / "again.model")
    for each in (parser, dodona.load(tmp_path / "again.model")):
        assert trees(each.parse(sentences, beam=1)) == expected[name]["greedy"]
        assert trees(each.parse(sentences, beam=4)) == expected[name]["beam"]
        assert (
            trees(each.complete(PartialTreebank(sentences, half)).treebank) == expected[name]["constrained"]
        )


def test_pipeline_as_before(sentences: Treebank, expected: Any) -> None:
    pipeline = dodona.load(model("pipeline"))
    assert trees(pipeline(" ".join(sentence.text for sentence in sentences))) == expected["text"]
    assert np.allclose(pipeline.parser.confidence(sentences).heads, expected["confidence"], atol=1e-4)


@every_model
def test_info(name: str, run: Any) -> None:
    code, out, err = run("info", "-m", model(name))
    assert (code, err) == (0, "")
    assert stored_recipe(name)["system"] in out


@every_model
def test_recipe_is_understood(name: str) -> None:
    """Renamed options of 0.1.0 give a valid recipe."""
    recipe = dodona.Recipe(**parser_and_whole(model(name))[0].info["recipe"])
    stored = stored_recipe(name)
    assert (recipe.system, recipe.learner, recipe.seed) == (
        stored["system"],
        stored["learner"],
        stored["seed"],
    )


def test_choices_are_kept() -> None:
    """All values that 0.1.0 stored are kept, under their current names."""
    stored = stored_recipe("default")
    assert (stored["habits"], stored["margin"], stored["policy"]) == (3, 60.0, "explore")
    assert stored_recipe("search")["policy"] == "search"
    assert Counter(stored.values()) <= Counter(dodona.load(model("default")).info["recipe"].values())
