"""SVG drawings of lattices: columns of configurations below the tree that they derive."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from dodona.drawing.layers import Layers, layered
from dodona.drawing.levels import levels
from dodona.drawing.svg_across import svg_across
from dodona.drawing.svg_node import SvgNode
from dodona.drawing.svg_style import ARROW_HEAD, LINE, TREE_COLOURS, Colours, document, painted
from dodona.drawing.svg_text import element
from dodona.drawing.view import View, tree_of
from dodona.drawing.width import visible
from dodona.errors import Error
from dodona.transitions.transition import MOVES, Transition

if TYPE_CHECKING:
    from dodona.oracles.lattice import Lattice

#: The largest number of configurations in a picture; browsers get slow before that.
LARGEST_LATTICE = 5000
#: The colours of moves. SWAP has the colour of crossing arcs.
MOVE_COLOURS = {
    "SHIFT": ("#6e7781", "#9198a1"),
    "LEFT-ARC": ("#1f6feb", "#79b8ff"),
    "RIGHT-ARC": ("#1a7f37", "#56d364"),
    "SWAP": ("#d9622b", "#e08a4f"),
}
_COLOURS: Colours = (
    TREE_COLOURS
    | {"node": ("stroke", "#8c959f", "#6e7781"), "halo": ("stroke", "#ffffff", "#0d1117")}
    | {f"line-{move}": ("stroke", *both) for move, both in MOVE_COLOURS.items()}
    | {f"move-{move}": ("fill", *both) for move, both in MOVE_COLOURS.items()}
)
_MARGIN = 14
_BETWEEN = 58  # columns: room for a curve with the name of its move
_GAP = 18  # between configurations of a column
_MOVE_SIZE = 10
_TIP = 8  # the length of an arrow head

#: Where a line passes a column: the left and the right edge of the column, and the height.
Point: TypeAlias = tuple[int, int, int]


def svg_lattice(lattice: Lattice, *, background: bool = True) -> str:
    """Draw a lattice with its tree; see `Lattice.to_svg`."""
    count = len(lattice.columns)
    if count > LARGEST_LATTICE:
        raise Error(
            f"{count:,} configurations are too many to draw: {LARGEST_LATTICE:,} at most; "
            "Graphviz (DOT) can draw more"
        )
    sentence = lattice.sentence
    forms = [visible(form) for form in sentence.words]
    numbers = [str(number) for number in range(1, len(forms) + 1)]
    tree, tree_width, top = svg_across(View(forms, numbers, tree_of(sentence)))
    drawn, width, height = _graph(lattice, top)
    wide, title = max(width, tree_width), visible(sentence.text)
    return document(wide, height, [*tree, *drawn], title, f"{lattice}.", background, _COLOURS)


def _graph(lattice: Lattice, top: int) -> tuple[list[str], int, int]:
    """Draw the lattice below the tree; return the width and the height of the whole."""
    last = len(lattice.configurations) - 1
    nodes = [
        SvgNode.of([(head, word) for head, _, word in configuration.arcs], terminal=place == last)
        for place, configuration in enumerate(lattice.configurations)
    ]
    layers = layered(lattice.columns, [(made.before, made.after) for made in lattice.transitions])
    level = [round(top + where) for where in levels(layers, [node.height for node in nodes], _GAP)]
    columns, width = _columns(layers, nodes)
    lines: list[str] = []
    halos: list[str] = []  # below all names, which must not be covered
    names: list[str] = []
    for (before, after, made), path in zip(lattice.transitions, layers.paths, strict=True):
        first = lattice.columns[before]
        points = [(*columns[first + i], level[node]) for i, node in enumerate(path)]
        start = (points[0][0] + points[0][1] + nodes[before].width) // 2
        end = (points[-1][0] + points[-1][1] - nodes[after].width) // 2
        lines.append(_line(made.move, points, start, end, visible(str(made))))
        halos.append(_name("halo", made, points, stroke_width=4))
        names.append(_name(f"move-{made.move}", made, points))
    parts = []
    for place, (node, configuration) in enumerate(zip(nodes, lattice.configurations, strict=True)):
        x = sum(columns[lattice.columns[place]]) // 2
        parts.append(node.drawn(x, level[place], str(configuration), _COLOURS))
    halves = [node.height // 2 for node in nodes] + [_MOVE_SIZE] * (len(level) - len(nodes))
    bottom = max(where + half for where, half in zip(level, halves, strict=True))
    return [*lines, *halos, *names, *parts], width, bottom + _MARGIN


def _columns(layers: Layers, nodes: list[SvgNode]) -> tuple[list[tuple[int, int]], int]:
    """Return the start and the end of each column, and the width of the drawing."""
    columns, x = [], _MARGIN
    for column in layers.columns:
        widest = max(nodes[node].width for node in column if node < layers.real)
        columns.append((x, x + widest))
        x += widest + _BETWEEN
    return columns, x - _BETWEEN + _MARGIN


def _line(move: str, points: list[Point], start: int, end: int, title: str) -> str:
    """Draw a transition: curved between columns, horizontal where it passes a column."""
    path = f"M{start}"
    for (_, leaves, above), (enters, _, below) in pairwise(points):
        half, ready = (leaves + enters - _TIP) // 2, enters - _TIP
        path += f" {above}H{leaves}C{half} {above} {half} {below} {ready}"
    path += f" {points[-1][2]}H{end - 5}"  # the arrow head covers the rest
    line = element("path", d=path, stroke_width=LINE, **painted(f"line-{move}", _COLOURS))
    place = f"translate({end} {points[-1][2]})"
    tip = element("polygon", points=ARROW_HEAD, transform=place, **painted(f"move-{move}", _COLOURS))
    return f"<g>{element('title', title)}{line}{tip}</g>"


def _name(paint: str, made: Transition, points: list[Point], **more: object) -> str:
    """Write the move on its line, just before the middle: lines cross there, and diverge at the start."""
    (_, leaves, above), (enters, _, below) = points[:2]
    x = round(leaves + 0.44 * (enters - _TIP - leaves))
    y = round(above + 0.38 * (below - above)) + _MOVE_SIZE // 3
    place = {"x": x, "y": y, "text_anchor": "middle", "font_size": _MOVE_SIZE}
    return element("text", MOVES[made.move][1], **place, **more, **painted(paint, _COLOURS))
