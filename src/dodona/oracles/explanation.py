"""Explanations of costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dodona.errors import UnknownKeyError, instance
from dodona.oracles.grid import Grid, ShownAsGrid
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import Transition, transition


@dataclass(frozen=True)
class Loss:
    """A part of a cost: a gold arc (head, dependent) that is lost, or another loss."""

    amount: float
    arc: tuple[int, int] | None
    why: str


@dataclass(frozen=True)
class MoveExplanation:
    """A legal move, the arc that it would build, its label if that arc is gold, and the parts of its cost."""

    move: str
    arc: tuple[int, int] | None
    label: str | None
    cost: float
    losses: tuple[Loss, ...]

    @property
    def name(self) -> str:
        """The transition; without a label if the arc is not gold, since any label costs the same."""
        return str(Transition(self.move, self.label))


@dataclass(frozen=True, repr=False)
class Explanation(ShownAsGrid):
    """All legal moves of a configuration, explained; prints as a table, also in notebooks."""

    configuration: Configuration
    moves: tuple[MoveExplanation, ...]
    guarantee: str

    def __iter__(self) -> Iterator[MoveExplanation]:
        return iter(self.moves)

    def __getitem__(self, move: str) -> MoveExplanation:
        """Return the explanation of one move, by its name."""
        name = transition(move).move
        for row in self.moves:
            if row.move == name:
                return row
        legal = ", ".join(row.move for row in self.moves)
        raise UnknownKeyError(f"{name} is not legal, and so not explained: choose from {legal}")

    def lines(self, row: MoveExplanation) -> list[str]:
        """Return one line for each part of the cost of a move."""
        instance("row", row, MoveExplanation, "one of the moves of this explanation")
        names = self.configuration.names
        said = []
        for loss in row.losses:
            amount = "" if loss.amount in (0, 1) else f" ({loss.amount:+g})"
            what = f"loses {names.arc(*loss.arc)}: " if loss.arc is not None else ""
            said.append(f"{what}{loss.why}{amount}")
        return said

    @property
    def text(self) -> str:
        """The explanation in sentences, one per line."""
        return "\n".join(f"{row.name} {line}" for row in self for line in self.lines(row))

    @property
    def brief(self) -> Grid:
        """The table without the note on guarantees, which is the same for all tables of a sentence."""
        return replace(self.grid, notes=())

    @property
    def grid(self) -> Grid:
        """The table."""
        names = self.configuration.names
        rows = []
        for row in self:
            builds = "" if row.arc is None else names.arc(*row.arc)
            rows.append((row.name, f"{row.cost:g}", builds, "\n".join(self.lines(row))))
        return Grid(
            title=repr(self.configuration),
            columns=("Transition", "Cost", "Builds", "Why"),
            right=(1,),
            rows=tuple(rows),
            notes=(self.guarantee,),
        )
