"""References from several treebanks with the same words: two annotators, or two schemes."""

from __future__ import annotations

from collections.abc import Sequence

from dodona.errors import Error, flag, listed
from dodona.schemes.groups import Alternative, Group
from dodona.schemes.references import References
from dodona.schemes.rules import Place
from dodona.schemes.transforming import check_trees
from dodona.treebank.lines import where_is
from dodona.treebank.treebank import Treebank, treebanks_of


def references_from_treebanks(treebanks: Sequence[Treebank], *, labelled: bool = True) -> References:
    """Return references: the distinct trees of each sentence in the treebanks.

    The trees of a sentence are never mixed. Crossing arcs are lifted first.

    >>> columns = {"labels": [["dep", "root"]]}
    >>> one = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> two = Treebank.from_lists([["of", "Earth"]], heads=[[0, 1]], labels=[["root", "pobj"]])
    >>> references_from_treebanks([one, two]).groups[0][0].alternatives[1].heads
    (0, 1)
    """
    treebanks = [*treebanks_of(listed("treebanks", treebanks, "a list of treebanks"))]
    labelled = flag("labelled", labelled)
    if not treebanks:
        raise Error("there are no treebanks to take references from")
    _check_same_words(treebanks)
    projective = [treebank.projectivise("baseline") for treebank in treebanks]
    trees = [
        list(zip((heads.tolist() for heads in each.head_arrays), each.lists("labels"), strict=True))
        for each in projective
    ]
    groups = tuple(_groups(of_sentence, labelled) for of_sentence in zip(*trees, strict=True))
    return References(projective[0], groups)


def _groups(trees: Sequence[tuple[list[int], list[str]]], labelled: bool) -> tuple[Group, ...]:
    heads, labels = trees[0]
    words = [
        word
        for word in range(1, len(heads) + 1)
        if any(
            other[word - 1] != heads[word - 1] or (labelled and names[word - 1] != labels[word - 1])
            for other, names in trees[1:]
        )
    ]
    if not words:
        return ()
    found: dict[object, Alternative] = {}
    for number, (other, names) in enumerate(trees):
        chosen = tuple(other[word - 1] for word in words)
        named = tuple(names[word - 1] for word in words)
        applied = (number > 0,)
        found.setdefault((chosen, named if labelled else ()), Alternative(chosen, named, applied))
    return (Group(tuple(words), (Place(0, words[0]),), tuple(found.values())),)


def _check_same_words(treebanks: Sequence[Treebank]) -> None:
    first = treebanks[0]
    for other in treebanks:
        check_trees(other)
        if len(other) != len(first):
            raise Error(
                f"{other.source or 'a treebank'}: {len(other):,} sentences, but "
                f"{first.source or 'the first'} has {len(first):,}"
            )
        for number, (words, given) in enumerate(zip(first.lists("words"), other.lists("words"), strict=True)):
            if words != given:
                place = where_is(other, int(other.offsets[number]))
                raise Error(f"{place}: the words differ from those of {first.source or 'the first treebank'}")
