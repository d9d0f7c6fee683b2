"""How much there is to learn from a word: how unsure the parser is of it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dodona.confidence.confidences import Confidences
from dodona.errors import one_of

Floats = npt.NDArray[np.float64]

#: The ways to say it, and what they say in tables.
WAYS = {
    "least-confident": "1 less the probability that the head is right",
    "margin": "1 less the least lead of a transition over the runner-up while the head was at stake",
}


def uncertainty(confidences: Confidences, by: str) -> Floats:
    """Return for every word how unsure the parser is of it, from 0 to 1.

    By `least-confident`, a sentence's sum is the number of wrong heads to expect in it, and its mean their
    share: what annotators would find for what they are paid.
    """
    one_of("by", by, tuple(WAYS))
    sure = confidences.heads if by == "least-confident" else confidences.margins
    return np.clip(1 - np.asarray(sure, dtype=np.float64), 0.0, 1.0)
