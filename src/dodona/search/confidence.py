"""How sure a parser is of every arc, every label and every tree.

This is a stand-in: it knows the probability of the transition that built an arc, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dodona.errors import one_of
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.search.parser import Parser

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Confidences:
    """How sure a parser is of what it parsed; made by `Parser.confidence`."""

    #: The parser's trees.
    parsed: Treebank
    #: For every word, the probability that its head is right, and that its label is, whatever the head.
    heads: Floats
    labels: Floats
    #: For every sentence, the probability that all heads and labels are right.
    trees: Floats
    #: For every word, by how much the transition that built its arc was more probable than the runner-up.
    margins: Floats
    #: Which words went to the root because nothing else attached them.
    left_over: npt.NDArray[np.bool_]


def confidences_of(parser: Parser, treebank: Treebank, estimator: str, threads: int | None) -> Confidences:
    """Take the probability of the transition that built an arc."""
    one_of("estimator", estimator, ("transition",))
    decisions = parser.decisions(treebank, threads=threads)
    lengths = np.diff(treebank.offsets)
    starts = np.repeat(decisions.offsets[:-1], lengths)
    left_over = decisions.made_by < 0
    last = np.repeat(decisions.offsets[1:], lengths) - 1
    probabilities = decisions.probabilities.astype(np.float64)
    heads = probabilities[np.where(left_over, last, starts + decisions.made_by)]
    logs = np.concatenate([[0.0], np.cumsum(np.log(probabilities))])
    return Confidences(
        parsed=parser.parse(treebank, threads=threads),
        heads=heads,
        labels=heads,
        trees=np.exp(logs[decisions.offsets[1:]] - logs[decisions.offsets[:-1]]),
        margins=np.maximum(2 * heads - 1, 0.0),
        left_over=left_over,
    )
