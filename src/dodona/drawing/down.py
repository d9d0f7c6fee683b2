"""Terminal drawings with one word per line and the tree at the left, and in comparisons another at the right.

Every word with dependents has a stem, a vertical line further inside than its head's stem. A line leads from
the stem of the head to the word, through the word's own stem if it has one.
"""

from __future__ import annotations

from dodona.drawing.canvas import Canvas, style
from dodona.drawing.view import KINDS, Tree, View
from dodona.drawing.width import display_width

_MARGIN = 2  # the distance from the start of the line to a root to the first stem


def draw_down(view: View, *, width: int, ascii: bool = False) -> Canvas:
    """Draw one word per line with its tag and label, and the tree at the left.

    Stems move closer together if the drawing would otherwise be wider than `width`.

    >>> from dodona.drawing.view import Link
    >>> oaks = View(["Oaks", "speak"], ["NOUN", "VERB"], [Link(2, "nsubj"), Link(0, "root")])
    >>> print(draw_down(oaks, width=80))
      ╭─► Oaks   NOUN  nsubj
    ──┴─► speak  VERB  root
    """
    canvas = Canvas(ascii=ascii)
    sides = [side for side in (view.tree, view.other) if any(link.head >= 0 for link in side)]
    columns: list[tuple[list[str], list[str]]] = [
        (view.forms, ["word"] * len(view.forms)),
        (view.tags, ["tag"] * len(view.forms)),
        (view.numbers, ["tag"] * len(view.numbers)),
    ]
    columns += [
        ([link.label for link in side], [style("label", link.name) for link in side]) for side in sides
    ]
    columns = [column for column in columns if any(column[0])]
    widths = [max(map(display_width, texts)) for texts, _ in columns]
    room = width - sum(widths) - 2 * (len(widths) - 1)
    at = _draw_tree(canvas, view.tree, room // max(1, len(sides))) if sides else 0
    for (texts, styles), taken in zip(columns, widths, strict=True):
        for row, (text, name) in enumerate(zip(texts, styles, strict=True)):
            canvas.text(row, at, text, name, right_to_left=view.right_to_left and name == "word")
        at += taken + 2
    if len(sides) > 1:
        _draw_tree(canvas, view.other, room // 2, after=at - 1)
    return canvas


def stems(heads: list[int]) -> dict[int, tuple[int, int, int]]:
    """Return the stem of each word with dependents, from 0: column, top and bottom.

    Stems that would overlap, which happens in non-projective trees, move inside.

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
        column = found[heads[word] - 1][0] + 1 if heads[word] > 0 else 0
        while column < len(taken) and any(a <= bottom and top <= b for a, b in taken[column]):
            column += 1
        while column >= len(taken):
            taken.append([])
        taken[column].append((top, bottom))
        found[word] = (column, top, bottom)
    return found


def _from_the_root(heads: list[int]) -> list[int]:
    """Return the words in an order where heads precede their dependents."""
    dependents: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads):
        dependents[max(head, 0)].append(word)
    order = list(dependents[0])
    for word in order:
        order.extend(dependents[word + 1])
    return order


def _draw_tree(canvas: Canvas, tree: Tree, width: int, after: int | None = None) -> int:
    """Draw the lines, and return the column where the words start: within `width` if possible.

    The tree is at the left, or mirrored `after` a column.
    """
    heads = [link.head for link in tree]
    found = stems(heads)
    deepest = max((column for column, _, _ in found.values()), default=0)
    step = 2 if _MARGIN + 2 * deepest + 4 <= width else 1
    arrow = _MARGIN + step * deepest + 2 if found else 2
    outside = 0 if after is None else after + arrow + 1

    def at(distance: int) -> int:
        return distance if after is None else outside - distance

    columns = {word: (_MARGIN + step * column, top, bottom) for word, (column, top, bottom) in found.items()}
    # Where the line of each word starts; that of a head without an arc of its own, at its stem.
    starts = [
        columns[head - 1][0] if head > 0 else 0 if head == 0 else columns.get(word, (arrow + 1, 0, 0))[0]
        for word, head in enumerate(heads)
    ]
    for word, link in enumerate(tree):
        if starts[word] <= arrow:
            name = style("root" if link.head == 0 else "arc", link.line)
            canvas.horizontal(word, at(starts[word]), at(arrow), name)
            if link.head == 0:
                canvas.mark(word, at(0), "─", name)
            canvas.mark(word, at(arrow), "─" if link.head < 0 else "►" if after is None else "◄", name)
    for column, top, bottom in columns.values():
        canvas.vertical(at(column), top, bottom, "arc")
    for word in sorted(range(len(tree)), key=lambda word: KINDS.index(tree[word].line)):
        if heads[word] > 0 and tree[word].line:
            canvas.vertical(at(starts[word]), word, heads[word] - 1, style("arc", tree[word].line))
    # Lines that only pass a stem are broken, since ┼ marks a head.
    for head, (column, top, bottom) in columns.items():
        for row in range(top + 1, bottom):
            if row != head and starts[row] < column:
                canvas.pass_under(row, at(column))
    return arrow + 2
