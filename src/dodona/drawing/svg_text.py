"""Text in SVG: its estimated width, and its markup."""

from __future__ import annotations

import math
import unicodedata
from xml.sax.saxutils import escape

#: Character widths relative to the font size, a little wider than most sans-serif fonts: the reader's font is
#: unknown, and too much room looks better than too little.
_NARROW, _LOWER, _UPPER, _BROAD, _WIDE = 0.33, 0.6, 0.72, 0.95, 1.05


def text_width(text: str, size: float) -> int:
    """Estimate the width of text in pixels.

    >>> text_width("oak", 16), text_width("will", 16), text_width("橡树", 16)
    (29, 32, 34)
    """
    return math.ceil(size * sum(map(_part, text)))


def element(name: str, content: str | None = None, **attributes: object) -> str:
    """Format an element; `_` in the name of an attribute becomes `-`, and `class_` is `class`.

    >>> element("text", "<3", x=5, text_anchor="middle")
    '<text x="5" text-anchor="middle">&lt;3</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value), {chr(34): "&quot;"})}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{escape(content)}</{name}>"


def _part(character: str) -> float:
    if character in "iljtfrI.,;:!|'`()[]{}/\\ -·’‘":
        return _NARROW
    if character in "mwMW@%—…":
        return _BROAD
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    return _UPPER if category == "Lu" else _LOWER
