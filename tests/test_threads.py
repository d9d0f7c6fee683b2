"""Threads that share objects get what one thread gets."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import dodona

THREADS = 8
Slices = list[dodona.Treebank]


@pytest.fixture(autouse=True)
def _frequent_switches() -> Iterator[None]:
    """Let threads alternate in the middle of what they do, not only when they wait."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(scope="module")
def tagger(grove: dodona.Treebank) -> dodona.Tagger:
    return dodona.train_tagger(grove, epochs=2)


@pytest.fixture(scope="module")
def pipeline(grove: dodona.Treebank) -> dodona.Pipeline:
    return dodona.train_pipeline(grove, epochs=2)


def fresh_slices(grove: dodona.Treebank, number: int, copies: int = 1) -> Slices:
    """Slices of one treebank, whose words are in no other round, so that threads add strings."""
    sentences = [sentence for _ in range(copies) for sentence in grove]
    words = [
        [f"{form}{number}x{place}x{i}" for i, form in enumerate(sentence.words)]
        for place, sentence in enumerate(sentences)
    ]
    whole = dodona.Treebank(sentences).replace(words=words)
    return [whole[i * len(whole) // THREADS : (i + 1) * len(whole) // THREADS] for i in range(THREADS)]


def at_once(work: Callable[[Any], Any], items: list[Any]) -> list[Any]:
    """Call `work` for each item in a thread of its own; all begin together."""
    barrier = threading.Barrier(len(items))

    def one(item: Any) -> Any:
        barrier.wait()
        return work(item)

    with ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(one, items))


def test_a_tagger_on_slices_of_a_treebank(grove: dodona.Treebank, tagger: dodona.Tagger) -> None:
    expected = [tagger.tag(each) for each in fresh_slices(grove, 0, copies=20)]
    for _ in range(5):
        assert at_once(tagger.tag, fresh_slices(grove, 0, copies=20)) == expected


def test_a_parser_on_slices_of_a_treebank(grove: dodona.Treebank) -> None:
    parser = dodona.train(grove, recipe="probabilistic", epochs=2)

    def work(treebank: dodona.Treebank) -> Any:
        sure = parser.confidence(treebank, threads=2)
        best = [
            tree.sentence.heads.tolist() for trees in parser.nbest(treebank, 3, threads=2) for tree in trees
        ]
        return parser.parse(treebank, beam=2, threads=2), sure.parsed, sure.heads.tolist(), best

    for number in range(3):
        expected = [work(each) for each in fresh_slices(grove, number)]
        assert at_once(work, fresh_slices(grove, number)) == expected


def test_changes_of_slices_of_a_treebank(grove: dodona.Treebank) -> None:
    def work(treebank: dodona.Treebank) -> list[str]:
        lemmas = [[f"{form}-lemma" for form in sentence.words] for sentence in treebank]
        changed = treebank.replace(lemmas=lemmas)
        moved = changed.move_punctuation(mark=True)
        treebanks = (changed, changed.projectivise("path"), moved, moved.put_punctuation_back())
        return [each.to_conll() for each in treebanks] + changed.column("lemmas")

    for number in range(5):
        expected = [work(each) for each in fresh_slices(grove, number)]
        assert at_once(work, fresh_slices(grove, number)) == expected


def test_one_treebank_for_all(grove: dodona.Treebank) -> None:
    """Its strings become Python's when they are first asked for."""

    def work(treebank: dodona.Treebank) -> list[Any]:
        texts = [treebank.column(name) for name in ("words", "tags", "labels", "misc")]
        return [*texts, [sentence.text for sentence in treebank], treebank.to_conll()]

    for number in range(5):
        expected = work(fresh_slices(grove, number)[0])
        shared = fresh_slices(grove, number)[0]
        assert at_once(work, [shared] * THREADS) == [expected] * THREADS


def test_a_pipeline(grove: dodona.Treebank, pipeline: dodona.Pipeline) -> None:
    texts = [dodona.original_text(each) for each in fresh_slices(grove, 0)]
    expected = [pipeline(text) for text in texts]
    assert at_once(lambda text: pipeline(text, threads=2), texts) == expected


def test_an_oracle(grove: dodona.Treebank) -> None:
    oracles = [dodona.DynamicOracle(sentence) for sentence in grove[:8]]

    def work(_: int) -> list[Any]:
        found = []
        for sentence, oracle in zip(grove, oracles, strict=False):
            configuration = dodona.configuration(sentence)
            while not configuration.finished:
                found.append(oracle.costs(configuration))
                configuration.apply(*oracle.best(configuration))
        return found

    expected = work(0)
    assert at_once(work, list(range(THREADS))) == [expected] * THREADS


class _Lengths(dodona.Scorer):
    """Keeps what `start` was given, as scorers do."""

    def start(self, sentence: dodona.Sentence) -> None:
        self.lengths = [len(word) for word in sentence.words]

    def score(self, configuration: dodona.Configuration) -> list[float]:
        place = configuration.buffer[0] - 1 if configuration.buffer else -1
        return [self.lengths[place] * (number % 3) - number for number in range(len(self.transitions))]


def test_a_scorer_in_python(grove: dodona.Treebank) -> None:
    parser = _Lengths().parser(["dep", "root"])
    expected = parser.parse(grove, threads=1).to_conll()
    assert parser.parse(grove, threads=4).to_conll() == expected
    parsed = at_once(lambda each: parser.parse(each, threads=1).to_conll(), [grove] * 4)
    assert parsed == [expected] * 4


class _Value:
    """A feature that lets other threads run, and asks for another prediction meanwhile."""

    def __init__(self, model: dodona.SearchModel | None, value: float) -> None:
        self.model, self.value = model, value

    def __float__(self) -> float:
        if self.model is not None:
            self.model.predict((None, [3, 1, 2]))
        return float(self.value)


def _run(search: dodona.Search, example: tuple[Any, list[int]]) -> list[Any]:
    model, numbers = example
    output = []
    for number in numbers:
        features = {"a": {str(n): _Value(model, n) for n in range(number + 2)}, "b": {"x": number, "y": 1.0}}
        output.append(search.predict(features, oracle="odd" if number % 2 else "even", condition=[]))
    search.loss(0.0)
    return output


def test_a_trained_task(grove: dodona.Treebank) -> None:
    examples: list[Any] = [(None, [i % 7, i % 5, i % 3]) for i in range(60)]
    model = dodona.learn(_run, examples, quadratic="a b", roll_out="none")
    nested = [[(model, numbers) for _, numbers in examples[i:]] for i in range(THREADS)]

    def work(each: Any) -> list[Any]:
        return [model.predict(example) for example in each]

    expected = [[model.predict(example) for example in examples[i:]] for i in range(THREADS)]
    assert at_once(work, nested) == expected
