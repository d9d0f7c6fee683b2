"""The gold arcs that a move loses, with reasons: Figure 4 of Goldberg and Nivre (2012), corrected."""

from __future__ import annotations

from collections.abc import Iterator

from dodona.oracles.explanation import Loss
from dodona.oracles.gold import Gold
from dodona.transitions.configuration import Configuration


def lost_arcs(c: Configuration, gold: Gold, move: str) -> Iterator[Loss]:
    """Yield the gold arcs between words that are reachable before the move and not after it."""
    s, b = (c.stack or [-1])[-1], c.buffer[0]
    names = c.names
    arc = c.arc(move)
    headed = {dependent for _, _, dependent in c.arcs}
    if arc is not None and arc[1] > 0:
        head, word = arc
        right = gold.head(word)
        # LEFT-ARC: the head of s must be in the buffer, since s has none from the stack and never will.
        places = c.buffer if move == "LEFT-ARC" else [*c.stack, *c.buffer]
        if right not in (0, head) and right in places:
            yield Loss(1, (right, word), f"{names[word]} would have another head, {names[head]}")
    if move == "SHIFT" and gold.head(b) != 0 and gold.head(b) in c.stack:
        yield Loss(1, (gold.head(b), b), f"{names[b]} could no longer get a head from the stack")
    if move in ("SHIFT", "RIGHT-ARC"):
        for word in gold.dependents(b):
            if word in c.stack and word not in headed:
                yield Loss(1, (b, word), f"{names[b]} could no longer take a dependent from the stack")
    else:
        for word in gold.dependents(s):
            if word in c.buffer:
                why = f"{names[s]} would be gone, and could take no dependent from the buffer"
                yield Loss(1, (s, word), why)


def arcs_lost_by_going(c: Configuration, gold: Gold, move: str) -> Iterator[Loss]:
    """Yield the gold arcs lost with a word that is removed when it gets its head, as in arc-standard.

    >>> from dodona import Sentence
    >>> tree = Sentence(["Oaks", "can", "speak"], heads=[3, 3, 0], labels=["nsubj", "aux", "root"])
    >>> c = Configuration(tree, system="swap-standard").apply("SH").apply("SH")
    >>> [loss.why for loss in arcs_lost_by_going(c, Gold(tree, "root"), "LEFT-ARC")]
    ['Oaks would have another head, can']
    """
    arc = c.arc(move)
    if arc is None:
        return
    head, word = arc
    names, there = c.names, {*c.stack, *c.buffer}
    right = gold.head(word)
    if right != head and right in there:
        yield Loss(1, (right, word), f"{names[word]} would have another head, {names[head]}")
    for dependent in gold.dependents(word):
        if dependent in there:
            yield Loss(1, (word, dependent), f"{names[word]} would be gone, and could take no dependent")


def lost_root_arcs(c: Configuration, gold: Gold, move: str) -> Iterator[Loss]:
    """Yield the arcs from the root that are reachable before the move and not after it."""
    after = c.copy().apply(move)
    heads = {dependent: head for head, _, dependent in after.arcs}
    for word in gold.roots:
        if not _can_hang_from_root(c, gold, word) or _can_hang_from_root(after, gold, word):
            continue
        names = c.names
        if word in heads:
            why = f"{names[word]} would have another head, {names[heads[word]]}"
        else:
            bottom = _bottom(after)
            verb = "be attached to it" if bottom in heads else "be the root, as the lowest in the stack"
            why = f"only {names[bottom]} could {verb}"
        yield Loss(1, (0, word), why)


def _can_hang_from_root(c: Configuration, gold: Gold, word: int) -> bool:
    """Whether a word can still end up under the root.

    Words left without a head do. With a single root, the lowest word of the stack decides: if it is attached
    to the root, it stays; otherwise only it or a word of the buffer can become the root, since any other word
    without a head would be a second root.
    """
    heads = {dependent: head for head, _, dependent in c.arcs}
    if word in heads:
        return heads[word] == 0
    if not c.single_root or len(gold.roots) != 1:
        return True
    bottom = _bottom(c)
    return bottom == word or (word in c.buffer and bottom not in heads)


def _bottom(c: Configuration) -> int:
    words = [node for node in c.stack if node]
    return words[0] if words else -1
