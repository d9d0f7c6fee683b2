"""Treebanks from plain Python lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, instance, is_iterable, listed, shown
from dodona.treebank.columns import COLUMNS

_HEAD = "a whole number or None"
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
        for values in column:
            _check_values(name, values, (str, Integral, type(None)), "a string" if name != "heads" else _HEAD)
    given["words"] = sentences
    lines_of = [[]] * len(sentences) if comments is None else lists_of("comments", comments)
    if len(lines_of) != len(sentences):
        raise Error(f"comments: {len(lines_of)} lists for {len(sentences)} sentences")

    reader = _core.Reader(_core.Format.conllu, single_root=False, stop_at_first=True, pedantic=False)
    for index, sentence in enumerate(sentences):
        lines = [comment_line(line) for line in lines_of[index]]
        for place in range(len(sentence)):
            fields = [_field(given[name][index][place]) if name in given else "_" for name in _ORDER]
            lines.append("\t".join((str(place + 1), *fields)))
        reader.feed(("\n".join(lines) + "\n\n").encode("utf-8", "surrogatepass"))
        for _, _, message, _ in reader.take_problems():
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
        instance(f"{where}each of the words", word, str, "a string")


def lists_of(name: str, column: Any) -> list[list[Any]]:
    """Return a column as lists, checking that there is one per sentence."""
    wanted = f"a list of {name} for each sentence"
    if not is_iterable(column):
        raise ArgumentError(name, column, wanted)
    # The characters of a string would be taken for words or labels.
    return [listed(name, values, wanted) for values in column]


def heads_of(values: list[Any]) -> NDArray[np.int32]:
    """Return heads as an array; None is no head.

    >>> heads_of([2, None])
    array([ 2, -1], dtype=int32)
    """
    _check_values("heads", values, (Integral, type(None)), _HEAD)
    heads = [-1 if value is None else value for value in values] if None in values else values
    if heads:
        for head in (min(heads), max(heads)):
            if not -1 <= head <= len(heads):
                raise Error(f"heads: {shown(head)} is outside the sentence")
    return np.array(heads, np.int32)


def texts_of(name: str, values: list[Any]) -> list[str]:
    """Return a column as strings; None is no value.

    >>> texts_of("tags", ["NOUN", None])
    ['NOUN', '_']
    """
    _check_values(name, values, (str, type(None)), "a string")
    texts = ["_" if value is None else value for value in values] if None in values else values
    check_unicode(name, "".join(texts))
    return texts


def check_unicode(name: str, text: str) -> None:
    """Refuse lone surrogates, which UTF-8 cannot encode.

    >>> check_unicode("text", "Oaks speak")
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Error(f"{name}: {text[error.start]!r} is half a character (a lone surrogate)") from error


def _check_values(name: str, values: Iterable[object], kinds: tuple[type, ...], wanted: str) -> None:
    """Refuse values of other types in a column."""
    if all(issubclass(kind, kinds) for kind in set(map(type, values))):  # fast for long columns
        return
    for value in values:
        instance(f"each of the {name}", value, kinds, wanted)


def _check_lengths(name: str, column: list[list[Any]], sentences: list[list[str]]) -> None:
    if len(column) != len(sentences):
        raise Error(f"{name}: {len(column)} sentences, but words have {len(sentences)}")
    for index, (values, words) in enumerate(zip(column, sentences, strict=True)):
        if len(values) != len(words):
            raise Error(f"{name}: {len(values)} values in sentence {index} for {len(words)} words")


def _field(value: object) -> str:
    try:
        text = "_" if value is None or value == -1 else str(value)
    except ValueError as error:  # Python does not print numbers with thousands of digits
        raise Error(f"{shown(value)} cannot be in a column: it is too long") from error
    if not text or any(mark in text for mark in "\t\n\r"):
        raise Error(f"{shown(text)} cannot be in a column: it is empty or contains a tab or a line break")
    return text


def comment_line(line: str) -> str:
    """Return a comment with its `#`.

    >>> comment_line("sent_id = oak-1")
    '# sent_id = oak-1'
    """
    instance("each of the comments", line, str, "a string")
    if "\n" in line or "\r" in line:
        raise Error(f"the comment {shown(line)} contains a line break")
    check_unicode("comments", line)
    return line if line.startswith("#") else f"# {line}"
