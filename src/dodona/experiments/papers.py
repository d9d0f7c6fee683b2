"""The papers that can be reproduced, by name."""

from __future__ import annotations

from dodona.errors import Error, instance, near
from dodona.experiments.bjorkelund_nivre_2015 import BJORKELUND_NIVRE_2015
from dodona.experiments.chang_2015 import CHANG_2015
from dodona.experiments.goldberg_2013 import GOLDBERG_2013
from dodona.experiments.goldberg_nivre_2012 import GOLDBERG_NIVRE_2012
from dodona.experiments.paper import Paper
from dodona.experiments.wisniewski_2018 import WISNIEWSKI_2018

PAPERS = {
    paper.name: paper
    for paper in (GOLDBERG_NIVRE_2012, GOLDBERG_2013, BJORKELUND_NIVRE_2015, CHANG_2015, WISNIEWSKI_2018)
}


def paper(name: str) -> Paper:
    """Return a paper by its name.

    >>> paper("goldberg-nivre-2012").baseline
    'static'
    """
    instance("paper", name, str, "the name of a paper")
    if name not in PAPERS:
        raise Error(f"no paper is called {name!r}{near(name, PAPERS)}: choose from {', '.join(PAPERS)}")
    return PAPERS[name]
