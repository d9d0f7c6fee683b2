"""Drawings for terminals."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from dodona.drawing.across import draw_across
from dodona.drawing.canvas import Canvas, style
from dodona.drawing.down import draw_down
from dodona.drawing.listing import LONGEST_TREE, Listing
from dodona.drawing.view import view_of
from dodona.drawing.width import display_width
from dodona.errors import Error, OptionError, flag, is_whole, shown, true_or_false

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

_WIDTH_ELSEWHERE = 100  # without a terminal


def draw(
    sentence: Sentence,
    *,
    tags: bool = True,
    width: int | None = None,
    vertical: bool | None = None,
    ascii: bool = False,
    compare: Sentence | None = None,
) -> str:
    """Draw a sentence and its tree with characters.

    All words are on one line under their arcs if that fits into `width` columns, by default those of the
    terminal, or 100 without one; otherwise one per line. `vertical` forces one or the other. `tags` are below
    the words; with `ascii`, lines consist of ASCII characters. More than a thousand words are not drawn but
    listed with the numbers of their heads.

    `compare` is a sentence with the same words: arcs only in its tree are drawn below the words, or at the
    right, and `≠` marks differences. Otherwise `?` marks arcs with a confidence below 0.8. Words on one line
    run from right to left if most are in such a script.

    >>> from dodona import Sentence
    >>> sentence = Sentence(["What", "did", "she", "say", "?"], heads=[4, 4, 4, 0, 4],
    ...                     labels=["obj", "aux", "nsubj", "root", "punct"])
    >>> print(draw(sentence, width=80))
                        root
     ╭───────obj────────╮│
     │     ╭────aux─────┤│
     │     │    ╭─nsubj─┤│╭─punct─╮
     ▼     ▼    ▼       │▼│       ▼
    What  did  she      say       ?
    >>> print(draw(sentence, width=20))
      ╭─► What  obj
      ├─► did   aux
      ├─► she   nsubj
    ──┼─► say   root
      ╰─► ?     punct
    """
    return str(picture(sentence, tags=tags, width=width, vertical=vertical, ascii=ascii, compare=compare))


def picture(
    sentence: Sentence,
    *,
    tags: bool,
    width: int | None,
    vertical: bool | None,
    ascii: bool,
    compare: Sentence | None = None,
) -> Canvas | Listing:
    """Draw a sentence as `draw` does, with styles for terminals with colours.

    >>> from dodona import Sentence
    >>> oak = Sentence(["Oak"], heads=[0], labels=["root"])
    >>> list(picture(oak, tags=True, width=80, vertical=None, ascii=False).runs())[-1]
    [('Oak', 'word')]
    """
    if width is None:
        width = shutil.get_terminal_size((_WIDTH_ELSEWHERE, 24)).columns
    if not is_whole(width) or width < 1:
        raise OptionError(f"cannot be {shown(width)}: give a number of columns, 1 or more", option="width")
    true_or_false("vertical", vertical)
    tags, ascii = flag("tags", tags), flag("ascii", ascii)
    view = view_of(sentence, tags=tags, compare=compare, differs="!=" if ascii else "≠")
    forms = view.forms
    if len(forms) > LONGEST_TREE:
        if vertical is False:
            raise Error(f"{len(forms):,} words are too many to draw on one line: {LONGEST_TREE:,} at most")
        return Listing(view)
    least = sum(map(display_width, forms)) + len(forms) - 1
    if vertical is False or (vertical is None and least <= width):
        for tight in (False, True):
            canvas, needed = draw_across(view, tight=tight, ascii=ascii)
            if needed <= width:
                break
        if needed <= width or vertical is False:
            return _explained(canvas, view.key(vertical=False), width)
    return _explained(draw_down(view, width=width, ascii=ascii), view.key(vertical=True), width)


def _explained(canvas: Canvas, key: list[tuple[str, str]], width: int) -> Canvas:
    """Write the key below a drawing, on as many lines as it needs."""
    row, column = canvas.height, 0
    for place, (kind, text) in enumerate(key):
        text += "" if place + 1 == len(key) else "," if place else ":"
        if column and column + display_width(text) > width:
            row, column = row + 1, 0
        canvas.text(row, column, text, style("label", kind) if kind else "")
        column += display_width(text) + 1
    return canvas
