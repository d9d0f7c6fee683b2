"""The base class of oracles: costs by move and by transition."""

from __future__ import annotations

from abc import ABC, abstractmethod

from dodona import _core
from dodona.errors import Error, one_of, within
from dodona.oracles.explanation import Explanation, Loss, MoveExplanation
from dodona.oracles.gold import Gold
from dodona.transitions.configuration import Configuration
from dodona.transitions.systems import SYSTEMS, core_oracle, oracle_of
from dodona.transitions.transition import Transition, transition
from dodona.treebank.sentence import Sentence


class Oracle(ABC):
    """Maps a configuration and a gold tree to a cost for each move.

    Unlabelled moves are costed once, labels after: a move that builds a gold arc is free only with the
    gold label, and costs `label_cost` more with another. A move that builds another arc costs the same
    with any label.
    """

    #: Its name in recipes and on the command line.
    name: str

    def __init__(self, sentence: Sentence, label_cost: float, root_label: str) -> None:
        within("label_cost", label_cost, 0, 1)
        #: The gold tree.
        self.gold = Gold(sentence, root_label)
        #: The cost of a correct head with a wrong label.
        self.label_cost = float(label_cost)
        self._prepared: dict[tuple[object, ...], _core.Oracle] = {}

    def _move_costs(self, configuration: Configuration) -> list[float]:
        """Return the cost of each legal move with its best label, in the order of `legal`."""
        return self._asked(configuration, self.name, self.gold.core)

    def _asked(self, configuration: Configuration, name: str, gold: _core.Gold) -> list[float]:
        """Return the costs from the core's oracle, which is prepared once for each system."""
        c = configuration
        key = (c.system, c.root, c.single_root, name, id(gold))
        if key not in self._prepared:
            choice = core_oracle(oracle_of(c.system, name))
            self._prepared[key] = _core.Oracle(choice, c._core, gold, self.label_cost)
        return self._prepared[key].costs(c._core)

    @abstractmethod
    def _losses(self, configuration: Configuration, move: str, cost: float) -> list[Loss]:
        """Return the parts of the cost of a move with its best label."""

    @abstractmethod
    def guarantee(self, configuration: Configuration) -> str:
        """Return one line on how exact the costs are for this tree and this system."""

    def costs(self, configuration: Configuration, by: str = "transition") -> dict[str, float]:
        """Return the cost of each legal transition, or, by `"move"`, of each legal move with its best label.

        Arcs are listed with every label of the gold tree.
        """
        self.gold.check(configuration)
        one_of("by", by, ("transition", "move"))
        moves = dict(zip(configuration.legal, self._rounded(configuration), strict=True))
        if by == "move":
            return moves
        found = {}
        for move, cost in moves.items():
            arc = configuration.arc(move)
            labels = [None] if arc is None else sorted(set(self.gold.labels))
            for label in labels:
                found[str(Transition(move, label))] = cost + self._cost_of_label(arc, label)
        return found

    def cost(self, configuration: Configuration, move: str, label: str | None = None) -> float:
        """Return the cost of one legal transition, with any label: `cost(c, "LA(nsubj)")`."""
        wanted = transition(move, label)
        moves = self.costs(configuration, by="move")
        if wanted.move not in moves:
            configuration.copy().apply(*wanted)  # raises with the reason
        return moves[wanted.move] + self._cost_of_label(configuration.arc(wanted.move), wanted.label)

    def zero_cost(self, configuration: Configuration, by: str = "transition") -> list[str]:
        """Return the zero-cost transitions, or by `"move"` the zero-cost moves."""
        return [name for name, cost in self.costs(configuration, by).items() if cost == 0]

    def explain(self, configuration: Configuration) -> Explanation:
        """Explain the cost of each legal move; the result prints as a table."""
        rows = []
        for move, cost in self.costs(configuration, by="move").items():
            arc = configuration.arc(move)
            gold = arc is not None and self.gold.head(arc[1]) == arc[0]
            label = self.gold.label(arc[1]) if arc is not None and gold else None
            losses = tuple(self._losses(configuration, move, cost))
            rows.append(MoveExplanation(move, arc, label, cost, losses))
        return Explanation(configuration.copy(), tuple(rows), self.guarantee(configuration))

    def best(self, configuration: Configuration) -> Transition:
        """Return a transition of minimal cost: that of the static oracle if it is among them.

        An arc that is not in the gold tree, whose label does not matter, gets the gold label of its
        dependent.
        """
        moves = self.costs(configuration, by="move")
        if not moves:
            raise Error("there is no legal move: the configuration is terminal")
        static = [0.0] * len(moves)
        if "static" in SYSTEMS[configuration.system].oracles:
            static = self._asked(configuration, "static", self.gold.core)
        # Arcs before others and SWAP before SHIFT, as in Algorithm 1; `min` takes the first of several.
        order = sorted(
            zip(moves, static, strict=True),
            key=lambda pair: (pair[1], not pair[0].endswith("ARC"), pair[0] != "SWAP"),
        )
        move = min((move for move, _ in order), key=lambda move: moves[move])
        arc = configuration.arc(move)
        return Transition(move, None if arc is None else self.gold.label(arc[1]))

    def _rounded(self, configuration: Configuration) -> list[float]:
        # The core counts in single precision, where 0.3 is 0.30000001192.
        return [round(cost, 6) + 0.0 for cost in self._move_costs(configuration)]

    def _cost_of_label(self, arc: tuple[int, int] | None, label: str | None) -> float:
        if arc is None or self.gold.head(arc[1]) != arc[0] or self.gold.label(arc[1]) == label:
            return 0.0
        return self.label_cost
