"""What `dodona parse` does when it is asked to keep heads and labels."""

from __future__ import annotations

import typer

import dodona
from dodona.treebank.lines import line_of


class KeepingParsing:
    """Parses batches around what is there, and says on standard error what it could not keep."""

    def __init__(self, parser: dodona.Parser, beam: int | None) -> None:
        self._parser, self._beam = parser, beam
        self.kept = self.lost = 0

    def parse(self, batch: dodona.PartialTreebank, threads: int) -> dodona.Treebank:
        """Return the trees of a batch."""
        done = self._parser.complete(batch, beam=self._beam, threads=threads)
        for each in done.lost:
            line = line_of(batch.treebank[each.sentence], each.word - 1)
            typer.echo(f"{batch.treebank.source}:{line}: {each}", err=True)
        self.lost += len(done.lost)
        self.kept += int((batch.heads >= 0).sum()) - sum(each.head is not None for each in done.lost)
        return done.treebank
