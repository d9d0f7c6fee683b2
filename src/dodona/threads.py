"""The number of threads."""

from __future__ import annotations

from dodona.errors import ArgumentError, OptionError, is_whole

#: More than any machine can use; a system may refuse to start thousands.
_MOST_THREADS = 256


def checked_threads(threads: int | None) -> int:
    """Return a valid number of threads, by default 1.

    >>> checked_threads(None), checked_threads(4), checked_threads(10**9)
    (1, 4, 256)
    """
    if threads is None:
        return 1
    if not is_whole(threads):
        raise ArgumentError("threads", threads, "a whole number")
    if threads < 1:
        raise OptionError(f"cannot be {threads}: at least 1 is needed", option="threads")
    return min(int(threads), _MOST_THREADS)
