from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"learning_to_search_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def tasks() -> ModuleType:
    """Tasks that the tests train."""
    return _load(HERE / "tasks.py")


@pytest.fixture(scope="session")
def example() -> Callable[[str], ModuleType]:
    """The examples of the project, by name."""
    return lambda name: _load(EXAMPLES / f"{name}.py")
