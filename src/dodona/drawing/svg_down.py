"""SVG drawings with one word per line and the tree at the left."""

from __future__ import annotations

from dodona.drawing.down import stems
from dodona.drawing.svg_style import LABEL_SIZE, LINE, TAG_SIZE, WORD_SIZE, arrow_head, painted
from dodona.drawing.svg_text import element, text_width

_MARGIN = 14
_ROW = 26
_STEP = 20  # from stem to stem
_BEND = 9
_GAP = 22  # between columns of text


def svg_down(
    forms: list[str], tags: list[str], labels: list[str], heads: list[int], nonprojective: set[int]
) -> tuple[list[str], int, int]:
    """Draw one word per line with its tag and label, and the tree at the left; return width and height too.

    A dot marks a word on the line of its dependents, to distinguish it from a crossing.

    >>> parts, width, height = svg_down(["Oaks", "speak"], ["", ""], ["nsubj", "root"], [2, 0], set())
    >>> sum(part.startswith("<path") for part in parts), sum(part.startswith("<circle") for part in parts)
    (2, 1)
    """
    parts, x = _tree(heads, nonprojective) if heads else ([], _MARGIN)
    columns = ((forms, "word", WORD_SIZE), (tags, "tag", TAG_SIZE), (labels, "label", LABEL_SIZE))
    for texts, name, size in columns:
        if not any(texts):
            continue
        for row, text in enumerate(texts):
            kind = "-crossing" if name == "label" and row in nonprojective else ""
            if text:
                place = {"x": x, "y": _y(row) + size // 3, "font_size": size}
                parts.append(element("text", text, **place, **painted(name + kind)))
        x += max(text_width(text, size) for text in texts) + _GAP
    return parts, x - _GAP + _MARGIN, _ROW * len(forms) + _MARGIN


def _y(row: int) -> int:
    return _MARGIN // 2 + _ROW * row + _ROW // 2


def _tree(heads: list[int], nonprojective: set[int]) -> tuple[list[str], int]:
    """Draw the lines, and return the position where the words start."""
    at = {word: _MARGIN + _STEP * (column + 1) for word, (column, _, _) in stems(heads).items()}
    arrow = max(at.values(), default=_MARGIN) + _STEP + 6
    parts = []
    for word in sorted(range(len(heads)), key=nonprojective.__contains__):
        head, y = heads[word] - 1, _y(word)
        kind = "-crossing" if word in nonprojective else ""
        if head < 0:
            path = f"M{_MARGIN} {y}H{arrow - 6}"
        else:
            x, bend = at[head], _BEND if head < word else -_BEND
            before = head if kind else _before(heads, word)
            start = _y(before) - (bend if before != head else 0)
            path = f"M{x} {start}V{y - bend}Q{x} {y} {x + _BEND} {y}H{arrow - 6}"
        parts.append(element("path", d=path, stroke_width=LINE, **painted(f"arc{kind}")))
        parts.append(arrow_head(arrow, y, 0, kind))
    parts += [element("circle", cx=x, cy=_y(word), r=3, **painted("tip")) for word, x in at.items()]
    return parts, arrow + 8


def _before(heads: list[int], word: int) -> int:
    """Return the dependent that the line to a word passes last, or the head if it passes none.

    The line starts there: drawn twice, it would look thicker.
    """
    head = heads[word] - 1
    step = 1 if word < head else -1
    between = range(word + step, head, step)
    return next((other for other in between if heads[other] == heads[word]), head)
