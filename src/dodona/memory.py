"""Checks that there is enough memory, before allocating it.

A system may grant more memory than it has, and later kill the program that uses it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from dodona.errors import OptionError

#: The file with the memory limit of a container on Linux.
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class TooLargeError(OptionError):
    """The weights would not fit into memory."""


def memory() -> int | None:
    """Return an upper limit on the memory of this process in bytes; None if unknown."""
    found = []
    with suppress(AttributeError, OSError, ValueError):  # Windows has no sysconf
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for limit in _LIMITS:
        with suppress(OSError, ValueError):  # not Linux, or `max`
            found.append(int(Path(limit).read_text()))
    if sys.platform != "win32":
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)  # what `ulimit -v` sets
        if most != resource.RLIM_INFINITY:
            found.append(most)
    return min((number for number in found if number > 0), default=None)


def shortage(needed: int) -> str | None:
    """Return a message if the weights need more memory than there is, otherwise None.

    Training temporarily needs more, to save its state.

    >>> shortage(1000)
    """
    there = memory()
    if there is None or needed <= there:
        return None
    return f"the weights alone would take {in_words(needed)} of memory, but there are {in_words(there)}"


def in_words(size: int) -> str:
    """Return a number of bytes in readable units.

    >>> in_words(3 * 2**29)
    '1.5 GiB'
    """
    return f"{size / 2**30:,.1f} GiB"
