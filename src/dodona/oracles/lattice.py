"""The lattice of a sentence: every sequence of transitions that derives its tree."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, is_whole, one_of
from dodona.oracles.gold import Gold
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import NAMES, Transition
from dodona.treebank.sentence import Sentence

#: How many configurations a lattice may have unless told otherwise: more make no picture for people.
LATTICE_LIMIT = 1000
#: How many it may have whatever is told: the longest sentences take some hundred megabytes then.
_MOST = 100_000
#: The oracles that leave a choice.
LATTICE_ORACLES = ("nd-all", "nd-sw")
_SYSTEM = "swap-standard"
_ROOTS = {"first": _core.Root.first, "last": _core.Root.last}


class LatticeTransition(NamedTuple):
    """A transition of a lattice, and the places in `configurations` that it leads from and to."""

    before: int
    after: int
    transition: Transition


class Lattice:
    """Configurations and the transitions between them that an oracle allows; `dodona.lattice` makes it.

    The first configuration is the initial one and the last the terminal one, and every way from the one to
    the other derives the tree. Ways that come to the same stack, buffer and arcs meet there.

    >>> found = lattice(Sentence(["John", "likes", "Mary"], heads=[2, 0, 2], labels=["subj", "root", "obj"]))
    >>> found
    9 configurations, 9 transitions, 2 sequences
    >>> found.configurations[4]
    ([ROOT likes], [Mary], {(likes, subj, John)})
    >>> found.transitions[0]
    LatticeTransition(before=0, after=1, transition=Transition(move='SHIFT', label=None))
    """

    def __init__(self, sentence: Sentence, oracle: str, root: str, core: _core.Lattice) -> None:
        #: The sentence with its tree.
        self.sentence = sentence
        #: The oracle that says which transitions are allowed: `nd-all` or `nd-sw`.
        self.oracle = oracle
        #: Where the artificial root stands: `first` or `last`.
        self.root = root
        #: For each configuration the most transitions that lead to it; configurations are sorted by that.
        self.columns: list[int] = core.columns
        #: The swaps of the sequence that has the fewest.
        self.fewest_swaps: int = core.fewest_swaps
        self._moves = [(before, after, NAMES[move]) for before, after, move in core.transitions]

    @cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        """The configurations; the history of each is one of the sequences that lead to it."""
        labels = self.sentence.labels
        found = {0: Configuration(self.sentence, self.root, system=_SYSTEM)}
        for before, after, move in self._moves:
            if after not in found:
                arc = found[before].arc(move)
                found[after] = found[before].copy().apply(move, None if arc is None else labels[arc[1] - 1])
        return tuple(found[place] for place in range(len(found)))

    @cached_property
    def transitions(self) -> tuple[LatticeTransition, ...]:
        """The transitions, sorted by the configurations that they lead away from."""
        labels, configurations = self.sentence.labels, self.configurations
        made = []
        for before, after, move in self._moves:
            arc = configurations[before].arc(move)
            label = None if arc is None else labels[arc[1] - 1]
            made.append(LatticeTransition(before, after, Transition(move, label)))
        return tuple(made)

    @cached_property
    def sequences(self) -> int:
        """How many sequences of transitions derive the tree: an exact number, however large.

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
        """Draw the lattice below its tree as an SVG document that needs nothing else.

        Columns are numbers of transitions, colours are moves, and in each configuration stand the arcs that
        it has, by the numbers of the words. The terminal one has a double line. More than 5,000
        configurations are an error.

        >>> lattice(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"])).to_svg()[:4]
        '<svg'
        """
        from dodona.drawing.svg_lattice import svg_lattice

        return svg_lattice(self, background=background)

    def to_dot(self) -> str:
        """Write the lattice in the language of Graphviz.

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

    `nd-all` has every sequence that derives the tree by swaps that the projective order admits, `nd-sw` those
    in which no arc waits. Of a projective tree it is the lattice of arc-standard, too. A lattice can grow
    exponentially with the sentence: more configurations than `limit` are an error.

    >>> gold = Sentence(["a", "b", "c", "d"], heads=[3, 4, 0, 3], labels=["_"] * 4)
    >>> lattice(gold), lattice(gold).fewest_swaps
    (15 configurations, 15 transitions, 2 sequences, 1)
    >>> lattice(gold, limit=9)
    Traceback (most recent call last):
        ...
    dodona.errors.Error: the lattice has more than 9 configurations: give a higher limit or a shorter sentence
    """
    gold = Gold(sentence, "root")
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
