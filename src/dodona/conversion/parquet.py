"""Parquet: one row per sentence, written and read a few thousand at a time."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

from dodona.conversion.arrow import installed, record_rows, schema, table
from dodona.conversion.gathering import Gathering
from dodona.conversion.records import VERSION
from dodona.errors import Error, Problem, ReadError
from dodona.treebank.source import Source, Target, is_content, is_file, name_of, pieces, written
from dodona.treebank.treebank import Treebank, treebanks_of

#: The first bytes of a Parquet file.
MAGIC = b"PAR1"

_ROW_GROUP = 10_000  # sentences; some tens of megabytes in memory


def to_parquet(treebank: Treebank | Iterable[Treebank], target: Target) -> None:
    """Write one or more treebanks as Parquet; needs the extra `arrow`.

    >>> file = io.BytesIO()
    >>> to_parquet(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]]), file)
    >>> from_parquet(file.getvalue())[0].words
    ['Oaks', 'speak']
    """
    if isinstance(target, io.TextIOBase):
        raise Error(f"{name_of(target)}: Parquet is not text: open the file with mode 'wb'")
    with written(target) as out:
        write(treebanks_of(treebank), out)


def write(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Write treebanks as Parquet, in row groups of about ten thousand sentences.

    >>> file = io.BytesIO()
    >>> write([Treebank.from_lists([["Oaks"]]), Treebank.from_lists([["Doves"]])], file)
    >>> from_parquet(file.getvalue())
    Treebank(2 sentences, 2 words)
    """
    arrow = installed()
    sink = _Sink(out)
    writer = None
    try:
        for group in _groups(treebanks):
            writer = writer or arrow.parquet.ParquetWriter(sink, group.schema, compression="zstd")
            writer.write_table(group)
        writer = writer or arrow.parquet.ParquetWriter(sink, schema("conllu"))
        writer.close()
    except BaseException:
        sink.is_cut = True
        raise


def _groups(treebanks: Iterable[Treebank]) -> Iterator[Any]:
    arrow = installed()
    parts, rows = [], 0
    for treebank in treebanks:
        for start in range(0, len(treebank), _ROW_GROUP):
            parts.append(table(treebank[start : start + _ROW_GROUP]))
            rows += len(parts[-1])
            if rows >= _ROW_GROUP:
                yield arrow.concat_tables(parts)
                parts, rows = [], 0
    if parts:
        yield arrow.concat_tables(parts)


class _Sink(io.RawIOBase):
    """A file that counts the bytes written, which a pipe does not."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._written = out, 0
        #: Whether writing failed; the footer that would make the file look complete is then not written.
        self.is_cut = False

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._written

    def write(self, data: Any) -> int:
        if not self.is_cut:
            self._out.write(data)
        self._written += len(data)
        return len(data)


def from_parquet(source: Source) -> Treebank:
    """Read a treebank from Parquet; needs the extra `arrow`.

    >>> import pyarrow
    >>> file = io.BytesIO()
    >>> pyarrow.parquet.write_table(pyarrow.table({"words": [["Oaks", "speak"]]}), file)
    >>> from_parquet(file.getvalue())
    Treebank(1 sentence, 2 words)
    """
    return next(read(source, size=sys.maxsize))


def read(source: Source, *, size: int = 1000) -> Iterator[Treebank]:
    """Read Parquet of any length in constant memory, about `size` sentences at a time.

    >>> file = io.BytesIO()
    >>> to_parquet(Treebank.from_lists([["Oaks"], ["Doves"]]), file)
    >>> [len(batch) for batch in read(file.getvalue())]
    [2]
    """
    arrow = installed()
    name = name_of(source)
    gathering = Gathering(name)
    row = 0
    with _seekable(source) as file:
        try:
            parquet = arrow.parquet.ParquetFile(file)
            _check_version(parquet.schema_arrow.metadata or {}, name)
            for batch in parquet.iter_batches(batch_size=1000):
                for record in record_rows(batch, name):
                    row += 1
                    gathering.add(record, row)
                if gathering.ready >= size:
                    yield gathering.take()
        except (arrow.ArrowException, OSError, UnicodeDecodeError) as error:
            what = " ".join(str(error).split())
            raise Error(f"{name}: not a Parquet file, or a damaged one ({what})") from error
    if row == 0:
        raise ReadError(Problem(name, 1, "empty", "no sentences: the file is empty"))
    if gathering.ready:
        yield gathering.take()


def _check_version(metadata: dict[bytes, bytes], name: str) -> None:
    version = metadata.get(b"dodona.version", b"").decode(errors="replace") or str(VERSION)
    if version != str(VERSION):
        raise Error(f"{name}: version {version} of the format: this Dodona reads version {VERSION}")


@contextmanager
def _seekable(source: Source) -> Iterator[IO[bytes]]:
    """Open a seekable source, since Parquet has its index at the end; streams are copied to a file."""
    if _is_file(source):
        with Path(source).open("rb") as file:  # type: ignore[arg-type]
            yield file
        return
    with tempfile.TemporaryFile() as copy:
        for piece in pieces(source):
            copy.write(piece)
        copy.seek(0)
        yield copy


def _is_file(source: Source) -> bool:
    """Return whether a source is an uncompressed Parquet file on disk."""
    if not isinstance(source, (str, os.PathLike)) or is_content(source) or not is_file(Path(source)):
        return False
    with suppress(OSError), Path(source).open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
    return False
