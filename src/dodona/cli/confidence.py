"""What `dodona parse` does when it is asked how sure it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import typer

import dodona
from dodona.cli.options import Estimator
from dodona.confidence.confidences import CALIBRATED_WITH
from dodona.confidence.in_conllu import doubtful, with_confidences, with_doubts
from dodona.conversion.conllu import to_conllu
from dodona.tables import counted
from dodona.treebank.treebank import Treebank

#: This share of words that were learnt makes what is measured better than it is.
MUCH = 0.05


def check_estimator(estimator: Estimator, samples: int, beam: int) -> None:
    """Refuse options that would do nothing."""
    for name, given in (("samples", samples), ("beam", beam)):
        if given != CALIBRATED_WITH[name] and estimator.value != name:
            raise dodona.OptionError(f"needs --estimator {name}", option=name)


def warn_of_no_calibration() -> None:
    """Say that nobody has taught the model how much to believe itself."""
    typer.echo(
        "the model has not learnt how sure it may be: its confidences are not calibrated (training with "
        "--dev to its end does that, and afterwards dodona calibrate MODEL DEV --fit OUTPUT)",
        err=True,
    )


def tell_of_familiar(parser: dodona.Parser, treebank: Treebank, *, left_out: bool) -> int:
    """Say if a treebank has what the model was trained on, as far as it knows; returns how many words.

    A sentence of a word or two is in most data, and not worth a line unless it is `left_out`.
    """
    known = parser.knows(treebank)
    words = int(np.diff(treebank.offsets)[known].sum())
    if words > (0 if left_out else MUCH * treebank.word_count):
        count = f"{known.sum():,} of {counted(len(treebank), 'sentence')}"
        by_heart = "which it knows by heart: of new text it is less sure, and less often right"
        so = "and left out" if left_out else by_heart
        typer.echo(f"{count} are in the model's training data, {so}", err=True)
    return words


def warn_of_greedy_search(parser: dodona.Parser) -> None:
    """Say that trees are not those of a model's beam."""
    beam = parser.info["recipe"].get("beam", 1)
    if beam > 1:
        typer.echo(
            f"the model was trained with a beam of {beam}, and how sure a parser is, greedy search tells: "
            "the trees are those of greedy search, and not as good",
            err=True,
        )


@dataclass(frozen=True)
class Sureness:
    """What was asked for."""

    estimator: str
    samples: int
    beam: int
    calibrated: bool
    written: bool
    below: float | None
    extract: bool


class SureParsing:
    """Parses batches, and counts the sentences that are worth a look."""

    def __init__(self, parser: dodona.Parser, how: Sureness) -> None:
        self._parser, self._how = parser, how
        self.doubtful = 0
        self._sentences = 0

    def check(self, quiet: bool) -> None:
        """Refuse models that cannot tell, before anything is read, and say if they were never calibrated."""
        self._confidence(dodona.Treebank(), threads=1)
        if quiet:
            return
        if self._how.calibrated and not self._parser.is_calibrated:
            warn_of_no_calibration()
        warn_of_greedy_search(self._parser)

    def _confidence(self, batch: Treebank, threads: int) -> dodona.Confidences:
        how = self._how
        return self._parser.confidence(
            batch,
            estimator=how.estimator,
            calibrated=how.calibrated,
            samples=how.samples,
            beam=how.beam,
            threads=threads,
        )

    def parse(self, batch: Treebank, threads: int) -> Treebank:
        """Return a batch with trees and with what was asked for."""
        how = self._how
        found = self._confidence(batch, threads)
        if found.parsed.format != "conllu":  # which alone has a place for it
            found = found.replaced(parsed=to_conllu(found.parsed, first=self._sentences + 1))
        self._sentences += len(batch)
        treebank = with_confidences(found) if how.written else found.parsed
        if how.below is None:
            return treebank
        words = doubtful(found, how.below)
        self.doubtful += sum(len(each) > 0 for each in words)
        treebank = with_doubts(treebank, words)
        return treebank[[i for i, each in enumerate(words) if len(each)]] if how.extract else treebank
