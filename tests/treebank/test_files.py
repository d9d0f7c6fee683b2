"""Files that treebanks are written to."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import dodona

OAKS = dodona.Sentence(["Oaks", "speak", "softly", "."] * 50)


class Narrow(io.RawIOBase):
    """A raw file that accepts few bytes at a time, like a pipe."""

    def __init__(self) -> None:
        self.taken = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.taken += bytes(data)[:7]  # type: ignore[call-overload]
        return min(len(data), 7)  # type: ignore[arg-type]


class Full(Narrow):
    """One that accepts nothing more, and does not block."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        return None


def test_a_raw_file_gets_everything() -> None:
    whole, narrow = io.BytesIO(), Narrow()
    for file in (whole, narrow):
        dodona.write(OAKS, file)  # type: ignore[arg-type]
    assert len(whole.getvalue()) > 1000 and bytes(narrow.taken) == whole.getvalue()


def test_a_raw_file_that_does_not_block_is_reported() -> None:
    with pytest.raises(BlockingIOError):
        dodona.write(OAKS, Full())  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody can tell there whether a process runs")
def test_partial_files_of_killed_processes_are_removed(grove: dodona.Treebank, tmp_path: Path) -> None:
    for name in (".out.conllu.999999999.part", ".out.conllu.1.part", ".other.conllu.999999999.part"):
        (tmp_path / name).write_bytes(b"half")
    grove.write(tmp_path / "out.conllu")
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [".other.conllu.999999999.part", ".out.conllu.1.part", "out.conllu"]
