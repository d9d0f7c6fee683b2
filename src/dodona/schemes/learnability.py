"""`dodona.schemes.learnability`: which of two annotation schemes a parser learns better."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import RenderableType

from dodona.errors import Error, flag, function, instance, listed, whole_number
from dodona.evaluation.significance import bootstrap_intervals, scipy_stats
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.runs.experiment import Experiment
from dodona.runs.folders import TreebankFiles, find_treebanks
from dodona.runs.running import run_all
from dodona.schemes.rules import Rules, rules_called, shipped
from dodona.schemes.settings import ORIGINAL, REFERENCES, TRANSFORMED, Outcome, SettingRun
from dodona.schemes.training import check_recipe
from dodona.schemes.transforming import all_places, check_unmarked
from dodona.tables import rendered
from dodona.treebank.reading import read

#: The measures of the paper's Table 3.
MEASURES = ("predictability", "derivation perplexity", "references")


@dataclass(frozen=True)
class Scheme:
    """A treebank and rules: the outcomes of the three settings, one for each seed."""

    treebank: str
    rules: str
    original: tuple[Outcome, ...]
    transformed: tuple[Outcome, ...]
    references: tuple[Outcome, ...]

    @property
    def difference(self) -> float:
        """UAS of the original minus UAS of the transformed scheme, each on its own reference, in points."""
        return 100 * (
            fmean(each.uas for each in self.original) - fmean(each.uas for each in self.transformed)
        )

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the difference, by resampling test sentences."""
        right = np.array(
            [
                np.sum([each.right for each in outcomes], axis=0)
                for outcomes in (self.original, self.transformed)
            ],
            dtype=np.float64,
        )
        counted = np.array(
            [
                np.sum([each.counted for each in outcomes], axis=0)
                for outcomes in (self.original, self.transformed)
            ],
            dtype=np.float64,
        )
        _, found = bootstrap_intervals(
            right[None], counted[None], [(1, 0)], confidence=0.95, resamples=2000, seed=1
        )
        return 100 * float(found[0, 0, 0]), 100 * float(found[0, 0, 1])

    @property
    def is_significant(self) -> bool:
        """Whether the interval excludes 0."""
        low, high = self.interval
        return low > 0 or high < 0

    @property
    def winner(self) -> str | None:
        """The scheme with the higher UAS; None if there is no difference."""
        return _less(-self.difference, 0.0)

    @property
    def applied(self) -> float:
        """The share of places where the transformed reference survived."""
        return fmean(each.applied for each in self.references)

    def predicted(self, measure: str) -> str | None:
        """Return the scheme that a measure predicts to be learnt better; None if it is undecided."""
        if measure == "references":
            return _less(self.applied, 0.5)
        name = "predictability" if measure == "predictability" else "perplexity"
        return _less(getattr(self.original[0], name), getattr(self.transformed[0], name))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "treebank": self.treebank,
            "rules": self.rules,
            "seeds": len(self.original),
            "places": self.references[0].places,
            "alternatives_left_out": {
                "crossing": self.references[0].crossing,
                "groups_too_large": self.references[0].limited,
            },
            "uas": {
                "original": fmean(each.uas for each in self.original),
                "transformed": fmean(each.uas for each in self.transformed),
                "references": {
                    "on_original": fmean(each.uas_original for each in self.references),
                    "on_transformed": fmean(each.uas_transformed for each in self.references),
                    "on_nearest": fmean(each.uas for each in self.references),
                },
            },
            "uas_with_punctuation": {
                "original": fmean(each.uas_all for each in self.original),
                "transformed": fmean(each.uas_all for each in self.transformed),
            },
            "difference": self.difference,
            "interval": list(self.interval),
            "significant": self.is_significant,
            "winner": self.winner,
            "surviving_transformed": self.applied,
            "surviving_by_seed": [each.applied for each in self.references],
            "predictability": [self.original[0].predictability, self.transformed[0].predictability],
            "derivation_perplexity": [self.original[0].perplexity, self.transformed[0].perplexity],
            "predicted": {measure: self.predicted(measure) for measure in MEASURES},
        }


def _less(original: float, transformed: float) -> str | None:
    if original == transformed:
        return None
    return ORIGINAL if original < transformed else TRANSFORMED


@dataclass(frozen=True, repr=False)
class Learnability:
    """The result of a comparison of schemes; prints as tables."""

    schemes: tuple[Scheme, ...]
    #: Pairs of a treebank and rules that change nothing in it.
    unchanged: tuple[tuple[str, str], ...]
    #: Pairs of a treebank and rules that are not trained yet: only with `finished`.
    unfinished: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Learnability({len(self.schemes)} conditions)"

    def __str__(self) -> str:
        return rendered(self, width=160)

    def __rich__(self) -> RenderableType:
        from dodona.schemes.learnability_tables import learnability_tables

        return learnability_tables(self)

    def rules(self) -> list[str]:
        """Return the rules that were compared."""
        return list(dict.fromkeys(scheme.rules for scheme in self.schemes))

    def original_wins(self, rules: str | None = None, *, significant: bool = False) -> tuple[int, int]:
        """Return the number of conditions where the original scheme wins, and of those with a winner."""
        decided = [
            each
            for each in self.schemes
            if each.winner and rules in (None, each.rules) and (each.is_significant or not significant)
        ]
        return sum(each.winner == ORIGINAL for each in decided), len(decided)

    def right(self, measure: str, *, significant: bool = False) -> tuple[int, int]:
        """Return the number of conditions where a measure predicts the winner, and of those with one.

        An undecided measure counts as wrong.
        """
        decided = [each for each in self.schemes if each.winner and (each.is_significant or not significant)]
        return sum(each.predicted(measure) == each.winner for each in decided), len(decided)

    def committed(self, share: float = 0.7) -> tuple[int, int]:
        """Return the number of conditions where one scheme survives more often than a share, and of all."""
        return sum(max(each.applied, 1 - each.applied) > share for each in self.schemes), len(self.schemes)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values: UAS from 0 to 1, differences in points of a hundred."""
        return {
            "conditions": [scheme.to_dict() for scheme in self.schemes],
            "unchanged": [list(pair) for pair in self.unchanged],
            "unfinished": [list(pair) for pair in self.unfinished],
            "original_wins": {rules: list(self.original_wins(rules)) for rules in self.rules()},
            "right": {measure: list(self.right(measure)) for measure in MEASURES},
            "right_where_significant": {
                measure: list(self.right(measure, significant=True)) for measure in MEASURES
            },
            "committed_over_70_percent": list(self.committed()),
        }


def learnability(
    treebanks: str | os.PathLike[str] | Sequence[TreebankFiles],
    rules: Sequence[str] = (),
    *,
    only: Sequence[str] = (),
    seeds: int = 1,
    recipe: str | Recipe = "wisniewski-2018",
    labelled: bool = False,
    patience: int = 3,
    epochs: int | None = None,
    jobs: int = 1,
    cache: str | os.PathLike[str] | None = None,
    finished: bool = False,
    tell: Callable[[str], object] = lambda line: None,
) -> Learnability:
    """Compare annotation schemes on the treebanks in a folder, or on a list of treebanks.

    For each treebank (of a folder, those that `only` names) and each of the `rules` (names of built-in rules,
    or files; by default all built-in ones), parsers are trained on the original trees, on transformed trees,
    and on all references at once, `jobs` at a time. Results are stored in the file `cache`, if given, and not
    computed again; with `finished`, only stored results are reported. `tell` gets a line for every parser.
    """
    if isinstance(treebanks, (str, os.PathLike)):
        treebanks = find_treebanks(treebanks, only)
    for each in listed("treebanks", treebanks, "a folder, or a list of treebanks"):
        instance("each of the treebanks", each, TreebankFiles, "a dodona.runs.folders.TreebankFiles")
    rules = listed("rules", rules, "a list of names")
    for option, value in (("seeds", seeds), ("jobs", jobs), ("patience", patience)):
        whole_number(option, value, 1, 1_000_000)
    labelled, finished = flag("labelled", labelled), flag("finished", finished)
    function("tell", tell)
    chosen = recipe_called(recipe).with_options(epochs=epochs)
    check_recipe(chosen)
    named = [rules_called(name) for name in rules or shipped()]
    scipy_stats("dodona schemes learnability")  # after the checks, before the work
    files = sorted(treebanks, key=lambda each: each.train.stat().st_size)
    pairs = [
        (each, rule, changes)
        for each in files
        for rule, changes in zip(named, _changes(each, named), strict=True)
    ]
    unchanged = tuple((each.name, rule.name) for each, rule, changes in pairs if not changes)
    conditions = [(each, rule) for each, rule, changes in pairs if changes]
    if not conditions:
        raise Error("the rules change nothing in the training and the test data of any treebank")

    def run(each: TreebankFiles, setting: str, rule: Rules | None, seed: int) -> SettingRun:
        return SettingRun(
            Experiment(each),
            f"{rule.name}, {setting}" if rule else setting,
            chosen.with_options(seed=seed),
            setting,
            rule.name if rule else "",
            rule.text if rule else "",
            labelled,
            patience,
        )

    def runs(each: TreebankFiles, rule: Rules, seed: int) -> list[SettingRun]:
        return [
            run(each, ORIGINAL, None, seed),
            *(run(each, s, rule, seed) for s in (TRANSFORMED, REFERENCES)),
        ]

    seeds_ = range(1, seeds + 1)
    wanted = [one for seed in seeds_ for condition in conditions for one in runs(*condition, seed)]
    wanted = list(dict.fromkeys(wanted))
    found = run_all(wanted, Outcome, jobs=jobs, cache=cache, tell=tell, known_only=finished)
    outcomes = dict(zip(wanted, found, strict=True))
    schemes, unfinished = [], []
    for each, rule in conditions:
        by_seed = [[outcomes[one] for one in runs(each, rule, seed)] for seed in seeds_]
        done = [(a, b, c) for a, b, c in by_seed if a and b and c]
        if not done:
            unfinished.append((each.name, rule.name))
            continue
        a, b, c = zip(*done, strict=True)
        schemes.append(Scheme(each.name, rule.name, a, b, c))
    return Learnability(tuple(schemes), unchanged, tuple(unfinished))


def _changes(files: TreebankFiles, rules: Sequence[Rules]) -> list[bool]:
    """Return whether rules change something in both the training and the test data."""
    changes = [True] * len(rules)
    for path in (files.train, files.test):
        treebank = read(path)
        check_unmarked(treebank)
        for number, each in enumerate(rules):
            changes[number] &= any(places for _, places in all_places(treebank, each))
    return changes
