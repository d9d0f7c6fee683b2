"""The static oracle: one sequence for each tree."""

from __future__ import annotations

from dodona.oracles.explanation import Loss
from dodona.oracles.oracle import Oracle
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import NAMES
from dodona.treebank.sentence import Sentence


class StaticOracle(Oracle):
    """The static oracle: in arc-eager Algorithm 1 of Goldberg and Nivre (2012), and for arc-standard too.

    It knows one sequence for each projective tree: in arc-eager the one that prefers SHIFT to REDUCE, in
    arc-standard the one that builds arcs as soon as possible. The next move of that sequence costs 0, every
    other move 1. Off the sequence its costs are guesses.

    >>> gold = Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"])
    >>> from dodona import configuration
    >>> StaticOracle(gold).costs(configuration(gold, "SH"), by="move")
    {'SHIFT': 1.0, 'LEFT-ARC': 0.0, 'RIGHT-ARC': 1.0}
    """

    name = "static"

    def __init__(self, sentence: Sentence) -> None:
        """Take the tree of a sentence as gold."""
        super().__init__(sentence, label_cost=1.0, root_label="root")

    def _losses(self, configuration: Configuration, move: str, cost: float) -> list[Loss]:
        if cost == 0:
            why = why_next if configuration.system == "arc-eager" else why_next_standard
            return [Loss(0, None, why(configuration, self.gold.heads, move))]
        costs = self._move_costs(configuration)
        right = NAMES[configuration._core.legal()[costs.index(0)]]
        return [Loss(1, None, f"the sequence continues with {right}")]

    def guarantee(self, configuration: Configuration) -> str:
        """Return one line on how exact the costs are for this tree and this system."""
        self.gold.check(configuration)
        if not self.gold.sentence.is_projective:
            return "The gold tree is not projective: no sequence derives it, and the oracle guesses."
        if configuration.single_root and len(self.gold.roots) > 1:
            return (
                "The gold tree has several roots: no single-rooted sequence derives it, the oracle guesses."
            )
        return "From the start this derives the gold tree; after any other move the oracle guesses."


def why_next(configuration: Configuration, heads: list[int], move: str) -> str:
    """Return which line of Algorithm 1 chose a move."""
    top, front = (configuration.stack or [-1])[-1], configuration.buffer[0]
    names = configuration.names
    if move == "LEFT-ARC" and top > 0 and heads[top - 1] == front:
        return f"line 1: {names.arc(front, top)} is a gold arc"
    if move == "RIGHT-ARC" and front > 0 and heads[front - 1] == top:
        return f"line 3: {names.arc(top, front)} is a gold arc"
    if move == "REDUCE":
        for below in configuration.stack[:-1]:
            for head, word in ((below, front), (front, below)):
                if word > 0 and heads[word - 1] == head:
                    return f"line 5: {names[top]} stands between the ends of {names.arc(head, word)}"
    if move == "SHIFT":
        return "line 7: nothing else to do"
    return "the first legal move, since Algorithm 1 does not apply"


def why_next_standard(configuration: Configuration, heads: list[int], move: str) -> str:
    """Return which line of Algorithm 1 of Björkelund and Nivre (2015) chose a move."""
    arc = configuration.arc(move)
    if arc is not None and heads[arc[1] - 1] == arc[0]:
        line = 1 if move == "LEFT-ARC" else 3
        return (
            f"line {line}: {configuration.names.arc(*arc)} is a gold arc, and its dependent has all its own"
        )
    if move == "SWAP":
        return "line 5: the two words are in the wrong order"
    return "line 7: nothing else to do"
