"""Long sentences: their work is bounded, and can be interrupted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.treebank.horizontal import horizontal_batches

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
        lambda parser: parser.parse(alike(200), best_first=1_000_000),
        lambda parser: parser.nbest(alike(4_000), 3, beam=1_000),
        lambda parser: parser.parse(alike(4_000), beam=1_000, keep=True),
        lambda parser: parser.confidence(alike(1_000), estimator="samples", samples=5_000, calibrated=False),
        lambda parser: parser.confidence(alike(4_000), estimator="beam", beam=1_000, calibrated=False),
    ],
    ids=["beam", "best-first", "nbest", "keep", "samples", "beam's confidence"],
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


def tree(heads: list[int]) -> dodona.Treebank:
    return dodona.Treebank.from_lists([["oak"] * len(heads)], heads=[heads], labels=[["dep"] * len(heads)])


def star(words: int) -> dodona.Treebank:
    middle = words // 2
    return tree([0 if word == middle else middle for word in range(1, words + 1)])


def crossing(words: int) -> dodona.Treebank:
    """A chain from one half to the other, whose arcs nearly all cross."""
    half = words // 2
    return tree([0, *(word + half - 1 if word <= half else word - half for word in range(2, words + 1))])


@pytest.mark.parametrize(
    "work",
    [
        lambda: dodona.train(star(800), system="arc-standard", epochs=2),
        lambda: dodona.oracles.walk(crossing(248)[0], system="arc-standard"),
    ],
    ids=["star", "crossing"],
)
def test_searches_do_not_visit_all_that_they_could(work: Callable[[], Any]) -> None:
    start = time.process_time()
    work()
    assert time.process_time() - start < 12  # they took more than 20


@pytest.mark.parametrize("system", ["swap-standard", "swap-hybrid", "swap-eager"])
def test_walks_that_never_end_are_refused(system: str) -> None:
    with pytest.raises(dodona.Error, match=r"4,000 words: it takes more than the 50,000 steps"):
        dodona.oracles.walk(crossing(4_000)[0], system=system)


def test_sentences_are_bounded(run: Any, tmp_path: Path) -> None:
    said = "a sentence of more than 20,000 words: split it"
    assert len(dodona.Treebank.from_lists([["oak"] * 20_000])) == 1
    with pytest.raises(dodona.Error, match=re.escape(f"sentence 0: {said}")):
        dodona.Treebank.from_lists([["oak"] * 20_001])
    file = tmp_path / "oaks.conllu"
    file.write_text("".join(f"{n}\toak" + "\t_" * 8 + "\n" for n in range(1, 30_001)) + "\n")
    with pytest.raises(dodona.Error, match=re.escape(f"oaks.conllu:20001: {said}")):
        dodona.read(file)
    with pytest.raises(dodona.Error, match=re.escape(f"<string>:2: {said}")):
        list(horizontal_batches(b"Oaks speak\n" + b"oak " * 20_001))
    code, out, _ = run("check", file)
    assert code == 1
    assert out.count(said) == 1


def test_long_sentences_with_given_heads_are_refused(grove: dodona.Treebank, swapping: dodona.Parser) -> None:
    with pytest.raises(
        dodona.Error, match="a sentence of 600 words is too long: keeping given heads with swap-standard"
    ):
        swapping.parse(star(600), keep=True)
    assert dodona.train(grove, epochs=1).parse(star(600), keep=True) == star(600)


@pytest.mark.parametrize("system", ["arc-standard", "swap-standard", "swap-hybrid", "swap-eager"])
def test_training_that_takes_long_refuses_long_sentences(system: str) -> None:
    said = f"a sentence of 6,000 words is too long: training with {system} takes at most 5,000"
    with pytest.raises(dodona.Error, match=f"sentence 2: {said}"):
        dodona.train(dodona.Treebank([*star(10), *star(6_000)]), system=system)
    with pytest.raises(dodona.Error, match=f"sentence 1: {said}"):
        dodona.train(star(10), star(6_000), system=system)


def test_long_sentences_with_many_references_are_refused() -> None:
    references = dodona.schemes.references_by_rules(tree(list(range(1_001))), "case")
    with pytest.raises(dodona.Error, match="training on many references takes at most 1,000"):
        dodona.schemes.train_on_references(references)


def test_long_sentences_are_not_explained(run: Any, tmp_path: Path) -> None:
    dodona.write(star(1_001), tmp_path / "star.conllu")
    code, _, err = run("oracle", tmp_path / "star.conllu", "--explain")
    assert code == 2
    assert err == "dodona: 1,001 words are too many to explain: 1,000 at most\n"


def test_long_sentences_have_no_lattice(run: Any, tmp_path: Path) -> None:
    dodona.write(tree(list(range(501))), tmp_path / "chain.conllu")
    code, _, err = run("lattice", tmp_path / "chain.conllu", "--limit", 2000)
    assert code == 2
    assert err.endswith("sentence 1: a sentence of 501 words is too long for a lattice: 500 at most\n")
