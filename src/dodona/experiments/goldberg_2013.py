"""Goldberg (2013): probabilistic models with a dynamic oracle, their sizes and their calibration."""

from __future__ import annotations

from dodona.experiments.paper import Condition, Paper, PublishedTable
from dodona.runs.experiment import IN_DOMAIN

SAMPLED = "ME+DYN(K=0,SAMPLE)"

#: The conditions of each table.
TABLE_1 = (
    "PERCEP+ST",
    "ME+ST",
    "PERCEP+DYN(K=1)",
    "PERCEP+DYN(K=0)",
    "ME+DYN(K=1,SAMPLE)",
    SAMPLED,
)
TABLE_2 = ("ME+DYN(K=1,ERR)", "ME+DYN(K=0,ERR)", "ME+DYN(K=1,SAMPLE)", SAMPLED)

#: Table 3, in thousands of parameters. The paper does not state k; we compare with k = 0.
SIZES = {
    "PERCEP+ST": (438, 5400, 1200, 849, 1900, 912),
    "ME+ST": (150, 1900, 448, 294, 725, 304),
    "PERCEP+DYN(K=0)": (525, 8500, 1700, 1100, 2900, 1200),
    SAMPLED: (160, 2400, 516, 336, 755, 357),
}

#: Table 4, for the treebanks that we have: for each bin from 0.1 on, the number of decisions and the
#: percentage that is right.
CALIBRATION = {
    "KO": (
        *((0, 0), (2, 100), (29, 55), (178, 63), (464, 55)),
        *((616, 60), (739, 65), (1100, 72), (9000, 96), (588, 100)),
    ),
    "SV": (
        *((2, 50), (21, 57), (100, 61), (193, 63), (578, 62)),
        *((636, 70), (747, 75), (1200, 80), (14000, 96), (493, 100)),
    ),
}

#: Our names of the paper's treebanks, the Universal Dependency Treebanks.
LIKE = {f"{code}_udt": code.upper() for code in ("de", "en", "es", "fr", "ko", "sv")}

_SCORES = PublishedTable(
    source="Tables 1 and 2: development data of the Universal Dependency Treebanks",
    corpora=("DE", "EN", "ES", "FR", "KO", "SV"),
    scores={
        "uas": {
            "PERCEP+ST": (84.95, 91.06, 85.93, 85.75, 79.96, 83.21),
            "ME+ST": (84.71, 90.83, 85.72, 85.42, 80.47, 83.12),
            "PERCEP+DYN(K=1)": (86.30, 92.22, 86.68, 86.95, 80.59, 84.16),
            "PERCEP+DYN(K=0)": (86.50, 92.28, 86.18, 86.87, 80.59, 84.79),
            "ME+DYN(K=1,SAMPLE)": (86.34, 92.16, 86.38, 86.59, 80.92, 84.56),
            "ME+DYN(K=0,SAMPLE)": (86.51, 92.30, 86.66, 86.69, 81.17, 84.17),
            "ME+DYN(K=1,ERR)": (85.26, 91.62, 86.08, 86.13, 80.42, 83.73),
            "ME+DYN(K=0,ERR)": (85.78, 91.77, 86.37, 86.53, 80.94, 83.73),
        },
        "las": {
            "PERCEP+ST": (80.32, 89.48, 82.82, 82.44, 71.90, 79.40),
            "ME+ST": (80.06, 89.32, 82.59, 82.19, 72.15, 79.36),
            "PERCEP+DYN(K=1)": (81.67, 90.72, 83.64, 83.93, 72.66, 80.48),
            "PERCEP+DYN(K=0)": (81.88, 90.82, 83.19, 83.70, 73.06, 81.00),
            "ME+DYN(K=1,SAMPLE)": (82.04, 90.73, 83.57, 83.46, 73.06, 80.97),
            "ME+DYN(K=0,SAMPLE)": (82.19, 90.83, 83.77, 83.61, 73.19, 80.54),
            "ME+DYN(K=1,ERR)": (80.94, 90.10, 82.92, 83.06, 71.97, 80.03),
            "ME+DYN(K=0,ERR)": (81.63, 90.30, 83.33, 83.23, 72.57, 80.05),
        },
    },
    counterparts={code.lower(): code for code in ("DE", "EN", "ES", "FR", "KO", "SV")},
)

GOLDBERG_2013 = Paper(
    name="goldberg-2013",
    reference=(
        "Yoav Goldberg. 2013. "
        "Dynamic-oracle Transition-based Parsing with Calibrated Probabilistic Output. IWPT."
    ),
    conditions=(
        Condition("PERCEP+ST", "goldberg-2013-percep-st"),
        Condition("ME+ST", "goldberg-2013-me-st"),
        Condition("PERCEP+DYN(K=1)", "goldberg-2013-percep-dyn-k1"),
        Condition("PERCEP+DYN(K=0)", "goldberg-2013-percep-dyn-k0"),
        Condition("ME+DYN(K=1,ERR)", "goldberg-2013-me-dyn-err-k1"),
        Condition("ME+DYN(K=0,ERR)", "goldberg-2013-me-dyn-err-k0"),
        Condition("ME+DYN(K=1,SAMPLE)", "goldberg-2013-me-dyn-k1"),
        Condition("ME+DYN(K=0,SAMPLE)", "goldberg-2013-me-dyn-k0"),
    ),
    tables={IN_DOMAIN: _SCORES},
    tested_on="dev",
    layout="probabilities",
)
