"""Trees around arcs that are there already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dodona import _core
from dodona.search.crossing import as_meant, marked_labels
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.treebank import Treebank


class LostArc(NamedTuple):
    """A head that could not be kept, or a label (`head` is None then), and the reason.

    >>> print(LostArc(0, 3, 7, "nsubj", "it is part of a cycle"))
    word 3 cannot keep its head 7: it is part of a cycle
    """

    #: The sentence, counted from 0, and the word, counted from 1.
    sentence: int
    word: int
    head: int | None
    label: str
    reason: str

    def __str__(self) -> str:
        what = f"label {self.label}" if self.head is None else f"head {self.head}"
        return f"word {self.word} cannot keep its {what}: {self.reason}"


class Completion(NamedTuple):
    """Trees, and what they could not keep of what was there before."""

    treebank: Treebank
    lost: list[LostArc]


def completion_of(
    core: _core.Parser, info: Mapping[str, Any], partial: PartialTreebank, beam: int, threads: int
) -> Completion:
    """Return trees that have the heads and labels of a partly annotated treebank."""
    before = partial.treebank
    parsed, losses = core.complete(
        before._core, partial.heads, marked_labels(core.labels, info), beam, threads
    )
    treebank = as_meant(Treebank._of(parsed, before.source), info)
    offsets, labels = before.offsets.tolist(), before.column("labels")
    lost = []
    for sentence, word, why, other in losses:
        place = offsets[sentence] + word - 1
        head = None if why == _core.Conflict.label else int(partial.heads[place])
        lost.append(LostArc(sentence, word, head, labels[place], _reason(why, other, info)))
    return Completion(treebank, lost)


def _reason(why: _core.Conflict, other: int, info: Mapping[str, Any]) -> str:
    if why == _core.Conflict.cycle:
        return "it is part of a cycle"
    if why == _core.Conflict.crosses:
        return f"its arc and that of word {other} cross, which {info['recipe']['system']} cannot build"
    if why == _core.Conflict.root:
        return f"word {other} is the root, and this model's trees have only one"
    if why == _core.Conflict.label:
        what = f"dependent of word {other}" if other else "root"
        return f"it has become a {what}, where this model has no such label"
    return "the search has found no tree with it"
