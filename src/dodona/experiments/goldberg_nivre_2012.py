"""Goldberg and Nivre (2012): the gains of a dynamic oracle."""

from __future__ import annotations

from dodona.experiments.paper import Condition, Paper, PublishedTable
from dodona.runs.experiment import IN_DOMAIN, OUT_OF_DOMAIN

_TABLE_1 = PublishedTable(
    source="Table 1: English, trained on the Wall Street Journal",
    corpora=("WSJ22", "WSJ23", "BNC", "BRN", "FTBL", "QTB", "ANS", "EML", "GRPS", "REVS", "BLGS"),
    scores={
        "uas": {
            "static": (90.31, 89.88, 82.79, 85.11, 78.85, 86.80, 78.81, 79.23, 81.21, 80.61, 83.40),
            "ambiguity": (90.42, 90.18, 82.98, 85.41, 79.36, 87.29, 79.19, 79.56, 81.18, 80.96, 83.61),
            "explore": (91.24, 90.96, 84.17, 86.22, 80.04, 87.50, 80.21, 80.04, 82.08, 81.81, 84.72),
        },
        "las": {
            "static": (87.88, 87.69, 78.47, 81.15, 74.69, 73.69, 73.60, 74.95, 77.15, 75.87, 79.66),
            "ambiguity": (87.95, 87.83, 78.69, 81.47, 75.05, 73.91, 73.90, 75.29, 77.16, 76.19, 79.91),
            "explore": (88.76, 88.72, 79.75, 82.30, 75.82, 74.36, 74.95, 75.85, 78.11, 77.06, 81.09),
        },
    },
    counterparts={
        "answers": "ANS",
        "email": "EML",
        "newsgroup": "GRPS",
        "reviews": "REVS",
        "weblog": "BLGS",
    },
)

_TABLE_2 = PublishedTable(
    source="Table 2: the CoNLL 2007 data sets",
    corpora=("ARA", "BAS", "CAT", "CHI", "CZE", "ENG", "GRE", "HUN", "ITA", "TUR"),
    scores={
        "uas": {
            "static": (80.60, 74.10, 91.21, 84.13, 78.00, 86.24, 79.16, 77.75, 84.11, 79.02),
            "ambiguity": (80.72, 74.90, 91.09, 83.62, 78.38, 86.83, 79.48, 76.17, 84.52, 78.97),
            "explore": (83.06, 76.10, 92.01, 84.65, 79.54, 88.81, 80.66, 77.10, 84.77, 78.84),
        },
        "las": {
            "static": (71.04, 64.42, 85.96, 79.75, 69.49, 84.90, 70.94, 68.10, 79.93, 68.80),
            "ambiguity": (71.06, 65.18, 85.73, 79.24, 69.39, 85.56, 71.88, 66.99, 80.63, 68.58),
            "explore": (73.54, 66.77, 86.60, 80.74, 71.32, 87.60, 73.83, 68.23, 81.02, 68.76),
        },
    },
    counterparts={
        "ar": "ARA",
        "eu": "BAS",
        "ca": "CAT",
        "zh": "CHI",
        "cs": "CZE",
        "en": "ENG",
        "el": "GRE",
        "hu": "HUN",
        "it": "ITA",
        "tr": "TUR",
    },
)

GOLDBERG_NIVRE_2012 = Paper(
    name="goldberg-nivre-2012",
    reference=(
        "Yoav Goldberg and Joakim Nivre. 2012. A Dynamic Oracle for Arc-Eager Dependency Parsing. COLING."
    ),
    conditions=(
        Condition("static", "goldberg-nivre-2012-static"),
        Condition("ambiguity", "goldberg-nivre-2012-ambiguity"),
        Condition("explore", "goldberg-nivre-2012-explore"),
    ),
    tables={IN_DOMAIN: _TABLE_2, OUT_OF_DOMAIN: _TABLE_1},
    folds=4,
)
