"""How the command line ends: with a status that says why, and with nothing half done."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TextIO

#: As a shell says it of a program that a closed pipe has ended (128 and the number of the signal); 1 is
#: for problems that `dodona check` finds.
PIPE_CLOSED = 141
INTERRUPTED = 130


class Stopped(SystemExit):
    """A signal has asked the program to stop, and nobody has been told yet."""


@contextmanager
def cleared_up_when_told_to_stop() -> Iterator[None]:
    """Turn the signals that ask a program to stop into `Stopped`, so that files half written go away.

    A signal that is ignored (as by `nohup`) stays ignored.
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
    """A stream that loses what cannot be written: a full disk under a log must not end hours of training."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write some text, or do not."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is waiting, or leave it."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def complain(message: str) -> None:
    """Say what is wrong, in one line even if the name of a file has several."""
    print(f"dodona: {' '.join(message.splitlines())}", file=sys.stderr)


def buffer_output() -> None:
    """Have standard output buffered, line by line, where Python was told not to (`PYTHONUNBUFFERED`).

    Without a buffer nobody writes what a pipe, or a disk that gets full, has not taken at once.
    """
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper) and isinstance(output.buffer, io.RawIOBase):
        sys.stdout = open(  # noqa: SIM115 (for as long as the program runs)
            output.fileno(),
            "w",
            buffering=1,
            encoding=output.encoding,
            errors=output.errors,
            closefd=False,
        )


def abandon_output() -> None:
    """Keep what is left in Python's buffer from failing once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop(number: int, _: FrameType | None) -> None:
    raise Stopped(128 + number)
