"""Configurations: stack, buffer and arcs, with errors that give reasons."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cached_property

from dodona import _core
from dodona.errors import ArgumentError, Error, flag, listed, one_of
from dodona.transitions.notation import Names
from dodona.transitions.preconditions import why_not
from dodona.transitions.systems import system_called
from dodona.transitions.transition import MOVES, NAMES, Transition, transition
from dodona.treebank.sentence import Sentence

_ROOTS = {"first": _core.Root.first, "last": _core.Root.last, "none": _core.Root.none}


class Configuration:
    """A configuration of a parser: the stack, the buffer and the arcs built so far.

    Nodes are numbers: words count from 1, and 0 is the artificial root, which is `first` in the stack, `last`
    in the buffer, or absent (`none`, in arc-eager and swap-eager). With `single_root`, moves after which the
    tree could not have exactly one word under the root are not legal. The system is arc-eager, arc-standard,
    arc-hybrid, swap-standard, swap-hybrid or swap-eager.

    >>> c = Configuration(["He", "wrote", "her", "a", "letter", "."])
    >>> c.apply("SHIFT")
    ([ROOT He], [wrote her a letter .], {})
    >>> c.legal
    ['SHIFT', 'LEFT-ARC', 'RIGHT-ARC']
    >>> c.apply("LA(nsubj)")
    ([ROOT], [wrote her a letter .], {(wrote, nsubj, He)})
    >>> c.stack, c.buffer, c.arcs
    ([0], [2, 3, 4, 5, 6], [(2, 'nsubj', 1)])
    >>> Configuration("He wrote", system="swap-standard").apply("SH").apply("SH").apply("SWAP")
    ([ROOT wrote], [He], {})
    """

    def __init__(
        self,
        words: Sentence | Sequence[str] | str,
        root: str = "first",
        single_root: bool = False,
        system: str = "arc-eager",
    ) -> None:
        """Start from a sentence, a list of words, or words separated by spaces."""
        #: The sentence; its own tree, if it has one, is ignored.
        self.sentence = _sentence(words)
        #: The position of the artificial root: `first`, `last` or `none`.
        self.root = one_of("root", root, tuple(_ROOTS))
        #: The name of the transition system.
        self.system = system
        choice = system_called(system, root).core
        #: Whether the tree must have exactly one word under the root.
        self.single_root = flag("single_root", single_root)
        self._core = _core.Configuration(len(self.sentence), _ROOTS[root], self.single_root, choice)
        self._history: list[Transition] = []
        self._labels: list[str] = []  # the core refers to labels by their index in this list

    @property
    def stack(self) -> list[int]:
        """The nodes of the stack, its top last."""
        return self._core.stack

    @property
    def buffer(self) -> list[int]:
        """The nodes of the buffer, its front first."""
        return self._core.buffer

    @property
    def arcs(self) -> list[tuple[int, str, int]]:
        """The arcs so far, each (head, label, dependent)."""
        rows = enumerate(zip(self._core.heads, self._core.labels, strict=True), start=1)
        arcs = [(head, self._labels[label], word) for word, (head, label) in rows if head >= 0]
        return sorted(arcs, key=lambda arc: (arc[0], arc[2]))

    @property
    def legal(self) -> list[str]:
        """The legal moves; there is at least one until the configuration is terminal."""
        return [NAMES[move] for move in self._core.legal()]

    @property
    def finished(self) -> bool:
        """Whether it is terminal: no word is left, and (except in arc-eager) none lacks a head."""
        return self._core.finished

    @property
    def history(self) -> list[Transition]:
        """The transitions that led here."""
        return list(self._history)

    @property
    def script(self) -> str:
        """The transitions that led here, as `dodona.configuration` takes them.

        >>> Configuration("Oaks speak").apply("SHIFT").apply("LEFT-ARC", "nsubj").script
        'SH LA(nsubj)'
        """
        return " ".join(made.short for made in self._history)

    def apply(self, move: str, label: str | None = None) -> Configuration:
        """Apply a transition in place, and return the configuration.

        Moves have the names of the papers or their abbreviations: SHIFT (SH), REDUCE (RE), LEFT-ARC (LA),
        RIGHT-ARC (RA) and SWAP (SW). `apply("LA(nsubj)")` is `apply("LEFT-ARC", "nsubj")`; without a label an arc
        gets `_`.

        >>> Configuration("Oaks speak").apply("REDUCE")
        Traceback (most recent call last):
            ...
        dodona.errors.Error: REDUCE is not legal: the top of the stack is the root, which stays; legal: SHIFT, RIGHT-ARC
        """  # noqa: E501
        wanted = transition(move, label)
        if wanted.move not in self.legal:
            legal = f"legal: {', '.join(self.legal)}" if self.legal else "tree() gives the tree"
            raise Error(f"{wanted.move} is not legal: {why_not(self, wanted.move)}; {legal}")
        number = -1 if wanted.label is None else self._number(wanted.label)
        self._core.apply(MOVES[wanted.move][0], number)
        self._history.append(wanted)
        return self

    def arc(self, move: str) -> tuple[int, int] | None:
        """Return the arc (head, dependent) that a legal move would build; None if it builds none.

        >>> Configuration("Oaks speak").apply("SH").arc("LEFT-ARC")
        (2, 1)
        """
        name = transition(move).move
        if name not in self.legal or not name.endswith("ARC"):
            return None
        return self._core.arc(MOVES[name][0])

    def copy(self) -> Configuration:
        """Return an independent copy."""
        other = object.__new__(Configuration)
        other.__dict__.update(self.__dict__)  # the sentence and the names are immutable
        other._core = copy.copy(self._core)
        other._history, other._labels = list(self._history), list(self._labels)
        return other

    def tree(self, root_label: str = "root") -> Sentence:
        """Return the sentence with the final tree; words left without a head are attached to the root.

        >>> tree = Configuration("Oaks speak").apply("SH").apply("LA(nsubj)").apply("SH").tree()
        >>> tree.heads.tolist(), tree.labels
        ([2, 0], ['nsubj', 'root'])
        """
        if not self.finished:
            left = [self.names[node] for node in self.buffer or self.stack]
            where = "buffer" if self.buffer else "stack"
            raise Error(
                f"the sentence is not done: {' '.join(left[:8])}{' …' * (len(left) > 8)} in the {where}"
            )
        done = self.copy()
        done._core.finish(done._number(transition("RIGHT-ARC", root_label).label or ""))
        labels = [done._labels[label] for label in done._core.labels]
        return self.sentence.replace(heads=done._core.heads, labels=labels)

    @cached_property
    def names(self) -> Names:
        """The names of nodes: `names[2]` is the second word, `names[0]` is ROOT."""
        return Names(self.sentence.words)

    def __repr__(self) -> str:
        names = self.names
        return f"({names.row(self.stack)}, {names.row(self.buffer)}, {names.arcs(self.arcs)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configuration):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.sentence, self.root, self.single_root, self.system, self._history)

    def _key(self) -> tuple[object, ...]:
        place = self.stack, self.buffer, self.arcs
        return (*place, self.root, self.single_root, self.system, self.sentence.words)

    def _number(self, label: str) -> int:
        if label not in self._labels:
            self._labels.append(label)
        return self._labels.index(label)


def _sentence(words: Sentence | Sequence[str] | str) -> Sentence:
    if isinstance(words, Sentence):
        return words
    wanted = "a sentence or a list of words"
    forms = listed("words", words.split() if isinstance(words, str) else words, wanted)
    if not forms:
        raise Error(f"there are no words: give {wanted}")
    if not all(isinstance(word, str) for word in forms):
        raise ArgumentError("words", words, wanted)
    return Sentence(forms)


def _again(
    sentence: Sentence, root: str, single_root: bool, system: str, history: Sequence[Transition]
) -> Configuration:
    """Restore a configuration from a pickle."""
    made = Configuration(sentence, root, single_root, system)
    for move, label in history:
        made.apply(move, label)
    return made
