"""Scores: correct items out of all."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Score:
    """Counts of the items in the gold file, in the parse, and correct in both.

    `aligned_total` counts the items whose word is in both files; it is None for scores of the segmentation
    itself.

    >>> score = Score(correct=8, gold_total=10, system_total=16, aligned_total=9)
    >>> score.precision, score.recall
    (0.5, 0.8)
    >>> print(score)
    61.54
    """

    correct: int
    gold_total: int
    system_total: int
    aligned_total: int | None = None

    @property
    def precision(self) -> float:
        """The share of the parse that is correct."""
        return _share(self.correct, self.system_total)

    @property
    def recall(self) -> float:
        """The share of the gold file that was found."""
        return _share(self.correct, self.gold_total)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; the plain accuracy if both files have the same words."""
        return _share(2 * self.correct, self.system_total + self.gold_total)

    @property
    def aligned_accuracy(self) -> float | None:
        """The share of the words in both files that are correct."""
        return None if self.aligned_total is None else _share(self.correct, self.aligned_total)

    def __str__(self) -> str:
        return f"{100 * self.f1:.2f}"

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and the shares."""
        shares = ("precision", "recall", "f1", "aligned_accuracy")
        return asdict(self) | {name: getattr(self, name) for name in shares}


@dataclass(frozen=True)
class GroupScore:
    """A score of arcs of one kind, which is determined in gold and parse separately.

    Recall is over the gold arcs of the kind, precision over those of the parse. They can count different
    correct arcs: the same arc may be projective in one tree and not in the other.

    >>> score = GroupScore(gold_correct=3, gold_total=4, system_correct=3, system_total=6)
    >>> score.recall, score.precision, round(score.f1, 3)
    (0.75, 0.5, 0.6)
    """

    gold_correct: int
    gold_total: int
    system_correct: int
    system_total: int

    @property
    def precision(self) -> float:
        """The share of the parse's arcs of this kind that are correct."""
        return _share(self.system_correct, self.system_total)

    @property
    def recall(self) -> float:
        """The share of the gold arcs of this kind that were found."""
        return _share(self.gold_correct, self.gold_total)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.precision * self.recall, self.precision + self.recall)

    def __str__(self) -> str:
        return f"{100 * self.f1:.2f}"

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and the shares."""
        return asdict(self) | {name: getattr(self, name) for name in ("precision", "recall", "f1")}


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
