"""Constraints on the labels of trees, read from a treebank."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.treebank.treebank import Treebank

#: Labels of fewer words than this are not constrained.
_LEAST = 50
#: Labels of function words and punctuation: their words have fewer dependents than this.
_LEAF = 0.05
#: What is rarer than this is an error of annotation.
_RARE = 0.0005
#: Two labels exclude each other if they would be below one head so often by chance, and are not.
_EXPECTED = 10

#: Labels by label: those that cannot be `below` words with it, and those that cannot be `beside` it.
Constraints = dict[str, dict[str, list[str]]]


def constraints_of(treebank: Treebank) -> Constraints:
    """Return the labels that exclude each other in the trees of a treebank.

    Words with labels of function words have only dependents with labels that the treebank shows below them.
    Labels of one kind that never occur together below one head, such as those of subjects, never do.

    >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 99, heads=[[2, 0, 2]] * 99,
    ...     labels=[["nsubj", "root", "punct"]] * 99)
    >>> constraints_of(trees)["below"]["punct"]
    ['nsubj', 'punct', 'root']
    >>> constraints_of(trees)["beside"]["nsubj"]
    ['nsubj']
    """
    names, label = np.unique(np.asarray(treebank.column("labels"), object), return_inverse=True)
    size = len(names)
    heads = treebank.heads.astype(np.int64)
    has_head = heads > 0
    begin = np.repeat(treebank.offsets[:-1], np.diff(treebank.offsets))
    head, dependent = (begin + heads - 1)[has_head], label[has_head]
    count = np.bincount(label, minlength=size)
    pairs = np.bincount(label[head] * size + dependent, minlength=size * size).reshape(size, size)
    is_leaf = (count >= _LEAST) & (pairs.sum(axis=1) < _LEAF * count)
    below = is_leaf[:, None] & (pairs <= _RARE * count[:, None])
    expected = count * count[:, None] / max(len(np.unique(head)), 1)
    fewer = np.minimum(count, count[:, None])
    kind = _kinds(names)
    beside = (
        (kind == kind[:, None])
        & (fewer >= _LEAST)
        & (expected >= _EXPECTED)
        & (_together(head, dependent, kind) <= _RARE * fewer)
    )
    return {"below": _named(below, names), "beside": _named(beside, names)}


def _kinds(names: NDArray[Any]) -> NDArray[Any]:
    """The kind of each label: the same but for subtypes, or subjects."""
    return np.array([{"csubj": "nsubj"}.get(kind, kind) for kind in (name.split(":")[0] for name in names)])


def _together(head: NDArray[Any], dependent: NDArray[Any], kind: NDArray[Any]) -> NDArray[np.int64]:
    """How many pairs of dependents of one head have two labels of one kind."""
    size = len(kind)
    group = head * size + np.unique(kind, return_inverse=True)[1][dependent]
    order = np.argsort(group, kind="stable")
    group, dependent = group[order], dependent[order]
    pairs = np.zeros((size, size), np.int64)
    apart = 1
    while (same := group[apart:] == group[:-apart]).any():
        np.add.at(pairs, (dependent[:-apart][same], dependent[apart:][same]), 1)
        apart += 1
    return pairs + pairs.T


def _named(table: NDArray[np.bool_], names: NDArray[Any]) -> dict[str, list[str]]:
    return {names[row]: names[found].tolist() for row, found in enumerate(table) if found.any()}


def breaks(heads: Sequence[int], labels: Sequence[str], constraints: Constraints) -> bool:
    """Whether a tree breaks a constraint.

    >>> breaks([2, 0, 2], ["nsubj", "root", "nsubj"], {"below": {}, "beside": {"nsubj": ["nsubj"]}})
    True
    """
    dependents: dict[int, list[str]] = {}
    for head, label in zip(heads, labels, strict=True):
        if head > 0:
            dependents.setdefault(head, []).append(label)
    below, beside = constraints["below"], constraints["beside"]
    return any(
        label in below.get(labels[head - 1], ())
        or any(label in beside.get(other, ()) for other in siblings[:place])
        for head, siblings in dependents.items()
        for place, label in enumerate(siblings)
    )


def constrained(core: _core.Parser, constraints: Mapping[str, Mapping[str, Sequence[str]]]) -> _core.Parser:
    """Return a parser that keeps constraints; they also hold for labels with marks, such as `punct⇢root`."""
    plain = [re.split("[↑↓⇢]", label)[0] for label in core.labels]

    def lists(table: Mapping[str, Sequence[str]]) -> list[list[int]]:
        excluded = {name: set(names) for name, names in table.items()}
        return [
            [number for number, name in enumerate(plain) if name in excluded.get(each, ())] for each in plain
        ]

    return core.constrained(lists(constraints["below"]), lists(constraints["beside"]))
