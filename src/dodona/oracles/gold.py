"""Gold trees of oracles."""

from __future__ import annotations

from functools import cached_property

from dodona import _core
from dodona.errors import Error, instance
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import transition
from dodona.treebank.sentence import Sentence


class Gold:
    """A gold tree: its arcs for Python, and the tree for the core.

    >>> gold = Gold(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"]), "root")
    >>> gold.head(1), gold.label(1), gold.dependents(2)
    (2, 'nsubj', [1])
    """

    def __init__(self, sentence: Sentence, root_label: str) -> None:
        instance("sentence", sentence, Sentence, "a dodona.Sentence with a tree")
        if not sentence.has_tree:
            raise Error("the sentence has no gold tree: its words have no heads")
        self.sentence = sentence
        instance("root_label", root_label, str, "the label of an arc")
        self.root_label = transition("RIGHT-ARC", root_label).label or ""
        self.heads: list[int] = sentence.heads.tolist()
        self.labels = sentence.labels
        self.roots = self.dependents(0)
        #: The words under the root whose label differs from that of leftover words.
        self.odd_roots = [word for word in self.roots if self.label(word) != self.root_label]

    def head(self, word: int) -> int:
        """Return the head of a word."""
        return self.heads[word - 1]

    def label(self, word: int) -> str:
        """Return the label of the arc to a word."""
        return self.labels[word - 1]

    def dependents(self, node: int) -> list[int]:
        """Return the dependents of a node."""
        return [word for word, head in enumerate(self.heads, start=1) if head == node]

    @cached_property
    def core(self) -> _core.Gold:
        """The tree for the core."""
        return self._numbered(self.labels)

    @cached_property
    def core_with_even_roots(self) -> _core.Gold:
        """The tree for the core, with the label of leftover words on all roots."""
        pairs = zip(self.heads, self.labels, strict=True)
        return self._numbered([self.root_label if head == 0 else label for head, label in pairs])

    def check(self, configuration: Configuration) -> None:
        """Refuse a configuration of another sentence."""
        instance("configuration", configuration, Configuration, "a dodona.Configuration")
        if configuration.sentence is self.sentence:
            return
        theirs, ours = configuration.sentence.words, self.sentence.words
        if len(theirs) != len(ours):
            raise Error(f"the configuration is of another sentence: {len(theirs)} words, not {len(ours)}")
        for number, (their, our) in enumerate(zip(theirs, ours, strict=True), start=1):
            if their != our:
                raise Error(
                    f"the configuration is of another sentence: word {number} is {their!r}, not {our!r}"
                )

    def _numbered(self, labels: list[str]) -> _core.Gold:
        numbers = {label: number for number, label in enumerate(dict.fromkeys((self.root_label, *labels)))}
        return _core.Gold(self.heads, [numbers[label] for label in labels], numbers[self.root_label])
