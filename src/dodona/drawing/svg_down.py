"""SVG drawings with one word per line and the tree at the left, and in comparisons another at the right."""

from __future__ import annotations

from dodona.drawing.down import stems
from dodona.drawing.svg_style import (
    LABEL_SIZE,
    TAG_SIZE,
    WORD_SIZE,
    arrow_head,
    grouped,
    line,
    painted,
    painted_kind,
    word_text,
)
from dodona.drawing.svg_text import element, text_width
from dodona.drawing.view import KINDS, Tree, View
from dodona.drawing.width import is_left_to_right

_MARGIN = 14
_ROW = 26
_STEP = 20  # from stem to stem
_BEND = 9
_GAP = 22  # between columns of text


def svg_down(view: View) -> tuple[list[str], int, int]:
    """Draw one word per line with its tag and label, and the tree at the left; return width and height too.

    A dot marks a word on the line of its dependents, to distinguish it from a crossing.

    >>> from dodona.drawing.view import Link
    >>> oaks = View(["Oaks", "speak"], ["", ""], [Link(2, "nsubj"), Link(0, "root")])
    >>> parts, width, height = svg_down(oaks)
    >>> sum(part.startswith("<path") for part in parts), sum(part.startswith("<circle") for part in parts)
    (2, 1)
    """
    parts, x = _tree(view.tree) if view.tree[0].head >= 0 else ([], _MARGIN)
    for texts, size in ((view.forms, WORD_SIZE), (view.tags, TAG_SIZE), (view.numbers, TAG_SIZE)):
        for row, text in enumerate(texts):
            if texts is view.forms:
                # Every line starts at the left, whatever the direction of its word.
                anchor = {"text_anchor": "end"} if view.right_to_left and not is_left_to_right(text) else {}
                parts.append(word_text(text, view.right_to_left, x=x, y=_text_y(row, size), **anchor))
            elif text:
                parts.append(
                    element("text", text, x=x, y=_text_y(row, size), font_size=size, **painted("tag"))
                )
        x += _column(texts, size)
    for side in (view.tree, view.other):
        for row, link in enumerate(side):
            if link.label:
                place = {"x": x, "y": _text_y(row, LABEL_SIZE), "font_size": LABEL_SIZE}
                label = element("text", link.label, **place, **painted_kind("label", link.name))
                parts += grouped([label], link.title)
        x += _column([link.label for link in side], LABEL_SIZE)
    x -= _GAP
    if view.other:
        more, x = _tree(view.other, after=x)
        parts += more
    return parts, x + _MARGIN, _ROW * len(view.forms) + _MARGIN


def _column(texts: list[str], size: int) -> int:
    """Return the width of a column with the space after it; of an empty one, 0."""
    return max(text_width(text, size) for text in texts) + _GAP if any(texts) else 0


def _y(row: int) -> int:
    return _MARGIN // 2 + _ROW * row + _ROW // 2


def _text_y(row: int, size: int) -> int:
    return _y(row) + size // 3


def _tree(tree: Tree, after: int | None = None) -> tuple[list[str], int]:
    """Draw the lines, and return the position after them, with space for words.

    The tree is at the left, or mirrored `after` a position.
    """
    heads = [link.head for link in tree]
    inside = {word: _STEP * (column + 1) for word, (column, _, _) in stems(heads).items()}
    deepest = max(inside.values(), default=0) + _STEP + 6  # where the arrow heads are
    out = 1 if after is None else -1  # the direction inwards

    def at(distance: int) -> int:
        return _MARGIN + distance if after is None else after + 8 + deepest - distance

    parts = []
    for word in sorted(range(len(tree)), key=lambda word: KINDS.index(tree[word].line)):
        link, y, end = tree[word], _y(word), at(deepest - 6)
        if link.head > 0:
            x, bend = at(inside[link.head - 1]), _BEND if link.head <= word else -_BEND
            before = link.head - 1 if link.line else _before(heads, word)
            start = _y(before) - (bend if before != link.head - 1 else 0)
            path = f"M{x} {start}V{y - bend}Q{x} {y} {x + out * _BEND} {y}H{end}"
        elif link.head == 0:
            path = f"M{at(0)} {y}H{end}"
        elif word in inside:  # a head without an arc of its own
            parts.append(line(f"M{at(inside[word])} {y}H{at(deepest)}"))
            continue
        else:
            continue
        arrow = arrow_head(at(deepest), y, 0 if after is None else 180, link.line)
        parts += grouped([line(path, link.line), arrow], link.title)
    parts += [element("circle", cx=at(x), cy=_y(word), r=3, **painted("tip")) for word, x in inside.items()]
    return parts, at(deepest) + 8 if after is None else at(0)


def _before(heads: list[int], word: int) -> int:
    """Return the dependent that the line to a word passes last, or the head if it passes none.

    The line starts there: drawn twice, it would look thicker.
    """
    head = heads[word] - 1
    step = 1 if word < head else -1
    between = range(word + step, head, step)
    return next((other for other in between if heads[other] == heads[word]), head)
