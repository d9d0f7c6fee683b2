"""Terminal drawings with one word per line and the tree at the left.

Every word with dependents has a stem, a vertical line to the right of its head's stem. A line leads from the
stem of the head to the word, through the word's own stem if it has one.
"""

from __future__ import annotations

from dodona.drawing.canvas import Canvas
from dodona.drawing.width import display_width

_MARGIN = 2  # the distance from the start of the line to a root to the first stem


def draw_down(
    forms: list[str],
    tags: list[str],
    labels: list[str],
    heads: list[int],
    nonprojective: set[int],
    *,
    width: int,
    ascii: bool = False,
) -> Canvas:
    """Draw one word per line with its tag and label, and the tree at the left.

    `heads` count from 1, the words in `nonprojective` from 0. Stems move closer together if the drawing would
    otherwise be wider than `width`.

    >>> print(draw_down(["Oaks", "speak"], ["NOUN", "VERB"], ["nsubj", "root"], [2, 0], set(), width=80))
      ╭─► Oaks   NOUN  nsubj
    ──┴─► speak  VERB  root
    """
    canvas = Canvas(ascii=ascii)
    columns = [column for column in ((forms, "word"), (tags, "tag"), (labels, "label")) if any(column[0])]
    widths = [max(map(display_width, texts)) for texts, _ in columns]
    at = 0
    if heads:
        at = _draw_tree(canvas, heads, nonprojective, width - sum(widths) - 2 * (len(widths) - 1))
    for (texts, style), taken in zip(columns, widths, strict=True):
        for row, text in enumerate(texts):
            crossing = style == "label" and row in nonprojective
            canvas.text(row, at, text, "nonprojective" if crossing else style)
        at += taken + 2
    return canvas


def stems(heads: list[int]) -> dict[int, tuple[int, int, int]]:
    """Return the stem of each word with dependents, from 0: column, top and bottom.

    Stems that would overlap, which happens in non-projective trees, move right.

    >>> stems([2, 0, 2, 3])
    {1: (0, 0, 2), 2: (1, 2, 3)}
    """
    spans: dict[int, tuple[int, int]] = {}
    for word, head in enumerate(heads):
        if head > 0:
            top, bottom = spans.get(head - 1, (head - 1, head - 1))
            spans[head - 1] = (min(top, word), max(bottom, word))
    found: dict[int, tuple[int, int, int]] = {}
    taken: list[list[tuple[int, int]]] = []
    for word in filter(spans.__contains__, _from_the_root(heads)):
        top, bottom = spans[word]
        column = found[heads[word] - 1][0] + 1 if heads[word] else 0
        while column < len(taken) and any(a <= bottom and top <= b for a, b in taken[column]):
            column += 1
        while column >= len(taken):
            taken.append([])
        taken[column].append((top, bottom))
        found[word] = (column, top, bottom)
    return found


def _from_the_root(heads: list[int]) -> list[int]:
    dependents: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads):
        dependents[head].append(word)
    order = list(dependents[0])
    for word in order:
        order.extend(dependents[word + 1])
    return order


def _draw_tree(canvas: Canvas, heads: list[int], nonprojective: set[int], width: int) -> int:
    """Draw the lines, and return the column where the words start: within `width` if possible."""
    found = stems(heads)
    deepest = max((column for column, _, _ in found.values()), default=0)
    step = 2 if _MARGIN + 2 * deepest + 4 <= width else 1
    columns = {word: (_MARGIN + step * column, top, bottom) for word, (column, top, bottom) in found.items()}
    arrow = _MARGIN + step * deepest + 2 if found else 2
    styles = [
        "nonprojective" if word in nonprojective else "arc" if head else "root"
        for word, head in enumerate(heads)
    ]
    starts = [columns[head - 1][0] if head else 0 for head in heads]
    for word, head in enumerate(heads):
        canvas.horizontal(word, starts[word], arrow, styles[word])
        if not head:
            canvas.mark(word, 0, "─", "root")
        canvas.mark(word, arrow, "►", styles[word])
    for column, top, bottom in columns.values():
        canvas.vertical(column, top, bottom, "arc")
    for word in nonprojective:
        head = heads[word] - 1
        canvas.vertical(starts[word], min(head, word), max(head, word), "nonprojective")
    # Lines that only pass a stem are broken, since ┼ marks a head.
    for head, (column, top, bottom) in columns.items():
        for row in range(top + 1, bottom):
            if row != head and starts[row] < column:
                canvas.pass_under(row, column)
    return arrow + 2
