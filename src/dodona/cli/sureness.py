"""What `dodona parse` does when it is asked how sure it is."""

from __future__ import annotations

from dataclasses import dataclass

import typer

import dodona
from dodona.search.marking import doubtful, with_confidences, with_doubts
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class Sureness:
    """What was asked for."""

    estimator: str
    samples: int
    beam: int
    written: bool
    below: float | None
    extract: bool


class SureParsing:
    """Parses batches, and counts the sentences that are worth a look."""

    def __init__(self, parser: dodona.Parser, how: Sureness) -> None:
        self._parser, self._how = parser, how
        self.doubtful = 0

    def check(self, quiet: bool) -> None:
        """Refuse models that cannot tell, before anything is read, and say if they were never calibrated."""
        self._parser.confidence(dodona.Treebank())
        if not self._parser.is_calibrated and not quiet:
            typer.echo(
                "the model was trained without development data: its confidences are not calibrated "
                "(dodona calibrate MODEL DEV --fit OUTPUT mends that)",
                err=True,
            )

    def parse(self, batch: Treebank, threads: int) -> Treebank:
        """Return a batch with trees and with what was asked for."""
        how = self._how
        found = self._parser.confidence(
            batch, estimator=how.estimator, samples=how.samples, beam=how.beam, threads=threads
        )
        treebank = with_confidences(found) if how.written else found.parsed
        if how.below is None:
            return treebank
        words = doubtful(found, how.below)
        self.doubtful += sum(len(each) > 0 for each in words)
        treebank = with_doubts(treebank, words)
        return treebank[[i for i, each in enumerate(words) if len(each)]] if how.extract else treebank
