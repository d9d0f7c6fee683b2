"""The command `dodona`, from its first moment on.

Not in the package `dodona`: Ctrl-C during its import would print a traceback.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["main"]

#: As a shell says it of a program that Ctrl-C has ended.
INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word even while Python still imports."""
    # Whoever has SIGINT ignored, as for a program in the background, wants it to stay ignored.
    heeded = signal.getsignal(signal.SIGINT) == signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _end)
    from dodona.cli import main as run

    if heeded:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


def _end(number: int, frame: FrameType | None) -> None:
    # At once: an exception may be caught, or turned into another, by what is being imported. Nothing has been
    # written so far that could be lost.
    os._exit(INTERRUPTED)
