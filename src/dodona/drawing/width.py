"""The width of text in a terminal."""

from __future__ import annotations

import unicodedata

#: Medial and final Hangul letters, which a terminal combines with the letter before them.
_JOINING_JAMO = range(0x1160, 0x1200)

#: Classes of right-to-left characters and of direction marks.
_TURNING = {"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI"}


def visible(text: str) -> str:
    """Return text without control characters and without marks that have no base letter.

    A form may contain anything, and an escape sequence would control the reader's terminal; XML forbids most
    of the same characters.

    >>> visible("a\\x1b[31mb") == "a\\ufffd[31mb", visible("\\u0301") == "\\u25cc\\u0301"
    (True, True)
    """
    clean = "".join(map(_drawn, text))
    return "\N{DOTTED CIRCLE}" + clean if clean and not _columns(clean[0]) else clean


def printable(text: str) -> str:
    """Return text of several lines without control characters.

    >>> printable("a\\x1b[31m\\nb") == "a\\ufffd[31m\\nb"
    True
    """
    return "".join(c if c in "\n\t" else _drawn(c) for c in text)


def display_width(text: str) -> int:
    """Return the width of `text` in columns: 2 for East Asian wide characters, 0 for marks.

    >>> display_width("oak"), display_width("橡树"), display_width("cafe\\u0301")
    (3, 4, 4)
    """
    return len(text) if text.isascii() else sum(map(_columns, text))


def clusters(text: str) -> list[tuple[str, int]]:
    """Split text into cells, each with its width; marks stay with their letter.

    >>> [(len(piece), columns) for piece, columns in clusters("橡e\\u0301")]
    [(1, 2), (2, 1)]
    """
    found: list[tuple[str, int]] = []
    for character in text:
        columns = _columns(character)
        if columns == 0 and found:
            found[-1] = (found[-1][0] + character, found[-1][1])
        else:
            found.append((character, columns))
    return found


def isolated(text: str, right_to_left: bool = False) -> str:
    """Return text with an isolated direction, that of its first letter or of its sentence.

    Otherwise, a terminal would treat adjacent right-to-left words as one run of text and reorder what is
    between them. In a sentence from right to left, words without letters are too: brackets are mirrored.

    >>> isolated("oak"), isolated("אלון") == "\\u2068אלון\\u2069", isolated("(", True) == "\\u2067(\\u2069"
    ('oak', True, True)
    """
    if right_to_left and not is_left_to_right(text):
        return f"\N{RIGHT-TO-LEFT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    if text.isascii() or not any(unicodedata.bidirectional(character) in _TURNING for character in text):
        return text
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"


def is_left_to_right(text: str) -> bool | None:
    """Return whether text is written from left to right, by its first letter; None without letters.

    >>> is_left_to_right("1 oak"), is_left_to_right("אלון"), is_left_to_right("1.")
    (True, False, None)
    """
    strong = {"L": True, "R": False, "AL": False}
    return next((strong[each] for each in map(unicodedata.bidirectional, text) if each in strong), None)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or ord(character) in _JOINING_JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _drawn(character: str) -> str:
    cannot_be = (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or ord(character) & 0xFFFE == 0xFFFE
    )
    return "\N{REPLACEMENT CHARACTER}" if cannot_be else character
