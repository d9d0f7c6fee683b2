"""How sure a parser is of what it parsed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import ESTIMATORS, calibrated, calibration_of
from dodona.errors import Error, OptionError, is_whole, one_of, whole_number
from dodona.treebank.nonprojective import as_meant
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser


@dataclass(frozen=True, eq=False, repr=False)
class Confidences:
    """A parsed treebank, and how sure the parser is of it; made by `Parser.confidence`."""

    #: The treebank with the parser's trees.
    parsed: Treebank
    #: For each word the probability that its head is right.
    heads: NDArray[np.float32]
    #: For each word the probability that its label is right, whatever its head.
    labels: NDArray[np.float32]
    #: For each sentence the probability that all its heads and labels are right.
    trees: NDArray[np.float32]
    #: For each word the least lead of a transition over the next best while the word's head was at stake.
    margins: NDArray[np.float32]
    #: For each word whether nothing attached it, so that it went to the root at the end.
    left_over: NDArray[np.bool_]
    #: Whether development data has taught how much to believe the estimator.
    calibrated: bool = False

    def __repr__(self) -> str:
        mean = f", heads {self.heads.mean():.3f} on average" if len(self.heads) else ""
        return f"Confidences({len(self.trees):,} sentences, {len(self.heads):,} words{mean})"

    def replaced(self, **changes: Any) -> Confidences:
        """Return the same with other arrays."""
        return replace(self, **changes)


#: How many parses an estimator looks at where it is calibrated. What it says of others is something else.
CALIBRATED_WITH = {"samples": 20, "beam": 8}


def estimate(
    parser: Parser,
    treebank: Treebank,
    *,
    estimator: str,
    temperature: float,
    samples: int = CALIBRATED_WITH["samples"],
    beam: int = CALIBRATED_WITH["beam"],
    seed: int = 1,
    threads: int = 1,
) -> Confidences:
    """Parse a treebank and say how sure that is, as an estimator has it."""
    which = _core.Estimator[one_of("estimator", estimator, ESTIMATORS)]
    samples = whole_number("samples", samples, 1, 10_000)
    beam = whole_number("beam", beam, 1, 10_000)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    parsed, heads, labels, trees, margins, left_over = _core.confidences(
        parser._core, treebank._core, which, temperature, samples, beam, seed, threads
    )
    found = as_meant(Treebank._of(parsed, treebank.source), parser.info)
    # Sums of probabilities that are rounded may come to a little more than 1.
    heads, labels, trees = (np.clip(each, 0, 1) for each in (heads, labels, trees))
    return Confidences(found, heads, labels, trees, margins, left_over.astype(bool))


def confidence_of(
    parser: Parser, treebank: Treebank, *, estimator: str, calibrate: bool, **options: Any
) -> Confidences:
    """Parse a treebank and say how sure that is; calibrated if that is wanted and possible."""
    calibration = calibration_of(parser.info)
    if calibration is None and not parser.probabilistic:
        learner = parser.info["recipe"].get("learner", "perceptron")
        raise Error(
            f"the model's learner was {learner}, whose scores are no probabilities: train one with the "
            "recipe probabilistic (dodona train --recipe probabilistic), or fit a calibration to this one "
            "(dodona calibrate MODEL DEV --fit OUTPUT)"
        )
    if calibration is not None and calibrate:
        _check_width(estimator, options)
    temperature = 1.0
    if calibration is not None and (calibrate or not parser.probabilistic):
        temperature = calibration.temperature  # scores that are no probabilities need one in any case
    found = estimate(parser, treebank, estimator=estimator, temperature=temperature, **options)
    if calibration is None or not calibrate:
        return found
    return calibrated(found, calibration, estimator)


def _check_width(estimator: str, options: Mapping[str, Any]) -> None:
    """Refuse to calibrate what nobody has measured."""
    usual = CALIBRATED_WITH.get(estimator)
    given = options.get(estimator, usual)
    if usual is not None and is_whole(given) and given != usual:
        raise OptionError(
            f"cannot be {given}: the model has learnt how far the estimator {estimator} can be "
            f"believed with {usual}: leave it out, or take it as it is (--uncalibrated, calibrated=False)",
            option=estimator,
        )
