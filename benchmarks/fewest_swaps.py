"""Find the fewest swaps of a tree with a constraint solver: an independent check of MINIMAL.

    pip install ortools
    python benchmarks/fewest_swaps.py FILE SENTENCE [--at-most N]

SENTENCE is counted from 1. The constraints define the derivations of swap-standard with the root first that
swap only words that are out of projective order:

- Words are attached and removed one at a time, each after its own dependents.
- Two words may be swapped once, while both remain, if the text and the projective order disagree about them.
- At every step the swaps so far give a permutation of the remaining words.
- When a word is attached, no remaining word is between it and its head.

Words that can be attached without a swap are removed first. Running time depends on the tree: minutes for
dozens of words with hundreds of pairs out of order.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ortools.sat.python import cp_model

import dodona


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("sentence", type=int)
    parser.add_argument("--at-most", type=int, help="a number of swaps known to suffice; saves time")
    parser.add_argument("--seconds", type=float, default=3600)
    options = parser.parse_args()
    heads = [0, *dodona.read(options.file)[options.sentence - 1].heads]
    row = crossing(heads)
    number = {word: place for place, word in enumerate(row)}
    place = {word: at for at, word in enumerate(in_order(heads))}
    model = Model([number[heads[word]] for word in row], [place[word] for word in row])
    if options.at_most is not None:
        model.model.add(sum(model.swapped.values()) <= options.at_most)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = options.seconds
    status = solver.status_name(solver.solve(model.model))
    print(
        f"{len(heads) - 1} words, {len(row) - 1} that need a swap, "
        f"{len(model.swapped)} pairs out of order: "
        f"{status.lower()}, {solver.objective_value:.0f} swaps, at least {solver.best_objective_bound:.0f}"
    )


def in_order(heads: Sequence[int]) -> list[int]:
    """Return the nodes in the projective order."""

    def below(node: int) -> list[int]:
        nodes = [node]
        for word in range(1, len(heads)):
            if word > node and heads[word] == node:
                nodes += below(word)
        for word in reversed(range(1, node)):
            if heads[word] == node:
                nodes = below(word) + nodes
        return nodes

    return below(0)


def crossing(heads: Sequence[int]) -> list[int]:
    """Return the nodes that remain when all words that need no swap are attached."""
    waits_for = [heads[1:].count(node) for node in range(len(heads))]
    row: list[int] = []
    for node in range(len(heads)):
        row.append(node)
        while len(row) > 1:
            for word, head, at in ((row[-2], row[-1], -2), (row[-1], row[-2], -1)):
                if word and heads[word] == head and not waits_for[word]:
                    waits_for[head] -= 1
                    del row[at]
                    break
            else:
                break
    return row


class Model:
    """The derivations of a tree; `swapped` has a variable for each pair of words that are out of order."""

    def __init__(self, heads: Sequence[int], place: Sequence[int]) -> None:
        self.model = cp_model.CpModel()
        self.heads, self.place = heads, place
        self.words = range(1, len(heads))
        last = len(heads) - 1
        self.goes = [None, *(self.model.new_int_var(1, last, "") for _ in self.words)]
        self.model.add_all_different(self.goes[1:])
        self.before = {
            (x, y): self._less(self.goes[x], self.goes[y]) for x in self.words for y in self.words if x < y
        }
        self.swapped, self.when = {}, {}
        for x in self.words:
            for y in range(x + 1, last + 1):
                if place[x] > place[y]:
                    self.swapped[x, y] = swapped = self.model.new_bool_var("")
                    self.when[x, y] = when = self.model.new_int_var(1, last + 1, "")
                    for word in (x, y):
                        self.model.add(when <= self.goes[word]).only_enforce_if(swapped)
                    self.model.add(when == last + 1).only_enforce_if(~swapped)
        self.known = {}
        self._words_go()
        self._words_stand_in_a_row()
        self.model.minimize(sum(self.swapped.values()))

    def _less(self, one, other):
        is_less = self.model.new_bool_var("")
        self.model.add(one < other).only_enforce_if(is_less)
        self.model.add(one > other).only_enforce_if(~is_less)
        return is_less

    def _any(self, *literals) -> None:
        """Require that one of these holds. Literals may also be True or False."""
        if not any(literal is True for literal in literals):
            self.model.add_bool_or([literal for literal in literals if literal is not False])

    def _first(self, x: int, y: int):
        """Return whether x is attached before y."""
        if x == 0 or y == 0:
            return y == 0
        return self.before[x, y] if x < y else ~self.before[y, x]

    def _by(self, one: int, other: int, time, key):
        """Return whether two words have been swapped by a given time."""
        pair = (min(one, other), max(one, other))
        if pair not in self.swapped:
            return False
        if (pair, key) not in self.known:
            self.known[pair, key] = is_done = self.model.new_bool_var("")
            self.model.add(self.when[pair] <= time).only_enforce_if(is_done)
            self.model.add(self.when[pair] > time).only_enforce_if(~is_done)
        return self.known[pair, key]

    def _when_goes(self, one: int, other: int, word: int):
        """Return whether two words have been swapped when a word is attached."""
        if word in (one, other):
            return self.swapped.get((min(one, other), max(one, other)), False)
        return self._by(one, other, self.goes[word], word)

    def _words_go(self) -> None:
        place = self.place
        for word in self.words:
            self._any(self._first(word, self.heads[word]))
            left, right = sorted((word, self.heads[word]))
            for other in self.words:
                if other in (left, right):
                    continue
                gone = self._first(other, word)
                if left < other < right:  # it must be on the other side of one of the two
                    if place[other] < place[left]:
                        self._any(gone, self._when_goes(left, other, word))
                    elif place[other] > place[right]:
                        self._any(gone, self._when_goes(other, right, word))
                    else:
                        self._any(gone)
                    continue
                # If it has passed the first of the two, it must have passed the second.
                near, far = (left, right) if other < left else (right, left)
                past = self._when_goes(other, near, word)
                if past is not False:
                    self._any(gone, ~past, self._when_goes(other, far, word))

    def _words_stand_in_a_row(self) -> None:
        for x in self.words:
            for y in range(x + 1, len(self.place)):
                for z in range(y + 1, len(self.place)):
                    self._stand_in_a_row(x, y, z)

    def _stand_in_a_row(self, x: int, y: int, z: int) -> None:
        """Whoever passes a word passes what is between them, if it is still there."""
        if (x, z) in self.swapped:
            done, when = self.swapped[x, z], self.when[x, z]
            there = self._when_goes(x, z, y)
            self._any(~done, ~there, self._by(x, y, when, (x, z)), self._by(y, z, when, (x, z)))
        if (x, y) in self.swapped and (y, z) in self.swapped:
            for (one, other), third in (((x, y), z), ((y, z), x)):
                rest = (y, z) if third == z else (x, y)
                done, when = self.swapped[one, other], self.when[one, other]
                there = self._when_goes(one, other, third)
                both = self._by(*rest, when, (one, other))
                self._any(~done, ~there, ~both, self._by(x, z, when, (one, other)))


if __name__ == "__main__":
    main()
