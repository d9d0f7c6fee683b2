"""The file formats by name, by file extension and by first bytes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

from dodona.conversion import conll, jsonl, parquet, pictures, text
from dodona.conversion.losses import Losses
from dodona.errors import OptionError, one_of
from dodona.treebank.reading import batches
from dodona.treebank.source import Source, Target
from dodona.treebank.treebank import Treebank

Reader = Callable[[Source], Iterator[Treebank]]
Writer = Callable[[Iterable[Treebank], BinaryIO, Losses], None]


@dataclass(frozen=True)
class FileFormat:
    """A file format with the functions that read and write it in pieces."""

    name: str
    title: str
    endings: tuple[str, ...]
    #: None for a format that can only be written.
    read: Reader | None
    write: Writer
    #: Whether it is binary, with compression of its own.
    is_binary: bool = False


_ALL = (
    FileFormat(
        "conllu", "CoNLL-U", (".conllu", ".conllup"),
        read=lambda source: batches(source, format="conllu"),
        write=lambda treebanks, out, _: conll.write_conllu(treebanks, out),
    ),
    FileFormat(
        "conllx", "CoNLL-X", (".conllx", ".conll"),
        read=lambda source: batches(source, format="conllx"),
        write=conll.write_conllx,
    ),
    FileFormat(
        "text", "plain text", (".txt",),
        read=None,
        write=lambda treebanks, out, _: text.write(treebanks, out),
    ),
    FileFormat(
        "jsonl", "JSON Lines", (".jsonl",),
        read=jsonl.read,
        write=lambda treebanks, out, _: jsonl.write(treebanks, out),
    ),
    FileFormat(
        "parquet", "Parquet", (".parquet",),
        read=parquet.read,
        write=lambda treebanks, out, _: parquet.write(treebanks, out),
        is_binary=True,
    ),
    FileFormat(
        "svg", "SVG", (".svg",),
        read=None,
        write=lambda treebanks, out, _: pictures.write_svg(treebanks, out),
    ),
    FileFormat(
        "html", "a web page", (".html",),
        read=None,
        write=lambda treebanks, out, _: pictures.write_html(treebanks, out),
    ),
)  # fmt: skip

#: All formats by name.
FILE_FORMATS: dict[str, FileFormat] = {format.name: format for format in _ALL}


def output_format(to: str | None, target: Target) -> FileFormat:
    """Return the format to write, by name or by file extension.

    >>> output_format(None, "grove.jsonl.gz").title, output_format("conllx", "-").title
    ('JSON Lines', 'CoNLL-X')
    """
    suffixes = PurePath(target).suffixes if isinstance(target, (str, os.PathLike)) else []
    is_compressed = suffixes[-1:] in ([".gz"], [".xz"])
    ending = "".join((suffixes[:-1] if is_compressed else suffixes)[-1:])
    if to is not None:
        found = FILE_FORMATS[one_of("to", to, tuple(FILE_FORMATS))]
    else:
        known = {ending: format for format in _ALL for ending in format.endings}
        if ending not in known:
            raise OptionError(
                f"must be given, one of {', '.join(FILE_FORMATS)}: "
                f"the output does not have the extension {', '.join(known)}",
                option="to",
            )
        found = known[ending]
    if found.is_binary and isinstance(target, io.TextIOBase):
        raise OptionError(f"{found.title} is not text: open the file with mode 'wb'")
    if found.is_binary and isinstance(target, str) and target == "-" and sys.stdout.isatty():
        raise OptionError(f"{found.title} cannot be shown in a terminal: give an output file")
    if found.is_binary and is_compressed:
        raise OptionError(f"{target}: {found.title} has its own compression: leave out {suffixes[-1]}")
    return found


def input_format(from_: str) -> FileFormat:
    """Return the format to read, by name.

    >>> input_format("jsonl").title
    'JSON Lines'
    """
    readable = tuple(format.name for format in _ALL if format.read)
    if from_ == "text":
        raise OptionError(
            "cannot be 'text': plain text has no words (dodona parse tokenises it); "
            f"choose from {', '.join(readable)}",
            option="from",
        )
    return FILE_FORMATS[one_of("from", from_, readable)]


def reader_for(start: bytes) -> Reader:
    """Return the reader of a file that starts with these bytes.

    >>> reader_for(b'{"words": ["Oaks"]}') is FILE_FORMATS["jsonl"].read
    True
    """
    if start.startswith(parquet.MAGIC):
        return parquet.read
    if start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return jsonl.read
    return batches  # it distinguishes CoNLL-U and CoNLL-X
