"""Treebanks from plain Python lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError
from dodona.treebank.columns import COLUMNS

_ORDER = ("words", "lemmas", "tags", "fine_tags", "feats", "heads", "labels", "deps", "misc")


def build(words: Iterable[Sequence[str]], **columns: Any) -> _core.Treebank:
    """Make a treebank from lists of words, with the same checks as the reader.

    Each of `columns` has one list per sentence: lemmas, tags, fine_tags, feats, heads, labels, deps, misc, or
    comments.
    """
    sentences = lists_of("words", words)
    for index, sentence in enumerate(sentences):
        check_words(sentence, f"sentence {index}: ")
    comments = columns.pop("comments", None)
    unknown = set(columns) - set(_ORDER)
    if unknown:
        raise OptionError(
            f"unknown column {unknown.pop()!r}: choose from {', '.join((*COLUMNS, 'heads', 'comments'))}"
        )
    given = {name: lists_of(name, column) for name, column in columns.items() if column is not None}
    for name, column in given.items():
        _check_lengths(name, column, sentences)
    given["words"] = sentences

    reader = _core.Reader(_core.Format.conllu, single_root=False, stop_at_first=True, pedantic=False)
    for index, sentence in enumerate(sentences):
        lines = [] if comments is None else [_comment(line) for line in comments[index]]
        for place in range(len(sentence)):
            fields = [_field(given[name][index][place]) if name in given else "_" for name in _ORDER]
            lines.append("\t".join((str(place + 1), *fields)))
        reader.feed(("\n".join(lines) + "\n\n").encode("utf-8", "surrogatepass"))
        for _, _, message in reader.take_problems():
            raise Error(f"sentence {index}: {message}")
    return reader.take().without_lines()


def check_words(words: Sequence[object], where: str = "") -> None:
    """Refuse an empty list of words, and words that are not strings.

    >>> check_words(["Oaks", 7])
    Traceback (most recent call last):
        ...
    dodona.errors.ArgumentError: each of the words must be a string, not an int
    """
    if not words:
        raise Error(f"{where}there are no words: a sentence needs at least one")
    for word in words:
        if not isinstance(word, str):
            raise ArgumentError(f"{where}each of the words", word, "a string")


def lists_of(name: str, column: Any) -> list[list[Any]]:
    """Return a column as lists, checking that there is one per sentence."""
    wanted = f"a list of {name} for each sentence"
    if not isinstance(column, Iterable):
        raise ArgumentError(name, column, wanted)
    lists = []
    for values in column:
        # The characters of a string would be taken for words or labels.
        if isinstance(values, str) or not isinstance(values, Iterable):
            raise ArgumentError(name, values, wanted)
        lists.append(list(values))
    return lists


def _check_lengths(name: str, column: list[list[Any]], sentences: list[list[str]]) -> None:
    if len(column) != len(sentences):
        raise Error(f"{name}: {len(column)} sentences, but words have {len(sentences)}")
    for index, (values, words) in enumerate(zip(column, sentences, strict=True)):
        if len(values) != len(words):
            raise Error(f"{name}: {len(values)} values in sentence {index} for {len(words)} words")


def _field(value: object) -> str:
    text = "_" if value is None or value == -1 else str(value)
    if not text or any(mark in text for mark in "\t\n\r"):
        raise Error(f"{text!r} cannot be in a column: it is empty or contains a tab or a line break")
    return text


def _comment(line: str) -> str:
    if "\n" in line or "\r" in line:
        raise Error(f"the comment {line!r} contains a line break")
    return line if line.startswith("#") else f"# {line}"
