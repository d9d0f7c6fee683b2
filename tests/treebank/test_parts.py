"""Several threads read the same as one: sentences, numbers of strings, and errors."""

from __future__ import annotations

import io
import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dodona
from dodona import _core
from dodona.treebank import parts
from dodona.treebank.columns import COLUMNS
from dodona.treebank.parts import read_parts, threads_for

GROVE = (Path(__file__).parent.parent / "data" / "grove.conllu").read_bytes()


def new_reader() -> _core.Reader:
    return _core.Reader(None, single_root=False, stop_at_first=True, pedantic=False)


def read_by_one(content: bytes, piece: int) -> _core.Reader:
    reader = new_reader()
    for at in range(0, len(content), piece):
        reader.feed(content[at : at + piece])
    reader.finish()
    return reader


def assert_same(one: _core.Treebank, several: _core.Treebank) -> None:
    assert one.format == several.format
    assert one.declaration == several.declaration
    assert one.write(0, len(one)) == several.write(0, len(several))
    assert np.array_equal(one.heads, several.heads)
    assert np.array_equal(one.offsets, several.offsets)
    for column in COLUMNS.values():
        assert np.array_equal(one.ids(column), several.ids(column))
    for sentence in range(len(one)):
        assert one.first_line(sentence) == several.first_line(sentence)
        assert one.others(sentence) == several.others(sentence)
        assert one.unknown(sentence) == several.unknown(sentence)


def damaged(content: bytes, places: list[tuple[int, bytes]]) -> bytes:
    data = bytearray(content)
    for at, inserted in places:
        data[at : at + 1] = inserted
    return bytes(data)


line_ends = st.sampled_from([b"\n", b"\r\n", b"\r\r\n"])
damages = st.lists(
    st.tuples(
        st.integers(0, len(GROVE)), st.sampled_from([b"", b"\n", b"\t", b"\xff", b"9", b"\0", b"\n\n", b"\r"])
    ),
    max_size=2,
)


@settings(max_examples=300, deadline=None)
@example(line_end=b"\r\r\n", places=[(1, b"")], piece=578, threads=9)  # an empty line that ends a piece
@given(line_ends, damages, st.integers(300, 9000), st.integers(2, 9))
def test_parts_give_the_same_treebank(
    line_end: bytes, places: list[tuple[int, bytes]], piece: int, threads: int
) -> None:
    content = damaged(GROVE.replace(b"\n", line_end), places)
    one, several = read_by_one(content, piece), new_reader()
    problems = one.take_problems()
    if read_parts(several, lambda: io.BytesIO(content), len(content), threads, piece):
        assert not problems
        assert not several.take_problems()
        assert_same(one.take(), several.take())
    elif one.ready and not places:
        # Not an error: the first sentence is longer than a piece.
        first = new_reader()
        first.feed(content[:piece])
        assert not first.ready


@settings(max_examples=100, deadline=None)
@given(damages, st.integers(2, 9))
def test_errors_are_the_same(places: list[tuple[int, bytes]], threads: int) -> None:
    content = 5 * GROVE + damaged(GROVE, places) + GROVE
    try:
        one = dodona.read(content, threads=1)
    except dodona.ReadError as error:
        with pytest.raises(dodona.ReadError) as raised:
            dodona.read(content, threads=threads)
        assert raised.value.problem == error.problem
    else:
        assert_same(one._core, dodona.read(content, threads=threads)._core)


@pytest.mark.parametrize("columns", ["# global.columns = ID FORM HEAD MY:COLUMN", ""])
def test_columns_are_those_of_the_first_line(columns: str, tmp_path: Path) -> None:
    row = "1\tOaks\t0\tx" if columns else "\t".join(["1", "Oaks", *"____", "0", "root", *"____"])
    file = tmp_path / "many.conllup"
    file.write_text((f"{columns}\n" if columns else "") + f"{row}\n\n" * 20_000, encoding="utf-8")
    assert_same(dodona.read(file, threads=1)._core, dodona.read(file, threads=3)._core)


def outcome(content: bytes, threads: int) -> str:
    try:
        return dodona.read(content, threads=threads).to_conll()
    except dodona.ReadError as error:
        return str(error)


@pytest.mark.parametrize("last", [b"", b"\n", b"# a comment\n", b"1\tOaks"])
def test_the_end_of_the_file_is_the_end(last: bytes) -> None:
    content = (10 * GROVE).rstrip(b"\n") + last
    assert outcome(content, 1) == outcome(content, 4)


def test_large_files_are_read_by_several_threads(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parts, "cores", lambda: 4)
    assert [threads_for(size << 20) for size in (0, 1, 2, 3, 9)] == [1, 1, 2, 3, 4]
    file = tmp_path / "large.conllu"
    file.write_bytes(50 * GROVE)
    assert dodona.read(file).to_conll().encode() == 50 * GROVE
    assert dodona.read(50 * GROVE) == dodona.read(file, threads=1)


def test_one_thread_reads_if_others_cannot_start(monkeypatch) -> None:
    def refuse(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    assert len(dodona.read(5 * GROVE, threads=4)) == 375


def test_the_number_of_threads_is_positive() -> None:
    with pytest.raises(dodona.OptionError, match="threads cannot be 0: at least 1 is needed"):
        dodona.read(GROVE, threads=0)


def test_real_treebanks_are_read_the_same(treebanks: Path) -> None:
    for file in sorted(treebanks.rglob("*.xz")):
        content = lzma.decompress(file.read_bytes())
        one, several = dodona.read(content, threads=1)._core, dodona.read(content, threads=3)._core
        assert one.write(0, len(one)) == several.write(0, len(several)), file
        assert all(np.array_equal(one.ids(c), several.ids(c)) for c in COLUMNS.values()), file
