"""Constrained parsing on the command line: `dodona parse --keep`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dodona
from dodona.cli.printing import tell
from dodona.tables import counted
from dodona.treebank.lines import line_of

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser


class ConstrainedParsing:
    """Parses batches with arc constraints, and reports on standard error what could not be kept."""

    def __init__(self, parser: AnyParser, beam: int | None) -> None:
        self._parser, self._beam = parser, beam
        self.kept = self.lost_heads = self.lost_labels = 0

    def parse(self, batch: dodona.PartialTreebank, threads: int) -> dodona.Treebank:
        """Return the trees of a batch."""
        done = self._parser.complete(batch, beam=self._beam, threads=threads)
        for each in done.lost:
            line = line_of(batch.treebank[each.sentence], each.word - 1)
            tell(f"{batch.treebank.source}:{line}: {each}", err=True)
        heads = sum(each.head is not None for each in done.lost)
        self.lost_heads += heads
        self.lost_labels += len(done.lost) - heads
        self.kept += int((batch.heads >= 0).sum()) - heads
        return done.treebank

    @property
    def summary(self) -> str:
        """How many heads were kept, and what was not."""
        lost = [
            counted(number, what)
            for number, what in ((self.lost_heads, "head"), (self.lost_labels, "label"))
            if number
        ]
        rest = f"{' and '.join(lost)} could not be kept" if lost else "none lost"
        return f"{counted(self.kept, 'head')} kept, {rest}"
