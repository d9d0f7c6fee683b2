"""Whether there is memory for what is asked for, before it is asked for.

A system may promise more memory than it has, and then end the program that uses it, without a word.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from dodona.errors import OptionError

#: Where Linux says how much memory a container may use.
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class TooLargeError(OptionError):
    """What is asked for would not fit into memory."""


def memory() -> int | None:
    """Return how many bytes of memory this process can hope for at most; None where nothing tells."""
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
    """Say how much memory weights take and how much there is, if that is too little; None if it is enough.

    Training takes more for a while, to keep what it has learnt.

    >>> shortage(1000)
    """
    there = memory()
    if there is None or needed <= there:
        return None
    return f"the weights alone would take {in_words(needed)} of memory, and there are {in_words(there)}"


def in_words(size: int) -> str:
    """Return a number of bytes as people say it.

    >>> in_words(3 * 2**29)
    '1.5 GiB'
    """
    return f"{size / 2**30:,.1f} GiB"
