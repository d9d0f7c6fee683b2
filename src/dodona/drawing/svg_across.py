"""SVG drawings with all words on one line and the arcs above."""

from __future__ import annotations

from dodona.drawing.arcs import Arc, Root
from dodona.drawing.spread import Sizes, Spread
from dodona.drawing.svg_style import LABEL_SIZE, LINE, TAG_SIZE, WORD_SIZE, arrow_head, painted
from dodona.drawing.svg_text import element, text_width

_MARGIN = 14
_GAP = 18  # between words
_PORT = 8  # from the centre of a word to the start of the arcs to its dependents
_FIRST = 30  # from the words to the lowest line
_LEVEL = 23  # from line to line
_BEND = 26  # the largest radius of the corners of an arc
_BESIDE_LABEL = 30  # of an arc, on both sides of its label together


def svg_across(
    forms: list[str], tags: list[str], arcs: list[Arc], roots: list[Root]
) -> tuple[list[str], int, int]:
    """Draw words on one line with arcs above and tags below; return width and height too.

    >>> parts, width, height = svg_across(["Oak"], ["NOUN"], [], [Root(0, "root")])
    >>> [part.partition(" ")[0] for part in parts]
    ['<path', '<polygon', '<text', '<text', '<text']
    """
    sizes = _sizes(forms, tags)
    spread = Spread(sizes, arcs, roots)
    root_level = spread.root_level(arcs, roots, clear=6)
    top_level = max([root_level, *(arc.level for arc in arcs)])
    feet = _MARGIN + LABEL_SIZE + _height(top_level) if roots else _MARGIN
    parts: list[str] = []
    for root in roots:
        parts += _root(spread.centres[root.word] + _MARGIN, feet, root, root_level)
    for arc in sorted(arcs, key=lambda arc: (arc.nonprojective, -arc.level)):
        parts += _arc(spread, arc, feet)
    baseline = feet + (WORD_SIZE + 2 if roots else WORD_SIZE)
    for centre, form, tag in zip(spread.centres, forms, tags, strict=True):
        middle = {"x": centre + _MARGIN, "text_anchor": "middle"}
        parts.append(element("text", form, y=baseline, font_size=WORD_SIZE, **middle, **painted("word")))
        if tag:
            parts.append(
                element("text", tag, y=baseline + 18, font_size=TAG_SIZE, **middle, **painted("tag"))
            )
    edges = [centre + right for centre, (_, right) in zip(spread.centres, sizes.halves, strict=True)]
    edges += [spread.centres[root.word] + sizes.root_halves(root)[1] for root in roots]
    bottom = baseline + (18 + 4 if any(tags) else 5)
    return parts, max(edges) + 2 * _MARGIN, bottom + _MARGIN - 4


def _sizes(forms: list[str], tags: list[str]) -> Sizes:
    halves = []
    for form, tag in zip(forms, tags, strict=True):
        half = (max(text_width(form, WORD_SIZE), text_width(tag, TAG_SIZE), 2 * _PORT) + 1) // 2
        halves.append((half, half))

    def root_halves(root: Root) -> tuple[int, int]:
        half = (text_width(root.label, LABEL_SIZE) + 1) // 2
        return half, half

    return Sizes(
        halves=halves,
        offsets=[_PORT] * len(forms),
        gap=_GAP,
        room=lambda arc: text_width(arc.label, LABEL_SIZE) + _BESIDE_LABEL,
        root_halves=root_halves,
    )


def _height(level: int) -> int:
    return _FIRST + _LEVEL * (level - 1)


def _arc(spread: Spread, arc: Arc, feet: int) -> list[str]:
    kind = "-crossing" if arc.nonprojective else ""
    start, end = (spread.at(port) + _MARGIN for port in arc.ends)
    top = feet - _height(arc.level)
    bend = min(_BEND, (end - start) // 2)
    # The arrow head covers the end of the line at the dependent; at the head the line starts higher.
    left, right = (feet - 1, feet - 5) if arc.head < arc.dependent else (feet - 5, feet - 1)
    turn = (feet - top) // 3
    path = (
        f"M{start} {left}C{start} {top + turn} {start + bend // 4} {top} {start + bend} {top}"
        f"H{end - bend}C{end - bend // 4} {top} {end} {top + turn} {end} {right}"
    )
    parts = [element("path", d=path, stroke_width=LINE, **painted(f"arc{kind}"))]
    parts.append(arrow_head(end if arc.head < arc.dependent else start, feet, 90, kind))
    if arc.label:
        middle = sum(spread.at(port) for port in spread.stretches[arc]) // 2 + _MARGIN
        parts.append(_label(middle, top, arc.label, kind))
    return parts


def _root(centre: int, feet: int, root: Root, level: int) -> list[str]:
    top = feet - _height(level)
    parts = [element("path", d=f"M{centre} {top}V{feet - 5}", stroke_width=LINE, **painted("arc"))]
    parts.append(arrow_head(centre, feet, 90, ""))
    return [*parts, _label(centre, top, root.label, "")] if root.label else parts


def _label(middle: int, top: int, label: str, kind: str) -> str:
    place = {"x": middle, "y": top - 4, "text_anchor": "middle", "font_size": LABEL_SIZE}
    return element("text", label, **place, **painted(f"label{kind}"))
