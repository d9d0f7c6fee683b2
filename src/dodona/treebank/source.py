"""Sources and targets of bytes: paths, standard streams, file objects and strings."""

from __future__ import annotations

import errno
import glob
import gzip
import io
import lzma
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from dodona.errors import ArgumentError, Error, MissingExtraError, file_error, instance, shown

if sys.platform != "win32":
    import fcntl

Source: TypeAlias = "str | bytes | os.PathLike[str] | IO[str] | IO[bytes]"
Target: TypeAlias = "str | os.PathLike[str] | IO[str] | IO[bytes]"

#: The number of bytes read at a time. Above 128 KiB, glibc requests new memory from the kernel for every
#: piece.
PIECE = 1 << 16
#: Compressed files may unpack to so many bytes; beyond that, to so many times their size: treebanks unpack to
#: ten times.
_FREELY, _EXPANSION = 1 << 30, 200
#: How many characters of its name a file has before it is complete; a character may take four bytes of 255.
_BEGINNING = 50
_ARCHIVES = {
    b"BZh": "compressed with bzip2",
    b"PK\x03\x04": "a zip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
}
_OTHER_COMPRESSION = (".bz2", ".zip", ".zst", ".7z", ".Z", ".tgz", ".tar")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_GZIP, _XZ, _ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"


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
    """Whether a file with this start is gzip, xz or Zstandard."""
    return start.startswith((_GZIP, _XZ, _ZSTD))


def pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a source in pieces, decompressed if they are gzip, xz or Zstandard.

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


def lines_of(source: Source) -> Iterator[bytes]:
    """Yield the lines of a source without their ends, decompressed.

    >>> list(lines_of("a\\tb\\nc"))
    [b'a\\tb', b'c']
    """
    rest = b""
    for piece in pieces(source):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest:
        yield rest


def _decompressed(source: Source) -> Iterator[bytes]:
    name = name_of(source)
    try:
        with _opened(source) as stream:
            start = stream.read(PIECE)
            if start.startswith(_GZIP):
                packed = _Resumed(start, stream)
                with gzip.GzipFile(fileobj=cast(BinaryIO, packed)) as file:
                    yield from _unpacked(file, packed, name)
            elif start.startswith(_XZ):
                packed = _Resumed(start, stream)
                with lzma.LZMAFile(cast(BinaryIO, packed)) as file:
                    yield from _unpacked(file, packed, name)
            elif start.startswith(_ZSTD):
                packed = _Resumed(start, stream)
                with _zstd_file(packed) as file:
                    yield from _unpacked(file, packed, name)
            else:
                yield start
                yield from _read_all(stream)
    except (EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise file_error(name, error) from error
        raise Error(f"{name}: the compressed file is damaged or truncated ({error})") from error
    except ValueError as error:  # a closed file, or a name that no file can have
        raise Error(f"{shown(name)}: {error}") from error


def _unreadable(start: bytes) -> str | None:
    """Return what an unreadable file is, by its first bytes, and what to do with it."""
    for magic, what in _ARCHIVES.items():
        if start.startswith(magic):
            return f"this is {what}: unpack it first; only gzip, xz and Zstandard are supported"
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


def _unpacked(stream: io.BufferedIOBase, packed: _Resumed, name: str) -> Iterator[bytes]:
    """Yield the bytes of a compressed source, unless it is made to fill the memory."""
    size = 0
    for piece in _read_all(stream):
        size += len(piece)
        if expands_too_much(size, packed.size):
            raise Error(
                f"{name}: it unpacks to more than {_FREELY >> 30} GiB and {_EXPANSION} times its size, "
                "as no treebank does: unpack it yourself if you trust it"
            )
        yield piece


def expands_too_much(size: int, packed: int) -> bool:
    """Whether only a file made to fill the memory or the disk unpacks from `packed` to `size` bytes.

    >>> expands_too_much(2**20, 1000), expands_too_much(2**31, 2**20)
    (False, True)
    """
    return size > _FREELY and size > _EXPANSION * packed


def _zstd_file(packed: _Resumed) -> AbstractContextManager[io.BufferedIOBase]:
    """Decompress Zstandard, for which Python before 3.14 needs a package."""
    try:
        from pyarrow import CompressedInputStream
    except ImportError as error:
        raise MissingExtraError("Zstandard", "arrow") from error
    return cast("AbstractContextManager[io.BufferedIOBase]", CompressedInputStream(packed, "zstd"))


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
        #: The number of bytes read.
        self.size = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if self._start:
            piece = self._start if size < 0 else self._start[:size]
            self._start = self._start[len(piece) :]
        else:
            piece = self._rest.read(size)
        self.size += len(piece)
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
        with _written_file(path_of(target)) as file:
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
        raise file_error(path, error) from error
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
def _written_file(path: Path) -> Iterator[BinaryIO]:
    try:
        if path.is_dir():
            raise Error(f"{path}: this is a folder, not a file to write")
        check_folder(path)
        if path.suffix in _OTHER_COMPRESSION:
            raise Error(f"{path}: {path.suffix} is not supported: use .gz or .xz for compression")
        if path.exists() and not os.access(path, os.W_OK):
            raise Error(f"{path}: the file is not writable")
        # /dev/null and pipes are written in place.
        opened = path.open("wb") if path.exists() and not path.is_file() else replacing(path)
        with opened as file, _compressed(file, path.suffix) as packed:
            yield packed
    except OSError as error:
        raise file_error(path, error) from error


def _compressed(file: BinaryIO, suffix: str) -> AbstractContextManager[BinaryIO]:
    """Compress what is written to a file: the same content gives the same bytes."""
    if suffix == ".gz":  # which would also store the name and the time
        return cast("AbstractContextManager[BinaryIO]", gzip.GzipFile("", "wb", fileobj=file, mtime=0))
    if suffix == ".xz":
        return cast("AbstractContextManager[BinaryIO]", lzma.LZMAFile(file, "wb"))
    return nullcontext(file)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that replaces the one at `path` when it is complete; after an error, nothing is left of it.

    Until then it has a name that no other writer uses, and a lock, which a killed process loses.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    remove_parts(path)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None  # keep the permissions
    file = _new_part(path, 0o666 if mode is None else mode & 0o666)
    part = Path(file.name)
    try:
        yield file
        file.flush()
        if mode is not None:
            part.chmod(mode)
        os.fsync(file.fileno())  # a name must not reach the disk before the content
        if sys.platform == "win32":
            file.close()  # an open file cannot be renamed there
        part.replace(path)
        _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            file.close()
        with suppress(OSError):
            part.unlink()


def _new_part(path: Path, mode: int) -> BinaryIO:
    """Create a locked file beside `path`."""
    while True:
        # The name of the file may be as long as names can be.
        part = path.with_name(f".{path.name[:_BEGINNING]}.{secrets.token_hex(8)}.part")
        # With "x" a file or link of that name would be an error.
        file = open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode))  # noqa: SIM115
        if sys.platform != "win32":
            with suppress(OSError):  # not every file system has locks
                fcntl.flock(file, fcntl.LOCK_EX)
        if part.exists():
            return file
        file.close()  # another process has removed it, before it was locked


def remove_parts(path: Path) -> None:
    """Remove what killed processes have left of `path`, but not what running ones, on any machine, write."""
    if sys.platform == "win32":
        return
    path = Path(os.path.realpath(path))  # the target of a link is written
    name = f".{glob.escape(path.name[:_BEGINNING])}.{'[0-9a-f]' * 16}.part"
    for part in path.parent.glob(name):
        with suppress(OSError):
            file = os.open(part, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # an error if it is being written
                part.unlink()
            finally:
                os.close(file)


def _sync_folder(folder: Path) -> None:
    """Bring a new name to the disk, where the system can do that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
