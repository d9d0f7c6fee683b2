"""`promote`: a function word becomes the head of its head.

    g -l-> h -case-> f        becomes        g -l-> f -~case-> h

- The word f gets the head and the label of h, and h is attached to f with the label of f, marked with `~`.
- Dependents of h beyond f, seen from h, move to f, since their arcs would cross the one to f.
- Dependents of f stay with it. Those beyond f are marked with `=`, to distinguish them from those that moved.
- Several function words of one head form a chain, the nearest of them at its bottom: `out of the box`,
  with out and of both under box, becomes out -> of -> box.
- Heads are processed from the leaves of the tree up: a function word that is itself a head (of another
  function word that is promoted over it) is promoted together with what is above it.
"""

from __future__ import annotations

from collections.abc import Collection

from dodona.schemes.selection import Selection
from dodona.schemes.tree import DEMOTED, STAYS, Tree, demoted


class Promotion:
    """The rule `promote LABEL...`."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection

    def apply(self, tree: Tree, chosen: Collection[int]) -> None:
        """Promote the chosen words."""
        bottoms = {tree.heads[word] for word in chosen} - {0}
        for bottom in sorted(bottoms, key=tree.depth, reverse=True):
            self._promote(tree, bottom, chosen)

    def _promote(self, tree: Tree, bottom: int, chosen: Collection[int]) -> None:
        kids = sorted(tree.kids[bottom], key=lambda kid: (abs(kid - bottom), kid))
        words = [
            kid
            for kid in kids
            if tree.base.get(kid, kid) in chosen and self.selection.has_label(tree.labels[kid])
        ]
        others = [kid for kid in kids if kid not in words]
        top = bottom
        for word in words:
            level = 1 + max((self._level(tree, kid) for kid in tree.kids[word]), default=0)
            for kid in tree.kids[word]:
                if (kid < word) == (word < bottom) and not self._level(tree, kid):
                    tree.labels[kid] = STAYS + tree.labels[kid]
            for kid in others:
                if (kid < word) == (word < bottom) and (word < bottom) == (kid < bottom):
                    tree.move(kid, word)
            label = tree.labels[word]
            tree.put(word, tree.heads[top], tree.labels[top])
            tree.put(top, word, DEMOTED * level + label)
            top = word
        if words:
            tree.put_on_top(top, bottom)

    def _level(self, tree: Tree, word: int) -> int:
        """Return the number of marks on the label of a word that this rule demoted; 0 for others."""
        level, plain = demoted(tree.labels[word])
        return level if level and self.selection.has_label(plain) else 0

    def undo(self, tree: Tree) -> None:
        """Attach promoted words to their original heads again."""
        waiting = sorted(tree.kids[0])
        while waiting:
            top = waiting.pop()
            while spine := self._spine(tree, top):
                self._demote(tree, spine)
                top = spine[-1]
            waiting += sorted(tree.kids[top])

    def _spine(self, tree: Tree, top: int) -> list[int]:
        """Return the chain from a promoted word down to the word that was the head of all."""
        spine = [top]
        while below := [kid for kid in tree.kids[spine[-1]] if self._level(tree, kid)]:
            spine.append(max(below, key=lambda kid: (self._level(tree, kid), kid)))
        return spine if len(spine) > 1 else []

    def _demote(self, tree: Tree, spine: list[int]) -> None:
        bottom = spine[-1]
        head, label = tree.heads[spine[0]], tree.labels[spine[0]]
        names = [demoted(tree.labels[below])[1] for below in spine[1:]]
        tree.put(bottom, head, label)
        for word, name in zip(spine[:-1], names, strict=True):
            for kid in sorted(tree.kids[word] - {word}):
                if (kid < word) != (word < bottom) or kid in spine:
                    continue
                if tree.labels[kid].startswith(STAYS):
                    tree.labels[kid] = tree.labels[kid][1:]
                elif not self._level(tree, kid):
                    tree.move(kid, bottom)
            tree.put(word, bottom, name)
