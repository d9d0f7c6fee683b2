"""SVG drawings for notebooks, web pages and papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.drawing.listing import LONGEST_TREE
from dodona.drawing.svg_across import svg_across
from dodona.drawing.svg_down import svg_down
from dodona.drawing.svg_style import LABEL_SIZE, WORD_SIZE, document, line, painted_kind
from dodona.drawing.svg_text import element, text_width
from dodona.drawing.view import view_of
from dodona.drawing.width import visible
from dodona.errors import Error, OptionError, flag, is_whole, shown, true_or_false

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

#: The largest number of words in a picture with one word per line; browsers get slow before that.
LONGEST_SVG = 5000
_MARGIN = 14
_SAMPLE = 28  # of a line, in the key
_BETWEEN = 14  # pieces of the key
_KEY_ROW = 20
#: Not equal, as text: without the selector, fonts that lack it make it of two characters, one misplaced.
_DIFFERS = "≠\N{VARIATION SELECTOR-15}"


class Svg(str):
    """An SVG document, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    sentence: Sentence,
    *,
    tags: bool = True,
    width: int = 1200,
    vertical: bool | None = None,
    background: bool = True,
    compare: Sentence | None = None,
) -> Svg:
    """Draw a sentence and its tree as a self-contained SVG document.

    All words are on one line under their arcs if that takes at most `width` pixels, otherwise one per line,
    since a notebook would shrink a wider drawing until it is unreadable; `vertical` forces one or the other.
    Non-projective arcs have a colour of their own. Colours follow the reader's light or dark mode, with a
    background unless `background` is off. More than 5,000 words are an error.

    `compare` is a sentence with the same words: arcs only in its tree are drawn below the words, or at the
    right, and `≠` marks differences. Otherwise the colours of a tree with confidences are those of its
    confidences, which tooltips show in numbers. Words on one line run from right to left if most are in such
    a script.

    >>> from dodona import Sentence
    >>> drawn = svg(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"]))
    >>> drawn.startswith("<svg "), drawn.count("<path ")
    (True, 2)
    """
    if not is_whole(width) or width < 1:
        raise OptionError(f"cannot be {shown(width)}: give a number of pixels, 1 or more", option="width")
    true_or_false("vertical", vertical)
    tags, background = flag("tags", tags), flag("background", background)
    problem = too_long(sentence, vertical)
    if problem is not None:
        raise Error(problem)
    view = view_of(sentence, tags=tags, compare=compare, differs=_DIFFERS)
    # A lower bound, which may be too much already.
    wide = sum(text_width(form, WORD_SIZE) for form in view.forms)
    if vertical is False or (vertical is None and wide <= width):
        parts, wide, high = svg_across(view)
    down = bool(vertical) or (vertical is None and wide > width)
    if down:
        parts, wide, high = svg_down(view)
    key, wide, high = _key(view.key(vertical=down), wide, high)
    title = visible(sentence.text)
    return Svg(document(wide, high, [*parts, *key], title, view.description, background))


def too_long(sentence: Sentence, vertical: bool | None = None) -> str | None:
    """Raise an error if a sentence has too many words for a picture.

    >>> from dodona import Sentence
    >>> too_long(Sentence(["oak"] * 2000)), too_long(Sentence(["oak"] * 2000), vertical=False)
    (None, '2,000 words are too many to draw: 1,000 at most')
    """
    most = LONGEST_TREE if vertical is False else LONGEST_SVG
    return f"{len(sentence):,} words are too many to draw: {most:,} at most" if len(sentence) > most else None


def _key(key: list[tuple[str, str]], wide: int, high: int) -> tuple[list[str], int, int]:
    """Draw the key below a drawing of some width and height; return the new ones too."""
    sizes = [text_width(text, LABEL_SIZE) + (_SAMPLE if kind else 0) for kind, text in key]
    broken = sum(sizes) + _BETWEEN * len(sizes) > wide - _MARGIN  # after the first piece
    parts: list[str] = []
    x = _MARGIN
    for place, ((kind, text), size) in enumerate(zip(key, sizes, strict=True)):
        if place == 1 and broken:
            x, high = _MARGIN, high + _KEY_ROW
        if kind:
            parts.append(line(f"M{x} {high + 4}h{_SAMPLE - 8}", kind))
        at = {"x": x + (_SAMPLE if kind else 0), "y": high + 8, "font_size": LABEL_SIZE}
        parts.append(element("text", text, **at, **painted_kind("label", kind)))
        x += size + _BETWEEN
        wide = max(wide, x - _BETWEEN + _MARGIN)
    return parts, wide, high + (_KEY_ROW if key else 0)
