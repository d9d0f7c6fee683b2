"""Multiple references for each sentence: all partial and complete applications of rules.

A sentence with n places has 2^n references, which are never enumerated. Places that do not interact are
independent. Those that do form groups, each with a list of alternatives; any choice of one alternative for
each group is a reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.errors import Error, array, flag, item, listed, one_of, same_length
from dodona.schemes.groups import MOST_PLACES, Alternative, Group, Partition, any_cross, is_projective
from dodona.schemes.rules import Place, Rules
from dodona.schemes.transforming import all_places, as_rules, check_unmarked
from dodona.schemes.tree import Tree
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True)
class References:
    """A treebank and, for each of its sentences, the groups of places where its references differ."""

    treebank: Treebank
    groups: tuple[tuple[Group, ...], ...]
    #: Omitted alternatives: those that are not projective, and those of groups with too many places.
    crossing: int = 0
    limited: int = 0

    @property
    def places(self) -> int:
        """The number of places in all sentences."""
        return sum(len(group.places) for groups in self.groups for group in groups)

    def flat(self) -> Iterator[tuple[int, Group]]:
        """Iterate over all groups, each with the number of its sentence."""
        for sentence, groups in enumerate(self.groups):
            for group in groups:
                yield sentence, group

    def nearest(self, heads: NDArray[np.int32], labels: Sequence[str] | None = None) -> NDArray[np.bool_]:
        """Return for each word whether its head is correct in the reference nearest to a parse.

        With `labels`, its label must be correct too.

        >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
        >>> references_by_rules(trees, "case").nearest(np.array([0, 1])).tolist()
        [True, True]
        """
        heads = array("heads", heads, np.int32, "the heads of all words")
        same_length(heads=heads, words=self.treebank.heads)
        right = np.asarray(heads == self.treebank.heads)
        if labels is not None:
            labels = listed("labels", labels, "the labels of all words")
            same_length(labels=labels, words=right)
            right = right & np.array(
                [a == b for a, b in zip(labels, self._labels, strict=True)], dtype=np.bool_
            )
        offsets = self.treebank.offsets
        for sentence, group in self.flat():
            places = [int(offsets[sentence]) + word - 1 for word in group.words]
            parsed = [int(heads[place]) for place in places]
            named = None if labels is None else [labels[place] for place in places]
            fits = [
                [
                    a == b and (named is None or named[i] == each.labels[i])
                    for i, (a, b) in enumerate(zip(each.heads, parsed, strict=True))
                ]
                for each in group.alternatives
            ]
            right[places] = max(fits, key=sum)
        return right

    @cached_property
    def _labels(self) -> list[str]:
        return self.treebank.column("labels")

    def chosen(self, alternatives: Sequence[int] | NDArray[np.int32]) -> Treebank:
        """Return the trees with the chosen alternative for each group, in the order of `flat`.

        >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
        >>> references_by_rules(trees, "case").chosen([1])[0].heads.tolist()
        [0, 1]
        """
        heads = [array.tolist() for array in self.treebank.head_arrays]
        labels = self.treebank.lists("labels")
        for sentence, group, alternative in self._alternatives("alternatives", alternatives):
            for word, head, label in zip(group.words, alternative.heads, alternative.labels, strict=True):
                heads[sentence][word - 1], labels[sentence][word - 1] = head, label
        return self.treebank.replace(heads=heads, labels=labels)

    def share_applied(self, survivors: Sequence[int] | NDArray[np.int32]) -> float:
        """Return the share of places where the surviving alternative comes from a rule."""
        alternatives = self._alternatives("survivors", survivors)
        applied = [is_applied for _, _, each in alternatives for is_applied in each.applied]
        return sum(applied) / len(applied) if applied else 0.0

    def _alternatives(self, name: str, numbers: Any) -> Iterator[tuple[int, Group, Alternative]]:
        """Yield for each group its sentence, the group, and the alternative with a number."""
        groups, given = list(self.flat()), array(name, numbers, np.int64, "a list of numbers")
        same_length(**{name: given.tolist(), "groups": groups})
        for (sentence, group), number in zip(groups, given.tolist(), strict=True):
            yield sentence, group, item("alternative", group.alternatives, number)


def references_by_rules(
    treebank: Treebank, rules: str | Rules, *, labelled: bool = True, crossing: str = "drop"
) -> References:
    """Return the references of a treebank: rules applied at all, some or none of their places.

    For training, non-projective trees are refused (make them projective first), and non-projective
    alternatives are omitted; with `crossing="keep"`, for evaluation, all are kept. Unless `labelled`,
    references that differ only in labels are one.

    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> references_by_rules(trees, "case").groups[0][0].alternatives[1].heads
    (0, 1)
    """
    chosen = as_rules(rules)
    check_unmarked(treebank)
    keep = one_of("crossing", crossing, ("drop", "keep")) == "keep"
    grouping = Grouping(chosen, flag("labelled", labelled), keep)
    groups = []
    for number, (tree, places) in enumerate(all_places(treebank, chosen)):
        heads = tree.heads[1:]
        if places and not keep and not is_projective(heads):
            raise Error(f"{treebank.source or 'the treebank'}: sentence {number + 1} is not projective")
        groups.append(grouping.groups(heads, tree.labels[1:], places) if places else ())
    return References(treebank, tuple(groups), grouping.crossing, grouping.limited)


class Grouping:
    """Groups places, and counts what it omits."""

    def __init__(self, rules: Rules, labelled: bool = True, keep: bool = False) -> None:
        self.rules = rules
        self.labelled = labelled
        self.keep = keep
        self.crossing = 0
        self.limited = 0

    def groups(
        self, heads: Sequence[int], labels: Sequence[str], places: Sequence[Place]
    ) -> tuple[Group, ...]:
        """Return the groups of a sentence."""
        parts = [[place] for place in places]
        if len(places) > 1:
            parts = self._sharing_words(heads, labels, places)
        made = [group for part in parts if (group := self._group(heads, labels, part))]
        while not self.keep and len(made) > 1 and (together := _crossing(made)):
            joined = [sorted(place for i in part for place in made[i].places) for part in together]
            made = [group for part in joined if (group := self._group(heads, labels, part))]
        return tuple(made)

    def _applied(
        self, heads: Sequence[int], labels: Sequence[str], places: Sequence[Place]
    ) -> tuple[list[int], list[str]]:
        tree = Tree(heads, labels)
        self.rules.apply(tree, places)
        return tree.result

    def _sharing_words(
        self, heads: Sequence[int], labels: Sequence[str], places: Sequence[Place]
    ) -> list[list[Place]]:
        """Group places that change the same word, each alone or after all others."""
        all_heads, all_labels = self._applied(heads, labels, places)
        parts = Partition(len(places))
        owner: dict[int, int] = {}
        for number, place in enumerate(places):
            alone = self._applied(heads, labels, [place])
            without = self._applied(heads, labels, [other for other in places if other != place])
            changed = _differing((heads, labels), alone) | _differing((all_heads, all_labels), without)
            for word in changed:
                parts.join(owner.setdefault(word, number), number)
        return [[places[i] for i in part] for part in parts.parts()]

    def _group(self, heads: Sequence[int], labels: Sequence[str], places: Sequence[Place]) -> Group | None:
        trees: dict[object, tuple[list[int], list[str], tuple[bool, ...]]] = {}
        for subset in self._subsets(places):
            new_heads, new_labels = self._applied(heads, labels, subset)
            if subset and not self.keep and not is_projective(new_heads):
                self.crossing += 1
                continue
            key = (tuple(new_heads), tuple(new_labels) if self.labelled else ())
            trees.setdefault(key, (new_heads, new_labels, tuple(place in subset for place in places)))
        words: set[int] = set()
        for new_heads, new_labels, _ in trees.values():
            words |= _differing((heads, labels), (new_heads, new_labels if self.labelled else labels))
        if len(trees) < 2:
            return None
        chosen = sorted(words)
        return Group(
            tuple(chosen),
            tuple(places),
            tuple(
                Alternative(
                    tuple(new_heads[word - 1] for word in chosen),
                    tuple(new_labels[word - 1] for word in chosen),
                    applied,
                )
                for new_heads, new_labels, applied in trees.values()
            ),
        )

    def _subsets(self, places: Sequence[Place]) -> Iterator[tuple[Place, ...]]:
        """Yield all subsets of places; of a group that is too large the empty set, all, and each alone."""
        if len(places) <= MOST_PLACES:
            for size in range(len(places) + 1):
                yield from combinations(places, size)
            return
        self.limited += 1
        yield ()
        yield tuple(places)
        yield from ((place,) for place in places)


def _differing(a: tuple[Sequence[int], Sequence[str]], b: tuple[Sequence[int], Sequence[str]]) -> set[int]:
    return {
        word
        for word, (head, label, new_head, new_label) in enumerate(zip(*a, *b, strict=True), start=1)
        if head != new_head or label != new_label
    }


def _crossing(groups: Sequence[Group]) -> list[list[int]]:
    """Return the groups to merge because their arcs cross; empty if there are none."""
    arcs = [group.arcs for group in groups]
    parts = Partition(len(groups))
    for i, j in combinations(range(len(groups)), 2):
        if any_cross(arcs[i], arcs[j]):
            parts.join(i, j)
    found = parts.parts()
    return found if len(found) < len(groups) else []
