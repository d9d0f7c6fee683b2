"""Files that treebanks are written to."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import re
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.treebank.source import written

unix = pytest.mark.skipif(sys.platform == "win32", reason="needs locks, links, permissions or names of Unix")

OAK = dodona.Treebank.from_lists([["Oak"]], heads=[[0]], labels=[["root"]])
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


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@unix
def test_partial_files_of_killed_processes_are_removed(grove: dodona.Treebank, tmp_path: Path) -> None:
    """A running process, even in another container, locks its own."""
    import fcntl

    for name in (".out.conllu.0123456789abcdef.part", ".out.conllu.1.part", f".other.conllu.{16 * '0'}.part"):
        (tmp_path / name).write_bytes(b"half")
    with (tmp_path / f".out.conllu.{16 * '1'}.part").open("wb") as written:
        fcntl.flock(written, fcntl.LOCK_EX)
        grove.write(tmp_path / "out.conllu")
    kept = [".other.conllu.0000000000000000.part", ".out.conllu.1.part", ".out.conllu.1111111111111111.part"]
    assert names_in(tmp_path) == [*kept, "out.conllu"]


def test_threads_write_the_same_file(tmp_path: Path) -> None:
    """Each writes its own version in many pieces; one of them is what remains."""
    target, start = tmp_path / "out.conllu", threading.Barrier(4)

    def write(number: int) -> None:
        start.wait()
        for _ in range(5):
            with written(target) as file:
                for _ in range(50):
                    file.write(b"%d" % number * 10_000)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    content = target.read_bytes()
    assert len(content) == 500_000 and len(set(content)) == 1
    assert names_in(tmp_path) == ["out.conllu"]


def test_a_link_in_the_way_of_a_partial_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda size: "0" * 2 * size)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    for name in (f".out.conllu.{16 * '0'}.part", f".out.conllu.{os.getpid()}.part"):
        (tmp_path / name).symlink_to(victim)
    with pytest.raises(dodona.Error, match=r"out\.conllu: File exists"):
        dodona.write(OAKS, tmp_path / "out.conllu")
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("name", ["out.conllu", "out.conllu.gz", "out.conllu.xz"])
def test_after_an_error_nothing_is_left(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"older")
    with pytest.raises(ZeroDivisionError), written(tmp_path / name) as file:
        file.write(b"newer" * 100_000)
        raise ZeroDivisionError
    assert names_in(tmp_path) == [name] and (tmp_path / name).read_bytes() == b"older"


@unix
def test_permissions(tmp_path: Path) -> None:
    """A new file has the usual permissions, and a replaced file keeps its own, even while it is written."""
    new, private = tmp_path / "new", tmp_path / "private"
    private.touch(0o600)
    (tmp_path / "usual").touch()
    for path in (new, private):
        with written(path):
            (part,) = tmp_path.glob(".*.part")
            assert path is new or part.stat().st_mode == private.stat().st_mode
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert new.stat().st_mode == (tmp_path / "usual").stat().st_mode


@unix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "out.conllu").symlink_to("store/file")
    dodona.write(OAKS, tmp_path / "out.conllu")
    assert (tmp_path / "out.conllu").is_symlink() and names_in(tmp_path / "store") == ["file"]


@pytest.mark.parametrize("ending", [".gz", ".xz"])
def test_compressed_output_is_reproducible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr("time.time", iter(range(10**9, 2 * 10**9, 10**6)).__next__)
    contents = set()
    for name in ("a", "b"):
        dodona.write(OAKS, tmp_path / f"{name}.conllu{ending}")
        contents.add((tmp_path / f"{name}.conllu{ending}").read_bytes())
    assert len(contents) == 1
    assert dodona.read(tmp_path / f"b.conllu{ending}")[0].words == OAKS.words


def test_a_name_of_the_greatest_length(tmp_path: Path) -> None:
    name = "å" * 50 + "a" * 150
    dodona.write(OAKS, tmp_path / name)
    assert names_in(tmp_path) == [name]


@unix
@pytest.mark.parametrize(
    "use",
    [
        dodona.read,
        dodona.load,
        dodona.load,
        lambda name: dodona.write(OAKS, name),
        lambda name: dodona.train(OAK, output=name),
        lambda name: dodona.train(OAK, features=name),
        lambda name: dodona.train(OAK, recipe=name),
    ],
)
@pytest.mark.parametrize("name", ["a" * 300 + ".model", "a" * 300 + "/oak.model"])
def test_a_name_that_is_too_long_is_shortened(use: Callable[[str], object], name: str) -> None:
    with pytest.raises(dodona.Error) as found:
        use(name)
    assert re.search(r"a{30}\.\.\..*model: File name too long$", str(found.value))


def test_a_compressed_file_made_to_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dodona.treebank.source._FREELY", 1 << 20)
    tree = b"1\tOak\t_\t_\t_\t_\t0\t_\t_\t_\n\n"
    some, many = tree * 1000, tree * 100_000
    for packed in (gzip.compress, lzma.compress):
        assert len(dodona.read(packed(some))) == 1000
        with pytest.raises(dodona.Error, match=r"more than .* 200 times its size, .*: unpack it yourself"):
            dodona.read(packed(many))
    assert len(dodona.read(many)) == 100_000
