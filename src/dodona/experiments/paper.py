"""A paper's conditions and published scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: The measures, in the order of the tables' columns.
METRICS = ("uas", "las")


@dataclass(frozen=True)
class Condition:
    """A training condition, named as in the paper's tables."""

    name: str
    recipe: str
    #: The templates, if not those of the recipe.
    features: str | None = None


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper: scores in per cent, a column for each corpus."""

    source: str
    corpora: tuple[str, ...]
    #: The scores by measure and condition, in the order of the corpora.
    scores: Mapping[str, Mapping[str, tuple[float, ...]]]
    #: The corpora to compare ours with, by language code or genre.
    counterparts: Mapping[str, str]

    def gains(self, metric: str, condition: str, baseline: str) -> tuple[float, ...]:
        """Return the gains of a condition over a baseline, corpus by corpus.

        >>> oaks = PublishedTable("Table 1", ("OAK", "ELM"),
        ...                       {"las": {"static": (80.1, 70.0), "explore": (81.3, 69.5)}}, {})
        >>> oaks.gains("las", "explore", "static")
        (1.2, -0.5)
        """
        rows = self.scores[metric]
        return tuple(round(b - a, 2) for a, b in zip(rows[baseline], rows[condition], strict=True))

    def gain_like(self, key: str, metric: str, condition: str, baseline: str) -> tuple[str, float] | None:
        """Return the counterpart of our corpus and its gain, if the table has one."""
        corpus = self.counterparts.get(key)
        if corpus is None:
            return None
        return corpus, self.gains(metric, condition, baseline)[self.corpora.index(corpus)]


@dataclass(frozen=True)
class Paper:
    """A paper whose experiment can be reproduced."""

    name: str
    reference: str
    #: The conditions; the first is the baseline.
    conditions: tuple[Condition, ...]
    #: The paper's tables, by kind of experiment.
    tables: Mapping[str, PublishedTable]
    #: The part of a treebank that the paper reports scores on: `test` or `dev`.
    tested_on: str = "test"
    #: The kind of report: `gains` over the baseline; `probabilities`, with sizes and calibration; `swap
    #: oracles`, with the best epoch on development data; annotation `schemes`; or learning to `search`.
    layout: str = "gains"
    #: The folds in which the paper predicts the tags of its training data; 0 if only those of other data are
    #: predicted, None if all are gold.
    folds: int | None = None

    @property
    def baseline(self) -> str:
        """The condition that the others are compared with."""
        return self.conditions[0].name
