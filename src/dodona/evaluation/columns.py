"""Text columns as integer arrays, for comparison in numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def distinct(treebank: Treebank, column: str) -> tuple[list[str], Ints]:
    """Return the distinct strings of a column, and the index of each word's string."""
    core = treebank._core
    ids, places = np.unique(core.ids(COLUMNS[column]), return_inverse=True)
    return core.strings(ids), places.astype(np.int64)


def numbered(
    column: str, treebanks: Sequence[Treebank], key: Callable[[str], str] = str
) -> tuple[list[Ints], list[str]]:
    """Number the strings of a column, mapped by `key`, alike in all treebanks; return numbers and names.

    >>> oak = Treebank.from_lists([["Oaks", "speak"]], labels=[["nsubj:x", "root"]])
    >>> (first, second), names = numbered("labels", [oak, oak], base_label)
    >>> first.tolist(), second.tolist(), names
    ([0, 1], [0, 1], ['nsubj', 'root'])
    """
    numbers: dict[str, int] = {}
    columns = []
    for treebank in treebanks:
        strings, places = distinct(treebank, column)
        of_string = [numbers.setdefault(key(string), len(numbers)) for string in strings]
        columns.append(np.array(of_string, dtype=np.int64)[places])
    return columns, list(numbers)


def flagged(treebank: Treebank, column: str, test: Callable[[str], bool]) -> Bools:
    """Return for every word whether its string in a column passes a test.

    >>> oak = Treebank.from_lists([["Oaks", "speak", "."]])
    >>> flagged(oak, "words", str.isalpha)
    array([ True,  True, False])
    """
    strings, places = distinct(treebank, column)
    return np.array([test(string) for string in strings], dtype=np.bool_)[places]


def base_label(label: str) -> str:
    """Return a label without its subtype.

    >>> base_label("nsubj:pass")
    'nsubj'
    """
    return label.partition(":")[0]
