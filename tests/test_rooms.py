"""The rooms of the core include only rooms above them; ARCHITECTURE.md lists them in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
_TABLE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## The rooms of the core")[2]
_ROWS = re.findall(r"^\| (`[a-z_]+/`(?:, `[a-z_]+/`)*) \|", _TABLE.partition("\n## ")[0], re.MULTILINE)
ROOMS = [room for row in _ROWS for room in re.findall(r"`([a-z_]+)/`", row)]


def included(path: Path) -> set[str]:
    return set(re.findall(r'^#include "([a-z_]+)/', path.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_map_has_every_room() -> None:
    assert sorted(ROOMS) == sorted(
        folder.name for folder in CORE.iterdir() if folder.is_dir() and folder.name not in ("tests", "fuzz")
    )


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_includes_only_rooms_above_it(room: str) -> None:
    above = {*ROOMS[: ROOMS.index(room)], room}
    wrong = {
        f"{path.relative_to(CORE)} includes {other}/"
        for path in (CORE / room).rglob("*.*")
        for other in included(path) - above
    }
    assert not wrong


@pytest.mark.parametrize("room", ["search", "confidence"])
def test_search_uses_only_the_seam_of_a_model(room: str) -> None:
    """No features and no weights: of `scoring/`, only the interface of all models."""
    assert room in ROOMS
    allowed = {"scoring/scorer.h", "scoring/softmax.h"}
    for path in (CORE / room).rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        found = set(re.findall(r'^#include "((?:features|scoring|learners)/[^"]+)', text, re.MULTILINE))
        assert found <= allowed, path
        assert "int16_t" not in text or path.name == "decisions.h" or path.name == "decisions.cpp", path


def test_only_the_bindings_know_python() -> None:
    knowing = [path for path in CORE.rglob("*.*") if "nanobind" in path.read_text(encoding="utf-8")]
    assert {path.relative_to(CORE).parts[0] for path in knowing} == {"python"}
