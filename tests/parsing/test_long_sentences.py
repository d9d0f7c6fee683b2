"""Parsing a single long sentence can be interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dodona

Stopped = Callable[[Callable[[], Any]], None]


@pytest.fixture(scope="module")
def swapping(grove: dodona.Treebank) -> dodona.Parser:
    """A parser that swaps nearly every pair of identical words."""
    return dodona.train(grove, grove[:9], recipe="probabilistic", system="swap-standard", epochs=2)


def alike(count: int) -> dodona.Treebank:
    return dodona.Treebank([dodona.Sentence(["oak"] * count)])


@pytest.mark.parametrize(
    "work",
    [
        lambda parser: parser.parse(alike(4_000), beam=1_000),
        lambda parser: parser.nbest(alike(4_000), 3, beam=1_000),
        lambda parser: parser.parse(alike(4_000), beam=1_000, keep=True),
        lambda parser: parser.confidence(alike(1_000), estimator="samples", samples=5_000, calibrated=False),
        lambda parser: parser.confidence(alike(4_000), estimator="beam", beam=1_000, calibrated=False),
    ],
    ids=["beam", "nbest", "keep", "samples", "beam's confidence"],
)
def test_a_sentence_can_be_interrupted(
    work: Callable[[dodona.Parser], Any], swapping: dodona.Parser, stopped_by_the_third_signal: Stopped
) -> None:
    stopped_by_the_third_signal(lambda: work(swapping))


def test_interrupts_while_another_thread_is_busy(
    swapping: dodona.Parser, stopped_by_the_third_signal: Stopped
) -> None:
    # The thread with the first sentence is still busy when the other has finished.
    many = dodona.Treebank([*alike(4_000), *alike(2), *list(alike(2)) * 100])
    stopped_by_the_third_signal(lambda: swapping.parse(many, beam=1_000, threads=2))
