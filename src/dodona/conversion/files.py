"""Conversion of files in constant memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from dodona.conversion.formats import Reader, input_format, output_format, reader_for
from dodona.conversion.losses import Losses
from dodona.treebank.source import Source, Target, is_content, is_file, name_of, pieces, written


def convert_file(
    source: Source, target: Target, *, from_: str | None = None, to: str | None = None, enhance: bool = False
) -> Losses:
    """Convert a file, and return counts of what the new format cannot hold.

    `from_` is `conllu`, `conllx`, `jsonl` or `parquet`; by default it is detected from the content. `to` is
    one of these, or `text`, `svg` or `html`; by default it is given by the extension of `target`. `enhance`
    replaces enhanced dependencies as `Treebank.enhance` does.

    >>> import io
    >>> file = io.StringIO()
    >>> losses = convert_file("# sent_id = 1\\n1\\tHi\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n", file, to="text")
    >>> file.getvalue()
    'Hi\\n'
    """
    output = output_format(to, target)
    read = None if from_ is None else input_format(from_).read
    if read is None:
        read, source = _told(source)
    losses = Losses()
    with written(target) as out:
        batches = read(source)
        output.write((batch.enhance() for batch in batches) if enhance else batches, out, losses)
    return losses


def _told(source: Source) -> tuple[Reader, Source]:
    """Detect the format of a source from its first bytes; return its reader and the source from its start."""
    stream = pieces(source)
    start = b""
    for piece in stream:
        start += piece
        if len(start) >= 4 or not piece:
            break
    if is_content(source) or (isinstance(source, (str, os.PathLike)) and is_file(Path(source))):
        return reader_for(start), source
    return reader_for(start), cast(IO[bytes], _Resumed(name_of(source), start, stream))


class _Resumed:
    """A stream from its start, after its first bytes were read."""

    def __init__(self, name: str, start: bytes, rest: Iterator[bytes]) -> None:
        self.name, self._start, self._rest = name, start, rest

    def read(self, size: int) -> bytes:
        start = self._start or next(self._rest, b"")
        self._start = start[size:]
        return start[:size]
