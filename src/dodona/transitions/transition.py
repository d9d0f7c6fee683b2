"""Transitions by name: a move and, if it builds an arc, a label."""

from __future__ import annotations

import re
from typing import NamedTuple

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError

#: The moves by their names in the papers, in the order of the core, with their abbreviations.
MOVES = {
    "SHIFT": (_core.Move.shift, "SH"),
    "REDUCE": (_core.Move.reduce, "RE"),
    "LEFT-ARC": (_core.Move.left_arc, "LA"),
    "RIGHT-ARC": (_core.Move.right_arc, "RA"),
    "SWAP": (_core.Move.swap, "SW"),
}
NAMES = {move: name for name, (move, _) in MOVES.items()}
_NAMES = {short: name for name, (_, short) in MOVES.items()} | {name: name for name in MOVES}

#: CoNLL's mark for no value: the label of an arc built without one.
NO_LABEL = "_"

# A name and a label in brackets. A label may contain brackets: it ends with the last bracket before the
# separator of transitions.
_TRANSITION = re.compile(r"([A-Za-z]+(?:[-_ ][Aa][Rr][Cc])?)(?:\((.*?)\)(?=[\s,;]|$))?(?:[\s,;]+|$)")


class Transition(NamedTuple):
    """A move and, if it builds an arc, a label.

    >>> Transition("LEFT-ARC", "nsubj").short
    'LA(nsubj)'
    >>> str(Transition("SHIFT"))
    'SHIFT'
    """

    move: str
    label: str | None = None

    @property
    def builds_arc(self) -> bool:
        """Whether it adds an arc: LEFT-ARC and RIGHT-ARC do."""
        return self.move.endswith("ARC")

    @property
    def short(self) -> str:
        """The abbreviation of the papers: SH, RE, SW, LA(nsubj), RA(obj)."""
        return _with_label(MOVES[self.move][1], self.label)

    def __str__(self) -> str:
        return _with_label(self.move, self.label)


def transitions(script: str) -> list[Transition]:
    """Parse transitions in the notation of the papers, separated by spaces or commas.

    >>> [str(transition) for transition in transitions("SH, LA(nsubj) RE")]
    ['SHIFT', 'LEFT-ARC(nsubj)', 'REDUCE']
    """
    if not isinstance(script, str):
        raise ArgumentError("script", script, "transitions with spaces between them, such as 'SH LA(nsubj)'")
    found = []
    text = script.strip().strip(",;").strip()
    at = 0
    while at < len(text):
        match = _TRANSITION.match(text, at)
        if match is None:
            raise Error(
                f"{text[at:].split()[0]!r} is not a transition: write SH, RE, SW, LA(label) or RA(label)"
            )
        found.append(transition(match[1], match[2]))
        at = match.end()
    return found


def transition(move: str, label: str | None = None) -> Transition:
    """Return the transition of a move, given by any of its names, and a label.

    >>> transition("LA", "nsubj")
    Transition(move='LEFT-ARC', label='nsubj')
    >>> transition("ra(obj)")
    Transition(move='RIGHT-ARC', label='obj')
    """
    if not isinstance(move, str):
        raise ArgumentError("move", move, "the name of a move, such as SHIFT or LA(nsubj)")
    name = _NAMES.get(move.strip().upper().replace("_", "-").replace(" ", "-"))
    if name is None:
        whole = _TRANSITION.fullmatch(move.strip()) if "(" in move and label is None else None
        if whole is not None and whole[2] is not None:
            return transition(whole[1], whole[2])
        choices = ", ".join(f"{name} ({short})" for name, (_, short) in MOVES.items())
        raise OptionError(f"cannot be {move!r}: choose from {choices}", option="move")
    if not name.endswith("ARC"):
        if label is not None:
            raise Error(f"{name} takes no label, since it builds no arc: leave {label!r} out")
        return Transition(name)
    if label is None:
        return Transition(name, NO_LABEL)
    if not isinstance(label, str):
        raise ArgumentError("label", label, "the label of an arc")
    if not label or any(mark in label for mark in "\t\n\r"):
        raise Error(f"{label!r} cannot be a label: it is empty or contains a tab or a line break")
    return Transition(name, label)


def _with_label(name: str, label: str | None) -> str:
    return name if label is None else f"{name}({label})"
