"""Statistics of treebanks: counts of sentences, words and labels, and tree shapes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from dodona.errors import instance
from dodona.tables import ShowsTables
from dodona.treebank.columns import COLUMNS, ENCODINGS
from dodona.treebank.reading import batches
from dodona.treebank.source import Source, name_of
from dodona.treebank.treebank import Treebank, a_treebank


class Histogram(Counter[int]):
    """The frequency of each number.

    >>> lengths = Histogram([3, 5, 3])
    >>> lengths.total(), lengths.mean, lengths.largest
    (3, 3.6666666666666665, 5)
    """

    @property
    def mean(self) -> float:
        """The mean; nan if empty."""
        return sum(value * count for value, count in self.items()) / self.total() if self else float("nan")

    @property
    def largest(self) -> int:
        """The largest number; 0 if empty."""
        return max(self, default=0)

    def add(self, values: npt.NDArray[Any]) -> None:
        """Count an array of numbers."""
        numbers, counts = np.unique(values, return_counts=True)
        self.update(dict(zip(numbers.tolist(), counts.tolist(), strict=True)))


@dataclass(repr=False)
class Statistics(ShowsTables):
    """The figures of a treebank; `print` shows them as a table.

    Counters hold the number of words with each form, tag or label; histograms hold the number of sentences
    with each length, depth, number of roots, gap degree or edge degree, and the number of arcs of each length
    (arcs from the artificial root have none). `round_trip` is the share of words whose head and label are
    restored by `projectivise` and `deprojectivise` with each encoding.
    """

    source: str
    format: str = "conllu"
    without_tree: int = 0
    multiword_tokens: int = 0
    empty_nodes: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    lemmas: Counter[str] = field(default_factory=Counter)
    tags: Counter[str] = field(default_factory=Counter)
    fine_tags: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    sentence_lengths: Histogram = field(default_factory=Histogram)
    depths: Histogram = field(default_factory=Histogram)
    arc_lengths: Histogram = field(default_factory=Histogram)
    roots: Histogram = field(default_factory=Histogram)
    gap_degrees: Histogram = field(default_factory=Histogram)
    edge_degrees: Histogram = field(default_factory=Histogram)
    nonprojective_arcs: int = 0
    restored: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for each in fields(self):
            kind = {"str": str, "int": int, "Histogram": Histogram}.get(str(each.type), Counter)
            instance(each.name, getattr(self, each.name), kind, f"a {kind.__name__}")

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return self.sentence_lengths.total()

    @property
    def words(self) -> int:
        """The number of words."""
        return self.forms.total()

    @property
    def trees(self) -> int:
        """The number of sentences with a tree."""
        return self.sentences - self.without_tree

    @property
    def arcs(self) -> int:
        """The number of words with a head."""
        return self.labels.total()

    @property
    def projective_sentences(self) -> int:
        """The number of projective trees."""
        return self.gap_degrees[0]

    @property
    def round_trip(self) -> dict[str, float]:
        """The share of words that each pseudo-projective encoding restores."""
        return {name: self.restored[name] / self.arcs for name in ENCODINGS} if self.arcs else {}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, for JSON."""
        return {
            "source": self.source,
            "format": self.format,
            "sentences": self.sentences,
            "words": self.words,
            "without_tree": self.without_tree,
            "multiword_tokens": self.multiword_tokens,
            "empty_nodes": self.empty_nodes,
            "forms": len(self.forms),
            "lemmas": len(self.lemmas),
            "tags": dict(self.tags.most_common()),
            "fine_tags": dict(self.fine_tags.most_common()),
            "labels": dict(self.labels.most_common()),
            "projective_sentences": self.projective_sentences,
            "projective_arcs": self.arcs - self.nonprojective_arcs,
            "arcs": self.arcs,
            "round_trip": self.round_trip,
            **{
                name: {str(value): count for value, count in sorted(getattr(self, name).items())}
                for name in (
                    "sentence_lengths",
                    "depths",
                    "arc_lengths",
                    "roots",
                    "gap_degrees",
                    "edge_degrees",
                )
            },
        }

    def __repr__(self) -> str:
        return f"Statistics({self.source!r}: {self.sentences:,} sentences, {self.words:,} words)"

    def __str__(self) -> str:
        from dodona.tables import rendered
        from dodona.treebank.statistics_table import statistics_tables

        return rendered(*statistics_tables([self]))

    def add(self, batch: Treebank) -> None:
        """Count more sentences."""
        core = a_treebank("batch", batch)._core
        self.format = batch.format
        offsets, heads = batch.offsets, batch.heads
        self.sentence_lengths.add(np.diff(offsets))
        has_head = heads >= 0
        tree_starts = offsets[:-1][has_head[offsets[:-1]]]
        self.without_tree += len(batch) - len(tree_starts)
        for index in range(len(batch)):
            rows = [line for _, line in core.others(index) if not line.startswith("#")]
            empty = sum("." in row.split("\t", 1)[0] for row in rows)
            self.empty_nodes += empty
            self.multiword_tokens += len(rows) - empty

        for column, counter in (
            ("words", self.forms),
            ("lemmas", self.lemmas),
            ("tags", self.tags),
            ("fine_tags", self.fine_tags),
        ):
            _count(batch, column, counter, slice(None))
        _count(batch, "labels", self.labels, has_head)
        if not len(tree_starts):
            return

        trees = np.flatnonzero(has_head[offsets[:-1]])
        places = np.arange(len(heads)) - np.repeat(offsets[:-1], np.diff(offsets)) + 1
        inner = heads > 0
        self.arc_lengths.add(np.abs(heads[inner] - places[inner]))
        self.depths.add(np.maximum.reduceat(core.depths(), offsets[:-1])[trees])
        self.roots.add(np.add.reduceat((heads == 0).astype(np.int64), offsets[:-1])[trees])
        self.gap_degrees.add(core.gap_degrees()[trees])
        self.edge_degrees.add(core.edge_degrees()[trees])
        self.nonprojective_arcs += int(core.nonprojective().sum())
        self._measure_round_trip(batch, int(has_head.sum()))

    def _measure_round_trip(self, batch: Treebank, arcs: int) -> None:
        # Projective sentences do not change: only the others need the round trip.
        crossing = batch[np.flatnonzero(batch._core.gap_degrees()).tolist()]
        labels = crossing._core.ids(COLUMNS["labels"])
        for name in ENCODINGS:
            back = crossing.projectivise(name).deprojectivise(name)
            same = (back.heads == crossing.heads) & (back._core.ids(COLUMNS["labels"]) == labels)
            self.restored[name] += arcs - int((~same).sum())


def _count(batch: Treebank, column: str, counter: Counter[str], which: Any) -> None:
    ids, counts = np.unique(batch._core.ids(COLUMNS[column])[which], return_counts=True)
    counter.update(dict(zip(batch._core.strings(ids), counts.tolist(), strict=True)))


def statistics(source: Treebank | Source, *, format: str | None = None) -> Statistics:
    """Return the statistics of a treebank, or of a file, in constant memory except for the vocabulary.

    >>> oaks = Treebank.from_lists([["Oaks", "speak"], ["Oaks", "listen"]], heads=[[2, 0], [2, 0]])
    >>> found = statistics(oaks)
    >>> found.sentences, found.words, len(found.forms), found.projective_sentences
    (2, 4, 3, 2)
    """
    if isinstance(source, Treebank):
        found = Statistics(source.source or "treebank")
        if len(source):
            found.add(source)
        return found
    found = Statistics(name_of(source))
    for batch in batches(source, format=format):
        found.add(batch)
    return found
