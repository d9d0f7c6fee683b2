"""Decisions in bins by probability, uncalibrated and calibrated."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dodona.confidence.decisions import Decisions
from dodona.runs.bins import binned, calibrated


def too_sure(sentences: int = 400, length: int = 20) -> Decisions:
    """Return overconfident decisions."""
    chance = np.random.default_rng(2013)
    probabilities = chance.uniform(0.5, 1.0, sentences * length).astype(np.float32)
    right = chance.random(len(probabilities)) < probabilities**3
    offsets = np.arange(sentences + 1) * length
    made = np.zeros(len(right), np.uint16)
    return Decisions(offsets, made, probabilities, right, np.zeros(1, np.int32), ())


def gaps(decisions: Decisions) -> list[float]:
    return [abs(each.nominal - each.share) for each in binned(decisions) if each.decisions >= 200]


def test_calibrated_probabilities_match_accuracy() -> None:
    decisions = too_sure()
    assert max(gaps(decisions)) > 0.2
    assert max(gaps(calibrated(decisions))) < 0.05


def test_sentences_are_calibrated_by_others() -> None:
    decisions = too_sure(40)
    assert decisions.right is not None
    odd = np.repeat(np.arange(40) % 2 == 1, 20)
    otherwise = calibrated(replace(decisions, right=decisions.right ^ odd)).probabilities
    changed = otherwise != calibrated(decisions).probabilities
    assert changed[~odd].any() and not changed[odd].any()


def test_a_single_sentence_is_not_calibrated() -> None:
    decisions = too_sure(1)
    assert (calibrated(decisions).probabilities == decisions.probabilities).all()
