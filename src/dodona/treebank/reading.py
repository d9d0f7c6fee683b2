"""Reading treebanks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from dodona import _core
from dodona.errors import Problem, ReadError, flag, one_of
from dodona.threads import checked_threads
from dodona.treebank.columns import FORMATS
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.parts import read_parts, threads_for
from dodona.treebank.recognition import conll_pieces
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Source, name_of, reopener_of, size_of
from dodona.treebank.treebank import Treebank, a_treebank


def treebank_of(name: str, value: Any, wanted: str = "a dodona.Treebank, or the path of one") -> Treebank:
    """Return a treebank that was given as such or as a path; otherwise raise an error that names it.

    >>> treebank_of("gold", 7)
    Traceback (most recent call last):
        ...
    dodona.errors.ArgumentError: gold must be a dodona.Treebank, or the path of one, not an int
    """
    return read(value) if isinstance(value, (str, os.PathLike)) else a_treebank(name, value, wanted)


def read(
    source: Source, *, format: str | None = None, single_root: bool = False, threads: int | None = None
) -> Treebank:
    """Read a treebank: CoNLL-U or CoNLL-X, plain or compressed with gzip, xz or Zstandard.

    `source` is a path, `-` for standard input, an open file, or the treebank itself as a string (anything
    with a tab or a line break). `format` is `conllu` or `conllx`; by default it is detected. With
    `single_root`, a sentence with two roots is an error. `threads` read an uncompressed file in parallel; the
    default is one for each MiB, up to 8 or the number of cores. The result does not depend on it.

    Raises `dodona.ReadError` with the line and the error.

    >>> read("1\\tHello\\thello\\tINTJ\\t_\\t_\\t0\\troot\\t_\\t_\\n")[0].words
    ['Hello']
    """
    reader = _reader(format, single_root)
    name = name_of(source)
    if _read_by_threads(reader, source, threads):
        return Treebank._of(reader.take(), name)
    reader = _reader(format, single_root)
    reader.expect(size_of(source))
    for piece in conll_pieces(source):
        reader.feed(piece)
        _raise_first(reader.take_problems(), name)
    reader.finish()
    _raise_first(reader.take_problems(), name)
    return Treebank._of(reader.take(), name)


def batches(
    source: Source, *, size: int = 1000, format: str | None = None, single_root: bool = False
) -> Iterator[Treebank]:
    """Read a treebank of any length in constant memory, at least `size` sentences at a time."""
    reader = _reader(format, single_root)
    name = name_of(source)
    for _ in _whenever_ready(reader, source, size):
        yield Treebank._of(reader.take(), name)


def read_partial(source: Source, *, format: str | None = None) -> PartialTreebank:
    """Read partially annotated sentences; `source` and `format` are as in `read`.

    Heads need not form trees, but must be inside their sentences.

    >>> read_partial("1\\tOaks\\t_\\t_\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tspeak" + 8 * "\\t_" + "\\n").heads
    array([ 2, -1], dtype=int32)
    """
    (whole,) = partial_batches(source, size=sys.maxsize, format=format)
    return whole


def partial_batches(
    source: Source, *, size: int = 1000, format: str | None = None
) -> Iterator[PartialTreebank]:
    """Read partially annotated sentences in constant memory, at least `size` of them at a time."""
    reader = _reader(format, single_root=False, partial=True)
    name = name_of(source)
    for _ in _whenever_ready(reader, source, size):
        core, heads = reader.take_partial()
        yield PartialTreebank._of(Treebank._of(core, name), heads)


def _whenever_ready(reader: _core.Reader, source: Source, size: int) -> Iterator[None]:
    """Yield batches of at least `size` sentences, and the rest."""
    name = name_of(source)
    for piece in conll_pieces(source):
        reader.feed(piece)
        problems = reader.take_problems()
        if reader.ready >= (1 if problems else size):  # sentences before an error are valid
            yield
        _raise_first(problems, name)
    reader.finish()
    problems = reader.take_problems()
    if reader.ready:
        yield
    _raise_first(problems, name)


def stream(source: Source, *, format: str | None = None, single_root: bool = False) -> Iterator[Sentence]:
    """Read a treebank of any length, sentence by sentence, in constant memory.

    >>> [len(sentence) for sentence in stream("1\\tHi\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n")]
    [1]
    """
    for batch in batches(source, size=1, format=format, single_root=single_root):
        yield from batch


def restored(text: str, format: str, source: str | None) -> Treebank:
    """Restore a treebank from a pickle."""
    return Treebank._of(read(text, format=format)._core, source) if text else Treebank()


def _read_by_threads(reader: _core.Reader, source: Source, threads: int | None) -> bool:
    """Read a source with several threads if that pays; return whether this was done and succeeded."""
    size = size_of(source)
    chosen = threads_for(size) if threads is None else checked_threads(threads)
    opened = reopener_of(source) if chosen > 1 else None
    if opened is None:
        return False
    reader.expect(size)
    return read_parts(reader, opened, size, chosen)


def _reader(format: str | None, single_root: bool, partial: bool = False) -> _core.Reader:
    chosen = None if format is None else FORMATS[one_of("format", format, tuple(FORMATS))]
    single_root = flag("single_root", single_root)
    return _core.Reader(chosen, single_root=single_root, stop_at_first=True, pedantic=False, partial=partial)


def _raise_first(problems: list[tuple[int, str, str, str]], name: str) -> None:
    for line, kind, message, _ in problems:
        raise ReadError(Problem(name, line, kind, message))
