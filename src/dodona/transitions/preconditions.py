"""Why a move cannot be made, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dodona.transitions.configuration import Configuration


def why_not(configuration: Configuration, move: str) -> str:
    """Say which precondition of an illegal move does not hold; see core/transitions/arc_eager.h.

    The core alone decides what is legal. This looks for the reason afterwards, first among the
    preconditions of the move, then in the rule of the single root.
    """
    c = configuration
    names = c.names
    if c.finished:
        return "the sentence is done"
    top = c.stack[-1] if c.stack else None
    front = c.buffer[0]
    heads = {dependent: head for head, _, dependent in c.arcs}
    if move in ("SHIFT", "RIGHT-ARC") and front == 0:
        return "no word is left in the buffer, only the root, which takes what is left"
    if move != "SHIFT" and top is None:
        return "the stack is empty"
    if move == "LEFT-ARC" and top == 0:
        return "the top of the stack is the root, which has no head"
    if move == "LEFT-ARC" and top in heads:
        return f"{names[top]} has a head already"
    if move == "REDUCE" and top == 0:
        return "the top of the stack is the root, which stays"
    if move == "REDUCE" and top is not None and top not in heads:
        return f"{names[top]} has no head yet"
    return f"{_single_root(c, move, top, heads)} (single_root)"


def _single_root(c: Configuration, move: str, top: int | None, heads: dict[int, int]) -> str:
    names = c.names
    if move == "REDUCE" and top is not None:
        return f"{names[top]} hangs from the root, and must stay for the last word to hang from"
    if move == "RIGHT-ARC" and top == 0:
        return "the root has its one dependent already"
    last = names[c.buffer[0]]
    waiting = [node for node in c.stack if node and node not in heads]
    roots = sorted({*waiting, *(word for word, head in heads.items() if head == 0)})
    them = " and ".join(names[word] for word in roots)
    if move == "SHIFT":
        return f"{last} is the last word, and would be a root besides {them}"
    return f"{last} is the last word, and would leave {them} as roots"
