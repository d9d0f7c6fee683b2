"""Recognising files that are not CoNLL, by their first bytes or their names."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePath

from dodona.errors import Error, Problem, ReadError
from dodona.treebank.source import Source, Target, name_of, pieces

#: Formats that `dodona convert` reads and writes, by file extension.
_CONVERTED = {".jsonl": "JSON Lines", ".json": "JSON Lines", ".parquet": "Parquet"}
#: The number of non-empty lines examined before a file is taken for text.
_LOOKED_AT = 50
#: A line that may be an item has at most so many characters, and does not end like a sentence or a clause; a
#: text of items has so many lines that are followed by another one.
_SHORT, _LEAST_LINES = 280, 5
_NARROWEST = 40  # text is wrapped at this width at least
_ENDS = tuple(".!?…;,:\"')”»。！？")
_MARK = b"\xef\xbb\xbf"


def conll_pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a source in pieces, unless they start like another format.

    >>> list(conll_pieces('{"words": ["Oaks"]}\\n'))
    Traceback (most recent call last):
        ...
    dodona.errors.Error: <string>: this is JSON Lines, not CoNLL: dodona convert converts it
    """
    stream = pieces(source)
    start = next(stream, b"")
    refuse_other_formats(name_of(source), start)
    line = first_line_of_text(start)
    if line:
        said = "this looks like plain text; a treebank is needed, in CoNLL-U or CoNLL-X (with tabs)"
        raise ReadError(Problem(name_of(source), line, "columns", said))
    yield start
    yield from stream


def refuse_other_formats(name: str, start: bytes) -> None:
    """Raise an error if a file starts like a format of `dodona convert`."""
    what = other_format(start)
    if what is not None:
        raise Error(f"{name}: this is {what}, not CoNLL: dodona convert converts it")


def other_format(start: bytes) -> str | None:
    """Return the format of `dodona convert` that a file starts like, if any."""
    if start.startswith(b"PAR1"):
        return "Parquet"
    brace, _, rest = start.removeprefix(_MARK).lstrip().partition(b"{")
    return "JSON Lines" if not brace and rest.lstrip().startswith(b'"') else None


def has_separate_lines(start: bytes) -> bool:
    """Return from the start of a text whether its lines are separate items rather than wrapped sentences.

    Most lines that another one follows are short, do not end like a sentence or a clause, and have space left
    for the next word.

    >>> has_separate_lines(b"Three oaks\\nOne dove\\nTwo springs\\nNo priest\\nThe end\\nof it\\n")
    True
    >>> wrapped = b"The oak of Dodona in Epirus spoke, and the\\npriests of Zeus who slept there heard him\\n"
    >>> has_separate_lines(wrapped * 3)
    False
    """
    lines = [line.strip() for line in start.decode("utf-8", "replace").splitlines()]
    pairs = [(line, following) for line, following in pairwise(lines) if line and following]
    width = max(_NARROWEST, *(len(line) for line, _ in pairs), 0)
    items = sum(
        len(line) <= _SHORT
        and not line.endswith(_ENDS)
        and len(line) + 1 + len(following.split()[0]) <= width
        for line, following in pairs
    )
    return len(pairs) >= _LEAST_LINES and items > len(pairs) / 2


def is_utf8(start: bytes) -> bool:
    """Return whether bytes are UTF-8; the last character may be incomplete.

    >>> is_utf8("chêne".encode()[:3]), is_utf8("chêne".encode("latin-1"))
    (True, False)
    """
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    return True


def first_line_of_text(start: bytes) -> int:
    """Return the line on which text starts in a file with this start, or 0 if it is not text.

    It is text if it is valid UTF-8 and no line has a tab: in a treebank with a broken line, the others do.
    Ten columns separated by spaces are a broken treebank.

    >>> first_line_of_text(b"# Oaks\\n\\nOaks speak.\\n"), first_line_of_text(b"Oaks\\n1\\tspeak\\n")
    (3, 0)
    """
    if not is_utf8(start) or other_format(start) is not None:
        return 0
    lines = enumerate(start.removeprefix(_MARK).split(b"\n"), start=1)
    rows = [(number, line) for number, line in lines if line.strip() and not line.startswith(b"#")]
    if not rows or b"\0" in start or any(b"\t" in line for _, line in rows[:_LOOKED_AT]):
        return 0
    number, line = rows[0]
    return 0 if has_lost_tabs(line) else number


def has_lost_tabs(line: bytes) -> bool:
    """Return whether a line is the first word of a tree, with spaces between the columns.

    >>> has_lost_tabs(b"1  Oaks  oak  NOUN  _  _  2  nsubj  _  _")
    True
    >>> has_lost_tabs(b"1 oak in a wood of nine, and it speaks")
    False
    """
    fields = line.split()
    return len(fields) == 10 and fields[0] == b"1" and (fields[6].isdigit() or fields[6] == b"_")


def refuse_other_endings(target: Target) -> None:
    """Raise an error if a file for CoNLL has the extension of another format.

    >>> refuse_other_endings("train.conllu.gz")
    >>> refuse_other_endings("train.parquet")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: train.parquet: this writes CoNLL, not Parquet: use dodona convert
    """
    if not isinstance(target, (str, os.PathLike)):
        return
    suffixes = [suffix for suffix in PurePath(target).suffixes if suffix not in (".gz", ".xz")]
    what = _CONVERTED.get(suffixes[-1].lower()) if suffixes else None
    if what is not None:
        raise Error(f"{os.fspath(target)}: this writes CoNLL, not {what}: use dodona convert")
