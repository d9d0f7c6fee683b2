"""Reading raw text."""

from __future__ import annotations

import io
from collections.abc import Iterator

from dodona.treebank.recognition import has_lost_tabs
from dodona.treebank.source import Source, pieces

#: The most bytes in which the first line that is not a comment must end, so that it can be recognised.
_LOOKED_AT = 1 << 26


class Resumed(io.RawIOBase):
    """A stream from its start, after its first bytes were read."""

    def __init__(self, start: bytes, rest: Iterator[bytes], name: str = "<stdin>") -> None:
        self._left, self._rest = memoryview(start), rest
        self.name = name

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes."""
        if size < 0:
            whole = b"".join([self._left, *self._rest])
            self._left = memoryview(b"")
            return whole
        while not self._left:
            following = next(self._rest, None)
            if following is None:
                return b""
            self._left = memoryview(following)
        piece, self._left = self._left[:size], self._left[size:]
        return bytes(piece)


def raw_pieces(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a text in pieces, decompressed if they are gzip, xz or Zstandard."""
    return pieces(source)


def up_to_first_word(parts: Iterator[bytes]) -> bytes:
    """Return the start of a file up to the piece in which the first line ends that is not a comment.

    >>> up_to_first_word(iter([b"# a\\n1\\tO", b"aks", b"\\t_\\n2", b"\\tspeak"]))
    b'# a\\n1\\tOaks\\t_\\n2'
    """
    start, line = bytearray(), 0
    for part in parts:
        searched = max(line, len(start))
        start += part
        while (end := start.find(b"\n", searched)) >= 0:
            if start[line:end].strip() and not start.startswith((b"#", b"\xef\xbb\xbf#"), line):
                return bytes(start)
            line = searched = end + 1
        if len(start) > _LOOKED_AT:
            break
    return bytes(start)


def looks_like_conll(start: bytes) -> bool:
    """Return from its start whether a file contains CoNLL rather than text.

    >>> looks_like_conll(b"# text = Hi\\n1\\tHi\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n")
    True
    >>> looks_like_conll(b"1 tree\\n")
    False

    Columns separated by spaces count as (broken) CoNLL.
    """
    for line in io.BytesIO(start.removeprefix(b"\xef\xbb\xbf")):
        if line.strip() and not line.startswith(b"#"):
            is_cut = len(start) > _LOOKED_AT and not line.endswith(b"\n")
            return (line[:1].isdigit() and line.count(b"\t") >= 2 - is_cut) or has_lost_tabs(line)
    return False
