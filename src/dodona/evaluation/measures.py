"""The metrics by name, and their values for each sentence."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dodona.evaluation.columns import Bools
from dodona.evaluation.pairing import Pairing

Floats = npt.NDArray[np.float64]

#: The fields of `AttachmentScores` with one score, and their names in tables.
MEASURES = {
    "uas": "UAS",
    "las": "LAS",
    "label_accuracy": "Label accuracy",
    "clas": "CLAS",
    "exact_match": "Exact match",
    "unlabelled_exact_match": "Exact match, unlabelled",
}


def sentence_counts(pairing: Pairing, measure: str, scored: Bools) -> tuple[Floats, Floats]:
    """Return what each sentence adds to the numerator and the denominator of a metric, over the scored words.

    Every metric is a sum over sentences divided by another. Both files must have the same words.
    """
    if measure == "clas":  # F1: twice the correct words over the words of the gold file and of the parse
        gold, system = (scored & side.is_content for side in (pairing.gold, pairing.system))
        right = pairing.arc_right & gold
        return 2 * _per_sentence(pairing, right), _per_sentence(pairing, gold) + _per_sentence(
            pairing, system
        )
    right = {
        "uas": pairing.head_right,
        "las": pairing.arc_right,
        "label_accuracy": pairing.label_right,
        "exact_match": pairing.arc_right,
        "unlabelled_exact_match": pairing.head_right,
    }[measure]
    found, wanted = _per_sentence(pairing, right & scored), _per_sentence(pairing, scored)
    if measure.endswith("exact_match"):
        some = wanted > 0
        return (some & (found == wanted)).astype(np.float64), some.astype(np.float64)
    return found, wanted


def _per_sentence(pairing: Pairing, chosen: Bools) -> Floats:
    sentences = pairing.gold.sentence_of[chosen]
    return np.bincount(sentences, minlength=len(pairing.gold.treebank)).astype(np.float64)
