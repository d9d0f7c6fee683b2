"""Treebanks as Arrow tables, and rows of such tables as records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona import _core
from dodona.conversion.records import KEYS, LISTS, VERSION, Record, split_others
from dodona.errors import Error, MissingExtraError
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    import pyarrow as pa


def installed(what: str = "Parquet") -> Any:
    """Return pyarrow, or raise an error with how to install it.

    >>> installed().__name__
    'pyarrow'
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtraError(what, "arrow") from error
    return pyarrow


def schema(format: str) -> pa.Schema:
    """Return the schema of a table; its metadata has the version and the format.

    >>> schema("conllu").field("heads").type
    ListType(list<item: int32>)
    """
    arrow = installed()
    texts = arrow.list_(arrow.string())
    types: dict[str, Any] = dict.fromkeys(("format", "declaration", "sent_id", "text"), arrow.string())
    types |= dict.fromkeys(("comments", *LISTS), texts)
    types["heads"] = arrow.list_(arrow.int32())
    types["extra"] = arrow.list_(texts)
    types["others"] = arrow.list_(arrow.struct([("after", arrow.int32()), ("fields", texts)]))
    fields = [(key, types[key]) for key in KEYS if key in types]
    found: pa.Schema = arrow.schema(
        fields, metadata={"dodona.version": str(VERSION), "dodona.format": format}
    )
    return found


def table(treebank: Treebank) -> pa.Table:
    """Return a table with one row per sentence.

    >>> table(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]]))["heads"].to_pylist()
    [[2, 0]]
    """
    arrow = installed()
    core = treebank._core
    sentences = range(len(core))
    others = [split_others(core.others(index)) for index in sentences]
    columns: dict[str, Any] = {
        "format": [treebank.format] * len(core),
        "declaration": [core.declaration or None] * len(core),
        "sent_id": [sentence.comment("sent_id") for sentence in treebank],
        "text": [sentence.text for sentence in treebank],
        "comments": [comments for comments, _ in others],
        "extra": [core.unknown(index) or None for index in sentences],
        "others": [lines for _, lines in others],
    }
    offsets = arrow.array(core.offsets.astype(np.int32))
    for name, column in COLUMNS.items():
        columns[name] = arrow.ListArray.from_arrays(offsets, _texts(core, column))
    headless = core.heads[core.offsets[:-1]] < 0
    columns["heads"] = arrow.ListArray.from_arrays(
        offsets, arrow.array(core.heads), mask=arrow.array(headless)
    )
    wanted = schema(treebank.format)
    found: pa.Table = arrow.table({name: columns[name] for name in wanted.names}, schema=wanted)
    return found


def _texts(core: _core.Treebank, column: _core.Text) -> pa.StringArray:
    """A column of all words; each distinct string is passed to Arrow once, which is many times faster."""
    arrow = installed()
    ids, places = np.unique(core.ids(column), return_inverse=True)
    found: pa.StringArray = arrow.array(core.strings(ids), arrow.string()).take(arrow.array(places))
    return found


def record_rows(batch: pa.RecordBatch, name: str) -> Iterator[Record]:
    """Yield the rows of a table as records; columns are cast to the expected types.

    >>> import pyarrow
    >>> batch = pyarrow.record_batch({"words": [["Oaks", "speak"]], "heads": [[2, 0]]})
    >>> list(record_rows(batch, "oaks.parquet"))
    [{'words': ['Oaks', 'speak'], 'heads': [2, 0]}]
    """
    wanted = schema("conllu")
    columns: dict[str, list[Any]] = {}
    for key, column in zip(batch.schema.names, batch.columns, strict=True):
        if key.startswith("__index_level_"):  # pandas writes the index of filtered rows
            continue
        if key in wanted.names:
            columns[key] = _values(column, wanted.field(key).type, f"{name}: column {key!r}")
        else:  # refused later, with the known keys
            columns[key] = column.to_pylist()
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


def _values(column: Any, wanted: Any, what: str) -> list[Any]:
    arrow = installed()
    try:
        column = column.cast(wanted)
    except arrow.ArrowException:
        raise Error(f"{what} has the type {column.type} instead of {wanted}") from None
    if wanted != arrow.list_(arrow.string()):
        return list(column.to_pylist())
    # Each distinct string becomes a Python object once.
    strings = column.values.dictionary_encode()
    pool = [*strings.dictionary.to_pylist(), None]
    places = strings.indices.fill_null(len(pool) - 1).to_numpy(zero_copy_only=False)
    flat = list(map(pool.__getitem__, places.tolist()))
    lists = (flat[start:end] for start, end in pairwise(column.offsets.to_pylist()))
    return [
        values if valid else None for values, valid in zip(lists, column.is_valid().to_pylist(), strict=True)
    ]
