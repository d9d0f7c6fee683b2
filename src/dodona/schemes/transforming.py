"""Applying rules to whole treebanks, and undoing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dodona.errors import Error
from dodona.schemes.rules import Place, Rules, rules_called
from dodona.schemes.tree import MARKS, Tree
from dodona.treebank.lines import where_is
from dodona.treebank.treebank import Treebank, a_treebank


def apply_rules(treebank: Treebank, rules: str | Rules) -> Treebank:
    """Apply rules at all possible places.

    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> apply_rules(trees, "case")[0].labels
    ['root', '~case']
    """
    chosen = as_rules(rules)
    check_unmarked(treebank)

    def change(tree: Tree, columns: Mapping[str, Sequence[str]]) -> None:
        chosen.apply(tree, chosen.places(tree, columns))

    return _changed(treebank, chosen.columns, change)


def undo_rules(treebank: Treebank, rules: str | Rules) -> Treebank:
    """Undo `apply_rules`.

    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> undo_rules(apply_rules(trees, "case"), "case") == trees
    True
    """
    chosen = as_rules(rules)
    check_trees(treebank)
    return _changed(treebank, (), lambda tree, _: chosen.undo(tree))


def as_rules(rules: str | Rules) -> Rules:
    """Return rules by name, unless they are rules already."""
    return rules if isinstance(rules, Rules) else rules_called(rules)


@dataclass(frozen=True)
class Tried:
    """The result of applying rules to a treebank everywhere and undoing them."""

    sentences: int
    #: The numbers of sentences and of places where a rule applies.
    changed: int
    places: int
    #: The indices of sentences that were not restored, from 0.
    lost: tuple[int, ...]
    #: The number of projective sentences, and of those that the rules made non-projective.
    projective: int
    crossing: tuple[int, ...]

    @property
    def restored(self) -> float:
        """The share of restored sentences."""
        return 1 - len(self.lost) / self.sentences if self.sentences else 1.0


def try_rules(treebank: Treebank, rules: str | Rules) -> Tried:
    """Apply rules everywhere, undo them, and compare.

    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> try_rules(trees, "case").restored
    1.0
    """
    chosen = as_rules(rules)
    after = apply_rules(treebank, chosen)
    again = undo_rules(after, chosen)
    found = [places for _, places in all_places(treebank, chosen)]
    first = zip(treebank.head_arrays, treebank.lists("labels"), strict=True)
    last = zip(again.head_arrays, again.lists("labels"), strict=True)
    lost = [
        number
        for number, ((heads, labels), (new_heads, new_labels)) in enumerate(zip(first, last, strict=True))
        if labels != new_labels or heads.tolist() != new_heads.tolist()
    ]
    projective = [number for number, sentence in enumerate(treebank) if sentence.is_projective]
    return Tried(
        sentences=len(treebank),
        changed=sum(bool(places) for places in found),
        places=sum(map(len, found)),
        lost=tuple(lost),
        projective=len(projective),
        crossing=tuple(number for number in projective if not after[number].is_projective),
    )


def all_places(treebank: Treebank, rules: Rules) -> Iterator[tuple[Tree, list[Place]]]:
    """Yield for each sentence of a treebank its tree, and the places where rules apply."""
    columns = {name: treebank.lists(name) for name in rules.columns}
    for number, (heads, labels) in enumerate(
        zip(treebank.head_arrays, treebank.lists("labels"), strict=True)
    ):
        tree = Tree(heads.tolist(), labels)
        yield tree, rules.places(tree, {name: lists[number] for name, lists in columns.items()})


def check_trees(treebank: Treebank, name: str = "treebank") -> None:
    """Refuse a treebank without trees; `name` is that of the argument."""
    if (a_treebank(name, treebank).heads < 0).any():
        raise Error(f"{treebank.source or 'the treebank'}: there are sentences without trees")


def check_unmarked(treebank: Treebank) -> None:
    """Refuse a treebank without trees, or whose labels have marks already."""
    check_trees(treebank)
    for word, label in enumerate(treebank.column("labels")):
        if label[0] in MARKS:
            raise Error(
                f"{where_is(treebank, word)}: the label {label!r} begins with a mark: "
                "have rules been applied to this treebank already?"
            )


def marked(treebank: Treebank) -> int:
    """Count the words whose labels have marks of applied rules.

    >>> marked(Treebank.from_lists([["a", "b"]], heads=[[0, 1]], labels=[["root", "~case"]]))
    1
    """
    return sum(label[:1] in MARKS for label in treebank.column("labels") if label)


def _changed(
    treebank: Treebank,
    asked: Sequence[str],
    change: Callable[[Tree, Mapping[str, Sequence[str]]], None],
) -> Treebank:
    columns = {name: treebank.lists(name) for name in asked}
    all_heads, all_labels = [], []
    for number, (heads, labels) in enumerate(
        zip(treebank.head_arrays, treebank.lists("labels"), strict=True)
    ):
        tree = Tree(heads.tolist(), labels)
        change(tree, {name: lists[number] for name, lists in columns.items()})
        all_heads.append(tree.heads[1:])
        all_labels.append(tree.labels[1:])
    return treebank.replace(heads=all_heads, labels=all_labels)
