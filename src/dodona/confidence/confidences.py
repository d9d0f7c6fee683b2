"""The confidences of a parser in its heads, labels and trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import ESTIMATORS, calibrated, calibration_of
from dodona.errors import ArgumentError, Error, OptionError, is_whole, one_of, whole_number
from dodona.treebank.direction import in_direction, words_in_direction
from dodona.treebank.nonprojective import decode_nonprojective
from dodona.treebank.treebank import Treebank, a_treebank

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser


@dataclass(frozen=True, eq=False, repr=False)
class Confidences:
    """A parsed treebank with the parser's confidences; `Parser.confidence` makes it."""

    #: The treebank with the parser's trees.
    parsed: Treebank
    #: For each word the probability that its head is right.
    heads: NDArray[np.float32]
    #: For each word the probability that its label is right, regardless of its head.
    labels: NDArray[np.float32]
    #: For each sentence the probability that all its heads and labels are right.
    trees: NDArray[np.float32]
    #: For each word the smallest margin of a transition over the next best among those that decided its head.
    margins: NDArray[np.float32]
    #: For each word whether no transition attached it, so that it became a dependent of the root at the end.
    left_over: NDArray[np.bool_]
    #: Whether the confidences are calibrated.
    calibrated: bool = False

    def __post_init__(self) -> None:
        words, sentences = a_treebank("parsed", self.parsed).word_count, len(self.parsed)
        for name in ("heads", "labels", "trees", "margins", "left_over"):
            found, length = getattr(self, name), sentences if name == "trees" else words
            if not isinstance(found, np.ndarray) or found.shape != (length,):
                raise ArgumentError(name, found, f"an array of {length:,} values")

    def __repr__(self) -> str:
        mean = f", heads {self.heads.mean():.3f} on average" if len(self.heads) else ""
        return f"Confidences({len(self.trees):,} sentences, {len(self.heads):,} words{mean})"

    def replaced(self, **changes: Any) -> Confidences:
        """Return a copy with other arrays."""
        for name in changes:
            one_of("name of an array", name, tuple(field.name for field in fields(self)))
        return replace(self, **changes)


#: The number of parses of an estimator when it is calibrated. A calibration does not hold for other numbers.
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
    """Parse a treebank and return the uncalibrated confidences of an estimator."""
    which = _core.Estimator[one_of("estimator", estimator, ESTIMATORS)]
    trained_with = int(parser.info["recipe"].get("beam", 1))
    if estimator == "beam" and trained_with > 1:
        width = max(whole_number("beam", beam, 1, 10_000), trained_with)
        return _by_structured_beam(parser, treebank, width, temperature, threads)
    samples = whole_number("samples", samples, 1, 10_000)
    beam = whole_number("beam", beam, 1, 10_000)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    parsed, heads, labels, trees, margins, left_over = _core.confidences(
        parser._core,
        in_direction(treebank, parser.info)._core,
        which,
        temperature,
        samples,
        beam,
        seed,
        threads,
    )
    trees_of = in_direction(Treebank._of(parsed, treebank.source), parser.info)
    found = decode_nonprojective(trees_of, parser.info)
    order = words_in_direction(treebank, parser.info)
    # Rounded probabilities may add up to a little more than 1.
    heads, labels, trees = (np.clip(each, 0, 1) for each in (heads, labels, trees))
    return Confidences(
        found, heads[order], labels[order], trees, margins[order], left_over[order].astype(bool)
    )


def _by_structured_beam(
    parser: Parser, treebank: Treebank, beam: int, temperature: float, threads: int
) -> Confidences:
    """Parse with the beam of structured training; return the probability of parses that agree.

    Its scores of whole trees say little about single arcs, so the parses are those of a second beam, which
    searches by the probabilities of transitions.
    """
    info = parser.info
    given = in_direction(treebank, info)._core
    best = parser.parse(treebank, beam=beam, threads=threads)
    parsed, counts, scores = parser._core.nbest(given, beam, beam, temperature, threads)
    trees = decode_nonprojective(in_direction(Treebank._of(parsed, treebank.source), info), info)
    sentence = np.repeat(np.arange(len(counts)), counts)  # of each tree
    weights = np.exp(scores - scores[np.cumsum(counts) - counts][sentence])
    weights /= np.bincount(sentence, weights, len(counts))[sentence]
    tree = np.repeat(np.arange(len(trees)), np.diff(trees.offsets))  # of each word of the trees
    word = np.arange(trees.word_count) + (best.offsets[:-1][sentence] - trees.offsets[:-1])[tree]
    same_head = trees.heads == best.heads[word]
    labels, best_labels = (np.asarray(each._core.ids(_core.Text.label)) for each in (trees, best))
    same_label = labels == best_labels[word]
    same_tree = np.bincount(tree, ~(same_head & same_label), len(trees)) == 0

    def share(same: NDArray[np.bool_], of: NDArray[np.int64], weight: Any, size: int) -> NDArray[np.float32]:
        return np.minimum(np.bincount(of, same * weight, size), 1).astype(np.float32)

    words = best.word_count
    heads = share(same_head, word, weights[tree], words)
    return Confidences(
        best,
        heads,
        share(same_label, word, weights[tree], words),
        share(same_tree, sentence, weights, len(counts)),
        2 * heads - 1,
        np.zeros(words, bool),
    )


def confidence_of(
    parser: Parser, treebank: Treebank, *, estimator: str, calibrate: bool, **options: Any
) -> Confidences:
    """Parse a treebank and return confidences, calibrated if requested and possible."""
    one_of("estimator", estimator, ESTIMATORS)
    calibration = calibration_of(parser.info)
    if calibration is None and not parser.probabilistic:
        learner = parser.info["recipe"].get("learner", "perceptron")
        raise Error(
            f"the model's learner was {learner}, whose scores are not probabilities: train one with the "
            "recipe probabilistic (dodona train --recipe probabilistic), or fit a calibration to this one "
            "(dodona calibrate -m MODEL DEV -o OUTPUT)"
        )
    if calibration is not None and calibrate:
        _check_width(estimator, options)
    temperature = 1.0
    if calibration is not None and (calibrate or not parser.probabilistic):
        temperature = calibration.temperature  # it turns scores into probabilities
    found = estimate(parser, treebank, estimator=estimator, temperature=temperature, **options)
    if calibration is None or not calibrate:
        return found
    return calibrated(found, calibration, estimator)


def _check_width(estimator: str, options: Mapping[str, Any]) -> None:
    """Refuse a number of parses that the calibration was not fitted to."""
    usual = CALIBRATED_WITH.get(estimator)
    given = options.get(estimator, usual)
    if usual is not None and is_whole(given) and given != usual:
        raise OptionError(
            f"cannot be {given}: the estimator {estimator} is calibrated with {usual}: leave it out, or "
            "take uncalibrated confidences (--uncalibrated, calibrated=False)",
            option=estimator,
        )
