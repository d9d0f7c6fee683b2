"""The dynamic oracle: the cost of every move in any configuration."""

from __future__ import annotations

from dodona.oracles.explanation import Loss
from dodona.oracles.losses import lost_arcs, lost_root_arcs
from dodona.oracles.oracle import Oracle
from dodona.transitions.configuration import Configuration
from dodona.treebank.sentence import Sentence


class DynamicOracle(Oracle):
    """The dynamic oracle, for arc-eager (Goldberg and Nivre 2012), arc-hybrid (2013) and arc-standard (2014).

    The cost of a transition is the loss of the best tree that is reachable after it, minus that of the best
    tree reachable before it. The loss is the number of words with a wrong head, after leftover words are
    attached to the root with `root_label`; a correct head with a wrong label loses `label_cost`.

    >>> gold = Sentence(["He", "wrote", "letters"], heads=[2, 0, 2], labels=["nsubj", "root", "obj"])
    >>> from dodona import configuration
    >>> oracle = DynamicOracle(gold, label_cost=0.5)
    >>> oracle.costs(configuration(gold, "SH"), by="move")
    {'SHIFT': 1.0, 'LEFT-ARC': 0.0, 'RIGHT-ARC': 2.0}
    >>> oracle.cost(configuration(gold, "SH"), "LA(obj)")
    0.5
    >>> oracle.zero_cost(configuration(gold, "SH"))
    ['LEFT-ARC(nsubj)']
    >>> print(oracle.explain(configuration(gold, "SH LA(nsubj) SH")).text)
    SHIFT loses wrote -> letters: letters could no longer get a head from the stack
    LEFT-ARC loses ROOT -> wrote: wrote would have another head, letters
    LEFT-ARC loses wrote -> letters: wrote would be gone, and could take no dependent from the buffer
    """

    name = "dynamic"

    def __init__(self, sentence: Sentence, label_cost: float = 1.0, root_label: str = "root") -> None:
        """Take the tree of a sentence as gold."""
        super().__init__(sentence, label_cost, root_label)

    def loss(self, configuration: Configuration) -> float:
        """Return the loss of the best reachable tree, as far as the oracle knows.

        It is exact where costs are (see `guarantee`), and otherwise a lower bound.

        >>> gold = Sentence(["He", "wrote", "letters"], heads=[2, 0, 2], labels=["nsubj", "root", "obj"])
        >>> from dodona import configuration
        >>> DynamicOracle(gold).loss(configuration(gold, "SH SH"))
        1.0
        """
        self.gold.check(configuration)
        c = configuration
        at = Configuration(c.sentence, c.root, c.single_root, c.system)
        # Without an artificial root, all words under it get the label of leftovers.
        loss = self.label_cost * len(self.gold.odd_roots) if at.root == "none" else 0.0
        for made in configuration.history:
            loss += self.cost(at, *made)
            at.apply(*made)
        return round(loss, 6)

    def guarantee(self, configuration: Configuration) -> str:
        """Return one line on how exact the costs are for this tree and this system."""
        self.gold.check(configuration)
        several = configuration.single_root and len(self.gold.roots) > 1
        if self.gold.sentence.is_projective and not several:
            return "Costs are exact: the loss of the best tree that a move leaves, less that before it."
        names = configuration.names
        why = "has several roots" if several else "is not projective"
        if not several:
            crossing = self.gold.sentence.nonprojective_arcs
            why += f" ({', '.join(names.arc(*arc) for arc in crossing)})"
        return (
            f"The gold tree {why}: costs come from a lower bound of the loss. "
            "All moves may cost something, but along a sequence costs add up to what its tree loses."
        )

    def _losses(self, configuration: Configuration, move: str, cost: float) -> list[Loss]:
        if configuration.system != "arc-eager":
            return [Loss(cost, None, _ELSEWHERE)] if cost else []
        arcs = [*lost_root_arcs(configuration, self.gold, move), *lost_arcs(configuration, self.gold, move)]
        # The rest of the cost belongs to no single arc. The core computes it: with the label of leftover
        # words on all roots, it is the cost of the single-root rule.
        place = configuration.legal.index(move)
        even = self.gold.core_with_even_roots
        unlabelled = round(self._asked(configuration, "dynamic", even)[place], 6)
        rule = unlabelled - len(arcs)
        labels = round(cost - unlabelled, 6)
        if rule:
            arcs.append(Loss(rule, None, _RULE if rule > 0 else _RULE_PAID))
        if labels:
            arcs.append(Loss(labels, None, self._labels_under_the_root(configuration, labels)))
        return arcs

    def _labels_under_the_root(self, configuration: Configuration, amount: float) -> str:
        words = ", ".join(configuration.names[word] for word in self.gold.odd_roots)
        kept = "is no longer possible" if amount > 0 else "was lost before, and no longer counts"
        return f"a label under the root ({words}) that leftover words do not get {kept}"


_ELSEWHERE = "the best tree after it has this many more wrong heads than the best tree before it"
_RULE = "loses one more arc: with all that are still reachable, the tree would not have one root"
_RULE_PAID = "this is the arc that had to go for the tree to have one root, and was counted before"
