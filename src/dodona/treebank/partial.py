"""Partially annotated sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from dodona.errors import ArgumentError, Error, listed, shown
from dodona.treebank.lines import where_is
from dodona.treebank.sentence import Heads
from dodona.treebank.treebank import Treebank, a_treebank


class PartialTreebank:
    """A treebank with heads for some of its words; `Parser.complete` predicts the others.

    The sentences of a `Treebank` have complete trees or none. `heads` are lists as in `Treebank.from_lists`,
    with None (or -1) for words without a head; by default, the heads of the treebank. They need not form
    trees. Labels are those of the treebank.

    >>> half = PartialTreebank(Treebank.from_lists([["Oaks", "speak"], ["Hush"]]), [[2, None], [None]])
    >>> half
    PartialTreebank(2 sentences, 3 words, 1 head)
    >>> half.heads
    array([ 2, -1, -1], dtype=int32)
    """

    __slots__ = ("heads", "treebank")

    #: The sentences; those whose heads do not form a tree have none here.
    treebank: Treebank
    #: The heads of all words, sentence by sentence: 0 for the root, -1 for none.
    heads: Heads

    def __init__(self, treebank: Treebank, heads: Iterable[Sequence[int | None]] | None = None) -> None:
        """Combine sentences and heads."""
        self.treebank = a_treebank("treebank", treebank)
        self.heads = treebank.heads if heads is None else _flat(treebank, heads)

    @classmethod
    def _of(cls, treebank: Treebank, heads: Heads) -> PartialTreebank:
        partial = object.__new__(cls)
        partial.treebank, partial.heads = treebank, heads
        return partial

    def __len__(self) -> int:
        return len(self.treebank)

    def __repr__(self) -> str:
        heads = int((self.heads >= 0).sum())
        return f"Partial{repr(self.treebank)[:-1]}, {heads:,} head{'s' * (heads != 1)})"


def _flat(treebank: Treebank, heads: Iterable[Sequence[int | None]]) -> Heads:
    """Return the heads of all words in one array, after checking that they are inside their sentences."""
    wanted = "a list of whole numbers and None for each sentence"
    lists = [listed("heads", each, wanted) for each in listed("heads", heads, wanted)]
    if len(lists) != len(treebank):
        raise Error(f"there are heads for {len(lists)} sentences, but {len(treebank)} sentences")
    offsets = treebank.offsets.tolist()
    flat: list[int] = []
    for index, each in enumerate(lists):
        length = offsets[index + 1] - offsets[index]
        if len(each) != length:
            raise Error(f"sentence {index} has {length} words, but {len(each)} heads are given")
        for place, head in enumerate(each):
            number = -1 if head is None else head
            if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
                raise ArgumentError("heads", number, wanted)
            if not -1 <= number <= length:
                where = where_is(treebank, len(flat))
                raise Error(
                    f"{where}: word {place + 1} cannot have the head {shown(number)}: "
                    f"there are {length} words"
                )
            flat.append(int(number))
    return np.array(flat, np.int32)
