"""The decisions of a parser and their probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import Error, place
from dodona.transitions.transition import NAMES, Transition
from dodona.treebank.direction import in_direction, words_in_direction
from dodona.treebank.nonprojective import encode_nonprojective
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser


@dataclass(frozen=True, eq=False, repr=False)
class Decisions:
    """The decisions of a parser in a treebank, in order; `Parser.decisions` makes it."""

    #: Where the decisions of each sentence begin, and where those of the last one end.
    offsets: NDArray[np.int64]
    #: The transition of each decision, as an index into `transitions`; a parser that reads from right to left
    #: has the sentences reversed.
    made: NDArray[np.uint16]
    #: Its probability among all legal transitions.
    probabilities: NDArray[np.float32]
    #: Whether it had zero cost. None if there were no gold trees to compare with.
    right: NDArray[np.bool_] | None
    #: For each word the decision that attached it, counted in its sentence; -1 if none did, so that the word
    #: became a dependent of the root at the end.
    made_by: NDArray[np.int32]
    #: All transitions of the parser.
    transitions: tuple[Transition, ...]

    def __len__(self) -> int:
        return len(self.made)

    def __repr__(self) -> str:
        return f"Decisions({len(self.offsets) - 1:,} sentences, {len(self):,} decisions)"

    def of(self, sentence: int) -> list[tuple[Transition, float]]:
        """Return the transitions of a sentence, each with its probability."""
        sentence = place("sentence", sentence, len(self.offsets) - 1)
        here = slice(int(self.offsets[sentence]), int(self.offsets[sentence + 1]))
        made = (self.transitions[number] for number in self.made[here])
        return list(zip(made, self.probabilities[here].tolist(), strict=True))


def decisions_of(parser: Parser, treebank: Treebank, *, compare: bool, threads: int) -> Decisions:
    """Parse a treebank and return the decisions; with `compare`, its own trees say which were right."""
    if not parser.probabilistic:
        learner = parser.info["recipe"].get("learner")
        raise Error(
            f"the model's learner was {learner}, whose scores are not probabilities: "
            "train one with the recipe probabilistic"
        )
    if compare:
        if (treebank.heads < 0).any():
            raise Error(f"{treebank.source or 'the treebank'}: there are no trees to compare with")
        if parser.info["recipe"]["system"] == "swap-standard":
            raise Error("swap-standard has no oracle with exact costs after an error: use another system")
        # Costs are exact for trees that the system can build.
        treebank = encode_nonprojective(treebank, parser.info)
    offsets, made, probabilities, costs, made_by = _core.decisions(
        parser._core, in_direction(treebank, parser.info)._core, costs=compare, threads=threads
    )
    made_by = made_by[words_in_direction(treebank, parser.info)]
    labels = parser.labels
    names = (
        Transition(NAMES[move], labels[label] if label >= 0 else None)
        for move, label in _core.transitions_of(parser._core)
    )
    return Decisions(offsets, made, probabilities, costs == 0 if compare else None, made_by, tuple(names))
