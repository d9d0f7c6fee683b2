"""Reading raw text."""

from __future__ import annotations

import io
from collections.abc import Iterator

from dodona.treebank.recognition import has_lost_tabs
from dodona.treebank.source import Source, pieces

_LOOKED_AT = 50  # lines


class Resumed(io.RawIOBase):
    """A stream from its start, after its first bytes were read."""

    def __init__(self, start: bytes, rest: Iterator[bytes], name: str = "<stdin>") -> None:
        self._left, self._rest = start, rest
        self.name = name

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes."""
        if size < 0:
            whole = self._left + b"".join(self._rest)
            self._left = b""
            return whole
        while not self._left:
            following = next(self._rest, None)
            if following is None:
                return b""
            self._left = following
        piece, self._left = self._left[:size], self._left[size:]
        return piece


def raw_pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a text in pieces, decompressed if they are gzip or xz."""
    return pieces(source)


def looks_like_conll(start: bytes) -> bool:
    """Return from its start whether a file contains CoNLL rather than text.

    >>> looks_like_conll(b"# text = Hi\\n1\\tHi\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n")
    True
    >>> looks_like_conll(b"1 tree\\n")
    False

    Columns separated by spaces count as (broken) CoNLL.
    """
    for line in start.removeprefix(b"\xef\xbb\xbf").split(b"\n", _LOOKED_AT)[:_LOOKED_AT]:
        if line.strip() and not line.startswith(b"#"):
            return (line[:1].isdigit() and line.count(b"\t") >= 2) or has_lost_tabs(line)
    return False
