"""SVG drawings with all words on one line and the arcs above, and in comparisons others below."""

from __future__ import annotations

from dodona.drawing.arcs import Arc, Root, Side, arcs_of
from dodona.drawing.spread import Sizes, Spread
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
from dodona.drawing.view import KINDS, View

_MARGIN = 14
_GAP = 18  # between words
_PORT = 8  # from the centre of a word to the start of the arcs to its dependents
_FIRST = 30  # from the words to the lowest line
_LEVEL = 23  # from line to line
_BEND = 26  # the largest radius of the corners of an arc
_BESIDE_LABEL = 30  # of an arc, on both sides of its label together


def svg_across(view: View) -> tuple[list[str], int, int]:
    """Draw words on one line with arcs above and tags below; return width and height too.

    >>> from dodona.drawing.view import Link
    >>> parts, width, height = svg_across(View(["Oak"], ["NOUN"], [Link(0, "root")]))
    >>> [part.partition(" ")[0] for part in parts]
    ['<path', '<polygon', '<text', '<text', '<text']
    """
    view = view.from_the_left()
    above, below = arcs_of(view.tree), arcs_of(view.other)
    sizes = _sizes(view)
    spread = Spread(sizes, [above, below])
    feet = _MARGIN + LABEL_SIZE + _height(spread.height(*above, clear=6)) if any(above) else _MARGIN
    parts = _side(spread, above, feet, -1)
    baseline = feet + (WORD_SIZE + 2 if any(above) else WORD_SIZE)
    for centre, form, tag in zip(spread.centres, view.forms, view.tags, strict=True):
        middle = {"x": centre + _MARGIN, "text_anchor": "middle"}
        parts.append(word_text(form, view.right_to_left, y=baseline, **middle))
        if tag:
            parts.append(
                element("text", tag, y=baseline + 18, font_size=TAG_SIZE, **middle, **painted("tag"))
            )
    edges = [centre + right for centre, (_, right) in zip(spread.centres, sizes.halves, strict=True)]
    edges += [
        spread.centres[root.word] + sizes.root_halves(root)[1]
        for _, roots in (above, below)
        for root in roots
    ]
    bottom = baseline + (18 + 4 if any(view.tags) else 5)
    if any(below):
        parts += _side(spread, below, bottom + 2, 1)
        bottom += _height(spread.height(*below, clear=6)) + LABEL_SIZE + 6
    return parts, max(edges) + 2 * _MARGIN, bottom + _MARGIN - 4


def _sizes(view: View) -> Sizes:
    halves = []
    for form, tag in zip(view.forms, view.tags, strict=True):
        half = (max(text_width(form, WORD_SIZE), text_width(tag, TAG_SIZE), 2 * _PORT) + 1) // 2
        halves.append((half, half))

    def root_halves(root: Root) -> tuple[int, int]:
        half = (text_width(root.label, LABEL_SIZE) + 1) // 2
        return half, half

    return Sizes(
        halves=halves,
        offsets=[_PORT] * len(halves),
        gap=_GAP,
        room=lambda arc: text_width(arc.label, LABEL_SIZE) + _BESIDE_LABEL,
        root_halves=root_halves,
    )


def _height(level: int) -> int:
    return _FIRST + _LEVEL * (level - 1)


def _side(spread: Spread, side: Side, feet: int, out: int) -> list[str]:
    """Draw arcs and roots above (`out` is -1) or below (1) the line of the arrow heads."""
    arcs, roots = side
    far = feet + out * _height(spread.root_level(arcs, roots, clear=6))
    parts: list[str] = []
    for root in roots:
        parts += grouped(_root(spread.centres[root.word] + _MARGIN, feet, root, far, out), root.title)
    for arc in sorted(arcs, key=lambda arc: (KINDS.index(arc.line), -arc.level)):
        parts += grouped(_arc(spread, arc, feet, out), arc.title)
    return parts


def _arc(spread: Spread, arc: Arc, feet: int, out: int) -> list[str]:
    start, end = (spread.at(port) + _MARGIN for port in arc.ends)
    top = feet + out * _height(arc.level)
    bend = min(_BEND, (end - start) // 2)
    # The arrow head covers the end of the line at the dependent.
    ends = (feet + out, feet + 5 * out)
    left, right = ends if arc.head < arc.dependent else reversed(ends)
    turn = out * (_height(arc.level) // 3)
    path = (
        f"M{start} {left}C{start} {top - turn} {start + bend // 4} {top} {start + bend} {top}"
        f"H{end - bend}C{end - bend // 4} {top} {end} {top - turn} {end} {right}"
    )
    parts = [line(path, arc.line)]
    parts.append(arrow_head(end if arc.head < arc.dependent else start, feet, -90 * out, arc.line))
    if arc.label:
        middle = sum(spread.at(port) for port in spread.stretches[arc]) // 2 + _MARGIN
        parts.append(_label(middle, top, arc.label, arc.name, out))
    return parts


def _root(centre: int, feet: int, root: Root, far: int, out: int) -> list[str]:
    parts = [
        line(f"M{centre} {far}V{feet + 5 * out}", root.line),
        arrow_head(centre, feet, -90 * out, root.line),
    ]
    return [*parts, _label(centre, far, root.label, root.name, out)] if root.label else parts


def _label(middle: int, top: int, label: str, kind: str, out: int) -> str:
    y = top - 4 if out < 0 else top + LABEL_SIZE + 1
    place = {"x": middle, "y": y, "text_anchor": "middle", "font_size": LABEL_SIZE}
    return element("text", label, **place, **painted_kind("label", kind))
