"""Decisions by their probabilities, as they are and calibrated."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dodona.confidence.decisions import Decisions
from dodona.runs.bins import binned, calibrated


def too_sure(sentences: int = 400, length: int = 20) -> Decisions:
    """Make decisions of which fewer are right than their probabilities say."""
    chance = np.random.default_rng(2013)
    probabilities = chance.uniform(0.5, 1.0, sentences * length).astype(np.float32)
    right = chance.random(len(probabilities)) < probabilities**3
    offsets = np.arange(sentences + 1) * length
    made = np.zeros(len(right), np.uint16)
    return Decisions(offsets, made, probabilities, right, np.zeros(1, np.int32), ())


def gaps(decisions: Decisions) -> list[float]:
    return [abs(each.nominal - each.share) for each in binned(decisions) if each.decisions >= 200]


def test_calibrated_decisions_are_as_often_right_as_they_say() -> None:
    decisions = too_sure()
    assert max(gaps(decisions)) > 0.2
    assert max(gaps(calibrated(decisions))) < 0.05


def test_no_sentence_is_calibrated_by_itself() -> None:
    decisions = too_sure(40)
    assert decisions.right is not None
    odd = np.repeat(np.arange(40) % 2 == 1, 20)
    otherwise = calibrated(replace(decisions, right=decisions.right ^ odd)).probabilities
    changed = otherwise != calibrated(decisions).probabilities
    assert changed[~odd].any() and not changed[odd].any()


def test_a_single_sentence_has_no_others() -> None:
    decisions = too_sure(1)
    assert (calibrated(decisions).probabilities == decisions.probabilities).all()
