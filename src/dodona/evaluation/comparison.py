"""Comparison of several parses, with significance tests."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from rich.console import RenderableType

from dodona.errors import ArgumentError, Error, OptionError, a_number, instance, one_of, shown, whole_number
from dodona.evaluation.checks import check_same_words, check_trees
from dodona.evaluation.measures import MEASURES, sentence_counts
from dodona.evaluation.pairing import pair
from dodona.evaluation.plain import plain
from dodona.evaluation.significance import bootstrap_intervals, permutation_p, ratio, scipy_stats, wilcoxon_p
from dodona.tables import ShowsTables, rendered
from dodona.treebank.reading import treebank_of
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class Estimate:
    """A system's score in one metric, with a confidence interval."""

    system: str
    metric: str
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class PairTest:
    """The difference between two systems in one metric (second minus first), with interval and p-values."""

    first: str
    second: str
    metric: str
    difference: float
    low: float
    high: float
    wilcoxon_p: float
    permutation_p: float


@dataclass(frozen=True, repr=False)
class Comparison(ShowsTables):
    """The result of `compare`; prints as tables."""

    gold: str
    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    sentences: int
    words: int
    #: How punctuation was identified, and the number of scored words: all but punctuation.
    punctuation: str
    scored_words: int
    labels: str
    confidence: float
    resamples: int
    seed: int
    estimates: tuple[Estimate, ...]
    pairs: tuple[PairTest, ...]

    def __repr__(self) -> str:
        names = ", ".join(map(repr, self.systems))
        return f"Comparison({names}: {', '.join(self.metrics)} of {self.sentences:,} sentences)"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        from dodona.evaluation.comparison_tables import comparison_tables

        return comparison_tables(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers; scores are from 0 to 1."""
        return plain(self)  # type: ignore[no-any-return]


def compare(
    gold: Treebank | str | os.PathLike[str],
    systems: Mapping[str, Treebank | str | os.PathLike[str]],
    *,
    metrics: Sequence[str] = ("uas", "las"),
    punctuation: str = "none",
    labels: str = "full",
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 1,
) -> Comparison:
    """Compare parses of the same words by different systems; treebanks may be paths.

    Each score has a confidence interval from a bootstrap over sentences. Each pair of systems has two
    two-sided tests: the Wilcoxon signed-rank test over sentences and a paired permutation test. `punctuation`
    says which words are excluded: `none`, or punctuation identified by `tag`, `label` or `form` as in
    `evaluate`. The same `seed` gives the same numbers.

    >>> gold = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...                            labels=[["nsubj", "root"]] * 9)
    >>> worse = gold.replace(labels=[["obj", "root"]] * 9)
    >>> found = compare(gold, {"oak": gold, "elm": worse}, metrics=["las"], resamples=1000)
    >>> [(estimate.system, estimate.score) for estimate in found.estimates]
    [('oak', 1.0), ('elm', 0.5)]
    >>> found.pairs[0].difference, found.pairs[0].wilcoxon_p < 0.01
    (-0.5, True)
    """
    _check_options(systems, metrics, confidence, resamples, seed)
    gold = treebank_of("gold", gold)
    parses = {name: treebank_of(name, parse) for name, parse in systems.items()}
    check_trees(gold, "gold")
    if len(gold) < 2:
        raise Error(f"{gold.source or 'gold'}: a comparison needs two or more sentences, for resampling")
    for name, parse in parses.items():
        check_trees(parse, name)
        check_same_words(gold, parse, name)
    pairings = [pair(gold, parse, punctuation=punctuation, labels=labels) for parse in parses.values()]
    scipy_stats()  # only now, so that errors above are reported without it
    scored = ~pairings[0].gold.is_punctuation
    counts = np.array(
        [[sentence_counts(pairing, metric, scored) for pairing in pairings] for metric in metrics]
    )
    above, below = counts[:, :, 0], counts[:, :, 1]  # measures by systems by sentences
    scores = ratio(above.sum(axis=-1), below.sum(axis=-1))

    names = tuple(systems)
    duels = list(combinations(range(len(names)), 2))
    intervals, differences = bootstrap_intervals(
        above, below, duels, confidence=confidence, resamples=resamples, seed=seed
    )
    estimates = [
        Estimate(name, metric, float(scores[m, s]), *map(float, intervals[m, s]))
        for m, metric in enumerate(metrics)
        for s, name in enumerate(names)
    ]
    tests = []
    for d, (a, b) in enumerate(duels):
        for m, metric in enumerate(metrics):
            first, second = (above[m, a], below[m, a]), (above[m, b], below[m, b])
            low, high = map(float, differences[m, d])
            tests.append(
                PairTest(
                    first=names[a],
                    second=names[b],
                    metric=metric,
                    difference=float(scores[m, b] - scores[m, a]),
                    low=low,
                    high=high,
                    wilcoxon_p=wilcoxon_p(first, second),
                    permutation_p=permutation_p(first, second, resamples=resamples, seed=seed),
                )
            )
    return Comparison(
        gold=gold.source or "gold",
        systems=names,
        metrics=tuple(metrics),
        sentences=len(gold),
        words=gold.word_count,
        punctuation=punctuation,
        scored_words=int(np.count_nonzero(scored)),
        labels=labels,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        estimates=tuple(estimates),
        pairs=tuple(tests),
    )


def _check_options(
    systems: Mapping[str, Any], metrics: Sequence[str], confidence: float, resamples: int, seed: int
) -> None:
    if not isinstance(systems, Mapping):
        raise ArgumentError("systems", systems, "a dictionary from names to treebanks")
    for name in systems:
        instance("each of the names of systems", name, str, "a string")
    if isinstance(metrics, str):
        raise ArgumentError("metrics", metrics, f"a list of names, such as [{shown(metrics)}]")
    if not isinstance(metrics, Sequence):
        raise ArgumentError("metrics", metrics, "a list of names, such as ['uas', 'las']")
    if len(systems) < 2:
        raise Error("a comparison needs two or more parses; dodona evaluate scores one")
    for metric in metrics:
        one_of("metric", metric, tuple(MEASURES))
    if not metrics or len(set(metrics)) < len(metrics):
        raise OptionError("metrics must name at least one metric, and none twice")
    a_number("confidence", confidence)
    if not 0 < confidence < 1:
        raise OptionError(
            f"cannot be {confidence:g}: choose a number between 0 and 1, such as 0.95", option="confidence"
        )
    # All results are stored, and more would not change a digit.
    whole_number("resamples", resamples, 100, 1_000_000)
    whole_number("seed", seed, 0, 2**63 - 1)
