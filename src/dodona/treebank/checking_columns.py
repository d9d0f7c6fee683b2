"""Errors in the columns of readable words: wrong roots, empty columns, enhanced heads.

All sentences of a batch are checked together, and each distinct string once: errors are rare, and finding
none should be fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from dodona.errors import Problem
from dodona.treebank.columns import COLUMNS
from dodona.treebank.lines import line_of, line_of_word
from dodona.treebank.treebank import Treebank


def root_problems(treebank: Treebank, name: str, single_root: bool | None) -> Iterator[Problem]:
    """Find several roots, and roots with wrong labels."""
    heads, starts = treebank.heads, treebank.offsets[:-1]
    at_root = heads == 0
    if single_root or (single_root is None and treebank.format == "conllu"):
        roots = np.add.reduceat(at_root.astype(np.int64), starts)
        for index in np.flatnonzero(roots > 1).tolist():
            words = (np.flatnonzero(treebank[index].heads == 0) + 1).tolist()
            listed = ", ".join(map(str, words))
            message = (
                f"{len(words)} words have the root (0) as their head where one is required (words {listed})"
            )
            yield Problem(name, line_of(treebank[index], words[1] - 1), "several roots", message)
    if treebank.format != "conllu":
        return
    core = treebank._core
    ids, places = np.unique(core.ids(COLUMNS["labels"]), return_inverse=True)
    texts = core.strings(ids)  # check each distinct label once
    labels = np.array([text.partition(":")[0] == "root" for text in texts])[places]
    for word in np.flatnonzero((labels != at_root) & (heads >= 0)).tolist():
        label = texts[places[word]]
        message = (
            f"the label 'root' on a word whose head is {heads[word]}"
            if labels[word]
            else f"the head is the root (0) but the label is {label!r}, not 'root'"
        )
        yield Problem(name, line_of_word(treebank, word), "root label", message)


def column_problems(treebank: Treebank, name: str) -> Iterator[Problem]:
    """Find empty columns."""
    for column, text in COLUMNS.items():
        ids = treebank._core.ids(text)
        unique = np.unique(ids)
        for empty in unique[[not value for value in treebank._core.strings(unique)]]:
            for word in np.flatnonzero(ids == empty).tolist():
                message = f"an empty column ({column}): write _"
                yield Problem(name, line_of_word(treebank, word), "empty column", message)


def enhanced_problems(treebank: Treebank, name: str) -> Iterator[Problem]:
    """Find enhanced dependencies on words and empty nodes that do not exist."""
    all_deps = treebank.column("deps")
    offsets = treebank.offsets.tolist()
    for index, (start, end) in enumerate(pairwise(offsets)):
        deps = all_deps[start:end]
        empty = empty_nodes(treebank, index)
        if deps.count("_") == end - start and not empty:
            continue
        nodes = {columns[0] for _, columns in empty}
        nodes.update(map(str, range(end - start + 1)))
        placed = [(-line, columns[8]) for line, columns in empty]  # a line, or a word of the sentence
        for place, arcs in [*placed, *enumerate(deps)]:
            for arc in arcs.split("|") if arcs != "_" else ():
                head, colon, _ = arc.partition(":")
                if not colon or head not in nodes:
                    message = f"the enhanced dependency {arc!r}: there is no such head in the sentence"
                    line = -place if place < 0 else line_of(treebank[index], place)
                    yield Problem(name, line, "enhanced", message)


def empty_nodes(treebank: Treebank, index: int) -> list[tuple[int, list[str]]]:
    """Return the lines of a sentence's empty nodes in the file, with their columns."""
    first, others = treebank._core.first_line(index), treebank._core.others(index)
    return [
        (first + place + before, line.split("\t"))
        for place, (before, line) in enumerate(others)
        if not line.startswith("#") and "." in line.partition("\t")[0]
    ]
