"""A large file read in parts, by several threads at once.

The treebank is the one that a single reader makes, down to the numbers of its strings. Each part has a
reader of its own and begins where a sentence begins; readers are joined in the order of the file. If a
part is not right in every way, the whole is given up: one reader reads the file again and says what is
wrong, and in which line.
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

# What a part must have to be worth a thread: joining it costs a sixth to a quarter of reading it.
_PART = 1 << 20
# Parts are joined one after the other, so that ever more threads gain ever less.
_MOST_THREADS = 8

_EMPTY_LINE = re.compile(rb"\n\r*\n")


def threads_for(size: int) -> int:
    """Return how many threads are worth while for a file of `size` bytes on this machine.

    >>> threads_for(100_000)
    1
    """
    return max(1, min(cores(), _MOST_THREADS, size // _PART))


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux knows
        return os.cpu_count() or 1


def read_parts(
    reader: _core.Reader, opened: Callable[[], BinaryIO], size: int, threads: int, piece: int = PIECE
) -> bool:
    """Read a file of `size` bytes with a fresh reader and `threads` threads; return whether it went well.

    `opened` opens the file. If all is well, `reader` has read and finished; if not, it is of no use. The
    file is read in pieces that end at multiples of `piece`, as one reader would be fed them.
    """
    try:
        with opened() as file:
            start = file.read(piece)
            if is_compressed(start):
                return False
            reader.feed(start)  # it shows what columns there are
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
    """Return where parts begin after the first one: each inside a piece, after its first empty line."""
    cuts = []
    for number in sorted({max(1, size * part // parts // piece) for part in range(1, parts)}):
        file.seek(number * piece - 1)
        found = file.read(piece)  # but for its last byte: where a piece ends, no part begins
        empty_line = _EMPTY_LINE.search(found)
        if empty_line and not found.startswith(b"\r"):  # which may be in an empty line before that one
            cuts.append(number * piece - 1 + empty_line.end())
    return cuts


@dataclass
class _Part:
    """The bytes from `begin` to `end`, or to the end of the file, and who reads them."""

    reader: _core.Reader
    opened: Callable[[], BinaryIO]
    begin: int
    end: int | None
    piece: int
    stop: threading.Event  # set by whoever finds that there is no use in reading on
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
    """Read all parts, the first by this thread; return whether every one is right."""
    started = []
    try:
        for part in parts[1:]:
            thread = threading.Thread(target=part.read)
            thread.start()
            started.append(thread)
        parts[0].read()
    except RuntimeError:  # there can be no more threads
        stop.set()
    except BaseException:  # an interrupt ends all
        stop.set()
        raise
    finally:
        for thread in started:
            thread.join()
    return all(part.is_read for part in parts)
