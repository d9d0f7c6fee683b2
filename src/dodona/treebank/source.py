"""Sources and targets of bytes: paths, standard streams, file objects and strings."""

from __future__ import annotations

import errno
import glob
import gzip
import io
import lzma
import os
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from dodona.errors import ArgumentError, Error, instance, shown

Source: TypeAlias = "str | bytes | os.PathLike[str] | IO[str] | IO[bytes]"
Target: TypeAlias = "str | os.PathLike[str] | IO[str] | IO[bytes]"

#: The number of bytes read at a time. Above 128 KiB, glibc requests new memory from the kernel for every
#: piece.
PIECE = 1 << 16
_ARCHIVES = {
    b"BZh": "compressed with bzip2",
    b"PK\x03\x04": "a zip archive",
    b"\x28\xb5\x2f\xfd": "compressed with Zstandard",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
}
_OTHER_COMPRESSION = (".bz2", ".zip", ".zst", ".7z", ".Z", ".tgz", ".tar")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"


def is_content(source: object) -> bool:
    """Whether a string is the treebank itself rather than the name of a file.

    >>> is_content("train.conllu"), is_content("1\\tHello")
    (False, True)
    """
    if isinstance(source, bytes):
        return True
    return isinstance(source, str) and ("\n" in source or "\t" in source or source == "")


def name_of(source: Source | Target) -> str:
    """Name a source or a target in messages.

    >>> name_of("train.conllu"), name_of("-")
    ('train.conllu', '<stdin>')
    """
    if is_content(source):
        return "<string>"
    if isinstance(source, (str, os.PathLike)):
        return "<stdin>" if source == "-" else os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<file>"


def size_of(source: Source) -> int:
    """Return the number of bytes of a source if known in advance, otherwise 0."""
    if is_content(source):
        return len(cast("str | bytes", source))
    try:
        return Path(cast("str | os.PathLike[str]", source)).stat().st_size
    except (OSError, TypeError, ValueError):
        return 0


def reopener_of(source: Source) -> Callable[[], BinaryIO] | None:
    """Return a function that opens a source from its start, or None if that works only once."""
    if isinstance(source, str) and is_content(source):
        source = source.encode("utf-8", "surrogatepass")
    if isinstance(source, bytes):
        content = source
        return lambda: io.BytesIO(content)
    if isinstance(source, (str, os.PathLike)) and source != "-":
        path = Path(source)
        if is_file(path):  # a pipe can be read only once
            return lambda: cast(BinaryIO, path.open("rb", buffering=0))
    return None


def is_file(path: Path) -> bool:
    """Whether there is a file; a name that no file can have is none.

    >>> is_file(Path("x" * 300))
    False
    """
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_compressed(start: bytes) -> bool:
    """Whether a file with this start is gzip or xz."""
    return start.startswith((_GZIP, _XZ))


def pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a source in pieces, decompressed if they are gzip or xz.

    >>> list(pieces("a\\tb"))
    [b'a\\tb']
    """
    stream = _decompressed(source)
    start = next(stream, b"")
    what = _unreadable(start)
    if what is not None:
        raise Error(f"{name_of(source)}: {what}")
    yield start
    yield from stream


def _decompressed(source: Source) -> Iterator[bytes]:
    name = name_of(source)
    try:
        with _opened(source) as stream:
            start = stream.read(PIECE)
            if start.startswith(_GZIP):
                with gzip.GzipFile(fileobj=cast(BinaryIO, _Resumed(start, stream))) as file:
                    yield from _read_all(file)
            elif start.startswith(_XZ):
                with lzma.LZMAFile(cast(BinaryIO, _Resumed(start, stream))) as file:
                    yield from _read_all(file)
            else:
                yield start
                yield from _read_all(stream)
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise Error(f"{name}: the compressed file is damaged or truncated ({error})") from error
    except OSError as error:
        raise Error(f"{name}: {error.strerror or error}") from error
    except ValueError as error:  # a closed file, or a name that no file can have
        raise Error(f"{shown(name)}: {error}") from error


def _unreadable(start: bytes) -> str | None:
    """Return what an unreadable file is, by its first bytes, and what to do with it."""
    for magic, what in _ARCHIVES.items():
        if start.startswith(magic):
            return f"this is {what}: unpack it first; only gzip and xz are supported"
    if start[8:33] == b'{"__metadata__":{"dodona"':
        return "this is a Dodona model, not sentences"
    if start[257:262] == b"ustar":
        return "this is a tar archive: unpack it first"
    # Without a byte-order mark, every other byte of a word number and of the tab after it is NUL.
    if start.startswith(_UTF_16) or (start[:8:2] == bytes(4)) != (start[1:8:2] == bytes(4)):
        return "this is not UTF-8 but UTF-16 (or 32): convert it with iconv -f utf-16 -t utf-8"
    return None


def _read_all(stream: io.BufferedIOBase | BinaryIO) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


@contextmanager
def _opened(source: Source) -> Iterator[BinaryIO]:
    if isinstance(source, bytes):
        yield io.BytesIO(source)
    elif isinstance(source, str) and is_content(source):
        yield io.BytesIO(source.encode("utf-8", "surrogatepass"))
    elif isinstance(source, str) and source == "-":
        if sys.stdin is None:
            raise Error("<stdin>: there is no standard input")
        yield cast(BinaryIO, _UpToItsEnd(sys.stdin.buffer))
    elif isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            yield file
    elif not hasattr(source, "read"):
        raise ArgumentError("source", source, "a path, an open file, or the treebank itself as a string")
    elif isinstance(source, io.TextIOBase):
        yield cast(BinaryIO, _Encoded(cast(IO[str], source)))
    else:
        yield cast(BinaryIO, source)


class _UpToItsEnd(io.RawIOBase):
    """A buffered stream that is not read after its first end: a terminal has one for each Ctrl-D."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._ended = stream, False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._ended:
            return b""
        piece = self._stream.read(size)
        self._ended = len(piece) < size  # a buffered stream returns less only at its end
        return piece


class _Encoded(io.RawIOBase):
    """A text file read as UTF-8 bytes."""

    def __init__(self, text: IO[str]) -> None:
        self._text = text

    def read(self, size: int = -1) -> bytes:
        return self._text.read(size).encode("utf-8", "surrogatepass")


class _Resumed(io.RawIOBase):
    """A stream whose first bytes have been read; standard input is not seekable."""

    def __init__(self, start: bytes, rest: BinaryIO) -> None:
        self._start, self._rest = start, rest

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._start:
            return self._rest.read(size)
        piece = self._start if size < 0 else self._start[:size]
        self._start = self._start[len(piece) :]
        return piece


@contextmanager
def written(target: Target) -> Iterator[BinaryIO]:
    """Open a target for bytes; a file appears under its name only when it is complete.

    Files with the extension `.gz` or `.xz` are compressed; `-` is standard output.
    """
    if isinstance(target, str) and target == "-":
        if sys.stdout is None:
            raise Error("there is no standard output")
        yield _whole(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    elif isinstance(target, (str, os.PathLike)):
        with _written_beside(path_of(target)) as file:
            yield file
    elif not hasattr(target, "write"):
        raise ArgumentError("target", target, "a path, - for standard output, or an open file")
    elif isinstance(target, io.TextIOBase):
        buffer = io.BytesIO()
        yield buffer
        target.write(buffer.getvalue().decode())
    else:
        yield _whole(cast(BinaryIO, target))


def _whole(stream: BinaryIO) -> BinaryIO:
    """Return a stream whose writes are complete or raise an error; raw streams may write only a part."""
    return cast(BinaryIO, _Whole(stream)) if isinstance(stream, io.RawIOBase) else stream


class _Whole(io.RawIOBase):
    """A raw stream with complete writes: a pipe or a full disk accepts only a part at once."""

    def __init__(self, stream: io.RawIOBase) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        left = memoryview(data).cast("B")
        size = len(left)
        while left:
            written = self._stream.write(left)
            if written is None:  # like buffered streams
                raise BlockingIOError(errno.EAGAIN, "write could not complete without blocking")
            left = left[written:]
        return size


def path_of(path: str | os.PathLike[str], name: str = "path") -> Path:
    """Return a path, unless no file can have it: it is too long or has a NUL, or a folder is not accessible.

    `name` is that of the argument.

    >>> path_of("oak.conllu").name
    'oak.conllu'
    """
    found = Path(instance(name, path, (str, os.PathLike), "the path of a file"))
    try:
        found.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise Error(f"{shown(os.fspath(path))}: {error.strerror or error}") from error
    except ValueError as error:
        raise Error(f"{shown(os.fspath(path))}: no file can have this name") from error
    return found


def check_folder(path: str | os.PathLike[str]) -> None:
    """Refuse to write a file into a folder that does not exist.

    >>> check_folder("nowhere/oak.conllu")
    Traceback (most recent call last):
        ...
    dodona.errors.Error: nowhere/oak.conllu: there is no folder nowhere
    """
    folder = Path(path).parent
    if not folder.is_dir():
        raise Error(f"{os.fspath(path)}: there is no folder {folder}")


@contextmanager
def _written_beside(path: Path) -> Iterator[BinaryIO]:
    if path.is_dir():
        raise Error(f"{path}: this is a folder, not a file to write")
    check_folder(path)
    if path.suffix in _OTHER_COMPRESSION:
        raise Error(f"{path}: {path.suffix} is not supported: use .gz or .xz for compression")
    if path.exists() and not os.access(path, os.W_OK):
        raise Error(f"{path}: the file is not writable")
    name, path = path, path.resolve()  # a link stays a link
    # /dev/null and pipes are written in place.
    in_place = path.exists() and not path.is_file()
    beside = path if in_place else path.with_name(f".{path.name}.{os.getpid()}.part")
    if not in_place:
        remove_parts(path)
    try:
        with _compressed(beside, path.suffix) as file:
            yield file
        if not in_place:
            if path.exists():
                shutil.copymode(path, beside)  # keep the permissions
            beside.replace(path)
    except OSError as error:
        raise Error(f"{name}: {error.strerror or error}") from error
    finally:
        if not in_place:
            with suppress(OSError):
                beside.unlink()


def remove_parts(path: Path) -> None:
    """Remove partially written files of killed processes, but not of running ones."""
    path = path.resolve()  # the target of a link is written
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        number = part.name.split(".")[-2]
        if os.name == "posix" and number.isdigit() and not _runs(int(number)):
            with suppress(OSError):
                part.unlink()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _compressed(path: Path, suffix: str) -> BinaryIO:
    if suffix == ".gz":
        return cast(BinaryIO, gzip.open(path, "wb"))
    if suffix == ".xz":
        return cast(BinaryIO, lzma.open(path, "wb"))
    return path.open("wb")
