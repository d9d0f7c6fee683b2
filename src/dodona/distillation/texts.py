"""Raw text from files, folders and standard input, in blocks of whole lines."""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from dodona.errors import ArgumentError, Error, file_error, is_iterable
from dodona.pipelines.reading import looks_like_conll
from dodona.treebank.recognition import other_format
from dodona.treebank.source import Source, name_of, path_of, pieces, reopener_of, size_of

#: Bytes, about 200,000 words: a block becomes a file of silver trees.
BLOCK = 1 << 20
#: A longer line is not text.
_LONGEST = 1 << 26
#: How files of other formats begin, in lower case, after white space; so many bytes are examined.
_FORMATS = {b"<!doctype html": "HTML", b"<html": "HTML", b"<?xml": "XML", b"%pdf-": "PDF", b"{\\rtf": "RTF"}
_MARKS = 200


@dataclass(frozen=True)
class Block:
    """Some lines of a text."""

    text: bytes
    #: The name of the file, and the number of the first line.
    name: str
    line: int

    @property
    def checksum(self) -> int:
        """A CRC of the text, by which a later run sees that it is the same."""
        return zlib.crc32(self.text)


class Texts:
    """Text of any length, read once, in constant memory."""

    def __init__(self, texts: Iterable[Source]) -> None:
        """Name the texts; a folder stands for all files in it, in the order of their names."""
        if isinstance(texts, (str, bytes, os.PathLike)) or not is_iterable(texts):
            raise ArgumentError("texts", texts, "a list of files and folders")
        self._sources = [source for text in texts for source in _files(text)]
        if not self._sources:
            raise Error("there is no text to learn from")
        for source in self._sources:  # before hours of labelling
            is_named = isinstance(source, (str, os.PathLike)) and source != "-"
            if reopener_of(source) or (is_named and not os.path.exists(name_of(source))):  # noqa: PTH110 - any name
                _refuse_what_is_no_text(name_of(source), next(pieces(source)))
        #: The bytes of all files, compressed or not; 0 if not known in advance.
        self.size = sum(sizes) if all(sizes := [size_of(source) for source in self._sources]) else 0
        #: The bytes that have been read.
        self.read = 0

    def blocks(self) -> Iterator[Block]:
        """Yield the text in blocks, none of them of two files."""
        for source in self._sources:
            yield from self._blocks(source)

    def _blocks(self, source: Source) -> Iterator[Block]:
        name, line, held = name_of(source), 1, bytearray()
        with ExitStack() as stack:
            for piece in pieces(self._counted(source, stack)):
                if not held and line == 1:
                    _refuse_what_is_no_text(name, piece)
                held += piece
                # Blocks must not depend on the sizes of pieces.
                while end := held.find(b"\n", BLOCK - 1) + 1:
                    yield _block(bytes(held[:end]), name, line)
                    line += held.count(b"\n", 0, end)
                    del held[:end]
                if len(held) > BLOCK + _LONGEST:
                    raise Error(f"{name}:{line}: a line of more than {_LONGEST >> 20} MiB: this is not text")
        if held:
            yield _block(bytes(held), name, line)

    def _counted(self, source: Source, stack: ExitStack) -> Source:
        """Open a file such that its bytes are counted as they are read."""
        if not isinstance(source, (str, os.PathLike)) or source == "-":
            return source
        try:
            file = stack.enter_context(Path(source).open("rb", buffering=0))  # noqa: SIM115
        except OSError as error:
            raise file_error(source, error) from error
        return cast("BinaryIO", _Counted(file, self))


class _Counted(io.RawIOBase):
    """A file that reports how much of it has been read."""

    def __init__(self, file: io.FileIO, texts: Texts) -> None:
        self._file, self._texts = file, texts
        self.name = os.fspath(cast("str", file.name))

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self._texts.read += len(piece)
        return piece


def _files(text: Source) -> list[Source]:
    if isinstance(text, (str, os.PathLike)) and text != "-" and path_of(text).is_dir():
        files = sorted(path for path in Path(text).rglob("*") if path.is_file())
        if not files:
            raise Error(f"{os.fspath(text)}: there are no files in this folder")
        return [*files]
    return [text]


def _refuse_what_is_no_text(name: str, start: bytes) -> None:
    """Refuse files that contain text, but are none."""
    beginning = start[:_MARKS].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    found = next((what for mark, what in _FORMATS.items() if beginning.startswith(mark)), other_format(start))
    if found:
        raise Error(f"{name}: this is {found}, not text: write the text that it contains into a file")
    if b"\0" in start:
        raise Error(f"{name}: this is not text: it contains NUL bytes")
    if looks_like_conll(start):
        raise Error(
            f"{name}: this is CoNLL, not text: dodona convert --to text writes its sentences, and "
            "dodona train --silver learns from its trees"
        )


def _block(text: bytes, name: str, line: int) -> Block:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        place = line + text.count(b"\n", 0, error.start)
        raise Error(
            f"{name}:{place}: this is not UTF-8: convert it, for example with iconv -f latin1 -t utf-8"
        ) from None
    return Block(text, name, line)
