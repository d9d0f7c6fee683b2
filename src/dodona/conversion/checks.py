"""Checks of records before the CoNLL reader parses them."""

from __future__ import annotations

from typing import Any

from dodona.conversion.records import KEYS, LISTS, VERSION, Record
from dodona.conversion.rows import DECLARATION
from dodona.treebank.columns import FORMATS

_KNOWN = frozenset(KEYS)


class BadRecord(Exception):
    """A record that is not a sentence; the caller adds the line."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def checked(record: object) -> Record:
    """Return a record without null values, after checking its keys and the shapes of their values.

    >>> checked({"words": ["Oaks", "speak"], "lemmas": None})
    {'words': ['Oaks', 'speak']}
    >>> checked({"words": ["Oaks", "speak"], "lemmas": ["oak"]})
    Traceback (most recent call last):
        ...
    dodona.conversion.checks.BadRecord: lemmas: 1 values for 2 words
    """
    if not isinstance(record, dict):
        raise BadRecord("json", f"{short(record)} is not an object with the words of a sentence")
    for key in record.keys() - _KNOWN:
        raise BadRecord("key", f"unknown key {key!r}: choose from {', '.join(KEYS)}")
    found = {key: value for key, value in record.items() if value is not None}
    version = found.get("version", VERSION)
    if version != VERSION:
        raise BadRecord("key", f"version {short(version)} of the format: this Dodona reads version {VERSION}")
    _check_lists(found)
    return found


def _check_lists(record: Record) -> None:
    if "words" not in record:
        raise BadRecord("key", "no key 'words'")
    for key in (*LISTS, "comments", "extra", "others"):
        if key in record and not isinstance(record[key], list):
            raise BadRecord("key", f"{key}: {short(record[key])} is not a list")
    words = record["words"]
    if not words:
        raise BadRecord("empty", "a sentence without words")
    lists = {key: record[key] for key in LISTS if key in record}
    for place, column in enumerate(record.get("extra", ())):
        if not isinstance(column, list):
            raise BadRecord("key", f"extra: {short(column)} is not a list")
        lists[f"extra {place}"] = column
    for key, values in lists.items():
        if len(values) != len(words):
            raise BadRecord("length", f"{key}: {len(values)} values for {len(words)} words")


def kind_of(record: Record) -> tuple[str, str, int]:
    """Return what all records of a file share: format, declaration, number of extra columns.

    >>> kind_of({"words": ["Oaks"]})
    ('conllu', '', 0)
    """
    format, declaration = record.get("format", "conllu"), record.get("declaration", "")
    if not isinstance(format, str) or format not in FORMATS:
        raise BadRecord("key", f"format cannot be {short(format)}: choose from {', '.join(FORMATS)}")
    if declaration and not (isinstance(declaration, str) and declaration.startswith(DECLARATION)):
        raise BadRecord("key", f"declaration: {short(declaration)} does not begin with '{DECLARATION}'")
    if any(mark in declaration for mark in "\t\n\r"):
        raise BadRecord("key", f"declaration: {short(declaration)} contains a tab or a line break")
    return format, declaration, len(record.get("extra", ()))


def heads(values: list[Any]) -> list[str]:
    """Return a HEAD column; null and -1 mean no head.

    >>> heads([2, 0]), heads([None, -1])
    (['2', '0'], ['_', '_'])
    """
    if set(map(type, values)) <= {int}:
        return ["_" if head == -1 else str(head) for head in values]
    for word, head in enumerate(values, start=1):
        if head is not None and type(head) is not int:
            raise BadRecord("head", f"word {word}: head {short(head)} is not an integer")
    return ["_" if head is None or head == -1 else str(head) for head in values]


def strings(key: str, values: list[Any]) -> list[str]:
    """Return a list of strings; null means no value, except for words.

    >>> strings("lemmas", ["oak", None])
    ['oak', '_']
    """
    for word, value in enumerate(values, start=1):
        if not isinstance(value, str) and (value is not None or key == "words"):
            raise BadRecord("key", f"word {word}: {key}: {short(value)} is not a string")
    return ["_" if value is None else value for value in values]


def one_line(key: str, value: object, *, is_field: bool = False) -> str:
    """Return a string that is valid in a line of CoNLL.

    >>> one_line("comments", "# newpar")
    '# newpar'
    """
    if not isinstance(value, str):
        raise BadRecord("key", f"{key}: {short(value)} is not a string")
    # A final carriage return would be read as part of the line break; elsewhere it is kept.
    if "\n" in value or value.endswith("\r") or (is_field and "\t" in value):
        what = "a tab or a line break" if is_field else "a line break"
        raise BadRecord("key", f"{key}: {short(value)} contains {what}")
    return value


def short(value: object) -> str:
    """Return a value shortened for messages.

    >>> short("oak" * 100)
    "'oakoakoakoakoakoakoakoakoakoakoakoakoako..."
    """
    text = repr(value)
    return text if len(text) <= 44 else f"{text[:41]}..."
