"""Drawings for terminals."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from dodona.drawing.across import draw_across
from dodona.drawing.arcs import arcs_of
from dodona.drawing.canvas import Canvas
from dodona.drawing.down import draw_down
from dodona.drawing.listing import LONGEST_TREE, Listing
from dodona.drawing.shown import shown_labels, shown_tags
from dodona.drawing.width import display_width, visible
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
) -> str:
    """Draw a sentence and its tree with characters.

    All words are on one line under their arcs if that fits into `width` columns, by default those of the
    terminal, or 100 without one; otherwise one per line. `vertical` forces one or the other. `tags` are below
    below the words; with `ascii`, lines consist of ASCII characters. More than a thousand words are not drawn
    but listed with the numbers of their heads.

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
    return str(picture(sentence, tags=tags, width=width, vertical=vertical, ascii=ascii))


def picture(
    sentence: Sentence, *, tags: bool, width: int | None, vertical: bool | None, ascii: bool
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
    forms = [visible(form) for form in sentence.words]
    below = shown_tags(sentence) if tags else [""] * len(forms)
    labels = shown_labels(sentence) if sentence.has_tree else [""] * len(forms)

    heads = sentence.heads.tolist() if sentence.has_tree else []
    if len(forms) > LONGEST_TREE:
        if vertical is False:
            raise Error(f"{len(forms):,} words are too many to draw on one line: {LONGEST_TREE:,} at most")
        return Listing(forms, below, labels, heads)
    least = sum(map(display_width, forms)) + len(forms) - 1
    if vertical is False or (vertical is None and least <= width):
        arcs, roots = arcs_of(sentence, labels) if sentence.has_tree else ([], [])
        for tight in (False, True):
            canvas, needed = draw_across(forms, below, arcs, roots, tight=tight, ascii=ascii)
            if needed <= width:
                return canvas
        if vertical is False:
            return canvas
    crossing = {word - 1 for _, word in sentence.nonprojective_arcs} if heads else set()
    return draw_down(forms, below, labels, heads, crossing, width=width, ascii=ascii)
