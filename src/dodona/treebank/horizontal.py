"""Tokenised sentences, one per line, with spaces between the words."""

from __future__ import annotations

from collections.abc import Iterator

from dodona import _core
from dodona.errors import Problem, ReadError
from dodona.treebank.source import Source, name_of, pieces
from dodona.treebank.treebank import Treebank

_REST = "\t_" * 8


def horizontal_batches(source: Source, *, size: int = 4000) -> Iterator[Treebank]:
    """Read tokenised lines in batches of `size` sentences; empty lines are skipped.

    >>> next(horizontal_batches("Oaks speak .\\nDoves listen\\n")).lists("words")
    [['Oaks', 'speak', '.'], ['Doves', 'listen']]
    """
    name = name_of(source)
    reader = _core.Reader(_core.Format.conllu, single_root=False, stop_at_first=True, pedantic=False)
    for number, line in enumerate(_lines(source), start=1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        try:
            # Split at ASCII whitespace only: a no-break space, as in `10 000`, belongs to its word.
            words = [word.decode() for word in line.split()]
        except UnicodeDecodeError:
            raise ReadError(Problem(name, number, "utf8", "this is not valid UTF-8")) from None
        if not words:
            continue
        rows = (f"{place}\t{word}{_REST}" for place, word in enumerate(words, start=1))
        reader.feed(("\n".join(rows) + "\n\n").encode())
        for _, kind, message, _ in reader.take_problems():
            raise ReadError(Problem(name, number, kind, message))
        if reader.ready >= size:
            yield Treebank._of(reader.take().without_lines(), name)
    if reader.ready:
        yield Treebank._of(reader.take().without_lines(), name)


def _lines(source: Source) -> Iterator[bytes]:
    """Yield the lines of a source, without reading it all at once."""
    rest = b""
    for piece in pieces(source):
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    yield rest
