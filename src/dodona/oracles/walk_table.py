"""The table of a walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.oracles.grid import Grid
from dodona.transitions.systems import SYSTEMS
from dodona.transitions.transition import MOVES

if TYPE_CHECKING:
    from dodona.oracles.walking import Walk

#: The number of words shown of the stack and of the buffer.
_STACK, _BUFFER = 5, 4


def walk_grid(walk: Walk) -> Grid:
    """Return a table with a line per step: the costs of all moves and the transition followed."""
    last = walk.last
    moves = SYSTEMS[last.system].moves
    shorts = [MOVES[move][1] for move in moves]
    columns = ("Step", "Stack", "Buffer", *shorts, "Followed", "Cost", "Arc")
    scripted = False
    rows = []
    names = last.names
    for step in walk.follow():
        c = step.configuration
        scripted |= step.scripted
        top, front = c._core.ends(_STACK + 1, _BUFFER + 1)
        stack, buffer = ([names[node] for node in nodes] for nodes in (top, front))
        arc = None if step.transition is None else c.arc(step.transition.move)
        rows.append(
            (
                str(step.number),
                f"[{'… ' * (len(stack) > _STACK)}{' '.join(stack[-_STACK:])}]",
                f"[{' '.join(buffer[:_BUFFER])}{' …' * (len(buffer) > _BUFFER)}]",
                *(f"{step.costs[move]:g}" if move in step.costs else "–" for move in moves),
                "" if step.transition is None else f"{step.transition.short}{' *' * step.scripted}",
                "" if step.transition is None else f"{step.cost:g}",
                names.arc(*arc) if arc else "",
            )
        )
    listed = f"{', '.join(shorts[:-1])} and {shorts[-1]}"
    notes = [f"{listed}: what each move costs with its best label; – is not legal."]
    notes += ["*: from the script."] if scripted else []
    notes += [_outcome(walk), walk.oracle.guarantee(last)]
    title = f"{walk.oracle.name} oracle, {last.system}, root {last.root}{', single root' * last.single_root}"
    return Grid(title, columns, (0, *range(3, 3 + len(moves)), 4 + len(moves)), tuple(rows), tuple(notes))


def _outcome(walk: Walk) -> str:
    wrong = walk.wrong
    if not wrong:
        return "This derives the gold tree."
    names, gold = walk.last.names, walk.oracle.gold
    tree = walk.tree
    said = []
    for word in wrong:
        arc = names.arc(gold.head(word), word)
        same_head = int(tree.heads[word - 1]) == gold.head(word)
        said.append(f"{arc} ({gold.label(word)}, not {tree.labels[word - 1]})" if same_head else arc)
    return f"Loss {walk.loss:g}; the tree misses {', '.join(said)}"
