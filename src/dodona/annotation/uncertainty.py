"""The uncertainty of words."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dodona.confidence.confidences import Confidences
from dodona.errors import one_of

Floats = npt.NDArray[np.float64]

#: The measures, and their descriptions in tables.
WAYS = {
    "least-confident": "1 minus the probability of the head",
    "margin": "1 minus the smallest lead of a transition over the runner-up while the head was undecided",
}


def uncertainty(confidences: Confidences, by: str) -> Floats:
    """Return the uncertainty of every word, from 0 to 1.

    With `least-confident`, the sum over a sentence is the expected number of wrong heads, and the mean their
    expected share.
    """
    one_of("by", by, tuple(WAYS))
    sure = confidences.heads if by == "least-confident" else confidences.margins
    return np.clip(1 - np.asarray(sure, dtype=np.float64), 0.0, 1.0)
