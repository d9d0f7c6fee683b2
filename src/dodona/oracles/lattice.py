"""The lattice of a sentence: every sequence of transitions that derives its tree."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, flag, instance, is_whole, one_of
from dodona.oracles.gold import Gold
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import NAMES, Transition
from dodona.treebank.sentence import Sentence

#: The default limit on configurations: larger pictures are unreadable.
LATTICE_LIMIT = 1000
#: The highest limit: the longest sentences then take some hundred megabytes.
_MOST = 100_000
#: The most words: each of thousands of configurations is written with all of them.
_LONGEST = 500
#: The non-deterministic oracles.
LATTICE_ORACLES = ("nd-all", "nd-sw")
_SYSTEM = "swap-standard"
_ROOTS = {"first": _core.Root.first, "last": _core.Root.last}


class LatticeTransition(NamedTuple):
    """A transition of a lattice, and the indices in `configurations` before and after it."""

    before: int
    after: int
    transition: Transition


class Lattice:
    """Configurations and the transitions between them that an oracle allows; made by `dodona.lattice`.

    The first configuration is the initial one and the last is the terminal one; every path between them
    derives the tree. Paths with the same stack, buffer and arcs meet.

    >>> found = lattice(Sentence(["John", "likes", "Mary"], heads=[2, 0, 2], labels=["subj", "root", "obj"]))
    >>> found
    9 configurations, 9 transitions, 2 sequences
    >>> found.configurations[4]
    ([ROOT likes], [Mary], {(likes, subj, John)})
    >>> found.transitions[0]
    LatticeTransition(before=0, after=1, transition=Transition(move='SHIFT', label=None))
    """

    def __init__(self, sentence: Sentence, oracle: str, root: str, core: _core.Lattice) -> None:
        instance("core", core, _core.Lattice, "a compiled lattice: use dodona.lattice")
        one_of("oracle", oracle, LATTICE_ORACLES)
        one_of("root", root, tuple(_ROOTS))
        #: The sentence with its tree.
        self.sentence = Gold(sentence, "root").sentence
        #: The oracle, `nd-all` or `nd-sw`.
        self.oracle = oracle
        #: The position of the artificial root, `first` or `last`.
        self.root = root
        #: For each configuration, the length of the longest path to it; configurations are sorted by it.
        self.columns: list[int] = core.columns
        #: The minimum number of swaps over all sequences.
        self.fewest_swaps: int = core.fewest_swaps
        self._moves = [(before, after, NAMES[move]) for before, after, move in core.transitions]

    @cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        """The configurations; the history of each is one of the paths to it."""
        labels = self.sentence.labels
        found = {0: Configuration(self.sentence, self.root, system=_SYSTEM)}
        for before, after, move in self._moves:
            if after not in found:
                arc = found[before].arc(move)
                found[after] = found[before].copy().apply(move, None if arc is None else labels[arc[1] - 1])
        return tuple(found[place] for place in range(len(found)))

    @cached_property
    def transitions(self) -> tuple[LatticeTransition, ...]:
        """The transitions, sorted by the configuration before them."""
        labels, configurations = self.sentence.labels, self.configurations
        made = []
        for before, after, move in self._moves:
            arc = configurations[before].arc(move)
            label = None if arc is None else labels[arc[1] - 1]
            made.append(LatticeTransition(before, after, Transition(move, label)))
        return tuple(made)

    @cached_property
    def sequences(self) -> int:
        """The exact number of sequences that derive the tree.

        >>> words = 31
        >>> heads = [16] * 15 + [0] + [16] * 15
        >>> lattice(Sentence(["oak"] * words, heads=heads, labels=["_"] * words)).sequences
        155117520
        """
        ways = [0] * len(self.columns)  # from each configuration to the last
        ways[-1] = 1
        for before, after, _ in reversed(self._moves):
            ways[before] += ways[after]
        return ways[0]

    def to_svg(self, *, background: bool = True) -> str:
        """Draw the lattice below its tree as a self-contained SVG document.

        Columns are numbers of transitions, colours are moves. Each configuration shows its arcs by word
        numbers; the terminal one has a double line. More than 5,000 configurations are an error.

        >>> lattice(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"])).to_svg()[:4]
        '<svg'
        """
        from dodona.drawing.svg_lattice import svg_lattice

        return svg_lattice(self, background=flag("background", background))

    def to_dot(self) -> str:
        """Return the lattice in the DOT language of Graphviz.

        >>> print(lattice(Sentence(["Oaks"], heads=[0], labels=["root"])).to_dot())
        digraph lattice {
          rankdir=LR; label="Oaks"; labelloc=t; fontname="sans-serif";
          node [shape=circle, width=0.3, margin=0.04, fontname="sans-serif", fontsize=11];
          edge [fontname="sans-serif", fontsize=10];
          0 [label="", tooltip="([ROOT], [Oaks], {})"];
          1 [label="", tooltip="([ROOT Oaks], [], {})"];
          2 [label="0→1", tooltip="([ROOT], [], {(ROOT, root, Oaks)})", shape=doublecircle];
          0 -> 1 [label="SH", color="#6e7781", fontcolor="#6e7781", tooltip="SHIFT"];
          1 -> 2 [label="RA", color="#1a7f37", fontcolor="#1a7f37", tooltip="RIGHT-ARC(root)"];
        }
        <BLANKLINE>
        """
        from dodona.drawing.dot_lattice import dot_lattice

        return dot_lattice(self)

    def __str__(self) -> str:
        counts = (len(self.columns), "configuration"), (len(self._moves), "transition")
        return ", ".join(
            f"{count:,} {name}{'s' * (count != 1)}" for count, name in (*counts, (self.sequences, "sequence"))
        )

    __repr__ = __str__

    def _repr_svg_(self) -> str | None:
        from dodona.drawing.svg_lattice import LARGEST_LATTICE

        return self.to_svg() if len(self.columns) <= LARGEST_LATTICE else None  # then `repr` counts it


def lattice(
    sentence: Sentence, oracle: str = "nd-all", root: str = "first", limit: int = LATTICE_LIMIT
) -> Lattice:
    """Return the lattice of a sentence in swap-standard (Björkelund and Nivre 2015, Figures 2 and 4).

    `nd-all` has every sequence that derives the tree with swaps that respect the projective order, `nd-sw`
    only those that build arcs as soon as possible. For a projective tree, it is the lattice of arc-standard.
    A lattice can grow exponentially with the sentence; more configurations than `limit` are an error.

    >>> gold = Sentence(["a", "b", "c", "d"], heads=[3, 4, 0, 3], labels=["_"] * 4)
    >>> lattice(gold), lattice(gold).fewest_swaps
    (15 configurations, 15 transitions, 2 sequences, 1)
    >>> lattice(gold, limit=9)
    Traceback (most recent call last):
        ...
    dodona.errors.Error: the lattice has more than 9 configurations: give a higher limit or a shorter sentence
    """
    gold = Gold(sentence, "root")
    if len(sentence) > _LONGEST:
        raise Error(f"a sentence of {len(sentence):,} words is too long for a lattice: {_LONGEST} at most")
    one_of("oracle", oracle, LATTICE_ORACLES)
    one_of("root", root, tuple(_ROOTS))
    if not is_whole(limit):
        raise ArgumentError("limit", limit, "a number of configurations")
    if not 1 <= limit <= _MOST:
        raise OptionError(f"cannot be {limit}: choose from 1 to {_MOST:,} configurations", option="limit")
    found = _core.lattice_of(gold.core, _ROOTS[root], oracle == "nd-all", limit)
    if found is None:
        advice = "a higher limit or a shorter sentence" if limit < _MOST else "a shorter sentence"
        raise Error(f"the lattice has more than {limit:,} configurations: give {advice}")
    return Lattice(sentence, oracle, root, found)
