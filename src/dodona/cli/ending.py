"""Endings other than errors: interrupts, signals and failures of output."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TextIO

from dodona.drawing.width import printable

#: The exit code that a shell reports for SIGPIPE (128 plus the number of the signal); 1 is for problems that
#: `dodona check` finds.
PIPE_CLOSED = 141
INTERRUPTED = 130


class Stopped(SystemExit):
    """A signal has asked the program to stop."""


@contextmanager
def stopping_cleanly() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `Stopped`, so that partially written files are removed.

    Ignored signals (`nohup`) stay ignored.
    """
    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            before[number] = signal.signal(number, _stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Lossy:
    """A stream that ignores write errors: a full disk under a log must not end hours of training."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def close_buffer(self) -> None:
        """Discard what cannot be written even at the end: Python would exit with code 120."""
        try:
            self._stream.flush()
        except OSError:
            abandon(self._stream)

    def write(self, text: str) -> int:
        """Write text if possible."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush the stream if possible."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def complain(message: str) -> None:
    """Print an error in one line, even if the name of a file has several, without control characters."""
    print(f"dodona: {printable(' '.join(message.splitlines()))}", file=sys.stderr)


def buffer_output() -> None:
    """Buffer standard output by lines, even with `PYTHONUNBUFFERED`.

    Without a buffer, Python drops what a pipe or a full disk does not accept at once.
    """
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper) and isinstance(output.buffer, io.RawIOBase):
        sys.stdout = open(  # noqa: SIM115 (open until the program ends)
            output.fileno(),
            "w",
            buffering=1,
            encoding=output.encoding,
            errors=output.errors,
            closefd=False,
        )


def abandon(stream: TextIO) -> None:
    """Discard buffered output, which would fail again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _stop(number: int, _: FrameType | None) -> None:
    raise Stopped(128 + number)
