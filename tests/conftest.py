"""What the tests share: the small treebank of the project, and real ones where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona

ROOT = Path(__file__).parent.parent
TREEBANKS = ROOT.parent / "shared" / "treebanks"


@pytest.fixture(scope="session")
def grove_path() -> Path:
    return ROOT / "tests" / "data" / "grove.conllu"


@pytest.fixture(scope="session")
def grove(grove_path: Path) -> dodona.Treebank:
    return dodona.read(grove_path)


@pytest.fixture(scope="session")
def treebanks() -> Path:
    if not TREEBANKS.is_dir():
        pytest.skip("no real treebanks at ../shared/treebanks")
    return TREEBANKS
