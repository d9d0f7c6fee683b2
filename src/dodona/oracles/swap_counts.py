"""The number of swaps that a treebank needs, by oracle."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.table import Table

from dodona import _core
from dodona.errors import OptionError, is_whole, shown
from dodona.tables import table
from dodona.treebank.treebank import Treebank, a_treebank

#: The default number of configurations with a choice that MINIMAL's search visits in a sentence.
MINIMAL_BUDGET: int = _core.MINIMAL_BUDGET


@dataclass(frozen=True)
class SwapCounts:
    """The figures of Table 1 of Björkelund and Nivre (2015) for a treebank."""

    sentences: int
    projective: int
    #: Swaps in the sequences of the three static oracles.
    eager: int
    lazy: int
    minimal: int
    #: Sentences for which MINIMAL is an upper bound.
    over_budget: int
    #: Sentences with a single sequence in `nd-all`.
    unique: int

    def to_dict(self) -> dict[str, int]:
        """Return the counts by name."""
        return asdict(self)


def swap_counts(treebank: Treebank, budget: int = MINIMAL_BUDGET) -> SwapCounts:
    """Count the swaps that the trees of a treebank take in swap-standard with each static oracle.

    `budget` is the largest number of configurations with a choice that MINIMAL's search visits in a sentence:
    fewer in sentences of more than 200 words, none in those of more than 1,000 words or with thousands of
    swaps. Where the search ends before it has found the minimum, the sentence counts as over budget, and the
    count is the best upper bound.

    >>> import dodona
    >>> found = swap_counts(dodona.read("tests/data/grove.conllu"))
    >>> found.eager >= found.lazy >= found.minimal, found.over_budget
    (True, 0)
    """
    if not is_whole(budget) or budget < 1:
        raise OptionError(
            f"cannot be {shown(budget)}: a whole number of 1 or more is needed", option="budget"
        )
    return SwapCounts(
        *_core.swap_counts(a_treebank("treebank", treebank)._core, _core.Root.first, min(budget, sys.maxsize))
    )


def swaps_table(counts: Sequence[tuple[str, SwapCounts]]) -> Table:
    """Return a table of counts, one column per treebank."""
    made = table("Swaps", "", *(name for name, _ in counts))

    def row(name: str, values: Sequence[str]) -> None:
        made.add_row(name, *values)

    def less(part: int, whole: int) -> str:
        return f"{100 * (1 - part / whole):.2f}%" if whole else "–"

    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.2f}%" if whole else "–"

    each = [found for _, found in counts]
    row("Sentences with trees", [f"{found.sentences:,}" for found in each])
    row("Projective", [share(found.projective, found.sentences) for found in each])
    row("EAGER swaps", [f"{found.eager:,}" for found in each])
    row("LAZY swaps", [f"{found.lazy:,}" for found in each])
    row("MINIMAL swaps", [f"{found.minimal:,}" for found in each])
    row("Fewer with LAZY", [less(found.lazy, found.eager) for found in each])
    row("Fewer with MINIMAL", [less(found.minimal, found.eager) for found in each])
    row("MINIMAL over budget", [f"{found.over_budget:,}" for found in each])
    row("Unique sequence", [share(found.unique, found.sentences) for found in each])
    return made
