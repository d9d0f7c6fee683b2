"""The paper's tables, with a column for each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LANGUAGES = ("ar", "de", "en", "eu", "fr", "he", "hu", "ko", "pl", "sv")

#: A row of a table; None where the paper has a dash.
Row = tuple[float | None, ...]

#: Table 1: the training data. Shares and reductions are in per cent.
STATISTICS: Mapping[str, Row] = {
    "sentences": (15762, 40472, 39832, 7577, 14759, 5000, 8146, 23010, 6578, 5000),
    "projective": (97.32, 67.23, 99.90, 94.71, 99.97, 99.82, 87.75, 100.0, 99.54, 93.62),
    "eager": (6481, 155041, 146, 984, 6, 12, 3654, 0, 91, 2062),
    "lazy": (80.59, 75.09, 71.92, 53.46, 16.67, 8.33, 51.07, None, 59.34, 75.90),
    "minimal": (80.79, 83.88, None, None, None, None, 54.24, None, None, 77.79),
    "unique": (9.94, 7.81, 1.31, 1.06, 2.66, 2.82, 10.25, 0.27, 10.57, 7.28),
}


@dataclass(frozen=True)
class PublishedScores:
    """The paper's LAS for one kind of search, in per cent."""

    #: The numbers of the tables of development and test data.
    dev_table: int
    test_table: int
    #: Development data, by oracle.
    dev: Mapping[str, Row]
    #: Test data: the best static oracle, the gain of the best non-deterministic one, and its significance.
    static: Row
    gain: Row
    marks: tuple[str, ...]


BEAM = PublishedScores(
    dev_table=2,
    test_table=3,
    dev={
        "nd-sw": (85.92, 91.12, 89.08, 80.53, 83.49, 77.89, 82.44, None, 82.50, 74.75),
        "nd-all": (86.10, 91.12, 88.80, 80.88, 83.66, 78.00, 81.80, 85.18, 83.98, 74.60),
        "eager": (85.88, 90.34, 88.96, 80.54, 83.49, 77.85, 82.30, 85.30, 82.74, 75.01),
        "lazy": (85.93, 91.11, 88.94, 80.87, 83.65, 77.99, 82.44, None, 82.99, 75.25),
        "minimal": (85.96, 91.18, None, None, None, None, 82.52, None, None, 75.41),
    },
    static=(85.05, 87.53, 90.35, 79.97, 83.10, 78.65, 83.60, 85.03, 82.08, 79.05),
    gain=(0.06, -0.23, 0.13, 0.55, -0.11, -0.39, 0.08, 0.09, 1.26, -0.07),
    marks=("", "", "", "", "", "", "", "", "‡", ""),
)
GREEDY = PublishedScores(
    dev_table=4,
    test_table=5,
    dev={
        "nd-sw": (83.84, 88.44, 86.83, 79.34, 81.57, 75.75, 79.17, None, 80.31, 72.74),
        "nd-all": (84.12, 88.76, 87.57, 79.59, 81.99, 76.18, 78.87, 85.06, 80.47, 72.72),
        "eager": (83.68, 87.45, 86.55, 79.07, 81.52, 75.62, 79.04, 84.92, 80.18, 72.53),
        "lazy": (83.74, 88.45, 86.70, 79.40, 81.57, 75.75, 79.18, None, 79.60, 73.29),
        "minimal": (83.76, 88.81, None, None, None, None, 79.15, None, None, 73.08),
    },
    static=(82.99, 84.22, 87.85, 78.58, 81.12, 75.27, 81.45, 84.52, 79.10, 75.89),
    gain=(0.04, 0.03, 0.60, 0.24, 0.40, 0.70, 0.22, 0.30, 1.33, 0.39),
    marks=("", "", "‡", "", "‡", "†", "", "", "‡", ""),
)
SCORES = {"greedy": GREEDY, "beam": BEAM}


def theirs(row: Row, language: str) -> float | None:
    """Return the paper's figure for a language, if it has one.

    >>> theirs(GREEDY.dev["lazy"], "eu"), theirs(GREEDY.dev["lazy"], "ko"), theirs(GREEDY.static, "nl")
    (79.4, None, None)
    """
    return row[LANGUAGES.index(language)] if language in LANGUAGES else None
