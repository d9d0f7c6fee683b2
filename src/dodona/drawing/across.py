"""Terminal drawings with all words on one line and the tree above."""

from __future__ import annotations

from dodona.drawing.arcs import LEFT, RIGHT, Arc, Root, tops_of
from dodona.drawing.canvas import Canvas
from dodona.drawing.spread import Sizes, Spread
from dodona.drawing.width import display_width


def draw_across(
    forms: list[str],
    tags: list[str],
    arcs: list[Arc],
    roots: list[Root],
    *,
    tight: bool = False,
    ascii: bool = False,
) -> tuple[Canvas, int]:
    """Draw words on one line with arcs above and tags below; return the width too.

    `tight` omits the lines beside labels and half the space between words.

    >>> arcs = [Arc(1, 0, "nsubj", False, level=1)]
    >>> canvas, width = draw_across(["Oaks", "speak"], ["NOUN", "VERB"], arcs, [Root(1, "root")])
    >>> print(canvas)
              root
     ╭─nsubj─╮ │
     ▼       │ ▼
    Oaks     speak
    NOUN      VERB
    >>> width
    14
    """
    sizes = _sizes(forms, tags, arcs, roots, tight)
    spread = Spread(sizes, arcs, roots)
    canvas = Canvas(ascii=ascii)
    root_level = spread.root_level(arcs, roots, clear=1)
    height = max([root_level, *(arc.level for arc in arcs)])
    foot = height if roots else -1  # the row of the arrow heads, if there is a tree
    for root in roots:
        _draw_root(canvas, spread, root, height - root_level, foot)
    for arc in sorted(arcs, key=lambda arc: arc.nonprojective):
        _draw_lines(canvas, spread, arc, height - arc.level, foot)
    for arc in arcs:  # after all lines, which must not cover labels
        left, right = (spread.at(port) for port in spread.stretches[arc])
        style = "nonprojective" if arc.nonprojective else "label"
        canvas.text(height - arc.level, _start((left + right) // 2, arc.label), arc.label, style)
    for centre, form, tag in zip(spread.centres, forms, tags, strict=True):
        canvas.text(foot + 1, _start(centre, form), form, "word")
        canvas.text(foot + 2, _start(centre, tag), tag, "tag")
    edges = [centre + right for centre, (_, right) in zip(spread.centres, sizes.halves, strict=True)]
    edges += [spread.centres[root.word] + _halves(root.label)[1] for root in roots]
    return canvas, max(edges) + 1


def _sizes(forms: list[str], tags: list[str], arcs: list[Arc], roots: list[Root], tight: bool) -> Sizes:
    used = tops_of(arcs, roots)
    halves, offsets = [], []
    for word, (form, tag) in enumerate(zip(forms, tags, strict=True)):
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


def _draw_root(canvas: Canvas, spread: Spread, root: Root, row: int, foot: int) -> None:
    centre = spread.centres[root.word]
    canvas.vertical(centre, row, foot, "root")
    canvas.mark(row, centre, "│", "root")
    canvas.text(row, _start(centre, root.label), root.label, "root")
    canvas.mark(foot, centre, "▼", "root")


def _draw_lines(canvas: Canvas, spread: Spread, arc: Arc, row: int, foot: int) -> None:
    style = "nonprojective" if arc.nonprojective else "arc"
    start, end = (spread.at(port) for port in arc.ends)
    canvas.horizontal(row, start, end, style)
    canvas.vertical(start, row, foot, style)
    canvas.vertical(end, row, foot, style)
    canvas.mark(foot, end if arc.head < arc.dependent else start, "▼", style)
    canvas.mark(foot, start if arc.head < arc.dependent else end, "│", style)
