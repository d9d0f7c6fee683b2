"""Writing treebanks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from dodona.treebank.recognition import refuse_other_endings
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Target, written
from dodona.treebank.treebank import Treebank, declaration_of, sentences_of

_BATCH = 1000


def write(treebank: Treebank | Sentence | Iterable[Sentence], target: Target) -> None:
    """Write a treebank, a sentence or an iterable of sentences.

    `target` is a path (compressed if it ends in `.gz` or `.xz`), `-` for standard output, or an open file. A
    file is written under a temporary name and then renamed, so it is never incomplete. The format is CoNLL;
    file extensions of other formats are refused, and `dodona.conversion` writes those.

    >>> import io
    >>> file = io.StringIO()
    >>> write(Sentence(["Oaks", "speak"]), file)
    >>> print(file.getvalue().splitlines()[0].split("\\t")[:2])
    ['1', 'Oaks']
    """
    with written_conll(target) as file:
        if isinstance(treebank, Treebank):
            write_batches([treebank], file)
            return
        declared = False
        for sentence in [treebank] if isinstance(treebank, Sentence) else sentences_of(treebank):
            if not declared:
                file.write(declaration_of(sentence._core).encode())
                declared = True
            file.write(sentence._core.write(sentence._index, sentence._index + 1))


@contextmanager
def written_conll(target: Target) -> Iterator[BinaryIO]:
    """Open a target for CoNLL, refusing file extensions of other formats."""
    refuse_other_endings(target)
    with written(target) as file:
        yield file


def write_batches(treebanks: Iterable[Treebank], file: BinaryIO) -> None:
    """Write treebanks to one file, with the column declaration of the first."""
    for number, treebank in enumerate(treebanks):
        if number == 0:
            file.write(declaration_of(treebank._core).encode())
        for start in range(0, len(treebank), _BATCH):
            file.write(treebank._core.write(start, min(start + _BATCH, len(treebank))))
