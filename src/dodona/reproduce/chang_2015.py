"""Chang et al. (2015): learning to search, with base learners, feature sets and systems side by side."""

from __future__ import annotations

from dodona.reproduce.experiments import IN_DOMAIN
from dodona.reproduce.paper import Condition, Paper, PublishedTable

#: The paper's names, our recipes, and the scores on the Penn Treebank's test data (UAS, LAS) of Tables 3, 4
#: and 5. Our own learner, MARGIN, stands beside the paper's NN+FTRL; DYNA is what both are compared with.
_ROWS: tuple[tuple[str, str, float, float], ...] = (
    ("DYNA", "chang-2015-dyna", 91.84, 90.81),
    ("SNN", "chang-2015-snn", 90.20, 89.10),
    ("SGD", "chang-2015-sgd", 89.34, 87.89),
    ("SGD+", "chang-2015-sgd-plus", 91.0, 89.6),
    ("NN", "chang-2015-nn", 91.97, 90.84),
    ("NN+FTRL", "chang-2015-nn-ftrl", 92.30, 91.09),
    ("Multiclass", "chang-2015-multiclass", 91.3, 90.2),
    ("MARGIN, unigrams", "chang-2015-unigrams", 80.97, 78.65),
    ("MARGIN, uni- + bigrams", "chang-2015-bigrams", 91.08, 89.81),
    ("MARGIN, all features", "chang-2015", 92.30, 91.09),
)

CHANG_2015 = Paper(
    name="chang-2015",
    reference=(
        "Kai-Wei Chang, He He, Hal Daumé III and John Langford. 2015. "
        "Learning to Search for Dependencies. arXiv:1503.05615."
    ),
    conditions=tuple(Condition(name, recipe) for name, recipe, _, _ in _ROWS),
    tables={
        IN_DOMAIN: PublishedTable(
            source="Tables 3, 4 and 5: Penn Treebank, test data",
            corpora=("PTB",),
            scores={
                "uas": {name: (uas,) for name, _, uas, _ in _ROWS},
                "las": {name: (las,) for name, _, _, las in _ROWS},
            },
            counterparts={"en": "PTB"},
        )
    },
)
