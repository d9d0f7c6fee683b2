"""Pretrained vectors of words, as word2vec, GloVe and fastText write them in text."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from dodona.errors import Error
from dodona.treebank.source import Source, lines_of, name_of

#: The numbers of a model's vectors have this size when training begins (the root of their mean square).
_SIZE_OF_NUMBERS = 0.1
#: A greater number is a mistake.
_GREATEST = 1e6
#: Vectors are filled up to a multiple of this, as the core reads them.
_STEP = 4
#: The most numbers of a vector that a model can have.
_MOST = 1024


@dataclass(frozen=True)
class Vectors:
    """Words in lower case, in the order of the file, and their vectors."""

    places: dict[str, int]
    rows: NDArray[np.float32]
    #: Of what was read, by which a run that continues sees that it is the same.
    digest: str

    @property
    def width(self) -> int:
        """The numbers of a vector."""
        return int(self.rows.shape[1])

    def fill(self, words: list[str], table: NDArray[np.float32]) -> None:
        """Write the vectors of known words into a table with a row for each word."""
        known = [(row, self.places[word]) for row, word in enumerate(words) if word in self.places]
        if known:
            rows, places = map(list, zip(*known, strict=True))
            table[rows] = self.rows[places]


def read_vectors(source: Source, most: int) -> Vectors:
    """Read the vectors of up to so many words: in each line a word and its numbers; the first may be sizes.

    Of a word that is there in upper and lower case, the first is read.

    >>> found = read_vectors("2 3\\nOak 1 2 3\\noak 0 0 0\\ndove 3 2 1\\n", 10)
    >>> found.places, found.width
    ({'oak': 0, 'dove': 1}, 4)
    """
    name = name_of(source)
    places: dict[str, int] = {}
    rows: list[NDArray[np.float32]] = []
    digest = blake2b(digest_size=16)
    for number, line in enumerate(lines_of(source), start=1):
        fields = line.decode("utf-8", "replace").rstrip().split(" ")
        if number == 1 and len(fields) == 2:
            continue  # the numbers of words and of dimensions
        size = len(rows[0]) if rows else len(fields) - 1
        word = " ".join(fields[:-size]).lower()
        if word in places:
            continue
        try:
            row = np.array(fields[-size:], np.float32)
        except ValueError:
            row = np.full(size, np.nan, np.float32)
        if not (1 <= size <= _MOST and word and (np.abs(row) <= _GREATEST).all()):
            wanted = size if rows else f"up to {_MOST}"
            raise Error(f"{name}:{number}: expected a word and {wanted} numbers, separated by spaces")
        digest.update(line)
        places[word] = len(rows)
        rows.append(row)
        if len(rows) == most:
            break
    if not rows:
        raise Error(f"{name}: there are no vectors of words here")
    table = np.stack(rows)
    table *= _SIZE_OF_NUMBERS / max(float(np.sqrt(np.mean(table.astype(float) ** 2))), 1e-6)
    return Vectors(places, np.pad(table, ((0, 0), (0, -table.shape[1] % _STEP))), digest.hexdigest())
