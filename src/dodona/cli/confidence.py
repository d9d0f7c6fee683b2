"""Confidences on the command line: what `dodona parse --confidence` does, and warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import dodona
from dodona.cli.options import Estimator
from dodona.cli.printing import tell
from dodona.confidence.confidences import CALIBRATED_WITH
from dodona.confidence.in_conllu import doubtful, with_confidences, with_doubts
from dodona.conversion.conllu import to_conllu
from dodona.ensembles import Ensemble
from dodona.pipelines.frequent_words import less_sure
from dodona.tables import counted
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser

#: With a larger share of words from training sentences, measurements are too good.
MAX_SEEN = 0.05


def check_estimator(estimator: Estimator, samples: int, beam: int) -> None:
    """Refuse options that would have no effect."""
    for name, given in (("samples", samples), ("beam", beam)):
        if given != CALIBRATED_WITH[name] and estimator.value != name:
            raise dodona.OptionError(f"needs --estimator {name}", option=name)


def warn_uncalibrated() -> None:
    """Warn that the model has no calibration."""
    tell(
        "the model's confidences are not calibrated: finish training with --dev, or run "
        "dodona calibrate -m MODEL DEV -o OUTPUT",
        err=True,
    )


def warn_of_seen_sentences(parser: AnyParser, treebank: Treebank, *, left_out: bool) -> int:
    """Warn of sentences that the model was trained on; return the number of their words.

    Unless they are `left_out`, a few short ones, which most treebanks share, need no warning.
    """
    seen = parser.knows(treebank)
    words = int(np.diff(treebank.offsets)[seen].sum())
    if words > (0 if left_out else MAX_SEEN * treebank.word_count):
        count = f"{seen.sum():,} of {counted(len(treebank), 'sentence')}"
        effect = (
            "and left out"
            if left_out
            else "on which it is more confident and more often right than on new text"
        )
        tell(f"{count} are in the model's training data, {effect}", err=True)
    return words


def warn_of_greedy_search(parser: AnyParser, estimator: str) -> None:
    """Warn that the trees are not those of the model's beam."""
    beam = parser.info["recipe"].get("beam", 1)
    if beam > 1 and estimator != "beam":
        tell(
            f"the model was trained with a beam of {beam}, but confidences come from greedy search: "
            "the trees are those of greedy search, which are worse (--estimator beam keeps the beam's)",
            err=True,
        )


@dataclass(frozen=True)
class ConfidenceOptions:
    """The options of `dodona parse` about confidence."""

    estimator: str
    samples: int
    beam: int
    calibrated: bool
    written: bool
    below: float | None
    extract: bool


class ConfidenceParsing:
    """Parses batches with confidences, and counts the doubtful sentences."""

    def __init__(
        self, parser: AnyParser, options: ConfidenceOptions, about: Mapping[str, Any] | None = None
    ) -> None:
        """Parse with a parser, `about` whose pipeline there may be metadata."""
        self._parser, self._options, self._about = parser, options, about or {}
        self.doubtful = 0
        self._sentences = 0

    def check(self, quiet: bool) -> None:
        """Refuse models without confidences before anything is read, and warn if they are uncalibrated."""
        self._confidence(dodona.Treebank(), threads=1)
        if quiet:
            return
        if isinstance(self._parser, Ensemble):
            tell("the confidences of several models are means of theirs, and not calibrated", err=True)
            return
        if self._options.calibrated and not self._parser.is_calibrated:
            warn_uncalibrated()
        warn_of_greedy_search(self._parser, self._options.estimator)

    def _confidence(self, batch: Treebank, threads: int) -> dodona.Confidences:
        options = self._options
        return self._parser.confidence(
            batch,
            estimator=options.estimator,
            calibrated=options.calibrated,
            samples=options.samples,
            beam=options.beam,
            threads=threads,
        )

    def parse(self, batch: Treebank, threads: int) -> Treebank:
        """Return a batch with trees, and with confidences and marks as the options say."""
        options = self._options
        found = less_sure(self._confidence(batch, threads), self._about)
        if found.parsed.format != "conllu":  # other formats have no place for confidences
            found = found.replaced(parsed=to_conllu(found.parsed, first=self._sentences + 1))
        self._sentences += len(batch)
        treebank = with_confidences(found) if options.written else found.parsed
        if options.below is None:
            return treebank
        words = doubtful(found, options.below)
        self.doubtful += sum(len(each) > 0 for each in words)
        treebank = with_doubts(treebank, words)
        return treebank[[i for i, each in enumerate(words) if len(each)]] if options.extract else treebank
