"""`dodona parse --best-first`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.search.best_first import check_best_first
from dodona.tables import counted
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser


class BestFirstParsing:
    """Parses batches best-first, and counts the sentences where the limit was reached."""

    def __init__(self, parser: AnyParser, hypotheses: int, beam: int | None) -> None:
        check_best_first("best_first", hypotheses, parser.info)
        self._parser, self._hypotheses, self._beam = parser, hypotheses, beam
        self._unproven = 0

    def parse(self, batch: Treebank, threads: int) -> Treebank:
        """Return the most probable trees of a batch."""
        found = self._parser.most_probable(batch, self._hypotheses, beam=self._beam, threads=threads)
        self._unproven += int((~found.proven).sum())
        return found.treebank

    @property
    def summary(self) -> str:
        """In how many sentences the limit was reached."""
        if not self._unproven:
            return "every tree is the most probable one"
        kept = "the greedy tree" if self._beam == 1 else "the tree of the beam"
        return f"{counted(self._unproven, 'sentence')} reached the limit of --best-first and kept {kept}"
