"""The package as a whole: the examples in its docstrings, and what it says of itself."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from importlib.metadata import version

import pytest

import dodona

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(dodona.__path__, "dodona.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["dodona", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    results = doctest.testmod(module)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert len(MODULES) > 30


def test_version() -> None:
    assert dodona.__version__ == version("dodona")


def test_everything_public_is_documented() -> None:
    for name in dodona.__all__:
        assert getattr(dodona, name).__doc__, name
