"""`coordinate`: the conjunction becomes the head of the conjuncts.

    g -l-> a, a -cc-> and, a -conj-> b        becomes        g -l-> and, and -~cc-> a, and -conj-> b

- Of several conjunctions, the last one on the side of the conjuncts becomes the head; the others are treated
  like other dependents.
- The conjunction may be attached to the first conjunct (UD 1) or to the following one (UD 2). In the second
  case the first conjunct is marked `~cc>` instead of `~cc`.
- Conjuncts on the side of the conjunction are attached to it, with their labels.
- Dependents of the first conjunct move to the conjunction if they are beyond it or beyond the first of those
  conjuncts; dependents of the conjunct after the conjunction move if they are before it. Of both kinds
  between the first conjunct and the conjunction, those whose old head is not that of the conjunction are
  marked with `>`. Dependents that the conjunction already had are marked with `=`.
"""

from __future__ import annotations

from collections.abc import Collection

from dodona.schemes.selection import Selection
from dodona.schemes.tree import DEMOTED, OTHER, STAYS, Tree, between

_FROM_NEXT = ">"


class Coordination:
    """The rule `coordinate LABEL... with LABEL...`."""

    def __init__(self, selection: Selection, conjuncts: Selection) -> None:
        self.selection = selection
        self.conjuncts = conjuncts

    def places(self, tree: Tree, words: Collection[int]) -> list[int]:
        """Return the conjunctions that can become heads."""
        first_conjuncts = {
            tree.heads[kid] for kid in range(1, len(tree.heads)) if self._is_conjunct(tree, kid)
        }
        found = (self._conjunction(tree, first, words) for first in first_conjuncts - {0})
        return sorted(word for word in found if word)

    def _is_conjunct(self, tree: Tree, word: int) -> bool:
        return self.conjuncts.has_label(tree.labels[word])

    def _conjunction(self, tree: Tree, first: int, words: Collection[int]) -> int:
        """Return the conjunction of a first conjunct; 0 if it has none."""
        for right in (True, False):
            conjuncts = [kid for kid in self._conjuncts(tree, first) if (kid > first) == right]
            if not conjuncts:
                continue
            own = [kid for kid in tree.kids[first] if kid in words and (kid > first) == right]
            own += [
                kid
                for conjunct in conjuncts
                for kid in tree.kids[tree.base.get(conjunct, conjunct)]
                if kid in words and between(first, kid, conjunct)
            ]
            if own:
                return max(own, key=lambda kid: abs(kid - first))
        return 0

    def _conjuncts(self, tree: Tree, first: int) -> list[int]:
        return [kid for kid in tree.kids[first] if self._is_conjunct(tree, kid)]

    def apply(self, tree: Tree, chosen: Collection[int]) -> None:
        """Make the chosen conjunctions heads."""
        first_of: dict[int, int] = {}
        for word in chosen:
            head = tree.heads[word]
            follows = self._is_conjunct(tree, head) and between(tree.heads[head], word, head)
            own = self._conjuncts(tree, head)
            is_own = any((kid > head) == (word > head) for kid in own)
            first_of[word] = tree.heads[head] if follows and not is_own else head
        for word in sorted(chosen, key=lambda word: tree.depth(first_of[word]), reverse=True):
            self._coordinate(tree, first_of[word], word)

    def _coordinate(self, tree: Tree, first: int, named: int) -> None:
        word = tree.top.get(named, named)
        right = word > first
        conjuncts = [kid for kid in self._conjuncts(tree, first) if (kid > first) == right and kid != word]
        from_next = tree.heads[word] != first
        if not conjuncts or not self.selection.has_label(tree.labels[word]):
            return
        nearest = min(conjuncts, key=lambda kid: abs(kid - first))
        beyond = [kid for kid in conjuncts if between(first, word, kid)]
        follower = min(beyond, key=lambda kid: abs(kid - first), default=0)
        next_ = tree.base.get(follower, follower)
        for kid in tree.kids[word]:
            tree.labels[kid] = STAYS + tree.labels[kid]
        limit = min(abs(nearest - first), abs(word - first))
        for kid in sorted(tree.kids[first]):
            if kid == word or kid in conjuncts or (kid > first) != right or abs(kid - first) < limit:
                continue
            if from_next and between(first, kid, word):
                tree.labels[kid] = OTHER + tree.labels[kid]
            tree.move(kid, word)
        if next_:
            for kid in sorted(tree.kids[next_]):
                if kid != word and between(first, kid, word):
                    if not from_next:
                        tree.labels[kid] = OTHER + tree.labels[kid]
                    tree.move(kid, word)
        label = tree.labels[word]
        tree.put(word, tree.heads[first], tree.labels[first])
        tree.put(first, word, DEMOTED + label + _FROM_NEXT * from_next)
        for kid in conjuncts:
            tree.move(kid, word)
        tree.put_on_top(word, first)

    def undo(self, tree: Tree) -> None:
        """Attach conjunctions to their original conjuncts again."""
        waiting = sorted(tree.kids[0])
        while waiting:
            word = waiting.pop()
            first = self._first_of(tree, word)
            if first:
                self._uncoordinate(tree, first, word)
                word = first
            waiting += sorted(tree.kids[word])

    def _first_of(self, tree: Tree, word: int) -> int:
        """Return the first conjunct under a conjunction that is a head; 0 if it is not a head."""
        return next((kid for kid in sorted(tree.kids[word]) if self._is_first(tree, kid)), 0)

    def _is_first(self, tree: Tree, word: int) -> bool:
        label = tree.labels[word]
        return label.startswith(DEMOTED) and self.selection.has_label(label[1:].removesuffix(_FROM_NEXT))

    def _uncoordinate(self, tree: Tree, first: int, word: int) -> None:
        from_next = tree.labels[first].endswith(_FROM_NEXT)
        label = tree.labels[first][1:].removesuffix(_FROM_NEXT)
        tree.put(first, tree.heads[word], tree.labels[word])
        kids = sorted(tree.kids[word] - {first})
        staying = [kid for kid in kids if tree.labels[kid].startswith(STAYS)]
        conjuncts = [kid for kid in kids if self._is_conjunct(tree, kid)]
        beyond = [kid for kid in conjuncts if between(first, word, kid)]
        next_ = min(beyond, key=lambda kid: abs(kid - first), default=0)
        while next_ and (below := self._first_of(tree, next_)):
            next_ = below
        for kid in kids:
            if kid in staying:
                tree.labels[kid] = tree.labels[kid][1:]
            elif kid in conjuncts or not between(first, kid, word):
                tree.move(kid, first)
            else:
                is_other = tree.labels[kid].startswith(OTHER)
                if is_other:
                    tree.labels[kid] = tree.labels[kid][1:]
                tree.move(kid, next_ if next_ and is_other != from_next else first)
        tree.put(word, next_ if from_next else first, label)
