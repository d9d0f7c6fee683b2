"""Parallel reading of large files.

The treebank is identical to that of a single reader, down to the numbers of its strings. Each part has its
own reader and starts at the start of a sentence; readers are joined in the order of the file. If any part
has an error, one reader reads the whole file again and reports it with its line.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from dodona import _core
from dodona.treebank.source import PIECE, is_compressed

# The smallest part worth a thread: joining it costs a sixth to a quarter of reading it.
_PART = 1 << 20
# Parts are joined sequentially, so the gain from more threads diminishes.
_MOST_THREADS = 8

_EMPTY_LINE = re.compile(rb"\n\r*\n")


def threads_for(size: int) -> int:
    """Return the number of threads that pays for a file of `size` bytes on this machine.

    >>> threads_for(100_000)
    1
    """
    return max(1, min(cores(), _MOST_THREADS, size // _PART))


def cores() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # available on Linux only
        return os.cpu_count() or 1


def read_parts(
    reader: _core.Reader, opened: Callable[[], BinaryIO], size: int, threads: int, piece: int = PIECE
) -> bool:
    """Read a file of `size` bytes with a fresh reader and `threads` threads; return whether it succeeded.

    `opened` opens the file. On success, `reader` has read everything and is finished; otherwise it is
    unusable. The file is read in pieces that end at multiples of `piece`, as for a single reader.
    """
    try:
        with opened() as file:
            start = file.read(piece)
            if is_compressed(start):
                return False
            reader.feed(start)  # it declares the columns
            if not reader.ready:
                return False
            cuts = _cuts(file, size, threads, piece)
    except OSError:
        return False
    stop = threading.Event()
    ends = zip([len(start), *cuts], [*cuts, None], strict=True)
    parts = [_Part(reader.continued(), opened, begin, end, piece, stop) for begin, end in ends]
    parts[0].reader = reader
    for part in parts[1:]:
        part.reader.expect((part.end or size) - part.begin)
    if not _all_read(parts, stop):
        return False
    for part in parts[1:]:
        reader.join(part.reader)
    return True


def _cuts(file: BinaryIO, size: int, parts: int, piece: int) -> list[int]:
    """Return the starts of all parts but the first: each inside a piece, after its first empty line."""
    cuts = []
    for number in sorted({max(1, size * part // parts // piece) for part in range(1, parts)}):
        file.seek(number * piece - 1)
        found = file.read(piece)  # except its last byte: no part starts at the end of a piece
        empty_line = _EMPTY_LINE.search(found)
        if empty_line and not found.startswith(b"\r"):  # possibly in an empty line before that one
            cuts.append(number * piece - 1 + empty_line.end())
    return cuts


@dataclass
class _Part:
    """The bytes from `begin` to `end`, or to the end of the file, and their reader."""

    reader: _core.Reader
    opened: Callable[[], BinaryIO]
    begin: int
    end: int | None
    piece: int
    stop: threading.Event  # set when reading on is pointless
    is_read: bool = False

    def read(self) -> None:
        with suppress(OSError, MemoryError), self.opened() as file:
            file.seek(self.begin)
            at = self.begin
            while at != self.end and not self.stop.is_set():
                piece_end = at - at % self.piece + self.piece
                wanted = (piece_end if self.end is None else min(piece_end, self.end)) - at
                if not (found := file.read(wanted)):
                    break
                self.reader.feed(found)
                at += len(found)
            if self.end is None:
                self.reader.finish()
            self.is_read = self.reader.at_rest and self.end in (None, at)
        if not self.is_read:
            self.stop.set()


def _all_read(parts: list[_Part], stop: threading.Event) -> bool:
    """Read all parts, the first in this thread; return whether all succeeded."""
    started = []
    try:
        for part in parts[1:]:
            thread = threading.Thread(target=part.read)
            thread.start()
            started.append(thread)
        parts[0].read()
    except RuntimeError:  # no more threads available
        stop.set()
    except BaseException:  # an interrupt stops all parts
        stop.set()
        raise
    finally:
        for thread in started:
            thread.join()
    return all(part.is_read for part in parts)
