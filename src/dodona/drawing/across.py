"""Terminal drawings with all words on one line and the tree above, and in comparisons another one below."""

from __future__ import annotations

from dodona.drawing.arcs import LEFT, RIGHT, Arc, Root, Side, arcs_of, tops_of
from dodona.drawing.canvas import Canvas, style
from dodona.drawing.spread import Sizes, Spread
from dodona.drawing.view import KINDS, View
from dodona.drawing.width import display_width


def draw_across(view: View, *, tight: bool = False, ascii: bool = False) -> tuple[Canvas, int]:
    """Draw words on one line with arcs above and tags below; return the width too.

    `tight` omits the lines beside labels and half the space between words.

    >>> from dodona.drawing.view import Link
    >>> oaks = View(["Oaks", "speak"], ["NOUN", "VERB"], [Link(2, "nsubj"), Link(0, "root")])
    >>> canvas, width = draw_across(oaks)
    >>> print(canvas)
              root
     ╭─nsubj─╮ │
     ▼       │ ▼
    Oaks     speak
    NOUN      VERB
    >>> width
    14
    """
    view = view.from_the_left()
    above, below = arcs_of(view.tree), arcs_of(view.other)
    sizes = _sizes(view, [above, below], tight)
    spread = Spread(sizes, [above, below])
    canvas = Canvas(ascii=ascii)
    foot = spread.height(*above, clear=1) if any(above) else -1  # the row of the arrow heads above
    _draw_side(canvas, spread, above, foot, up=True)
    for centre, form, tag in zip(spread.centres, view.forms, view.tags, strict=True):
        canvas.text(foot + 1, _start(centre, form), form, "word", right_to_left=view.right_to_left)
        canvas.text(foot + 2, _start(centre, tag), tag, "tag")
    _draw_side(canvas, spread, below, canvas.height, up=False)
    edges = [centre + right for centre, (_, right) in zip(spread.centres, sizes.halves, strict=True)]
    edges += [
        spread.centres[root.word] + _halves(root.label)[1] for _, roots in (above, below) for root in roots
    ]
    return canvas, max(edges) + 1


def _sizes(view: View, sides: list[Side], tight: bool) -> Sizes:
    used = {port for side in sides for port in tops_of(*side)}
    halves, offsets = [], []
    for word, (form, tag) in enumerate(zip(view.forms, view.tags, strict=True)):
        left, right = (max(sides) for sides in zip(_halves(form), _halves(tag), strict=True))
        offset = 1 if tight or min(left, right) < 2 else 2
        left = max(left, offset if (word, LEFT) in used else 0)
        right = max(right, offset if (word, RIGHT) in used else 0)
        halves.append((left, right))
        offsets.append(offset)
    around = 1 if tight else 3
    return Sizes(
        halves=halves,
        offsets=offsets,
        gap=2 if tight else 3,
        room=lambda arc: display_width(arc.label) + around if arc.label else 1,
        root_halves=lambda root: _halves(root.label),
    )


def _halves(text: str) -> tuple[int, int]:
    """Return the numbers of columns to the left and to the right of the middle one."""
    width = display_width(text)
    return max(0, (width - 1) // 2), width // 2


def _start(centre: int, text: str) -> int:
    return centre - _halves(text)[0]


def _draw_side(canvas: Canvas, spread: Spread, side: Side, foot: int, *, up: bool) -> None:
    """Draw arcs and roots above or below a row of arrow heads."""
    arcs, roots = side
    out = -1 if up else 1
    root_row = foot + out * spread.root_level(arcs, roots, clear=1)
    for root in roots:
        _draw_root(canvas, spread, root, root_row, foot, up)
    for arc in sorted(arcs, key=lambda arc: KINDS.index(arc.line)):
        _draw_lines(canvas, spread, arc, foot + out * arc.level, foot, up)
    for arc in arcs:  # after all lines, which must not cover labels
        left, right = (spread.at(port) for port in spread.stretches[arc])
        row = foot + out * arc.level
        canvas.text(row, _start((left + right) // 2, arc.label), arc.label, style("label", arc.name))


def _draw_root(canvas: Canvas, spread: Spread, root: Root, row: int, foot: int, up: bool) -> None:
    centre, line = spread.centres[root.word], style("root", root.line)
    canvas.vertical(centre, row, foot, line)
    canvas.mark(row, centre, "│", line)
    canvas.text(row, _start(centre, root.label), root.label, style("root", root.name))
    canvas.mark(foot, centre, "▼" if up else "▲", line)


def _draw_lines(canvas: Canvas, spread: Spread, arc: Arc, row: int, foot: int, up: bool) -> None:
    line = style("arc", arc.line)
    start, end = (spread.at(port) for port in arc.ends)
    canvas.horizontal(row, start, end, line)
    canvas.vertical(start, row, foot, line)
    canvas.vertical(end, row, foot, line)
    arrow, plain = (end, start) if arc.head < arc.dependent else (start, end)
    canvas.mark(foot, arrow, "▼" if up else "▲", line)
    canvas.mark(foot, plain, "│", line)
