"""JSON Lines: one JSON object per sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from dodona.conversion.gathering import Gathering
from dodona.conversion.records import records
from dodona.errors import Problem, ReadError
from dodona.treebank.source import Source, Target, name_of, pieces, written
from dodona.treebank.treebank import Treebank, treebanks_of

#: The longest line that is read, in bytes: Python may need 25 times as many for its values. A sentence of
#: 100,000 words with all columns has 10 MiB.
LONGEST_LINE = 1 << 26
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_jsonl(treebank: Treebank | Iterable[Treebank], target: Target) -> None:
    """Write one or more treebanks as JSON Lines.

    >>> import io
    >>> file = io.StringIO()
    >>> to_jsonl(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]]), file)
    >>> print(file.getvalue(), end="")
    {"version":1,"format":"conllu","text":"Oaks speak","comments":[],"words":["Oaks","speak"],"heads":[2,0]}
    """
    with written(target) as out:
        write(treebanks_of(treebank), out)


def write(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Write treebanks as JSON Lines.

    >>> import io
    >>> file = io.BytesIO()
    >>> write([Treebank.from_lists([["Oaks"]]), Treebank.from_lists([["Doves"]])], file)
    >>> from_jsonl(file.getvalue())
    Treebank(2 sentences, 2 words)
    """
    for treebank in treebanks:
        for record in records(treebank):
            out.write(_encode(record).encode() + b"\n")


def from_jsonl(source: Source) -> Treebank:
    """Read a treebank from JSON Lines.

    >>> from_jsonl('{"words": ["Oaks", "speak"], "heads": [2, 0], "labels": ["nsubj", "root"]}')[0].labels
    ['nsubj', 'root']
    """
    return next(read(source, size=sys.maxsize))


def read(source: Source, *, size: int = 1000) -> Iterator[Treebank]:
    """Read JSON Lines of any length in constant memory, about `size` sentences at a time.

    >>> [len(batch) for batch in read(b'{"words": ["Hush"]}\\n' * 5, size=2)]
    [2, 2, 1]
    """
    if isinstance(source, str) and source.lstrip().startswith("{"):
        source = source.encode(
            "utf-8", "surrogatepass"
        )  # a single line without a line break, not a file name
    name = name_of(source)
    gathering = Gathering(name)
    place, is_empty = 1, True
    for place, line in enumerate(_lines(source, name), start=1):
        if not line.strip():
            continue
        gathering.add(_decoded(line, name, place), place)
        is_empty = False
        if gathering.ready >= size:
            yield gathering.take()
    if is_empty:
        raise ReadError(Problem(name, place, "empty", "no sentences: the file is empty"))
    if gathering.ready:
        yield gathering.take()


def _decoded(line: bytes, name: str, place: int) -> object:
    try:
        return json.loads(line.decode("utf-8-sig" if place == 1 else "utf-8"))
    except UnicodeDecodeError:
        message = "not valid UTF-8"
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} (column {error.colno})"
    except (ValueError, RecursionError) as error:  # a number or a nesting that is too large
        message = f"not JSON: {error}"
    raise ReadError(Problem(name, place, "json", message))


def _lines(source: Source, name: str) -> Iterator[bytes]:
    """Yield lines, which may span pieces."""
    begun: list[bytes] = []
    length, place = 0, 1
    for piece in pieces(source):
        first, *more = piece.split(b"\n")
        begun.append(first)
        length += len(first)
        if length > LONGEST_LINE:
            raise ReadError(Problem(name, place, "json", f"a line of more than {LONGEST_LINE >> 20} MiB"))
        for line in more:
            yield b"".join(begun)
            begun = [line]
            length = len(line)
            place += 1
    yield b"".join(begun)
