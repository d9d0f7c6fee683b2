"""Pipelines whose network has random weights, and options to train a small one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.network.untrained import untrained
from dodona.pipelines.tokeniser import train_tokeniser

SMALL = {"width": 32, "layers": 2, "hidden": 16, "word_size": 8, "ngram_size": 8, "shape_size": 4}
#: Options of training such a network.
OPTIONS: dict[str, Any] = {
    "recipe": "network",
    "width": 32,
    "layers": 1,
    "units": 16,
    "buckets": 500,
    "min_count": 1,
    "network_rate": 0.01,
    "layer_dropout": 0.1,
    "batch_words": 60,
    "threads": 1,
}


@pytest.fixture(scope="session")
def options() -> dict[str, Any]:
    return OPTIONS


@pytest.fixture(scope="session")
def network(grove: dodona.Treebank) -> dodona.Parser:
    """A parser with a small network, which no test changes."""
    return untrained(grove, buckets=100, shapes=10, **SMALL)


@pytest.fixture(scope="session")
def whole(grove: dodona.Treebank, network: dodona.Parser) -> dodona.Pipeline:
    """A pipeline with it."""
    return dodona.Pipeline.of_network(train_tokeniser(grove, epochs=1), network)


@pytest.fixture(scope="session")
def whole_file(whole: dodona.Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pipeline as a file, which no test changes."""
    path = tmp_path_factory.mktemp("network") / "network.model"
    whole.save(path)
    return path
