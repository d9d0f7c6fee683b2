"""The conditions of the paper (systems, base learners, feature sets) and its figures."""

from __future__ import annotations

from dataclasses import dataclass

from dodona.experiments.paper import Condition, Paper

#: The paper's parser, whose base learner is NN+FTRL; the same with our base learner; and what they are
#: compared with.
L2S, OURS, DYNA, SNN, VOWPAL_WABBIT = "L2S", "softmax-margin", "DYNA", "SNN", "VW"
#: The paper selects the best of five seeds of DYNA on development data.
DYNA_SEEDS = 5


@dataclass(frozen=True)
class Row:
    """A row of a table: its name, its condition, and the paper's UAS and LAS."""

    name: str
    condition: str
    uas: float | None
    las: float | None


@dataclass(frozen=True)
class PaperTable:
    """A table of the paper, and the data of its figures."""

    title: str
    figures: str
    rows: tuple[Row, ...]


TABLES = (
    PaperTable(
        "Table 3: systems",
        "mean of 10 languages",
        (
            Row("L2S", L2S, 86.81, 81.34),
            Row("L2S with softmax-margin", OURS, None, None),
            Row("DYNA, best of 5 seeds", DYNA, 85.42, 80.33),
            Row("SNN: static, arc-standard", SNN, 81.32, 75.34),
            Row("Vowpal Wabbit's dep_parser", VOWPAL_WABBIT, None, None),
        ),
    ),
    PaperTable(
        "Table 4: base learners",
        "Penn Treebank",
        (
            Row("SGD", "SGD", 89.34, 87.89),
            Row("SGD+", "SGD+", 91.0, 89.6),
            Row("NN", "NN", 91.97, 90.84),
            Row("NN+FTRL", L2S, 92.30, 91.09),
            Row("Multiclass", "Multiclass", 91.3, 90.2),
            Row("softmax-margin", OURS, None, None),
        ),
    ),
    PaperTable(
        "Table 5: features",
        "Penn Treebank",
        (
            Row("Uni-gram", "Uni-gram", 80.97, 78.65),
            Row("Uni- + Bi-gram", "Uni- + Bi-gram", 91.08, 89.81),
            Row("All features", L2S, 92.30, 91.09),
            Row("softmax-margin: Uni-gram", "softmax-margin: Uni-gram", None, None),
            Row("softmax-margin: Uni- + Bi-gram", "softmax-margin: Uni- + Bi-gram", None, None),
            Row("softmax-margin: All features", OURS, None, None),
        ),
    ),
)

CHANG_2015 = Paper(
    name="chang-2015",
    reference=(
        "Kai-Wei Chang, He He, Hal Daumé III and John Langford. 2015. "
        "Learning to Search for Dependencies. arXiv:1503.05615."
    ),
    conditions=(
        Condition(DYNA, "chang-2015-dyna"),
        Condition(L2S, "chang-2015-nn-ftrl"),
        Condition(OURS, "chang-2015"),
        Condition(SNN, "chang-2015-snn"),
        Condition("SGD", "chang-2015-sgd"),
        Condition("SGD+", "chang-2015-sgd-plus"),
        Condition("NN", "chang-2015-nn"),
        Condition("Multiclass", "chang-2015-multiclass"),
        Condition("Uni-gram", "chang-2015-nn-ftrl", "chang-2015-unigrams"),
        Condition("Uni- + Bi-gram", "chang-2015-nn-ftrl", "chang-2015-bigrams"),
        Condition("softmax-margin: Uni-gram", "chang-2015", "chang-2015-unigrams"),
        Condition("softmax-margin: Uni- + Bi-gram", "chang-2015", "chang-2015-bigrams"),
    ),
    tables={},
    layout="search",
    folds=0,
)
