"""Groups represent exactly all references, compared with plain enumeration."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.schemes import References, Rules, references_by_rules, rules_called, shipped
from dodona.schemes.from_files import references_from_treebanks
from dodona.schemes.from_misc import references_from_misc
from dodona.schemes.groups import MOST_PLACES, is_projective
from dodona.schemes.references import Grouping
from dodona.schemes.tree import Tree

LIKED = {
    "cc": ("cc", "conj", "conj"),
    "case+det": ("case", "det"),
    "cc+case": ("cc", "conj", "conj", "case"),
    "name+mwe+cop": ("name", "mwe", "cop"),
}
Annotation = tuple[tuple[int, ...], tuple[str, ...]]


def enumerated(rules: Rules, heads: list[int], labels: list[str]) -> set[Annotation]:
    """Return the references by enumerating all subsets of places."""
    places = rules.places(Tree(heads, labels), {})
    found = set()
    for size in range(len(places) + 1):
        for subset in combinations(places, size):
            tree = Tree(heads, labels)
            rules.apply(tree, subset)
            new_heads, new_labels = tree.result
            found.add((tuple(new_heads), tuple(new_labels)))
    return found


def combined(heads: list[int], labels: list[str], references: References) -> set[Annotation]:
    """Return all choices of one alternative per group of the first sentence."""
    found = set()
    for choice in product(*(group.alternatives for group in references.groups[0])):
        new_heads, new_labels = list(heads), list(labels)
        for group, alternative in zip(references.groups[0], choice, strict=True):
            for word, head, label in zip(group.words, alternative.heads, alternative.labels, strict=True):
                new_heads[word - 1], new_labels[word - 1] = head, label
        found.add((tuple(new_heads), tuple(new_labels)))
    return found


def one_sentence(heads: list[int], labels: list[str]) -> dodona.Treebank:
    return dodona.Treebank.from_lists([[f"w{i}" for i in range(len(heads))]], heads=[heads], labels=[labels])


@pytest.mark.parametrize("name", [*shipped(), "case+det", "cc+case", "name+mwe+cop"])
def test_groups_represent_all_references_and_no_others(name: str, trees: Any) -> None:
    rules = rules_called(name)
    most = 0
    for _ in range(150):
        heads = trees.projective(trees.randint(2, 14))
        labels = trees.labels(heads, LIKED.get(name, (name,)))
        places = rules.places(Tree(heads, labels), {})
        if not places or len(places) > 8:
            continue
        most = max(most, len(places))
        references = references_by_rules(one_sentence(heads, labels), rules)
        assert combined(heads, labels, references) == enumerated(rules, heads, labels), (heads, labels)
        assert all(is_projective(tree) for tree, _ in combined(heads, labels, references))
    assert most >= 3


def test_independent_places_have_groups_of_their_own() -> None:
    # of Earth of men of ...: sixty prepositional phrases, each under the one before
    heads, labels = [0], ["root"]
    for i in range(60):
        heads += [2 * i + 3, 2 * i + 1]
        labels += ["case", "nmod"]
    references = references_by_rules(one_sentence(heads, labels), "case")
    assert references.places == 60
    assert [len(group.alternatives) for group in references.groups[0]] == [2] * 60


def test_a_group_of_many_places_is_limited() -> None:
    # sixty determiners of one noun: 2^60 interdependent references
    heads, labels = [61] * 60 + [0], ["det"] * 60 + ["root"]
    references = references_by_rules(one_sentence(heads, labels), "det")
    assert references.limited == 1
    assert len(references.groups[0][0].alternatives) == 62  # none, all, and each alone
    assert MOST_PLACES < 60


def test_places_with_crossing_arcs_form_a_group() -> None:
    class Crossing(Rules):
        """Two distant places, each of which changes one word only."""

        def apply(self, tree: Tree, places: object) -> None:
            for place in places:  # type: ignore[attr-defined]
                tree.move(place.word, {3: 1, 4: 2}[place.word])

    rules = Crossing("promote case")
    heads, labels = [0, 1, 2, 3], ["root", "x", "case", "case"]
    places = rules.places(Tree(heads, labels), {})
    grouping = Grouping(rules)
    (group,) = grouping.groups(heads, labels, places)
    assert {each.heads for each in group.alternatives} == {(2, 3), (1, 3), (2, 2)}
    assert grouping.crossing == 1  # the two together


def test_trees_that_are_not_projective_are_refused() -> None:
    crossing = one_sentence([0, 4, 1, 1], ["root", "case", "x", "y"])
    with pytest.raises(dodona.Error, match="sentence 1 is not projective"):
        references_by_rules(crossing, "case")
    assert references_by_rules(crossing, "case", crossing="keep").places == 1


def test_the_nearest_reference() -> None:
    # of Earth , of men: the first place transformed, the second not
    treebank = one_sentence([2, 0, 4, 2], ["case", "root", "case", "nmod"])
    references = references_by_rules(treebank, "case")
    assert references.nearest(np.array([0, 1, 4, 2], dtype=np.int32)).tolist() == [True] * 4
    assert references.nearest(np.array([0, 1, 4, 1], dtype=np.int32)).sum() == 3


def test_references_from_files() -> None:
    words = [["a", "b", "c"], ["d"]]
    one = dodona.Treebank.from_lists(words, heads=[[2, 0, 2], [0]], labels=[["x", "root", "y"], ["root"]])
    two = dodona.Treebank.from_lists(words, heads=[[0, 1, 2], [0]], labels=[["root", "z", "y"], ["root"]])
    references = references_from_treebanks([one, two, one])
    (group,) = references.groups[0]
    assert group.words == (1, 2)
    assert [each.heads for each in group.alternatives] == [(2, 0), (0, 1)]
    assert references.groups[1] == ()
    assert references.share_applied([1]) == 1.0


def test_files_with_other_words_are_refused() -> None:
    one = dodona.Treebank.from_lists([["a"]], heads=[[0]], labels=[["root"]])
    with pytest.raises(dodona.Error, match="the words differ from those of the first treebank"):
        references_from_treebanks([one, dodona.Treebank.from_lists([["b"]], heads=[[0]], labels=[["root"]])])
    with pytest.raises(dodona.Error, match="2 sentences, but the first has 1"):
        references_from_treebanks([one, one + one])


def from_misc(heads: list[int], misc: list[str]) -> References:
    labels = ["root" if head == 0 else f"l{word}" for word, head in enumerate(heads, start=1)]
    treebank = dodona.Treebank.from_lists([["w"] * len(heads)], heads=[heads], labels=[labels], misc=[misc])
    return references_from_misc(treebank)


def test_references_from_misc_are_all_allowed_projective_trees(trees: Any) -> None:
    grouped = 0
    for _ in range(150):
        words = trees.randint(2, 7)
        heads = trees.projective(words)
        options = [
            [head, *trees.sample([h for h in range(words + 1) if h not in (head, word)], trees.randint(1, 2))]
            if words > 2 and trees.random() < 0.5
            else [head]
            for word, head in enumerate(heads, start=1)
        ]
        misc = ["AltHead=" + ",".join(map(str, each[1:])) if len(each) > 1 else "_" for each in options]
        references = from_misc(heads, misc)
        labels = ["root" if head == 0 else f"l{word}" for word, head in enumerate(heads, start=1)]
        assert {tree for tree, _ in combined(heads, labels, references)} == {
            tree for tree in product(*options) if tree.count(0) == 1 and is_tree(tree) and is_projective(tree)
        }
        grouped += any(len(group.words) > 1 for group in references.groups[0])
    assert grouped > 20


def is_tree(heads: tuple[int, ...]) -> bool:
    for start in range(1, len(heads) + 1):
        word, steps = start, 0
        while word and steps <= len(heads):
            word, steps = heads[word - 1], steps + 1
        if word:
            return False
    return True


def test_labels_in_misc() -> None:
    (group,) = from_misc([0, 1, 1], ["_", "_", "SpaceAfter=No|AltHead=2:nmod"]).groups[0]
    assert [each.labels for each in group.alternatives] == [("l3",), ("nmod",)]


@pytest.mark.parametrize("wrong", ["x", "4", "3", ""])
def test_invalid_heads_in_misc(wrong: str) -> None:
    with pytest.raises(dodona.Error, match="is not a valid head for word 3"):
        from_misc([0, 1, 1], ["_", "_", f"AltHead={wrong}"])


def test_too_many_combinations() -> None:
    words = 13
    misc = ["_"] + [
        "AltHead=" + ",".join(str(h) for h in range(1, words + 1) if h not in (1, w))
        for w in range(2, words + 1)
    ]
    with pytest.raises(dodona.Error, match="combinations of heads depend on each other"):
        from_misc([0] + [1] * (words - 1), misc)
