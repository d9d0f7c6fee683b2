"""Parsing returns trees for any input and keeps everything else."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona


def test_treebank_sentence_and_words(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    parsed = parser.parse(grove)
    assert isinstance(parsed, dodona.Treebank) and parsed.source == grove.source
    sentence = parser.parse(grove[3])
    assert isinstance(sentence, dodona.Sentence) and sentence == parsed[3]
    words = parser.parse(["Doves", "listen"])
    assert isinstance(words, dodona.Sentence) and words.words == ["Doves", "listen"]
    assert parser.parse(("Doves", "listen")) == words


def test_everything_else_is_kept(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    parsed = parser.parse(grove)
    for name in ("words", "lemmas", "tags", "fine_tags", "feats", "misc"):
        assert parsed.lists(name) == grove.lists(name)
    for before, after in zip(grove, parsed, strict=True):
        assert after.comments == before.comments
        assert after.multiword_tokens == before.multiword_tokens
        assert set(after.deps) == {"_"} and not after.empty_nodes  # they would contradict the tree
    assert parsed.heads is not grove.heads
    assert grove == dodona.read(grove.source)  # the input does not change


def test_existing_trees_are_ignored(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    chains = [list(range(len(sentence))) for sentence in grove]
    other = grove.replace(heads=chains, labels=[["odd"] * len(sentence) for sentence in grove])
    assert np.array_equal(parser.parse(other).heads, parser.parse(grove).heads)
    assert parser.parse(other).lists("labels") == parser.parse(grove).lists("labels")


@pytest.mark.parametrize("threads", [2, 3, 8, 10**6, 10**30])
def test_the_number_of_threads_does_not_matter(
    parser: dodona.Parser, grove: dodona.Treebank, threads: int
) -> None:
    many = grove[list(range(75)) * 5]
    assert parser.parse(many, threads=threads) == parser.parse(many)


def test_conllx(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    older = dodona.convert(grove, "conllx")
    parsed = parser.parse(older)
    assert parsed.format == "conllx"
    assert np.array_equal(parsed.heads, parser.parse(grove).heads)
    own = dodona.train(older, epochs=1)
    assert own.parse(older).format == "conllx"


def test_nothing(parser: dodona.Parser) -> None:
    assert len(parser.parse(dodona.Treebank())) == 0


def test_unknown_words_and_tags(parser: dodona.Parser) -> None:
    odd = dodona.Sentence(["Ὀιώ", "𓂀", "_", "zz"], tags=["?", "?", "?", "?"], fine_tags=["?"] * 4)
    parsed = parser.parse(odd)
    assert (parsed.heads == 0).sum() == 1 and set(parsed.labels) <= set(parser.labels)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(["The", "oak", "spoke", ".", "zz"]), min_size=1, max_size=30))
def test_always_a_tree(parser: dodona.Parser, words: list[str]) -> None:
    heads = parser.parse(words).heads
    assert (heads == 0).sum() == 1
    for word in range(len(words)):
        seen = 0
        while word >= 0:
            word, seen = int(heads[word]) - 1, seen + 1
            assert seen <= len(words)


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        ("Oaks speak", "sentences must be a treebank, a sentence or a list of words, not 'Oaks speak'"),
        (None, "sentences must be a treebank, a sentence or a list of words, not None"),
        (3, "sentences must be a treebank, a sentence or a list of words, not an int"),
        ([], "^there are no words: a sentence needs at least one"),
        ([1, 2], "^each of the words must be a string, not an int"),
        (["Oaks", None], "^each of the words must be a string, not None"),
        ([["Oaks", "speak"]], "^each of the words must be a string, not a list"),
    ],
)
def test_wrong_arguments(parser: dodona.Parser, sentences: object, said: str) -> None:
    with pytest.raises(dodona.Error, match=said):
        parser.parse(sentences)  # type: ignore[call-overload]


def test_sentences_in_a_list(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.ArgumentError, match=r"dodona\.Treebank\(sentences\) makes one, not a list"):
        parser.parse([grove[0]])  # type: ignore[list-item]


def test_wrong_threads(parser: dodona.Parser, grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.OptionError, match="threads cannot be 0: at least 1 is needed"):
        parser.parse(grove, threads=0)
    with pytest.raises(dodona.ArgumentError, match="threads must be a whole number, not '2'"):
        parser.parse(grove, threads="2")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"recipe": "probabilistic"},
        {"hash_kernel": 16},
        {"recipe": "chang-2015", "hash_kernel": 16},
        {"beam": 2, "policy": "oracle"},
    ],
)
def test_parsers_can_be_pickled_and_copied(grove: dodona.Treebank, options: dict[str, Any]) -> None:
    parser = dodona.train(grove, grove, epochs=1, **options)
    for back in (pickle.loads(pickle.dumps(parser)), copy.deepcopy(parser)):
        assert back.parse(grove) == parser.parse(grove)
        assert (back.info, back.labels, back.weights) == (parser.info, parser.labels, parser.weights)


def test_repr(parser: dodona.Parser) -> None:
    assert repr(parser).startswith("Parser(arc-eager, ") and repr(parser).endswith("features, 40 labels)")


def test_output_for_input_with_enhanced_graphs_is_valid(
    parser: dodona.Parser, grove: dodona.Treebank
) -> None:
    about_graphs = {"enhanced", "unconnected-egraph", "edeps-only-sometimes", "empty-node-after-eorphan"}
    assert about_graphs & {problem.kind for problem in dodona.problems_in(grove.to_conll(), ud=True)}
    parsed = parser.parse(grove)
    for treebank in (parsed, parsed.enhance()):
        assert not about_graphs & {
            problem.kind for problem in dodona.problems_in(treebank.to_conll(), ud=True)
        }
