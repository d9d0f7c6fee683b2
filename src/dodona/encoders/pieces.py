"""From the words of a treebank to the arrays that an encoder reads."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.treebank.treebank import Treebank

Ints = NDArray[np.int64]

#: The number of embeddings that the shapes of words share.
SHAPES = 4096
#: Of a word of more pieces, only the first and the last ones are read.
_FIRST, _LAST = 24, 8
#: So many different words are remembered.
_MOST_WORDS = 1_000_000


@dataclass(frozen=True)
class Vocabulary:
    """What an encoder puts around a sentence, and how it fills up a batch."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    padding: int
    unknown: int
    #: The piece of a mere space, which some tokenisers put before words of scripts without spaces; or -1.
    space: int
    #: The most pieces of a window.
    window: int


def shape_of(word: str) -> int:
    """Return the number of a word's shape: its case, digits and punctuation.

    >>> shape_of("Dodona") == shape_of("Epirus") != shape_of("EPIRUS")
    True
    """
    shape = ""
    for character in word[:64]:
        kind = (
            "X"
            if character.isupper() or character.istitle()
            else "x"
            if character.islower()
            else "d"
            if character.isdigit()
            else "c"
            if character.isalpha()
            else character
        )
        if shape[-2:] != kind * 2:  # longer runs are alike
            shape += kind
    return zlib.crc32(shape.encode("utf-8", "surrogatepass")) % SHAPES


@dataclass(frozen=True)
class Batch:
    """Some sentences as arrays. All words are in one row, one sentence after the other."""

    #: The sentences, by their numbers in the treebank.
    sentences: Ints
    #: For each word its number in the treebank.
    words: Ints
    #: The number of words of each sentence.
    lengths: Ints
    #: A row of pieces for each window, filled up; and which of them are real.
    pieces: Ints
    mask: NDArray[np.bool_]
    #: For each word the place of its first piece among all of `pieces`, and its shape.
    first: Ints
    shapes: Ints
    #: For each word its place in a table of the sentences, each as long as the longest; and its width.
    places: Ints
    width: int

    @property
    def begins(self) -> Ints:
        """Where each sentence begins among the words, and where the last one ends."""
        return np.concatenate([[0], np.cumsum(self.lengths)])


class Reader:
    """Splits words into pieces, each word by itself, and remembers them."""

    def __init__(self, split: Callable[[list[str]], list[list[int]]], vocabulary: Vocabulary) -> None:
        self._split, self.vocabulary = split, vocabulary
        self._forget()

    def _forget(self) -> None:
        self._numbers: dict[str, int] = {}
        self._flat = np.zeros(0, np.int64)
        self._begin = np.zeros(1, np.int64)
        self._shapes = np.zeros(0, np.int64)
        self._skips = np.zeros(0, np.int64)

    def read(self, treebank: Treebank) -> Sentences:
        """Return the words of a treebank as pieces."""
        ids, which = np.unique(np.asarray(treebank._core.ids(_core.Text.form)), return_inverse=True)
        numbers = self._numbers_of(treebank._core.strings(ids))
        words = numbers[which.reshape(-1)]
        return Sentences(
            self.vocabulary,
            np.asarray(treebank.offsets),
            words,
            self._flat,
            self._begin,
            self._shapes,
            self._skips,
        )

    def _numbers_of(self, words: Sequence[str]) -> Ints:
        if len(self._numbers) + len(words) > _MOST_WORDS:
            self._forget()
        new = [word for word in words if word not in self._numbers]
        if new:
            # CoNLL-U allows spaces within words.
            pieces = [self._shortened(each) for each in self._split(new)]
            self._numbers.update(
                zip(new, range(len(self._numbers), len(self._numbers) + len(new)), strict=True)
            )
            ends = self._begin[-1] + np.cumsum([len(each) for each in pieces])
            self._begin = np.concatenate([self._begin, ends])
            self._flat = np.concatenate([self._flat, *(np.array(each, np.int64) for each in pieces)])
            self._shapes = np.concatenate(
                [self._shapes, np.array([shape_of(word) for word in new], np.int64)]
            )
            space = self.vocabulary.space
            skips = [int(len(each) > 1 and each[0] == space) for each in pieces]
            self._skips = np.concatenate([self._skips, np.array(skips, np.int64)])
        return np.array([self._numbers[word] for word in words], np.int64)

    def _shortened(self, pieces: list[int]) -> list[int]:
        first, last = _FIRST, _LAST
        if first + last > self.vocabulary.window:
            first, last = self.vocabulary.window, 0
        if len(pieces) > first + last:
            pieces = [*pieces[:first], *pieces[len(pieces) - last :]]
        return pieces or [self.vocabulary.unknown]  # of control characters, for example, nothing is left


@dataclass(frozen=True)
class Sentences:
    """The words of a treebank as numbers in a table of pieces."""

    vocabulary: Vocabulary
    offsets: Ints
    words: Ints
    flat: Ints
    begin: Ints
    shapes: Ints
    skips: Ints

    def sizes(self) -> Ints:
        """Return the number of pieces of each sentence."""
        total = np.concatenate([[0], np.cumsum(self._counts(self.words))])
        return np.asarray(total[self.offsets[1:]] - total[self.offsets[:-1]])

    def _counts(self, words: Ints) -> Ints:
        return self.begin[words + 1] - self.begin[words]

    def batch(self, chosen: Ints) -> Batch:
        """Return some sentences as arrays; one longer than a window is read in windows that overlap."""
        starts, ends = self.offsets[chosen], self.offsets[chosen + 1]
        lengths = ends - starts
        windows = [
            self._windows(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
        from_, to, own, own_end = (np.array(each, np.int64) for each in zip(*chain(*windows), strict=True))
        # One entry for each word of each window.
        in_window = ranges(from_, to)
        row = np.repeat(np.arange(len(from_)), to - from_)
        table = self.words[in_window]
        counts = self._counts(table)
        before, after = self.vocabulary.before, self.vocabulary.after
        sizes = np.bincount(row, counts, len(from_)).astype(np.int64)
        width = len(before) + int(sizes.max()) + len(after)
        begins = np.cumsum(counts) - counts
        row_begins = np.cumsum(sizes) - sizes
        place = len(before) + begins - row_begins[row]
        pieces = np.full((len(from_), width), self.vocabulary.padding, np.int64)
        mask = np.arange(width) < (sizes + len(before) + len(after))[:, None]
        pieces[:, : len(before)] = before
        within = ranges(np.zeros_like(counts), counts)
        pieces[np.repeat(row, counts), np.repeat(place, counts) + within] = self.flat[
            np.repeat(self.begin[table], counts) + within
        ]
        for number, piece in enumerate(after):
            pieces[np.arange(len(from_)), len(before) + sizes + number] = piece
        owned = (in_window >= own[row]) & (in_window < own_end[row])
        first = row * width + place + self.skips[table]
        words = in_window[owned]
        widest = int(lengths.max())
        places = ranges(np.arange(len(chosen)) * widest, np.arange(len(chosen)) * widest + lengths)
        shapes = self.shapes[table[owned]]
        return Batch(chosen, words, lengths, pieces, mask, first[owned], shapes, places, widest)

    def _windows(self, start: int, end: int) -> list[tuple[int, int, int, int]]:
        """Return windows of words, and of each those that it represents: they are far from its ends."""
        counts = self._counts(self.words[start:end])
        most = self.vocabulary.window
        if counts.sum() <= most:
            return [(start, end, start, end)]
        ends = np.cumsum(counts)
        windows, first = [], 0
        while True:
            begun = ends[first] - counts[first]
            last = max(int(np.searchsorted(ends, begun + most, side="right")), first + 1)
            windows.append((first, last))
            if last == len(counts):
                break
            # The next one begins in the middle of this one.
            middle = int(np.searchsorted(ends, begun + most // 2, side="right"))
            first = min(max(middle, first + 1), last)
        borders = [0, *((a[1] + b[0]) // 2 for a, b in pairwise(windows)), len(counts)]
        return [
            (start + begin, start + stop, start + own, start + own_end)
            for (begin, stop), (own, own_end) in zip(windows, pairwise(borders), strict=True)
        ]


def ranges(begin: Ints, end: Ints) -> Ints:
    """Return the numbers of all ranges, one after the other.

    >>> ranges(np.array([0, 5]), np.array([2, 6])).tolist()
    [0, 1, 5]
    """
    counts = end - begin
    return np.repeat(begin - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
