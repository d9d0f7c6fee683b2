"""Files that are no treebanks in CoNLL, told by their first bytes or by their names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import PurePath

from dodona.errors import Error
from dodona.treebank.source import Source, Target, name_of, pieces

#: Formats that `dodona convert` reads and writes, by the endings of their files.
_CONVERTED = {".jsonl": "JSON Lines", ".json": "JSON Lines", ".parquet": "Parquet"}


def conll_pieces(source: Source) -> Iterator[bytes]:
    """Give the bytes of a source piece by piece, unless they begin as another format does.

    >>> list(conll_pieces('{"words": ["Oaks"]}\\n'))
    Traceback (most recent call last):
        ...
    dodona.errors.Error: <string>: this is JSON Lines, not CoNLL: dodona convert makes CoNLL of it
    """
    stream = pieces(source)
    start = next(stream, b"")
    begin = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    what = "Parquet" if start.startswith(b"PAR1") else "JSON Lines" if begin.startswith(b"{") else None
    if what is not None:
        raise Error(f"{name_of(source)}: this is {what}, not CoNLL: dodona convert makes CoNLL of it")
    yield start
    yield from stream


def refuse_other_endings(target: Target) -> None:
    """Raise an error if a file that CoNLL goes into has the ending of another format.

    >>> refuse_other_endings("train.conllu.gz")
    >>> refuse_other_endings("train.parquet")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: train.parquet: this writes CoNLL, not Parquet: dodona convert makes Parquet of CoNLL
    """
    if not isinstance(target, (str, os.PathLike)):
        return
    suffixes = [suffix for suffix in PurePath(target).suffixes if suffix not in (".gz", ".xz")]
    what = _CONVERTED.get(suffixes[-1].lower()) if suffixes else None
    if what is not None:
        raise Error(
            f"{os.fspath(target)}: this writes CoNLL, not {what}: dodona convert makes {what} of CoNLL"
        )
