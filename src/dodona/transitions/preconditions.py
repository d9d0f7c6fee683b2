"""Explanations of illegal moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.transitions.systems import SYSTEMS

if TYPE_CHECKING:
    from dodona.transitions.configuration import Configuration


def why_not(configuration: Configuration, move: str) -> str:
    """Return the precondition of an illegal move that does not hold; see core/transitions/.

    The core alone decides what is legal. This finds the reason afterwards, first among the preconditions of
    the move, then in the single-root rule.
    """
    c = configuration
    names = c.names
    if c.finished:
        return "the sentence is done"
    has = SYSTEMS[c.system].moves
    if move not in has:
        return f"{c.system} has no such move"
    if not c.system.endswith("eager"):
        return _why_not_elsewhere(c, move)
    top = c.stack[-1] if c.stack else None
    heads = {dependent: head for head, _, dependent in c.arcs}
    if move == "SWAP":
        return _why_no_swap(c, heads)
    if not c.buffer:
        return "no word is left in the buffer, and the two topmost words of the stack can still be swapped"
    front = c.buffer[0]
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
        return (
            f"{names[top]} is attached to the root, and must stay so that the last word can be attached to it"
        )
    if move == "RIGHT-ARC" and top == 0:
        return "the root has its one dependent already"
    last = names[c.buffer[0]]
    waiting = [node for node in c.stack if node and node not in heads]
    roots = sorted({*waiting, *(word for word, head in heads.items() if head == 0)})
    them = " and ".join(names[word] for word in roots)
    if move == "SHIFT":
        return f"{last} is the last word, and would be a root as well as {them}"
    return f"{last} is the last word, and would leave {them} as roots"


def _why_no_swap(c: Configuration, heads: dict[int, int]) -> str:
    """Return the reason in swap-eager, where words with heads are not swapped."""
    for word in reversed(c.stack[-2:]):
        if word in heads:
            return f"{c.names[word]} has a head already"
    return _why_not_elsewhere(c, "SWAP")


def _why_not_elsewhere(c: Configuration, move: str) -> str:
    """Return the reason in systems where a word is removed when it gets its head."""
    names = c.names
    if move == "SHIFT" and not c.buffer:
        return "the buffer is empty"
    # The two words of arcs and swaps: the lower and the upper one.
    by_buffer = c.system.endswith("hybrid") and move in ("LEFT-ARC", "SWAP")
    pair = [*c.stack[-1:], *c.buffer[:1]] if by_buffer else c.stack[-2:]
    if move != "SHIFT" and len(pair) < 2:
        return f"it needs two words, and there is {names[pair[0]] if pair else 'nothing'} alone"
    if move == "SWAP":
        if 0 in pair:
            return "the root is never swapped"
        return (
            f"{names[pair[1]]} is before {names[pair[0]]} in the sentence, so they have been swapped already"
        )
    if move == "LEFT-ARC" and pair[0] == 0:
        return "the root has no head"
    if move == "RIGHT-ARC" and pair[1] == 0:
        return "the root has no head"
    if move == "SHIFT" and c.system.endswith("hybrid") and c.buffer == [0]:
        return "no word is left in the buffer, only the root, which takes what is left"
    return "other words are left, and the root takes only the last one (single_root)"
