"""Options of a network that is small enough for tests."""

from __future__ import annotations

from typing import Any

import pytest

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
