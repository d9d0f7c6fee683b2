"""Votes: the tree with the largest sum of confidences, against all trees."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.ensembles.voting import elected
from dodona.parsing.constraints import Constraints
from dodona.treebank.trees import is_tree

WORDS = ["Oaks", "speak", "in", "whispers"]


def votes(
    heads: list[int], sure: list[float], labels: list[str] | None = None, of_labels: list[float] | None = None
) -> dodona.Confidences:
    number = len(heads)
    trees = dodona.Treebank.from_lists([WORDS[:number]], heads=[heads], labels=[labels or ["dep"] * number])
    return dodona.Confidences(
        trees,
        np.array(sure, np.float32),
        np.array(of_labels or sure, np.float32),
        np.ones(1, np.float32),
        np.zeros(number, np.float32),
        np.zeros(number, bool),
    )


def trees_of(words: int, single_root: bool) -> list[tuple[int, ...]]:
    every = product(range(words + 1), repeat=words)
    return [
        heads
        for heads in every
        if is_tree(np.array(heads, np.int32)) and (heads.count(0) == 1 or not single_root)
    ]


def together(found: list[dodona.Confidences]) -> list[dodona.Confidences]:
    """Give parses of equal words the strings of the first one, as parsers do."""
    core = found[0].parsed._core
    names = sorted({label for each in found for label in each.parsed.column("labels")})
    result = []
    for each in found:
        numbers = np.array([names.index(label) for label in each.parsed.column("labels")], np.int32)
        trees = core.with_heads(each.parsed.heads).with_choices(dodona._core.Text.label, names, numbers)
        result.append(each.replaced(parsed=dodona.Treebank._of(trees)))
    return result


@pytest.mark.parametrize("single_root", [True, False])
def test_no_tree_has_more_votes(single_root: bool) -> None:
    random = np.random.default_rng(1)
    differ = 0
    for _ in range(200):
        words = int(random.integers(2, 5))
        all_trees = trees_of(words, single_root)
        chosen = [all_trees[random.integers(len(all_trees))] for _ in range(3)]
        found = [votes([*heads], random.random(words).tolist()) for heads in chosen]
        result = elected(together(found), single_root=single_root, threads=1)

        def score(heads: tuple[int, ...], found: list[dodona.Confidences] = found) -> float:
            return sum(
                float(each.heads[word])
                for each in found
                for word, head in enumerate(heads)
                if each.parsed.heads[word] == head
            )

        best = tuple(result.parsed.heads.tolist())
        voted = [set(heads) for heads in zip(*chosen, strict=True)]
        possible = [tree for tree in all_trees if all(map(set.__contains__, voted, tree))]
        assert best in possible
        assert score(best) == pytest.approx(max(map(score, possible)), abs=1e-5)
        assert result.heads.sum() * 3 == pytest.approx(score(best), abs=1e-5)
        differ += best not in chosen
    assert differ > 20  # most trees are no single parser's


def test_labels_are_those_of_parsers_with_the_head() -> None:
    found = together(
        [
            votes([2, 0], [0.6, 0.9], ["nsubj", "root"], [0.4, 0.9]),
            votes([2, 0], [0.5, 0.9], ["obj", "root"], [0.3, 0.9]),
            votes([2, 0], [0.5, 0.9], ["obj", "root"], [0.3, 0.9]),
            votes([0, 1], [0.9, 0.2], ["root", "obl"], [0.9, 0.2]),
        ]
    )
    result = elected(found, single_root=True, threads=1)
    assert result.parsed.heads.tolist() == [2, 0]
    assert result.parsed.column("labels") == ["obj", "root"]
    assert result.heads.tolist() == pytest.approx([1.6 / 4, 2.7 / 4])
    assert result.labels.tolist() == pytest.approx([0.6 / 4, 2.7 / 4])


def test_no_sentences() -> None:
    empty = dodona.Treebank()
    none = np.zeros(0, np.float32)
    found = dodona.Confidences(empty, none, none, none, none, np.zeros(0, bool))
    assert len(elected([found, found], single_root=True, threads=1).parsed) == 0


def test_a_tree_that_breaks_a_constraint_is_not_elected() -> None:
    found = together(
        [
            votes([2, 0, 2], [0.9, 0.9, 0.4], ["nsubj", "root", "obj"]),
            votes([3, 0, 2], [0.3, 0.9, 0.8], ["dep", "root", "nsubj"]),
        ]
    )
    options: dict[str, Any] = {"single_root": True, "threads": 1}
    assert elected(found, **options).parsed[0].labels == ["nsubj", "root", "nsubj"]
    constraints: Constraints = {"below": {}, "beside": {"nsubj": ["nsubj"]}}
    kept = elected(found, **options, constraints=constraints)
    assert kept.parsed[0].heads.tolist() == [2, 0, 2]
    assert kept.parsed[0].labels == ["nsubj", "root", "obj"]
    assert np.allclose(kept.heads, [0.45, 0.9, 0.6]) and np.allclose(kept.labels, [0.45, 0.9, 0.2])
    neither: Constraints = {"below": {"root": ["nsubj"]}, "beside": {}}
    assert elected(found, **options, constraints=neither).parsed[0].labels == ["nsubj", "root", "nsubj"]
