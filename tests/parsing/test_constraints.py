"""Constraints on the labels of trees, in every system and search."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.models.container import read_arrays, write_arrays
from dodona.parsing.constraints import Constraints, constraints_of
from dodona.transitions.systems import SYSTEMS

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def oaks(grove: dodona.Treebank) -> dodona.Treebank:
    """Enough sentences for constraints."""
    return grove + grove + grove


def breaks(treebank: dodona.Treebank, constraints: Constraints) -> int:
    """How many words break a constraint, written another way."""
    found = 0
    for sentence in treebank:
        heads, labels = sentence.heads.tolist(), sentence.labels
        for word, (head, label) in enumerate(zip(heads, labels, strict=True)):
            if head == 0:
                continue
            found += label in constraints["below"].get(labels[head - 1], [])
            siblings = [labels[other] for other in range(word) if heads[other] == head]
            found += any(label in constraints["beside"].get(sibling, []) for sibling in siblings)
    return found


def scrambled(treebank: dodona.Treebank) -> dodona.Treebank:
    """Other words in the same places: hard to parse."""
    words = treebank.lists("words")
    tags = [list(reversed(each)) for each in treebank.lists("tags")]
    return dodona.Treebank.from_lists([list(reversed(each)) for each in words], tags=tags, fine_tags=tags)


def test_constraints_are_read_from_a_treebank(oaks: dodona.Treebank) -> None:
    found = constraints_of(oaks)
    assert breaks(oaks, found) == 0
    labels = set(oaks.column("labels"))
    assert set(found["below"]["punct"]) == labels
    assert found["beside"]["nsubj"] == ["nsubj"]
    assert "conj" not in found["beside"] and "root" not in found["below"]
    counts = Counter(oaks.column("labels"))
    assert all(counts[label] >= 50 for table in found.values() for label in table)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_search_breaks_them(system: str, oaks: dodona.Treebank) -> None:
    free = dodona.train(oaks, oaks, system=system, epochs=1, seed=3)
    parser = free.constrained(oaks)
    constraints = parser.info["constraints"]
    hard = scrambled(oaks[:75])
    broken = breaks(free.parse(hard), constraints)
    assert broken > 10
    greedy = parser.parse(hard)
    assert breaks(greedy, constraints) == 0
    assert breaks(parser.parse(hard, beam=4), constraints) == 0
    assert breaks(parser.most_probable(hard, 100).treebank, constraints) == 0
    for trees in parser.nbest(hard[:10], 3):
        assert breaks(dodona.Treebank([tree.sentence for tree in trees[:1]]), constraints) == 0
    assert parser.parse(hard, threads=2) == greedy
    assert parser.unconstrained().parse(hard) == free.parse(hard)
    assert parser.complete(dodona.PartialTreebank(hard, [[None] * len(each) for each in hard])).treebank


def test_words_are_not_attached_to_given_punctuation(oaks: dodona.Treebank) -> None:
    free = dodona.train(oaks, oaks, epochs=1, seed=3)
    parser, constraints = free.constrained(oaks), constraints_of(oaks)
    hard = scrambled(oaks[:75])
    labels = [["punct" if word % 3 else "_" for word in range(len(each))] for each in hard]
    heads = [[1 if word % 3 == 1 else None for word in range(len(each))] for each in hard]
    partial = dodona.PartialTreebank(hard.replace(labels=labels), heads)

    def broken(treebank: dodona.Treebank) -> int:
        """Count predicted heads that their labels exclude, roots aside."""
        return sum(
            sentence.labels[word] in constraints["below"].get(sentence.labels[head - 1], ())
            for sentence, given in zip(treebank, heads, strict=True)
            for word, head in enumerate(sentence.heads.tolist())
            if head > 0 and given[word] is None and sentence.heads[head - 1] > 0
        )

    assert broken(free.complete(partial).treebank) > 10
    assert broken(parser.complete(partial).treebank) == 0


def test_confidences_are_of_the_same_trees(oaks: dodona.Treebank) -> None:
    parser = dodona.train(oaks, oaks, recipe="probabilistic", epochs=1).constrained(oaks)
    hard = scrambled(oaks[:75])
    for estimator in ("transition", "samples", "beam"):
        assert parser.confidence(hard, estimator=estimator).parsed == parser.parse(hard)


def test_they_are_kept_in_files(run: Run, oaks: dodona.Treebank, tmp_path: Path) -> None:
    path, hard = tmp_path / "oak.model", scrambled(oaks[:75])
    parser = dodona.train(oaks, epochs=1).constrained(oaks)
    parser.save(path)
    assert (
        dodona.load(path).parse(hard) == parser.parse(hard) == pickle.loads(pickle.dumps(parser)).parse(hard)
    )
    hard.write(tmp_path / "hard.conllu")
    for option, wanted in ((), parser), (("--unconstrained",), parser.unconstrained()):
        _, out, _ = run("parse", "-m", path, tmp_path / "hard.conllu", "-q", *option)
        assert dodona.read(out) == wanted.parse(hard)


def test_pipelines_have_them(grove: dodona.Treebank) -> None:
    assert dodona.train_pipeline(grove, epochs=1).parser.info["constraints"]["below"]["punct"]


@pytest.mark.parametrize(
    "wrong",
    [
        "punct",
        {"below": {}},
        {"below": {"punct": "det"}, "beside": {}},
        {"below": {"punct": [1]}, "beside": {}},
    ],
)
def test_wrong_metadata_are_damage(oaks: dodona.Treebank, tmp_path: Path, wrong: object) -> None:
    dodona.train(oaks, epochs=1).constrained(oaks).save(tmp_path / "oak.model")
    arrays, info = read_arrays(tmp_path / "oak.model", "model")
    info["info"]["constraints"] = wrong
    write_arrays(tmp_path / "bad.model", arrays, info)
    with pytest.raises(dodona.Error, match="damaged"):
        dodona.load(tmp_path / "bad.model")
