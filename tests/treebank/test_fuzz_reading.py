"""Reading any bytes gives sentences or an error with a line; the core has its own fuzzing."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

import dodona
from dodona.treebank.checking import problems_in

GROVE = (Path(__file__).parent.parent / "data" / "grove.conllu").read_bytes()[:3000].rpartition(b"\n\n")[0]

fields = st.sampled_from(["", "_", "0", "1", "2", "3", "a", "é", "1-2", "1.1", "nsubj", "\x00", "\r", "#"])
rows = st.lists(fields, min_size=1, max_size=12).map("\t".join)
files = st.lists(st.one_of(rows, st.just(""), st.just("# c")), max_size=12).map(
    lambda r: "\n".join(r).encode()
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = bytearray(GROVE)
    piece = st.one_of(st.binary(max_size=5), st.text("aé_#1", max_size=2).map(str.encode))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 5))] = draw(piece)
    return bytes(data)


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.binary(max_size=200), files, damaged()))
@example(GROVE)
def test_reading_anything(data: bytes) -> None:
    try:
        problems = list(problems_in(data))
    except dodona.Error as error:
        said = str(error)  # it starts like a gzip or xz file, or another format
        assert "compressed" in said or said.startswith("<string>: this is ")
        return
    for problem in problems:
        assert problem.line >= 1
        assert problem.message
        assert "\n" not in str(problem)
    with contextlib.suppress(dodona.ReadError):
        treebank = dodona.read(data)
        again = dodona.read(treebank.to_conll(), format=treebank.format)
        assert again == treebank
