"""The reliability of a parser's confidences: heads, labels and whole trees against a gold treebank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from rich.console import RenderableType

from dodona.errors import ArgumentError, Error, whole_number
from dodona.evaluation.calibration import Calibration, calibration
from dodona.evaluation.checks import check_same_words, check_trees
from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.measures import sentence_counts
from dodona.evaluation.pairing import Pairing, pair
from dodona.evaluation.plain import plain
from dodona.evaluation.risk_coverage import CoveragePoint, area_under_risk, risk_coverage
from dodona.tables import ShowsTables, rendered
from dodona.treebank.treebank import Treebank

#: Leftover words are few: they get one bin for this many of them, and at most as many bins as others.
_LEFT_OVER_A_BIN = 20


class WithConfidences(Protocol):
    """The result of `Parser.confidence`: trees with confidences."""

    @property
    def parsed(self) -> Treebank:
        """The parser's trees."""

    @property
    def heads(self) -> npt.NDArray[Any]:
        """For each word, the probability that its head is correct."""

    @property
    def labels(self) -> npt.NDArray[Any]:
        """For each word, the probability that its label is correct."""

    @property
    def trees(self) -> npt.NDArray[Any]:
        """For each sentence, the probability that the whole tree is correct."""

    @property
    def left_over(self) -> npt.NDArray[Any]:
        """For each word, whether it was left over and attached to the root."""


@dataclass(frozen=True)
class RiskCoverage:
    """The accuracy of the most confident part, at each tenth of coverage."""

    #: What is covered (sentences or words), and the metric (LAS or UAS).
    what: str
    measure: str
    points: tuple[CoveragePoint, ...]
    #: The mean risk over all coverages.
    area: float

    def __str__(self) -> str:
        """Describe the most confident 80%."""
        point = next(point for point in self.points if round(point.coverage, 6) == 0.8)
        score = f"{100 * point.accuracy:.1f} {self.measure}"
        return f"the most confident {point.coverage:.0%} of {self.what} have {score}"


@dataclass(frozen=True, repr=False)
class Reliability(ShowsTables):
    """The result of `reliability`; prints as tables."""

    gold: str
    sentences: int
    words: int
    #: How excluded punctuation was identified, and the number of scored words.
    punctuation: str
    scored_words: int
    bins: int
    resamples: int
    seed: int
    heads: Calibration
    labels: Calibration
    #: Whole trees: all heads and labels correct, including punctuation.
    trees: Calibration
    #: Heads and labels of leftover words that were attached to the root; None without any.
    left_over_heads: Calibration | None
    left_over_labels: Calibration | None
    #: LAS of the most confident sentences, and UAS of the words with the most confident heads.
    surest_sentences: RiskCoverage
    surest_words: RiskCoverage

    @property
    def calibrations(self) -> dict[str, Calibration]:
        """All calibrations by name."""
        found = {"Heads": self.heads, "Labels": self.labels, "Whole trees": self.trees}
        if self.left_over_heads and self.left_over_labels:
            found["Heads left over"] = self.left_over_heads
            found["Labels left over"] = self.left_over_labels
        return found

    def __repr__(self) -> str:
        parts = (f"{name.lower()} {found.ece:.4f}" for name, found in self.calibrations.items())
        return f"Reliability({self.gold!r}: expected calibration error of {', '.join(parts)})"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        from dodona.evaluation.reliability_tables import reliability_tables

        return reliability_tables(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers; shares are from 0 to 1."""
        return plain(self)  # type: ignore[no-any-return]


def reliability(
    gold: Treebank,
    confidences: WithConfidences,
    *,
    punctuation: str = "none",
    bins: int = 15,
    resamples: int = 1000,
    seed: int = 1,
) -> Reliability:
    """Compare a parser's confidences with a gold treebank of the same words.

    `confidences` is the result of `Parser.confidence`. `punctuation` says which words are excluded: `none`,
    or punctuation identified by `tag`, `label` or `form` as in `evaluate`. The reliability tables have `bins`
    of equal mass; `resamples` and `seed` are for the interval of the expected calibration error and its value
    by chance.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> parser = train(trees, recipe="probabilistic", epochs=9)
    >>> found = reliability(trees, parser.confidence(trees))
    >>> found.heads.accuracy, str(found.surest_sentences)
    (1.0, 'the most confident 80% of sentences have 100.0 LAS')
    """
    if not all(hasattr(confidences, name) for name in ("parsed", "heads", "labels", "trees", "left_over")):
        raise ArgumentError("confidences", confidences, "a result of Parser.confidence")
    bins = whole_number("bins", bins, 1, 10_000)
    resamples = whole_number("resamples", resamples, 1, 1_000_000)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    check_trees(gold, "gold")
    check_same_words(gold, confidences.parsed, "the parse")
    pairing = pair(gold, confidences.parsed, punctuation=punctuation, labels="full")
    scored, of_word = ~pairing.gold.is_punctuation, pairing.gold.sentence_of
    if not scored.any():
        raise Error(f"{gold.source or 'gold'}: there is only punctuation, which is excluded")
    heads, labels = (np.asarray(part, dtype=np.float64) for part in (confidences.heads, confidences.labels))
    left_over = np.asarray(confidences.left_over, dtype=np.bool_) & scored

    def words(sure: npt.NDArray[Any], right: Bools, chosen: Bools, most: int = bins) -> Calibration:
        return calibration(
            sure[chosen],
            right[chosen],
            groups=of_word[chosen],
            bins=most,
            resamples=resamples,
            seed=seed,
        )

    few = min(bins, max(1, int(np.count_nonzero(left_over)) // _LEFT_OVER_A_BIN))
    some = bool(left_over.any())
    return Reliability(
        gold=gold.source or "gold",
        sentences=len(gold),
        words=gold.word_count,
        punctuation=punctuation,
        scored_words=int(np.count_nonzero(scored)),
        bins=bins,
        resamples=resamples,
        seed=seed,
        heads=words(heads, pairing.head_right, scored),
        labels=words(labels, pairing.label_right, scored),
        trees=calibration(
            confidences.trees,
            _whole_trees_right(pairing.arc_right, of_word, len(gold)),
            bins=bins,
            resamples=resamples,
            seed=seed,
        ),
        left_over_heads=words(heads, pairing.head_right, left_over, few) if some else None,
        left_over_labels=words(labels, pairing.label_right, left_over, few) if some else None,
        surest_sentences=_surest_sentences(pairing, confidences, scored),
        surest_words=_surest_words(heads[scored], pairing.head_right[scored]),
    )


def _whole_trees_right(right: Bools, of_word: Ints, sentences: int) -> Bools:
    return np.asarray(np.bincount(of_word[~right], minlength=sentences) == 0)


def _surest_sentences(pairing: Pairing, confidences: WithConfidences, scored: Bools) -> RiskCoverage:
    right, total = sentence_counts(pairing, "las", scored)
    some = total > 0
    trees = np.asarray(confidences.trees, dtype=np.float64)
    counted = trees[some], right[some], total[some]
    return RiskCoverage("sentences", "LAS", risk_coverage(*counted), area_under_risk(*counted))


def _surest_words(heads: npt.NDArray[np.float64], right: Bools) -> RiskCoverage:
    counted = heads, right.astype(np.float64), np.ones(len(right))
    return RiskCoverage("words", "UAS", risk_coverage(*counted), area_under_risk(*counted))
