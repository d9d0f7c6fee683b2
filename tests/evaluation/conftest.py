from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

import dodona

HERE = Path(__file__).parent


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"evaluation_{name}", HERE / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PERTURB = _load("perturb")
GROVE = (HERE.parent / "data" / "grove.conllu").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def grove_text() -> str:
    """The project's treebank without comments and empty nodes, as the perturbations need it."""
    return PERTURB.render(PERTURB.parse(GROVE))


@pytest.fixture(scope="session")
def grove(grove_text: str) -> dodona.Treebank:
    return dodona.read(grove_text)


@pytest.fixture(scope="session")
def perturb() -> ModuleType:
    return PERTURB


@pytest.fixture(scope="session")
def spoilt(perturb: ModuleType) -> dict[str, dodona.Treebank]:
    """The project's treebank with every perturbation."""
    return {name: dodona.read(perturb.perturb(GROVE, name)) for name in perturb.PERTURBATIONS}


@pytest.fixture(scope="session")
def expect_conll18() -> ModuleType:
    return _load("expect_conll18")


@pytest.fixture(scope="session")
def script(expect_conll18: ModuleType) -> ModuleType:
    """The published evaluation script, if available."""
    path = os.environ.get("DODONA_CONLL18_EVAL")
    if path is None:
        found = importlib.util.find_spec("conll18_ud_eval")
        path = found.origin if found else None
    if path is None:
        pytest.skip("the published script is not here: DODONA_CONLL18_EVAL does not say where it is")
    return expect_conll18.load(path)
