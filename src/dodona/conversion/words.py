"""Treebanks as tables with one row per word, for pandas, Polars and Arrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona.conversion.arrow import installed
from dodona.errors import Error
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    import pyarrow as pa

#: The columns of tables: those of numbers, and the column of the treebank for those of text.
_NAMES: dict[str, str | None] = {
    "sentence": None,
    "number": None,
    "form": "words",
    "lemma": "lemmas",
    "tag": "tags",
    "fine_tag": "fine_tags",
    "feats": "feats",
    "head": None,
    "label": "labels",
    "deps": "deps",
    "misc": "misc",
}


def numbers(treebank: Treebank) -> dict[str, Any]:
    """Return the numeric columns: the index of the sentence, the number of the word, and that of its head.

    >>> found = numbers(Treebank.from_lists([["Oaks", "speak"], ["Hush"]], heads=[[2, 0], [0]]))
    >>> found["sentence"].tolist(), found["number"].tolist(), found["head"].tolist()
    ([0, 0, 1], [1, 2, 1], [2, 0, 0])
    """
    offsets = np.asarray(treebank.offsets)
    sentence = np.repeat(np.arange(len(treebank), dtype=np.int32), np.diff(offsets))
    first = offsets[:-1][sentence] if len(sentence) else offsets[:0]
    number = (np.arange(len(sentence)) - first + 1).astype(np.int32)
    return {"sentence": sentence, "number": number, "head": np.array(treebank.heads)}


def to_pandas(treebank: Treebank) -> Any:
    """Return a pandas DataFrame; columns of text are categories."""
    try:
        import pandas  # type: ignore[import-untyped, unused-ignore]
    except ImportError as error:
        raise Error("to_pandas needs pandas, which is not installed: pip install pandas") from error
    return pandas.DataFrame(
        _columns(treebank, lambda strings, places: pandas.Categorical.from_codes(places, categories=strings))
    )


def to_polars(treebank: Treebank) -> Any:
    """Return a Polars DataFrame."""
    try:
        import polars  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        raise Error("to_polars needs Polars, which is not installed: pip install polars") from error
    return polars.from_arrow(to_arrow(treebank))


def to_arrow(treebank: Treebank) -> pa.Table:
    """Return an Arrow table.

    >>> to_arrow(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]])).column("form").to_pylist()
    ['Oaks', 'speak']
    """
    arrow = installed("an Arrow table")
    found: pa.Table = arrow.table(
        _columns(
            treebank,
            lambda strings, places: arrow.array(strings, arrow.string()).take(arrow.array(places)),
        )
    )
    return found


def _columns(treebank: Treebank, texts: Callable[[list[str], NDArray[np.int64]], Any]) -> dict[str, Any]:
    """Return all columns; `texts` makes one of its distinct strings and the place of each word among them."""
    core, found = treebank._core, numbers(treebank)
    for name, column in _NAMES.items():
        if column is not None:
            ids, places = np.unique(core.ids(COLUMNS[column]), return_inverse=True)
            found[name] = texts(core.strings(ids), places)
    return {name: found[name] for name in _NAMES}
