"""Treebanks to files."""

from __future__ import annotations

from collections.abc import Iterable

from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Target, written
from dodona.treebank.treebank import Treebank

_BATCH = 1000


def write(treebank: Treebank | Sentence | Iterable[Sentence], target: Target) -> None:
    """Write a treebank, a sentence or any run of sentences.

    `target` is a path (compressed if it ends in `.gz` or `.xz`), `-` for standard output, or an open
    file. A file is complete or not there at all: it is written beside its place and then renamed.

    >>> import io
    >>> file = io.StringIO()
    >>> write(Sentence(["Oaks", "speak"]), file)
    >>> print(file.getvalue().splitlines()[0].split("\\t")[:2])
    ['1', 'Oaks']
    """
    with written(target) as file:
        if isinstance(treebank, Treebank):
            for start in range(0, len(treebank), _BATCH):
                file.write(treebank._core.write(start, min(start + _BATCH, len(treebank))))
            return
        for sentence in [treebank] if isinstance(treebank, Sentence) else treebank:
            file.write(sentence._core.write(sentence._index, sentence._index + 1))
