"""The figures of the paper."""

from __future__ import annotations

from dodona.experiments.paper import Condition, Paper

WISNIEWSKI_2018 = Paper(
    name="wisniewski-2018",
    reference=(
        "Guillaume Wisniewski, Ophélie Lacroix and François Yvon. 2018. Automatically Selecting the Best "
        "Dependency Annotation Design with Dynamic Oracles. NAACL-HLT."
    ),
    conditions=tuple(
        Condition(name, "wisniewski-2018") for name in ("original", "transformed", "references")
    ),
    tables={},
    layout="schemes",
)

#: Table 2: the percentage of cases in which a parser for UD is better than one for transformed trees.
UD_WINS = {"case": 44.7, "mark": 58.3, "det": 80.5, "cc": 89.4, "mwe": 50.0, "name": 45.8, "cop": 25.0}
#: Of all 222 conditions (section 4): 129 differences are positive, 93 are negative.
UD_WINS_ALL = 100 * 129 / 222
#: Table 3: the percentage of cases in which a measure predicts the scheme that is learnt better.
RIGHT = {"predictability": 64.8, "derivation perplexity": 62.6, "references": 76.3}
#: The percentage of conditions in which one scheme survives more than 70% of the time.
COMMITTED = 74.7
#: The mean difference between UD and transformed trees, in points of UAS, and the greatest.
MEAN_DIFFERENCE, GREATEST_DIFFERENCE = 0.66, 8.1
