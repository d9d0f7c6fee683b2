"""Fitting a calibration to gold trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import (
    Calibration,
    Calibrator,
    SeenCalibration,
    calibration_of,
)
from dodona.confidence.confidences import Confidences
from dodona.confidence.isotonic import blend, isotonic
from dodona.confidence.regression import (
    MAX_LOG_ODDS,
    ArcFeatures,
    ConfidenceRegression,
    arc_features,
    log_odds,
)
from dodona.confidence.seen_sentences import SeenSentences
from dodona.errors import Error
from dodona.treebank.direction import in_direction
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser


#: The estimators whose isotonic curve is blended with a logistic one. A logistic curve does not fit the
#: shares of samples, most of which are 1.
_SMOOTH = ("transition", "beam", "marginals")


class Confident(Protocol):
    """A parser that estimates confidences."""

    @property
    def info(self) -> Mapping[str, Any]:
        """Metadata of the model."""

    @property
    def estimators(self) -> Sequence[str]:
        """The names of its estimators."""

    def _estimate(
        self, treebank: Treebank, *, estimator: str, temperature: float, threads: int
    ) -> Confidences:
        """Parse a treebank and return the uncalibrated confidences of an estimator."""

    def _best_temperature(self, gold: Treebank, threads: int) -> float:
        """Return the temperature at which gold trees are most probable."""


class Trial(NamedTuple):
    """A parser, gold trees to compare it with, and the sentences it was trained on, if known."""

    parser: Confident
    trees: Treebank
    seen: SeenSentences | None

    def split(self) -> tuple[Treebank, Treebank | None]:
        """Return the trees that are new to the parser, and those it was trained on, if any.

        If it was trained on all of them, they count as new.
        """
        seen = np.zeros(len(self.trees), bool) if self.seen is None else self.seen.among(self.trees)
        if seen.all() or not seen.any():
            return self.trees, None
        new, old = (self.trees[np.flatnonzero(part).tolist()] for part in (~seen, seen))
        return new, old


def fit(
    parser: Confident,
    gold: Treebank | None,
    others: Iterable[Trial] = (),
    *,
    learnt: Trial | None = None,
    threads: int = 1,
) -> Calibration:
    """Fit a temperature, and calibrators for each estimator.

    The gold trees should be new to the parser: development data, not training data. `others` are parsers
    trained in the same way, each with trees that are new to it; they are required if `gold` is None. `learnt`
    has trees that this parser was trained on, which get calibrators of their own. Without `learnt`, an
    earlier calibration's calibrators for training sentences are kept, and the temperature with them.
    """
    if gold is not None and (not len(gold) or (gold.heads < 0).any()):
        raise Error(f"{gold.source or 'the treebank'}: there are no trees to compare with")
    before = calibration_of(parser.info, parser.estimators) if learnt is None else None
    kept, temperature, sentences = None, None, None if learnt is None else learnt.seen
    if before is not None and before.seen is not None:
        kept, temperature, sentences = before.seen, before.temperature, before.seen.sentences
    observations = _Observations(parser.estimators, threads)
    if gold is not None:
        temperature = observations.add(Trial(parser, gold, sentences), temperature)
    for trial in others:
        observations.add(trial, temperature)
    temperature = temperature or observations.mean_temperature()
    if learnt is not None and learnt.seen is not None:
        observations.observe(observations.seen, parser, learnt.trees, temperature)
        kept = SeenCalibration(learnt.seen, observations.calibrators(observations.seen))
    return Calibration(temperature, observations.calibrators(observations.new), kept)


class _Observations:
    """Estimates and outcomes, for sentences that were new to the parser and for others."""

    def __init__(self, estimators: Sequence[str], threads: int) -> None:
        self.threads = threads
        self.temperatures: list[float] = []
        self.new: dict[str, list[_Observed]] = {estimator: [] for estimator in estimators}
        self.seen: dict[str, list[_Observed]] = {estimator: [] for estimator in estimators}

    def add(self, trial: Trial, temperature: float | None = None) -> float:
        """Observe a parser at the given or its best temperature, and return the temperature."""
        new, seen = trial.split()
        taken = temperature or trial.parser._best_temperature(new, self.threads)
        self.temperatures.append(taken)
        self.observe(self.new, trial.parser, new, taken)
        if seen is not None:
            self.observe(self.seen, trial.parser, seen, taken)
        return taken

    def observe(
        self, where: dict[str, list[_Observed]], parser: Confident, trees: Treebank, temperature: float
    ) -> None:
        """Append the estimates of each estimator for some trees."""
        for estimator, so_far in where.items():
            found = parser._estimate(
                trees, estimator=estimator, temperature=temperature, threads=self.threads
            )
            so_far.append(_observed(found, trees))

    def mean_temperature(self) -> float:
        return round(float(np.exp(np.mean(np.log(self.temperatures)))), 4)

    @staticmethod
    def calibrators(where: dict[str, list[_Observed]]) -> dict[str, dict[str, Calibrator]]:
        return {estimator: _calibrators(parts, estimator in _SMOOTH) for estimator, parts in where.items()}


#: Grids for the temperature: lowest, highest, number of steps. A perceptron's scores can have any scale, and
#: a small one after structured training. So the first grid is wide; the others multiply the best so far.
_WIDE = (0.02 / 25_000 ** (1 / 3), 500.0)
_EXACTLY = ((*_WIDE, 33), (0.65, 1.55, 19), (0.97, 1.03, 7))
#: Accurate to a tenth, in a third of the time.
ROUGHLY = ((*_WIDE, 17), (0.5, 2.0, 9))


def best_temperature(
    parser: Parser, trees: Treebank, *, steps: Sequence[tuple[float, float, int]] = _EXACTLY, threads: int = 1
) -> float:
    """Return the temperature at which the zero-cost transitions of encoded trees are most probable."""
    trees = in_direction(trees, parser.info)
    best = 1.0
    for lowest, highest, count in steps:
        tried = np.geomspace(lowest, highest, count) * best
        losses = _core.losses_at(parser._core, trees._core, tried.tolist(), threads)
        best = float(tried[int(np.argmin(losses))])
    return round(best, 4)


def outcomes(
    parsed: Treebank, gold: Treebank
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which heads, labels (regardless of heads) and whole trees of a parse are right."""
    heads = parsed.heads == gold.heads
    pairs = zip(parsed.column("labels"), gold.column("labels"), strict=True)
    labels = np.fromiter((one == other for one, other in pairs), bool, len(heads))
    lengths = np.array([len(sentence) for sentence in gold])
    begins = np.cumsum(lengths) - lengths
    trees = np.logical_and.reduceat(heads & labels, begins) if len(lengths) else np.zeros(0, bool)
    return heads, labels, trees


class _Observed(NamedTuple):
    """An estimator's features of words and probabilities of trees, and the outcomes."""

    heads: ArcFeatures
    labels: ArcFeatures
    trees: NDArray[np.float32]
    left_over: NDArray[np.bool_]
    right_heads: NDArray[np.bool_]
    right_labels: NDArray[np.bool_]
    right_trees: NDArray[np.bool_]


def _observed(found: Confidences, gold: Treebank) -> _Observed:
    of_heads, of_labels = (arc_features(values, found.parsed) for values in (found.heads, found.labels))
    return _Observed(of_heads, of_labels, found.trees, found.left_over, *outcomes(found.parsed, gold))


def _calibrators(parts: Sequence[_Observed], smooth: bool) -> dict[str, Calibrator]:
    heads, labels, *others = zip(*parts, strict=True)
    trees, left_over, right_heads, right_labels, right_trees = map(np.concatenate, others)
    # With few words of one kind, the calibrator of all words is better.
    kinds = (left_over, ~left_over)
    left, attached = (kind if kind.sum() >= 100 else np.ones_like(kind) for kind in kinds)
    of_heads, of_labels = ArcFeatures.joined(heads), ArcFeatures.joined(labels)
    return {
        "heads": _word_calibrator(of_heads.where(attached), right_heads[attached], smooth),
        "left_over": _word_calibrator(of_heads.where(left), right_heads[left], smooth),
        "labels": _word_calibrator(of_labels, right_labels, smooth),
        "trees": _tree_calibrator(trees, right_trees, smooth),
    }


def _word_calibrator(found: ArcFeatures, right: NDArray[np.bool_], smooth: bool) -> Calibrator:
    regression = ConfidenceRegression.fitted(found, right)
    steps = isotonic(regression(found), right)
    return Calibrator(
        blend(steps, lambda probability: probability, at=(0, 1)) if smooth else steps, regression
    )


def _tree_calibrator(trees: NDArray[np.float32], right: NDArray[np.bool_], smooth: bool) -> Calibrator:
    """Return a calibrator of trees, whose only feature is their probability."""

    def only(values: NDArray[Any]) -> ArcFeatures:
        return ArcFeatures(log_odds(values)[:, None], np.zeros(len(values), np.int64), ("",))

    steps = isotonic(trees, right)
    if not smooth:
        return Calibrator(steps)
    regression = ConfidenceRegression.fitted(only(trees), right)
    # Points a third of a unit of log odds apart approximate the logistic curve.
    at = 1 / (1 + np.exp(-np.linspace(-MAX_LOG_ODDS, MAX_LOG_ODDS, 55)))
    return Calibrator(blend(steps, lambda x: regression(only(x)), at.tolist()))
