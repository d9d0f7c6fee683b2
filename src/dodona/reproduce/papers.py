"""The papers that can be reproduced, by name."""

from __future__ import annotations

from dodona.errors import one_of
from dodona.reproduce.goldberg_2013 import GOLDBERG_2013
from dodona.reproduce.goldberg_nivre_2012 import GOLDBERG_NIVRE_2012
from dodona.reproduce.paper import Paper

PAPERS = {paper.name: paper for paper in (GOLDBERG_NIVRE_2012, GOLDBERG_2013)}


def paper(name: str) -> Paper:
    """Return a paper by its name.

    >>> paper("goldberg-nivre-2012").baseline
    'static'
    """
    return PAPERS[one_of("paper", name, tuple(PAPERS))]
