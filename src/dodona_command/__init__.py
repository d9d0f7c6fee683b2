"""The entry point of the command `dodona`.

It is outside the package `dodona`, whose import would print a traceback on Ctrl-C.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["main"]

#: The exit code that a shell reports for a program ended by Ctrl-C.
INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C ends it silently, even during imports."""
    # Where SIGINT is ignored, as for a program in the background, it stays ignored.
    heeded = signal.getsignal(signal.SIGINT) == signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _end)
    from dodona.cli import main as run

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end(number: int, frame: FrameType | None) -> None:
    # At once: an imported module may catch or replace an exception. Nothing has been written yet.
    os._exit(INTERRUPTED)
