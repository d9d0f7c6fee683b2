"""Errors in comments: a duplicate `sent_id`, a `# text` that does not match the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dodona.errors import Problem
from dodona.treebank.columns import COLUMNS
from dodona.treebank.seen import Seen
from dodona.treebank.text import detokenise, has_space_after
from dodona.treebank.treebank import Treebank


def comment_problems(treebank: Treebank, name: str, seen: Seen) -> Iterator[Problem]:
    """Find duplicate `sent_id`s, and `# text` that does not match the words."""
    spelt = _spellings(treebank)
    for index, lines in enumerate(map(treebank._core.others, range(len(treebank)))):
        first_line = treebank._core.first_line(index)
        values: dict[str, tuple[int, str]] = {}  # the first occurrence of each, with its line
        has_multiword = False
        for place, (words, line) in enumerate(lines):
            if not line.startswith("#"):
                has_multiword = True
                continue
            key, equals, value = line[1:].partition("=")
            if equals:
                values.setdefault(key.strip(), (first_line + place + words, value.strip()))
        if "sent_id" in values:
            line_number, sent_id = values["sent_id"]
            first = seen.first(sent_id, line_number)
            if first != line_number:
                message = f"sent_id {sent_id!r} was used in line {first}"
                yield Problem(name, line_number, "sent_id", message)
        if "text" in values:
            line_number, text = values["text"]
            found = detokenise(treebank[index]) if has_multiword else spelt(index)
            if text != found:
                yield from _text_problem(name, line_number, text, found)


def _spellings(treebank: Treebank) -> Callable[[int], str]:
    """Return a function that joins the words of a sentence without multiword tokens.

    All sentences are prepared at once, and each distinct MISC column is parsed once.
    """
    core, offsets = treebank._core, treebank.offsets.tolist()
    ids, places = np.unique(core.ids(COLUMNS["misc"]), return_inverse=True)
    spaces = [" " if has_space_after(misc) else "" for misc in core.strings(ids)]
    pieces = [
        word + spaces[place] for word, place in zip(treebank.column("words"), places.tolist(), strict=True)
    ]
    return lambda index: "".join(pieces[offsets[index] : offsets[index + 1]]).rstrip(" ")


def _text_problem(name: str, line: int, text: str, spelt: str) -> Iterator[Problem]:
    text, spelt = " ".join(text.split()), " ".join(spelt.split())  # any whitespace counts as one space
    if spelt == text:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(text, spelt, strict=False)) if a != b), min(len(text), len(spelt))
    )
    message = f"the words spell {_around(spelt, at)} where # text has {_around(text, at)}"
    yield Problem(name, line, "text", message)


def _around(text: str, at: int) -> str:
    start, end = max(at - 10, 0), at + 10
    return repr("…" * (start > 0) + text[start:end] + "…" * (end < len(text)))
