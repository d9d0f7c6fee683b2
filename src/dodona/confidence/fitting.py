"""Learning from gold trees how sure a parser may be of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.calibration import ESTIMATORS, ByHeart, Calibration, Curve, calibration_of
from dodona.confidence.confidences import Confidences, estimate
from dodona.confidence.isotonic import halfway, isotonic
from dodona.confidence.regression import FURTHEST, Signals, Surroundings, log_odds, signals
from dodona.confidence.seen_sentences import Familiar
from dodona.errors import Error
from dodona.treebank.nonprojective import as_learnt
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser


#: What a logistic regression fits well enough to be half of a curve. Shares of samples are not: of most words
#: they say 1, which is not much surer than nearly 1.
_SMOOTH = ("transition", "beam")


class Trial(NamedTuple):
    """A parser, trees to try it with, and what it was trained on, if that is known."""

    parser: Parser
    trees: Treebank
    familiar: Familiar | None

    def split(self) -> tuple[Treebank, Treebank | None]:
        """Return the trees that are new to the parser, and those it was trained on, if there are any.

        If there is nothing else, those have to do for the others.
        """
        known = np.zeros(len(self.trees), bool) if self.familiar is None else self.familiar.among(self.trees)
        if known.all() or not known.any():
            return self.trees, None
        new, old = (self.trees[np.flatnonzero(part).tolist()] for part in (~known, known))
        return new, old


def fit(
    parser: Parser,
    gold: Treebank | None,
    others: Iterable[Trial] = (),
    *,
    learnt: Trial | None = None,
    threads: int = 1,
) -> Calibration:
    """Learn from gold trees how sure a parser may be of itself: a temperature, and curves for each estimator.

    The trees should be new to the parser: development data, not what it was trained on. `others` are parsers
    like this one, each with trees that are new to it; there must be some if `gold` is None. `learnt` has
    trees that this parser was trained on. It knows them by heart, and there are curves of their own for them,
    which stay as they are if the parser is calibrated once more without; and so does the temperature at
    which they were made.
    """
    if gold is not None and (not len(gold) or (gold.heads < 0).any()):
        raise Error(f"{gold.source or 'the treebank'}: there are no trees to compare with")
    before = calibration_of(parser.info) if learnt is None else None
    by_heart, own, familiar = None, None, None if learnt is None else learnt.familiar
    if before is not None and before.by_heart is not None:
        by_heart, own, familiar = before.by_heart, before.temperature, before.by_heart.sentences
    tried = _Tried(threads)
    if gold is not None:
        own = tried.add(Trial(parser, gold, familiar), own)
    for trial in others:
        tried.add(trial, own)
    temperature = own or tried.usual_temperature()
    if learnt is not None and learnt.familiar is not None:
        tried.look(tried.known, parser, learnt.trees, temperature)
        by_heart = ByHeart(learnt.familiar, tried.curves(tried.known))
    return Calibration(temperature, tried.curves(tried.new), by_heart)


class _Tried:
    """What came of trials: of sentences that were new to parsers, and of those that were not."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.temperatures: list[float] = []
        self.new: dict[str, list[_Seen]] = {estimator: [] for estimator in ESTIMATORS}
        self.known: dict[str, list[_Seen]] = {estimator: [] for estimator in ESTIMATORS}

    def add(self, trial: Trial, temperature: float | None = None) -> float:
        """Try a parser, at its best temperature unless there is one to take; returns the temperature."""
        new, known = trial.split()
        taken = temperature or best_temperature(
            trial.parser, as_learnt(new, trial.parser.info), threads=self.threads
        )
        self.temperatures.append(taken)
        self.look(self.new, trial.parser, new, taken)
        if known is not None:
            self.look(self.known, trial.parser, known, taken)
        return taken

    def look(
        self, where: dict[str, list[_Seen]], parser: Parser, trees: Treebank, temperature: float
    ) -> None:
        """Note what each estimator says of trees."""
        for estimator, so_far in where.items():
            found = estimate(
                parser, trees, estimator=estimator, temperature=temperature, threads=self.threads
            )
            so_far.append(_seen(found, trees))

    def usual_temperature(self) -> float:
        return round(float(np.exp(np.mean(np.log(self.temperatures)))), 4)

    @staticmethod
    def curves(where: dict[str, list[_Seen]]) -> dict[str, dict[str, Curve]]:
        return {estimator: _curves(parts, estimator in _SMOOTH) for estimator, parts in where.items()}


#: Where to look for a temperature, and in how many steps: a perceptron's scores can have any scale, a small
#: one with a beam. So the search is wide, and then narrow, around the best so far.
_WIDE = (0.02 / 25_000 ** (1 / 3), 500.0)
_EXACTLY = ((*_WIDE, 33), (0.65, 1.55, 19), (0.97, 1.03, 7))
#: Within a tenth, in a third of the time.
ROUGHLY = ((*_WIDE, 17), (0.5, 2.0, 9))


def best_temperature(
    parser: Parser, trees: Treebank, *, steps: Sequence[tuple[float, float, int]] = _EXACTLY, threads: int = 1
) -> float:
    """Return the temperature at which the zero-cost transitions of trees (`as_learnt`) are most probable."""
    best = 1.0
    for lowest, highest, count in steps:
        tried = np.geomspace(lowest, highest, count) * best
        losses = _core.losses_at(parser._core, trees._core, tried.tolist(), threads)
        best = float(tried[int(np.argmin(losses))])
    return round(best, 4)


def outcomes(
    parsed: Treebank, gold: Treebank
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return what is right in a parse: heads, labels (whatever the head), whole trees."""
    heads = parsed.heads == gold.heads
    pairs = zip(parsed.column("labels"), gold.column("labels"), strict=True)
    labels = np.fromiter((one == other for one, other in pairs), bool, len(heads))
    lengths = np.array([len(sentence) for sentence in gold])
    begins = np.cumsum(lengths) - lengths
    trees = np.logical_and.reduceat(heads & labels, begins) if len(lengths) else np.zeros(0, bool)
    return heads, labels, trees


class _Seen(NamedTuple):
    """What an estimator said, and what was right: of words, in their surroundings, and of trees."""

    heads: Signals
    labels: Signals
    trees: NDArray[np.float32]
    left_over: NDArray[np.bool_]
    right_heads: NDArray[np.bool_]
    right_labels: NDArray[np.bool_]
    right_trees: NDArray[np.bool_]


def _seen(found: Confidences, gold: Treebank) -> _Seen:
    of_heads, of_labels = (signals(values, found.parsed) for values in (found.heads, found.labels))
    return _Seen(of_heads, of_labels, found.trees, found.left_over, *outcomes(found.parsed, gold))


def _curves(parts: Sequence[_Seen], smooth: bool) -> dict[str, Curve]:
    heads, labels, *others = zip(*parts, strict=True)
    trees, left_over, right_heads, right_labels, right_trees = map(np.concatenate, others)
    # With few words of one kind, what holds for all of them is the better guess.
    kinds = (left_over, ~left_over)
    left, attached = (kind if kind.sum() >= 100 else np.ones_like(kind) for kind in kinds)
    of_heads, of_labels = Signals.joined(heads), Signals.joined(labels)
    return {
        "heads": _curve(of_heads.where(attached), right_heads[attached], smooth),
        "left_over": _curve(of_heads.where(left), right_heads[left], smooth),
        "labels": _curve(of_labels, right_labels, smooth),
        "trees": _tree_curve(trees, right_trees, smooth),
    }


def _curve(found: Signals, right: NDArray[np.bool_], smooth: bool) -> Curve:
    surroundings = Surroundings.fitted(found, right)
    steps = isotonic(surroundings(found), right)
    return Curve(halfway(steps, lambda said: said, at=(0, 1)) if smooth else steps, surroundings)


def _tree_curve(trees: NDArray[np.float32], right: NDArray[np.bool_], smooth: bool) -> Curve:
    """Return the curve of trees: there is nothing else to know of them than how probable they are."""

    def only(values: NDArray[Any]) -> Signals:
        return Signals(log_odds(values)[:, None], np.zeros(len(values), np.int64), ("",))

    steps = isotonic(trees, right)
    if not smooth:
        return Curve(steps)
    regression = Surroundings.fitted(only(trees), right)
    # Where a logistic curve bends, straight pieces must be short: a third of a unit of log odds.
    at = 1 / (1 + np.exp(-np.linspace(-FURTHEST, FURTHEST, 55)))
    return Curve(halfway(steps, lambda x: regression(only(x)), at.tolist()))
