"""Lattices in the DOT language of Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.drawing.svg_lattice import MOVE_COLOURS
from dodona.drawing.width import visible
from dodona.transitions.transition import MOVES

if TYPE_CHECKING:
    from dodona.oracles.lattice import Lattice

_FONT = 'fontname="sans-serif"'


def dot_lattice(lattice: Lattice) -> str:
    """Return a lattice in DOT; see `Lattice.to_dot`."""
    lines = [
        f"rankdir=LR; label={quoted(visible(lattice.sentence.text))}; labelloc=t; {_FONT};",
        f"node [shape=circle, width=0.3, margin=0.04, {_FONT}, fontsize=11];",
        f"edge [{_FONT}, fontsize=10];",
    ]
    last = len(lattice.configurations) - 1
    for place, configuration in enumerate(lattice.configurations):
        arcs = "\n".join(f"{head}→{word}" for head, _, word in configuration.arcs)
        double = ", shape=doublecircle" if place == last else ""
        lines.append(f"{place} [label={quoted(arcs)}, tooltip={quoted(str(configuration))}{double}];")
    for before, after, made in lattice.transitions:
        colour = MOVE_COLOURS[made.move][0]
        said = f'label="{MOVES[made.move][1]}", color="{colour}", fontcolor="{colour}"'
        lines.append(f"{before} -> {after} [{said}, tooltip={quoted(visible(str(made)))}];")
    return "".join(["digraph lattice {\n", *(f"  {line}\n" for line in lines), "}\n"])


def quoted(text: str) -> str:
    r"""Quote text: Graphviz interprets backslashes and entities.

    >>> print(quoted('say "&lt;" and \\N'))
    "say \"&amp;lt;\" and \\N"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;").replace("\n", "\\n")
    return f'"{escaped}"'
