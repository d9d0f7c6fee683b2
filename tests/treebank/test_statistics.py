"""The figures of `statistics`, compared with manual counts."""

from __future__ import annotations

from collections import Counter

import pytest

import dodona
from dodona.treebank.statistics import statistics


def test_figures_of_the_grove(grove: dodona.Treebank, grove_path) -> None:
    found = statistics(grove_path)
    assert found.to_dict() | {"source": ""} == statistics(grove).to_dict() | {"source": ""}
    assert found.sentences == len(grove)
    assert found.words == sum(len(sentence) for sentence in grove)
    assert found.forms == Counter(word for sentence in grove for word in sentence.words)
    assert found.labels == Counter(label for sentence in grove for label in sentence.labels)
    assert found.projective_sentences == sum(sentence.is_projective for sentence in grove)
    assert found.nonprojective_arcs == sum(len(sentence.nonprojective_arcs) for sentence in grove)
    assert found.multiword_tokens == sum(len(sentence.multiword_tokens) for sentence in grove)
    assert found.empty_nodes == sum(len(sentence.empty_nodes) for sentence in grove)
    assert found.roots == {1: 75}
    lengths = [
        abs(word.head_index - word.number) for sentence in grove for word in sentence if word.head_index
    ]
    assert found.arc_lengths == Counter(lengths)
    assert found.arc_lengths.mean == pytest.approx(sum(lengths) / len(lengths))

    def depth(sentence: dodona.Sentence, word: int) -> int:
        return 0 if word == 0 else 1 + depth(sentence, int(sentence.heads[word - 1]))

    deepest = [max(depth(sentence, i + 1) for i in range(len(sentence))) for sentence in grove]
    assert found.depths == Counter(deepest)
    assert found.gap_degrees == Counter(sentence.gap_degree for sentence in grove)


def test_round_trip_is_what_the_transformation_restores(grove: dodona.Treebank) -> None:
    found = statistics(grove).round_trip
    baseline = grove.projectivise("baseline")
    assert found["baseline"] == (baseline.heads == grove.heads).mean() < 1
    assert found["head"] == 1


def test_sentences_without_trees_are_counted_apart() -> None:
    found = statistics(dodona.Treebank.from_lists([["a", "b"], ["c"]], heads=[[-1, -1], [0]]))
    assert (found.sentences, found.without_tree, found.trees, found.arcs) == (2, 1, 1, 1)
    assert "sentences without a tree" in str(found)
    nothing = statistics(dodona.Treebank.from_lists([["a"]]))
    assert nothing.round_trip == {}
    assert "words" in str(nothing)


def test_the_table_is_readable(grove: dodona.Treebank) -> None:
    table = str(statistics(grove))
    assert "sentences" in table
    assert "60 (80.00%)" in table
    assert "punct" in table


def test_labels_are_not_markup() -> None:
    odd = dodona.Treebank.from_lists([["a", "b"]], heads=[[0, 1]], labels=[["[/]", ":smile:"]])
    assert "[/]" in str(statistics(odd))
    assert ":smile:" in str(dodona.evaluate(odd, odd))
