"""The oracles of systems with SWAP, which derive any tree."""

from __future__ import annotations

from dodona.errors import one_of
from dodona.oracles.explanation import Loss
from dodona.oracles.losses import arcs_lost_by_going
from dodona.oracles.oracle import Oracle
from dodona.oracles.static import why_next_standard
from dodona.transitions.configuration import Configuration
from dodona.transitions.systems import SYSTEMS
from dodona.treebank.sentence import Sentence

_NAMES = tuple(
    dict.fromkeys(name for system in SYSTEMS.values() if "SWAP" in system.moves for name in system.oracles)
)


class SwapOracle(Oracle):
    """The oracles of Björkelund and Nivre (2015) for swap-standard, and those of swap-hybrid and swap-eager.

    `eager` swaps whenever the projective order allows it, `lazy` waits while a word can still get dependents,
    and `minimal` searches for the fewest swaps. `nd-all` allows every move that can lead to the tree; `nd-sw`
    leaves open only whether to swap or to shift. Moves that they allow cost 0, all others 1. `nd-dynamic` is
    `nd-all` with a nearer projective order as long as the tree is reachable, and estimates costs after
    mistakes. `static-dynamic` (de Lhoneux, Stymne and Nivre 2017) is for swap-hybrid: it swaps as `eager`
    does, and costs other moves. swap-eager has a similar one, and its own `minimal`.

    >>> words = ["That", "'s", "what", "they", "'re", "after"]
    >>> gold = Sentence(words, heads=[2, 0, 6, 5, 2, 5], labels=["_"] * 6)
    >>> from dodona import configuration
    >>> c = configuration(gold, "SH SH LA SH SH", system="swap-standard")
    >>> SwapOracle(gold, "eager").zero_cost(c), SwapOracle(gold, "lazy").zero_cost(c)
    (['SWAP'], ['SHIFT'])
    >>> SwapOracle(gold, "nd-all").zero_cost(c)
    ['SHIFT', 'SWAP']
    """

    def __init__(self, sentence: Sentence, name: str = "lazy") -> None:
        """Take the tree of a sentence as gold."""
        super().__init__(sentence, label_cost=1.0, root_label="root")
        self.name = one_of("oracle", name, _NAMES)

    def _losses(self, configuration: Configuration, move: str, cost: float) -> list[Loss]:
        if cost:
            free = self.zero_cost(configuration, by="move")
            if self._counts_arcs(free, move):
                return self._arcs(configuration, move, cost) or [
                    Loss(cost, None, "this many gold arcs are lost")
                ]
            return [Loss(cost, None, f"the sequence continues with {' or '.join(free) or 'another move'}")]
        if self.name.startswith("nd") or self.name == "static-dynamic":
            return [Loss(0, None, self._kept)]
        if configuration.system == "swap-eager":
            return [Loss(0, None, "the next move of the sequence with the fewest swaps")]
        return [Loss(0, None, why_next_standard(configuration, self.gold.heads, move))]

    def _arcs(self, configuration: Configuration, move: str, cost: float) -> list[Loss]:
        """Return the arcs lost with a word that is removed; in swap-eager words can stay with a head."""
        if configuration.system == "swap-eager":
            return []
        lost = list(arcs_lost_by_going(configuration, self.gold, move))
        return lost if len(lost) == cost else []

    def _counts_arcs(self, free: list[str], move: str) -> bool:
        """Return whether costs are numbers of arcs, not just 0 and 1."""
        if self.name == "nd-dynamic":
            return move.endswith("ARC")
        return self.name == "static-dynamic" and free != ["SWAP"] and move != "SWAP"

    @property
    def _kept(self) -> str:
        if self.name == "nd-dynamic":
            return "no reachable gold arc is lost"
        return "the gold tree can still be derived"

    def guarantee(self, configuration: Configuration) -> str:
        """Return one line on how exact the costs are for this tree and this system."""
        self.gold.check(configuration)
        if configuration.single_root and len(self.gold.roots) > 1:
            return (
                "The gold tree has several roots: no single-rooted sequence derives it, the oracle guesses."
            )
        if self.name == "nd-dynamic":
            return "From the start the oracle derives the gold tree; after mistakes it estimates costs."
        return "From the start this derives the gold tree; after any other move the oracle guesses."
