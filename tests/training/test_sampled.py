"""Sampled trees in MISC, and how they are prepared for training."""

from __future__ import annotations

import pytest

import dodona
from dodona.recipes import recipe
from dodona.training.preparing import prepare, prepare_alike, prepare_trees
from dodona.training.sampled import sampled, with_sampled


def treebank(*heads: list[int], misc: str = "_") -> dodona.Treebank:
    return dodona.Treebank.from_lists(
        [[*"abcd"]] * len(heads),
        heads=list(heads),
        labels=[["x" if head else "root" for head in tree] for tree in heads],
        misc=[[misc, "_", "_", "SpaceAfter=No"]] * len(heads),
    )


def test_trees_survive_misc() -> None:
    best = treebank([0, 1, 2, 3], [0, 1, 1, 1])
    others = [treebank([0, 1, 2, 3], [2, 0, 2, 2]), treebank([0, 1, 1, 1], [0, 1, 1, 1])]
    written = with_sampled(best, others)
    assert written.column("misc")[3] == "SpaceAfter=No|Sampled=,1:x"
    again = dodona.read(written._core.write(0, len(written)))
    assert [each.heads.tolist() for each in sampled(again)] == [each.heads.tolist() for each in others]
    assert [each.column("labels") for each in sampled(again)] == [each.column("labels") for each in others]
    assert with_sampled(best, [best]) == best


@pytest.mark.parametrize(
    ("misc", "said"),
    [
        ("Sampled=2:x", "no word has the root"),
        ("Sampled=9:x", "head 9"),
        ("Sampled=a:x", "invalid literal"),
        ("Sampled=,,,,,,2:x", "more than 6"),
        ("Sampled=3,3", "no word has the root"),
    ],
)
def test_wrong_trees_are_reported(misc: str, said: str) -> None:
    with pytest.raises(dodona.Error, match=rf"wrong trees in MISC \(Sampled\): .*({said})"):
        sampled(treebank([0, 1, 2, 3], misc=misc))


def test_labels_must_fit_into_misc() -> None:
    other = dodona.Treebank.from_lists([["a"]], heads=[[0]], labels=[["x,y"]])
    with pytest.raises(dodona.Error, match="'x,y' has a comma or a bar"):
        with_sampled(other, [other])


@pytest.mark.parametrize("choice", ["head", "drop"])
def test_the_same_sentences_are_prepared(choice: str) -> None:
    crossing, plain = [3, 4, 0, 3], [0, 1, 2, 3]
    gold = treebank(plain, plain)
    prepared = prepare(gold, recipe("default").with_options(nonprojective=choice))
    best = treebank(plain, crossing, [0, 0, 1, 1], plain)
    trees = prepare_trees(with_sampled(best, [treebank(crossing, plain, plain, plain)]), prepared)
    assert len(trees) == 2 and len(trees[0]) == len(trees[1]) == (2 if choice == "drop" else 3)
    assert trees[0] == prepare_alike(with_sampled(best, [treebank(crossing, plain, plain, plain)]), prepared)
    assert not any(each._core.nonprojective().any() for each in trees)
    assert (trees[0].heads != trees[1].heads).any()
