"""What a paper reports: its conditions, and the scores in its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: The measures of the tables, in the order of their columns.
METRICS = ("uas", "las")


@dataclass(frozen=True)
class Condition:
    """A way to train, by the name that the paper's tables give it."""

    name: str
    recipe: str


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper, typed in: scores in per cent, a column for each of its corpora."""

    source: str
    corpora: tuple[str, ...]
    #: The scores by measure and condition, in the order of the corpora.
    scores: Mapping[str, Mapping[str, tuple[float, ...]]]
    #: The corpora that can be set beside ours: by the code of their language, or by their genre.
    counterparts: Mapping[str, str]

    def gains(self, metric: str, condition: str, baseline: str) -> tuple[float, ...]:
        """Return how much better a condition is than another, corpus by corpus.

        >>> oaks = PublishedTable("Table 1", ("OAK", "ELM"),
        ...                       {"las": {"static": (80.1, 70.0), "explore": (81.3, 69.5)}}, {})
        >>> oaks.gains("las", "explore", "static")
        (1.2, -0.5)
        """
        rows = self.scores[metric]
        return tuple(round(b - a, 2) for a, b in zip(rows[baseline], rows[condition], strict=True))

    def gain_like(self, key: str, metric: str, condition: str, baseline: str) -> tuple[str, float] | None:
        """Return the corpus that is like ours and its gain, if the table has one."""
        corpus = self.counterparts.get(key)
        if corpus is None:
            return None
        return corpus, self.gains(metric, condition, baseline)[self.corpora.index(corpus)]


@dataclass(frozen=True)
class Paper:
    """A paper whose experiment can be done again."""

    name: str
    reference: str
    #: What is trained; the first is what the others are compared with.
    conditions: tuple[Condition, ...]
    #: The paper's own tables, by the kind of experiment that they report.
    tables: Mapping[str, PublishedTable]
    #: The part of a treebank that the paper reports scores on: `test` or `dev`.
    tested_on: str = "test"
    #: What is done and printed: `gains` over the baseline; `probabilities`, sizes and calibration; `swap
    #: oracles`, the best epoch of each being chosen on development data; annotation
    #: `schemes`; or learning to `search`.
    layout: str = "gains"

    @property
    def baseline(self) -> str:
        """The condition that the others should be better than."""
        return self.conditions[0].name
