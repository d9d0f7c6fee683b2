"""Sentences as records: one dictionary of lists per sentence, for JSON Lines and Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dodona.conversion.rows import NAMES
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

#: The version of the record format.
VERSION = 1

#: Keys with one value per word, in the order of the columns.
LISTS = tuple(NAMES.values())

#: All keys, in the order in which they are written.
KEYS = ("version", "format", "declaration", "sent_id", "text", "comments", *LISTS, "extra", "others")

Record = dict[str, Any]


def records(treebank: Treebank) -> Iterator[Record]:
    """Yield each sentence as a record; empty columns (`_`) are omitted.

    >>> next(records(Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]])))["heads"]
    [2, 0]
    """
    core = treebank._core
    for index, sentence in enumerate(treebank):
        record: Record = {"version": VERSION, "format": treebank.format}
        if core.declaration:
            record["declaration"] = core.declaration
        sent_id = sentence.comment("sent_id")
        if sent_id is not None:
            record["sent_id"] = sent_id
        record["text"] = sentence.text
        record["comments"], others = split_others(core.others(index))
        for name in LISTS:
            if name == "heads":
                if sentence.has_tree:
                    record[name] = sentence.heads.tolist()
                continue
            values = core.texts(COLUMNS[name], index)
            if name == "words" or values.count("_") != len(values):
                record[name] = values
        extra = core.unknown(index)
        if extra:
            record["extra"] = extra
        if others:
            record["others"] = others
        yield record


def split_others(lines: list[tuple[int, str]]) -> tuple[list[str], list[Record]]:
    """Separate the comments at the start of a sentence from other lines that are not words.

    >>> split_others([(0, "# newpar"), (0, "1-2\\tDon't")])
    (['# newpar'], [{'after': 0, 'fields': ['1-2', "Don't"]}])
    """
    begin = 0
    while begin < len(lines) and lines[begin][0] == 0 and lines[begin][1].startswith("#"):
        begin += 1
    comments = [line for _, line in lines[:begin]]
    return comments, [{"after": after, "fields": line.split("\t")} for after, line in lines[begin:]]
