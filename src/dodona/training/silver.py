"""Silver data: trees that a parser made of raw text, to learn from beside gold trees.

Silver may be larger than memory. It is read as a stream, in chunks that also have their share of the gold
sentences; where an epoch stops, the next one goes on.
"""

from __future__ import annotations

import copy
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, listed, within
from dodona.tables import counted as in_words
from dodona.training.preparing import check_trees
from dodona.treebank.columns import COLUMNS
from dodona.treebank.lines import line_of_word
from dodona.treebank.reading import batches
from dodona.treebank.source import is_content, pieces
from dodona.treebank.treebank import Treebank, _joined

#: By default, an epoch has all silver data, up to so many times the words of gold; more, if a run would
#: otherwise go through the silver data less often than this.
_TIMES, _PASSES = 6, 4
_LEAST_SHARE, _GREATEST_SHARE = 0.01, 0.99
#: About so many words are in memory at a time.
CHUNK = 100_000
#: Words and lemmas that occur less often in silver, and not in gold, are unknown.
_OFTEN = 2
#: More files than these are not named one by one.
_NAMED = 5
#: With more different strings than this, those that occurred once are forgotten.
_MOST_STRINGS = 1 << 21
#: With more fine tags than this, the column is not a tag set.
_MOST_FINE_TAGS = 1000
_BATCH = 1000  # sentences
#: So many successive sentences are in the same part when silver is divided into parts.
_BLOCK = 100
#: Words in a sentence of the lexicon; the longest sentence of a treebank has 20,000.
_ROW = 1000
_NOTHING = "_"
_WANTED = "a list of paths or treebanks"
#: The columns of which silver is compared with gold, by their names in messages.
_COMPARED = {"labels": "label", "tags": "UPOS", "fine_tags": "XPOS"}
#: If gold lacks the labels or UPOS of a greater share of the words, the annotation is another one.
_MOST_UNKNOWN = 0.5


#: Makes silver sentences fit for learning, given the place of the first of them; it may leave out some.
Fit: TypeAlias = Callable[[Treebank, int], Treebank]


def part_of_place(place: int, parts: int) -> int:
    """Return the part of the silver data that has the sentence at a place."""
    return place // _BLOCK % parts


class Silver:
    """Files with silver trees, or such treebanks in memory, and what they contain.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> silver = Silver([trees[:3]], trees, epochs=5, share=0.5)
    >>> silver.words, silver.share, [len(chunk.treebank) for chunk in Mixture(trees, silver).epoch()]
    (6, 0.5, [18])
    """

    def __init__(
        self, sources: Iterable[Any], gold: Treebank, *, epochs: int, share: float | None = None
    ) -> None:
        """Read all of it once, and report what is wrong with it.

        `share` is that of silver among the words of an epoch. By default, an epoch has all of it once; if it
        is much larger than gold, so much that `epochs` go through it a few times.
        """
        if share is not None:
            within("silver_share", share, _LEAST_SHARE, _GREATEST_SHARE)
        self.sources = [_source(each) for each in listed("silver", sources, _WANTED)]
        if not self.sources:
            raise OptionError("needs at least one treebank", option="silver")
        self.names = [_name(source) for source in self.sources]
        #: The number of sentences of each source, and of all words.
        self.sizes: list[int] = []
        self.words = 0
        counted: dict[str, Counter[str]] = {"words": Counter(), "lemmas": Counter()}
        self._gold = gold.source or "the gold data"
        known = _strings_of(gold)
        #: The number of words whose string in a column gold lacks.
        self.unknown = dict.fromkeys(known, 0)
        self._examples: dict[str, str] = {}
        #: The columns in which no word has anything.
        self.empty = {"tags", "fine_tags", "feats"}
        for source, name in zip(self.sources, self.names, strict=True):
            size = 0
            for batch in _batches(source):
                if not size:
                    _check_format(batch, gold, name)
                check_trees(batch)
                self._compare(batch, known)
                self.empty -= {name for name in self.empty if np.any(batch._core.ids(COLUMNS[name]) != 0)}
                _count(batch, counted)
                size += len(batch)
                self.words += batch.word_count
            if not size:
                raise Error(f"{name}: there are no sentences to learn from")
            self.sizes.append(size)
        self.refuse_others("labels", "tags")
        #: The words and lemmas that occur often, for the vocabularies of a parser.
        self.lexicon = _lexicon(counted)
        if share is None:
            drawn = max(min(self.words, _TIMES * gold.word_count), _PASSES * self.words / epochs)
            usual = drawn / (drawn + gold.word_count)
            share = min(max(round(usual, 2), _LEAST_SHARE), _GREATEST_SHARE)
        #: The share of silver among the words of an epoch.
        self.share = float(share)
        self._without: tuple[int, int] | None = None

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return sum(self.sizes)

    def _compare(self, batch: Treebank, known: dict[str, set[str]]) -> None:
        """Count the words whose labels and tags gold does not have, and note the first one."""
        for name, strings in known.items():
            ids = batch._core.ids(COLUMNS[name])
            different = np.unique(ids)
            texts = zip(different.tolist(), batch._core.strings(different), strict=True)
            others = {number: text for number, text in texts if text not in strings}
            if others:
                is_other = np.isin(ids, [*others])
                self.unknown[name] += int(np.sum(is_other))
                first = int(np.argmax(is_other))
                where = f"{batch.source}:{line_of_word(batch, first)}" if batch.source else "the silver data"
                text = others[int(ids[first])]
                shown = f"no {_COMPARED[name]}" if text == _NOTHING else f"the {_COMPARED[name]} {text!r}"
                self._examples.setdefault(name, f"{where}: {shown}")

    def refuse_others(self, *columns: str) -> None:
        """Refuse silver data if gold lacks most of what they have in one of these columns."""
        for name in columns:
            share = self.unknown.get(name, 0) / self.words
            if share > _MOST_UNKNOWN:
                raise Error(
                    f"{self._examples[name]}, as {share:.0%} of the words have one that {self._gold} lacks: "
                    "let a parser label the text that was trained on the same annotation"
                )

    def remarks(self) -> list[str]:
        """Return a line for each column with strings that gold lacks."""
        lines = []
        for name, number in self.unknown.items():
            learnt = "of which only the heads are learnt" if name == "labels" else "which is not learnt"
            what = f"the {_COMPARED[name]} of {in_words(number, 'word')} ({self._examples.get(name)})"
            lines += [f"silver: gold lacks {what}, {learnt}"] if number else []
        return lines

    def batches(self, start: int = 0) -> Iterator[Treebank]:
        """Yield all sentences from one on, a batch at a time."""
        end = 0
        for source, size in zip(self.sources, self.sizes, strict=True):
            if start >= end + size:
                end += size
                continue
            for batch in _batches(source):
                begin, end = end, end + len(batch)
                if start < end:
                    yield self._some(batch, begin, max(start - begin, 0))

    def _some(self, batch: Treebank, begin: int, start: int) -> Treebank:
        """Return the sentences of a batch that are to be used; `begin` is the place of the first one."""
        if self._without is None:
            return batch[start:] if start else batch
        part, parts = self._without
        return batch[[i for i in range(start, len(batch)) if part_of_place(begin + i, parts) != part]]

    def without(self, part: int, parts: int) -> Silver | None:
        """Return the data without one of some parts, such as for jackknifing; None if nothing is left."""
        if part == 0 and self.sentences <= _BLOCK:
            return None
        others = copy.copy(self)
        others._without = (part, parts)
        return others

    def about(self) -> dict[str, Any]:
        """Return what a model stores about its silver."""
        names = [Path(name).name for name in self.names]
        name = ", ".join(names) if len(names) <= _NAMED else f"{len(names)} files"
        return {"name": name, "sentences": self.sentences, "words": self.words, "share": self.share}

    def identity(self) -> dict[str, Any]:
        """Return what must be equal for one run to continue another."""
        return {"share": self.share, "content": [_digest(source) for source in self.sources]}


@dataclass(frozen=True)
class Chunk:
    """A part of an epoch."""

    treebank: Treebank
    #: The number of gold sentences, which come first, and of gold and of silver words.
    gold_sentences: int
    gold_words: int
    silver_words: int


class Mixture:
    """The chunks of every epoch: all of gold, and silver from where the last epoch stopped.

    Gold sentences are dealt out evenly among the chunks. One is made while its user holds the one before.
    """

    def __init__(self, gold: Treebank, silver: Silver, fit: Fit = lambda trees, place: trees) -> None:
        """`fit` makes silver sentences fit for learning."""
        self.gold, self.silver, self._fit = gold, silver, fit
        #: Where in the silver data the next epoch begins, in sentences.
        self.place = 0
        self._stream: Iterator[Treebank] | None = None
        self._rest = Treebank()

    @property
    def words(self) -> int:
        """The number of words of an epoch."""
        return self.gold.word_count + self._silver_words

    @property
    def _silver_words(self) -> int:
        share = self.silver.share
        return max(round(self.gold.word_count * share / (1 - share)), 1)

    def go_to(self, place: int) -> None:
        """Continue from a sentence of the silver data."""
        self.place, self._stream, self._rest = place, None, Treebank()

    def epoch(self) -> Iterator[Chunk]:
        """Yield the chunks of the next epoch."""
        chunks = max(round(self.words / CHUNK), 1)
        taken = 0
        for number in range(chunks):
            silver: list[Treebank] = []
            until = self._silver_words * (number + 1) // chunks
            while taken < until:
                place = self.place
                part = self._take(until - taken)
                taken += part.word_count
                silver.append(self._fit(part, place % self.silver.sentences))
            gold = self.gold[number::chunks]
            words = sum(part.word_count for part in silver)
            treebank = Treebank._of(_joined([gold._core, *(part._core for part in silver)]))
            yield Chunk(treebank, len(gold), gold.word_count, words)

    def _take(self, words: int) -> Treebank:
        """Return the next sentences: as few as have so many words, or those up to the end of a block."""
        while not len(self._rest):
            if self._stream is None:
                self._stream = self.silver.batches(self.place)
            batch = next(self._stream, None)
            if batch is None:
                self.go_to(0)
            else:
                self._rest = batch
        count = int(np.searchsorted(self._rest.offsets[1:], words)) + 1
        count = min(count, _BLOCK - self.place % _BLOCK)
        part, self._rest = self._rest[:count], self._rest[count:]
        self.place += len(part)
        return part


def _source(source: Any) -> Any:
    """Refuse a source that can be read only once."""
    if isinstance(source, str) and source == "-":
        raise OptionError("cannot be - (standard input): it is read several times", option="silver")
    if isinstance(source, Treebank) or (isinstance(source, (str, os.PathLike)) and not is_content(source)):
        return source
    raise ArgumentError("silver", source, _WANTED)


def _name(source: Any) -> str:
    if isinstance(source, Treebank):
        return source.source or "the silver data"
    return str(os.fspath(source))


def _batches(source: Any) -> Iterator[Treebank]:
    if isinstance(source, Treebank):
        return (source[start : start + _BATCH] for start in range(0, len(source), _BATCH))
    return batches(source, size=_BATCH)


def _digest(source: Any) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for piece in [source._core.write(0, len(source))] if isinstance(source, Treebank) else pieces(source):
        digest.update(piece)
    return digest.hexdigest()


def _strings_of(gold: Treebank) -> dict[str, set[str]]:
    """Return the strings of the columns that are compared."""
    known = {name: set(gold._core.strings(np.unique(gold._core.ids(COLUMNS[name])))) for name in _COMPARED}
    if len(known["fine_tags"]) > _MOST_FINE_TAGS:
        del known["fine_tags"]
    return {name: strings for name, strings in known.items() if strings != {_NOTHING}}


def _check_format(batch: Treebank, gold: Treebank, name: str) -> None:
    if batch.format != gold.format:
        raise Error(f"{name}: this is {batch.format}, and the gold data are {gold.format}")
    try:
        _core.concatenate([gold._core.select([]), batch._core.select([0])])
    except ValueError as error:
        raise Error(f"{name}: {error}: the columns must be those of the gold data") from error


def _count(batch: Treebank, counted: dict[str, Counter[str]]) -> None:
    """Count the strings of some columns."""
    for name, counter in counted.items():
        ids, counts = np.unique(batch._core.ids(COLUMNS[name]), return_counts=True)
        for string, count in zip(batch._core.strings(ids), counts.tolist(), strict=True):
            counter[string] += count
        if len(counter) > _MOST_STRINGS:
            counted[name] = Counter({each: count for each, count in counter.items() if count > 1})


def _lexicon(counted: dict[str, Counter[str]]) -> Treebank:
    """Return a treebank with the strings that occur often, one after the other, the most frequent first."""
    columns = {
        name: [string for string, count in counter.most_common() if count >= _OFTEN]
        for name, counter in counted.items()
    }
    longest = max(map(len, columns.values()))
    rows = {
        name: [
            [*column[start : start + _ROW], *[_NOTHING] * _ROW][: min(_ROW, longest - start)]
            for start in range(0, longest, _ROW)
        ]
        for name, column in columns.items()
    }
    return Treebank.from_lists(rows.pop("words"), **rows)
