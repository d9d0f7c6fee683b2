"""Constrained search: parsing with given heads and labels."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest

import dodona
from dodona import PartialTreebank, Treebank
from dodona.treebank.reading import partial_batches

SYSTEMS = [
    ("arc-eager", "dynamic"),
    ("arc-standard", "dynamic"),
    ("arc-hybrid", "dynamic"),
    ("swap-standard", "eager"),
    ("swap-hybrid", "static-dynamic"),
    ("swap-eager", "minimal"),
]


@pytest.fixture(scope="module", params=SYSTEMS, ids=lambda each: each[0])
def any_parser(request: pytest.FixtureRequest, grove: Treebank) -> Iterator[dodona.Parser]:
    system, oracle = request.param
    yield dodona.train(grove, epochs=2, system=system, oracle=oracle)


def some_heads(treebank: Treebank, share: float) -> list[list[int | None]]:
    chance = random.Random(5)
    return [
        [int(head) if chance.random() < share else None for head in sentence.heads] for sentence in treebank
    ]


def without_labels(treebank: Treebank, heads: list[list[int | None]]) -> Treebank:
    """Return labels for words with heads, and none for others."""
    labels = [
        [label if head is not None else "_" for label, head in zip(sentence.labels, each, strict=True)]
        for sentence, each in zip(treebank, heads, strict=True)
    ]
    return treebank.replace(labels=labels)


def test_without_constraints_it_is_the_normal_parse(any_parser: dodona.Parser, grove: Treebank) -> None:
    nothing = some_heads(grove, 0)
    for beam in (1, 4):
        done = any_parser.complete(PartialTreebank(without_labels(grove, nothing), nothing), beam=beam)
        assert done.lost == [] and done.treebank == any_parser.parse(grove, beam=beam)


def test_complete_trees_are_kept(any_parser: dodona.Parser, grove: Treebank) -> None:
    done = any_parser.complete(grove)
    assert done.lost == []
    assert (done.treebank.heads == grove.heads).all()
    assert done.treebank.column("labels") == grove.column("labels")
    assert any_parser.parse(grove[0], keep=True) == done.treebank[0]


@pytest.mark.parametrize("beam", [1, 4])
def test_half_of_the_words(any_parser: dodona.Parser, grove: Treebank, beam: int) -> None:
    heads = some_heads(grove, 0.5)
    partial = PartialTreebank(without_labels(grove, heads), heads)
    done = any_parser.complete(partial, beam=beam)
    assert done == any_parser.complete(partial, beam=beam, threads=3)
    assert done.treebank == any_parser.parse(partial, keep=True, beam=beam)
    lost = {(each.sentence, each.word) for each in done.lost}
    for index, (sentence, each, gold) in enumerate(zip(done.treebank, heads, grove, strict=True)):
        assert (sentence.heads >= 0).all()
        for place, head in enumerate(each):
            if head is not None and (index, place + 1) not in lost:
                assert sentence.heads[place] == head and sentence.labels[place] == gold.labels[place]
    if "swap" in any_parser.info["recipe"]["system"]:
        assert not lost
    else:
        reasons = (" cross, which ", "no projective tree has that arc and the one of ")
        assert all(any(reason in each.reason for reason in reasons) for each in done.lost)


def test_heads_without_labels_are_kept_whatever_labels_are_marked(grove: Treebank) -> None:
    parser = dodona.train(grove, epochs=2, nonprojective="head+path")
    heads = some_heads(grove, 0.5)
    bare = grove.replace(labels=[["_"] * len(sentence) for sentence in grove])
    done = parser.complete(PartialTreebank(bare, heads))
    lost = {(each.sentence, each.word) for each in done.lost}
    for index, (sentence, each) in enumerate(zip(done.treebank, heads, strict=True)):
        for place, head in enumerate(each):
            assert head is None or (index, place + 1) in lost or sentence.heads[place] == head
        assert not any("↑" in label or "↓" in label for label in sentence.labels)


CANNOT = "word {} cannot keep its head {}: "
WORDS = [["The", "old", "oak", "speaks", "softly"]]


@pytest.mark.parametrize(
    ("heads", "told"),
    [
        ([2, 3, 1, None, None], [CANNOT.format(3, 1) + "it is part of a cycle"]),
        ([None, 2, None, None, None], [CANNOT.format(2, 2) + "it is part of a cycle"]),
        (
            [None, None, 0, 0, None],
            [CANNOT.format(4, 0) + "word 3 is the root, and this model's trees have only one"],
        ),
        (
            [3, 4, None, None, None],
            [CANNOT.format(2, 4) + "its arc and that of word 1 cross, which arc-eager cannot build"],
        ),
        ([3, None, None, None, None], []),
    ],
)
def test_lost_arcs_are_reported(heads: list[int | None], told: list[str]) -> None:
    single = dodona.train(dodona.Treebank.from_lists([["a", "b"]], heads=[[2, 0]], labels=[["x", "root"]]))
    done = single.complete(PartialTreebank(Treebank.from_lists(WORDS), [heads]))
    assert [str(each) for each in done.lost] == told
    lost = {each.word for each in done.lost}
    for word, head in enumerate(heads, start=1):
        assert head is None or word in lost or done.treebank[0].heads[word - 1] == head


@pytest.mark.parametrize("heads", [[0, 0, 1, 1, 0], [3, 4, 0, 3, 3], [3, 4, 0, 3, 0]])
@pytest.mark.parametrize("missing", [(), (2,), (0, 1, 2, 3, 4)])
def test_complete_trees_keep_all_heads(heads: list[int], missing: tuple[int, ...]) -> None:
    """Even with several roots or crossing arcs: only labels are predicted."""
    single = dodona.train(dodona.Treebank.from_lists([["a", "b"]], heads=[[2, 0]], labels=[["x", "root"]]))
    labels = ["_" if word in missing else "kept" for word in range(5)]
    tree = Treebank.from_lists(WORDS, heads=[heads], labels=[labels])
    done = single.complete(PartialTreebank(tree, [heads]))
    assert done.lost == [] and done.treebank.heads.tolist() == heads
    found = done.treebank[0].labels
    assert [found[word] for word in range(5) if word not in missing] == ["kept"] * (5 - len(missing))
    assert all(found[word] in ("x", "root") for word in missing)


def test_an_arc_over_the_head_of_its_head_has_its_own_message(parser: dodona.Parser) -> None:
    words = Treebank.from_lists([["oak"] * 7])
    done = parser.complete(PartialTreebank(words, [[None, 7, None, None, None, None, 5]]))
    assert [(each.word, each.reason) for each in done.lost] == [
        (2, "no projective tree has that arc and the one of word 7, and arc-eager builds no others")
    ]
    done = parser.complete(PartialTreebank(words, [[None, 5, 7, None, None, None, 0]]), beam=1)
    assert [each.reason for each in done.lost] == [
        "its arc and that of word 2 cross, which arc-eager cannot build"
    ]


def test_a_dropped_arc_that_is_predicted_keeps_its_label(any_parser: dodona.Parser, grove: Treebank) -> None:
    circles = [each.tolist() for each in grove.head_arrays]
    for each in circles:  # a word and its head depend on each other
        word = next((word for word, head in enumerate(each, 1) if head), None)
        if word is not None:
            each[each[word - 1] - 1] = word
    odd = grove.replace(labels=[["odd"] * len(each) for each in circles])
    done = any_parser.complete(PartialTreebank(odd, circles))
    lost = {(each.sentence, each.word) for each in done.lost}
    again = 0
    for number, (sentence, each) in enumerate(zip(done.treebank, circles, strict=True)):
        words = zip(sentence.heads, sentence.labels, each, strict=True)
        for word, (head, label, given) in enumerate(words, 1):
            assert (head == given) == ((number, word) not in lost)
            assert head != given or label == "odd"
            again += head == given
    assert again > len(grove)


def test_several_roots_have_the_label_of_a_root(any_parser: dodona.Parser) -> None:
    four = Treebank.from_lists([["Oaks", "speak", "of", "doves"]], heads=[[0, 0, 0, 0]], labels=[["_"] * 4])
    done = any_parser.complete(four)
    assert done.treebank[0].heads.tolist() == [0] * 4
    assert done.treebank[0].labels == ["root"] * 4


def test_an_empty_label_is_no_label(parser: dodona.Parser) -> None:
    lines = b"1\tOaks\t_\t_\t_\t_\t2\t\t_\t_\n2\tspeak\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    [batch] = partial_batches(io.BytesIO(lines), size=9)
    assert batch.treebank[0].labels == ["", "root"]
    assert parser.complete(batch).treebank[0].labels[0] in parser.labels


def test_labels(parser: dodona.Parser) -> None:
    labels = [["odd", "_", "nsubj", "_", "root"]]
    partial = PartialTreebank(Treebank.from_lists(WORDS, labels=labels), [[3, 3, None, 0, 4]])
    done = parser.complete(partial)
    after = done.treebank[0].labels
    assert after[0] == "odd"  # although the model does not have this label
    assert after[2] == "nsubj" and after[4] == "root"  # although the model has no such arc
    assert "_" not in after and done.lost == []
    only = PartialTreebank(Treebank.from_lists([["Oaks", "speak"]], labels=[["root", "_"]]), [[2, 0]])
    assert parser.complete(only).treebank[0].labels[0] == "root"
    lost = parser.complete(
        PartialTreebank(Treebank.from_lists([["Oaks", "speak"]], labels=[["root", "_"]]), [[None, 0]])
    ).lost
    assert [str(each) for each in lost] == [
        "word 1 cannot keep its label root: "
        "it has become a dependent of word 2, where this model has no such label"
    ]


def test_reading() -> None:
    rows = ["1\tOaks" + "\t_" * 4 + "\t2\tnsubj\t_\t_\n", "2\tspeak" + "\t_" * 8 + "\n", "\n"]
    text = "# comment\n" + "".join(rows)
    with pytest.raises(dodona.ReadError, match="word 2 has no head while others have one"):
        dodona.read(text)
    partial = dodona.read_partial(text)
    assert repr(partial) == "PartialTreebank(1 sentence, 2 words, 1 head)" and len(partial) == 1
    assert partial.heads.tolist() == [2, -1] and partial.treebank.heads.tolist() == [-1, -1]
    assert partial.treebank.column("labels") == ["nsubj", "_"]
    with pytest.raises(dodona.ReadError, match="3: head 9 is outside the sentence"):
        dodona.read_partial(text.replace("2\tspeak\t_\t_\t_\t_\t_", "2\tspeak\t_\t_\t_\t_\t9"))
    with pytest.raises(dodona.ReadError, match="the file is empty"):
        dodona.read_partial("\n")
    assert sum(len(each) for each in partial_batches(text * 3, size=1)) == 3
    whole = text.replace("2\tspeak\t_\t_\t_\t_\t_", "2\tspeak\t_\t_\t_\t_\t0")
    assert dodona.read_partial(whole).treebank == dodona.read(whole)


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([[1]], "sentence 0 has 2 words, but 1 heads are given"),
        ([], "there are heads for 0 sentences, but 1 sentences"),
        ([[3, None]], "sentence 0: word 1 cannot have the head 3: there are 2 words"),
        ([["x", None]], "heads"),
    ],
)
def test_bad_heads(heads: list[list[int | None]], message: str) -> None:
    with pytest.raises(dodona.Error, match=message):
        PartialTreebank(Treebank.from_lists([["Oaks", "speak"]]), heads)


def test_bad_arguments(parser: dodona.Parser) -> None:
    with pytest.raises(dodona.ArgumentError, match="treebank"):
        PartialTreebank("oaks")  # type: ignore[arg-type]
    with pytest.raises(dodona.ArgumentError, match="partial"):
        parser.complete(["Oaks"])  # type: ignore[arg-type]
