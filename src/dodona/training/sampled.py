"""Trees that a teacher draws from its distribution, in MISC beside its best trees.

    4  oaks  ...  2  obj  _  Sampled=2:obl,,3:nmod

`Sampled` lists the head and the label of a word in each of these trees, and nothing where they are those of
the columns. A word that always has these does not have it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import Error
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

_KEY = "Sampled"
#: The most trees of a sentence beside the best one; the core costs them all in a byte.
MOST_SAMPLED = 6


def with_sampled(treebank: Treebank, trees: Sequence[Treebank]) -> Treebank:
    """Return a treebank with other trees of its sentences in MISC.

    >>> one, other = (Treebank.from_lists([["see", "oaks"]], heads=[[0, 1]], labels=[["root", each]])
    ...     for each in ("obj", "obl"))
    >>> with_sampled(one, [one, other]).column("misc")
    ['_', 'Sampled=,1:obl']
    """
    labels = [each.column("labels") for each in (treebank, *trees)]
    for label in {*labels[0]}.union(*labels):
        if "," in label or "|" in label:
            raise Error(f"the label {label!r} has a comma or a bar: other trees cannot be written into MISC")
    misc = treebank.column("misc")
    same = [
        (each.heads == treebank.heads) & (np.array(own) == np.array(labels[0]))
        for each, own in zip(trees, labels[1:], strict=True)
    ]
    for word in np.flatnonzero(~np.all(same, axis=0)).tolist():
        arcs = [
            "" if equal[word] else f"{each.heads[word]}:{own[word]}"
            for each, own, equal in zip(trees, labels[1:], same, strict=True)
        ]
        kept = [item for item in misc[word].split("|") if item != "_"]
        misc[word] = "|".join([*kept, f"{_KEY}={','.join(arcs)}"])
    return Treebank._of(treebank._core.with_texts(_core.Text.misc, misc), treebank.source)


def sampled(treebank: Treebank) -> list[Treebank]:
    """Return the treebank with each of the other trees in MISC: none if there are none.

    >>> trees = Treebank.from_lists([["see", "oaks"]], heads=[[0, 1]], labels=[["root", "obj"]],
    ...     misc=[["_", "Sampled=,1:obl"]])
    >>> [each.column("labels") for each in sampled(trees)]
    [['root', 'obj'], ['root', 'obl']]
    """
    if treebank.format != "conllu":  # the others have no MISC
        return []
    core = treebank._core
    texts, misc = _numbered(core, "misc")
    arcs = {place: found for place, text in enumerate(texts) if (found := _arcs(text))}
    if not arcs:
        return []
    names, own_labels = _numbered(core, "labels")
    numbers = {name: number for number, name in enumerate(names)}
    count = max(map(len, arcs.values()))
    heads, labels = (np.repeat(each[None], count, 0) for each in (treebank.heads, own_labels))
    has_arcs = np.isin(misc, [*arcs])
    try:
        if count > MOST_SAMPLED:
            raise ValueError(f"there are more than {MOST_SAMPLED}")
        for word in np.flatnonzero(has_arcs).tolist():
            for tree, arc in enumerate(arcs[int(misc[word])]):
                if arc:
                    head, _, label = arc.partition(":")
                    heads[tree, word] = int(head)
                    labels[tree, word] = numbers.setdefault(label, len(numbers))
        return [
            Treebank._of(
                core.with_heads(own).with_choices(_core.Text.label, [*numbers], chosen), treebank.source
            )
            for own, chosen in zip(heads, labels, strict=True)
        ]
    except (ValueError, OverflowError) as error:
        raise Error(
            f"{treebank.source or 'the silver data'}: wrong trees in MISC ({_KEY}): {error}"
        ) from error


def _arcs(misc: str) -> list[str]:
    for item in misc.split("|"):
        if item.startswith(f"{_KEY}="):
            return item.removeprefix(f"{_KEY}=").split(",")
    return []


def _numbered(core: _core.Treebank, column: str) -> tuple[list[str], NDArray[np.int32]]:
    """Return the different strings of a column, and the number of that of each word."""
    ids, which = np.unique(np.asarray(core.ids(COLUMNS[column])), return_inverse=True)
    return core.strings(ids), which.reshape(-1).astype(np.int32)
