"""`chain`: sibling dependents become a chain.

    h -name-> a, h -name-> b, h -name-> c       becomes      h -name-> a -~name-> b -~name-> c

- Each word but the first is attached to the one before it (left of the head: after it).
- Other dependents of h between the two move along, since their arcs would cross the new one. Dependents that
  the previous word already has there are marked with `=`.
"""

from __future__ import annotations

from collections.abc import Collection

from dodona.schemes.selection import Selection
from dodona.schemes.tree import DEMOTED, STAYS, Tree, between, demoted


class Chaining:
    """The rule `chain LABEL...`."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection

    def places(self, tree: Tree, words: Collection[int]) -> list[int]:
        """Return the words with another one between them and their head."""
        return [word for word in words if self._before(tree, word, words)]

    def _before(self, tree: Tree, word: int, words: Collection[int]) -> int:
        """Return the head of a word in a chain; 0 if it is the first."""
        head = tree.heads[word]
        inner = [kid for kid in tree.kids[head] if kid in words and between(head, kid, word)]
        return min(inner, key=lambda kid: abs(kid - word), default=0)

    def apply(self, tree: Tree, chosen: Collection[int]) -> None:
        """Chain the chosen words."""
        by_head: dict[int, list[int]] = {}
        for word in sorted(chosen):
            if self.selection.has_label(tree.labels[word]):
                by_head.setdefault(tree.heads[word], []).append(word)
        for head, words in by_head.items():
            if head <= 0:
                continue
            flat = {kid for kid in tree.kids[head] if self.selection.has_label(tree.labels[kid])}
            pairs = [(word, self._before(tree, word, flat)) for word in words]
            for word, before in pairs:
                if before:
                    self._hang(tree, head, before, word)

    def _hang(self, tree: Tree, head: int, before: int, word: int) -> None:
        for kid in [kid for kid in tree.kids[before] if between(before, kid, word)]:
            tree.labels[kid] = STAYS + tree.labels[kid]
        for kid in [kid for kid in tree.kids[head] if between(before, kid, word)]:
            tree.move(kid, before)
        tree.put(word, before, DEMOTED + tree.labels[word])

    def undo(self, tree: Tree) -> None:
        """Attach chained words to the head of the first again."""
        chained = [word for word in range(1, len(tree.labels)) if self._is_chained(tree, word)]
        links = []
        for word in chained:
            first = tree.heads[word]
            while self._is_chained(tree, first):
                first = tree.heads[first]
            links.append((word, tree.heads[word], tree.heads[first]))
        for word, before, head in links:
            for kid in sorted(tree.kids[before]):
                if not between(before, kid, word):
                    continue
                if tree.labels[kid].startswith(STAYS):
                    tree.labels[kid] = tree.labels[kid][1:]
                else:
                    tree.move(kid, head)
            tree.put(word, head, demoted(tree.labels[word])[1])

    def _is_chained(self, tree: Tree, word: int) -> bool:
        level, plain = demoted(tree.labels[word])
        return level == 1 and self.selection.has_label(plain)
