"""Alignment of words between a parse and a gold file with different segmentation.

This is the alignment of the CoNLL 2018 shared task (Zeman et al. 2018). Outside multiword tokens, two
words match if they cover the same characters. The words of a multiword token have no positions, so
wherever either file has one, the words of both files around it are matched by their forms, as the
longest common subsequence.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from dodona.errors import Error
from dodona.evaluation.checks import same_words
from dodona.evaluation.columns import Ints
from dodona.evaluation.segmentation import Segmentation, common_spans, segment
from dodona.evaluation.subsequence import common_subsequence
from dodona.treebank.treebank import Treebank

#: The most pairs of a word in gold and a word in the parse among which a longest common subsequence is looked
#: for: a token of 30,000 words in both, which takes ten seconds and 100 MB.
_MOST_PAIRS = 900_000_000


@dataclass(frozen=True)
class Alignment:
    """The words and the sentences in both files, each as pairs of indices."""

    gold_words: Ints
    system_words: Ints
    gold_sentences: Ints
    system_sentences: Ints
    #: Whether both files have the same words in the same sentences.
    same_words: bool


def align(gold: Treebank, parse: Treebank) -> Alignment:
    """Align the words of two treebanks.

    >>> gold = Treebank.from_lists([["The", "oak", "speaks"]])
    >>> align(gold, Treebank.from_lists([["Theoak", "speaks"]])).gold_words.tolist()
    [2]
    """
    if same_words(gold, parse):
        words, sentences = np.arange(gold.word_count), np.arange(len(gold))
        return Alignment(words, words, sentences, sentences, same_words=True)
    here, there = segment(gold), segment(parse)
    check_same_text(gold, here, parse, there)
    sentences, system_sentences = common_spans(here.sentence_spans, there.sentence_spans)
    return Alignment(*align_words(here, there), sentences, system_sentences, same_words=False)


def align_words(gold: Segmentation, system: Segmentation) -> tuple[Ints, Ints]:
    """Return the words in both files as pairs of indices, in the order of the text."""
    pairs: list[tuple[int, int]] = []
    here, there = _Cursor(gold), _Cursor(system)
    while here.inside and there.inside:
        if here.is_multiword or there.is_multiword:
            pairs += _match_around_multiword(here, there)
        elif (here.start, here.end) == (there.start, there.end):
            pairs.append((here.next_word, there.next_word))
            here.advance()
            there.advance()
        else:
            (here if here.start <= there.start else there).advance()
    columns = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


class _Cursor:
    """The current token of a file; `inside` says that the text has not ended."""

    def __init__(self, segmentation: Segmentation) -> None:
        self.of = segmentation
        self.token = -1
        self.advance()

    def advance(self) -> None:
        self.token += 1
        self.inside = self.token < len(self.of.starts)
        self.next_word = self.of.first_words[self.token]
        if self.inside:
            self.start, self.end = self.of.starts[self.token], self.of.ends[self.token]
            self.is_multiword = self.of.is_multiword[self.token]

    def belongs_before(self, end: int) -> bool:
        """Whether the token is part of a span up to `end`; a multiword token is if it starts in it."""
        return self.inside and (self.start < end if self.is_multiword else self.end <= end)


def _match_around_multiword(gold: _Cursor, system: _Cursor) -> list[tuple[int, int]]:
    """Match words by their forms in the smallest span that splits no multiword token of either file.

    The edges of the span are those of the shared task's script, so that the figures agree: one plain token
    that overlaps the start is skipped, and at the end the token that starts first is taken first, the gold
    one in case of a tie.
    """
    opening, other = (gold, system) if gold.is_multiword else (system, gold)
    end = opening.end
    if not other.is_multiword and other.start < opening.start:
        other.advance()
    gold_start, system_start = gold.next_word, system.next_word
    while gold.belongs_before(end) or system.belongs_before(end):
        gold_first = gold.inside and (not system.inside or gold.start <= system.start)
        side = gold if gold_first else system
        if side.is_multiword:
            end = max(end, side.end)
        side.advance()
    words, system_words = gold.next_word - gold_start, system.next_word - system_start
    if words * system_words > _MOST_PAIRS:
        raise Error(
            f"multiword tokens stand for {words:,} words (from word {gold_start + 1:,}) in gold and "
            f"{system_words:,} in the parse, which have to be matched by form: that takes at most "
            f"{_MOST_PAIRS:,} pairs of words: split the tokens"
        )
    matches = common_subsequence(
        gold.of.forms[gold_start : gold.next_word], system.of.forms[system_start : system.next_word]
    )
    return [(gold_start + i, system_start + j) for i, j in matches]


def check_same_text(gold: Treebank, here: Segmentation, parse: Treebank, there: Segmentation) -> None:
    """Raise an error with the place where the texts of two files differ."""
    if here.characters == there.characters:
        return
    pairs = enumerate(zip(here.characters, there.characters, strict=False))
    shorter = min(len(here.characters), len(there.characters))
    at = next((place for place, (ours, theirs) in pairs if ours != theirs), shorter)
    places = []
    for name, treebank, found in (("gold", gold, here), ("parse", parse, there)):
        sentence = bisect_right(found.sentence_bounds, at) - 1
        rest = found.characters[at : at + 20]
        if sentence == len(treebank):
            places.append(f"{treebank.source or name} ends after sentence {sentence}")
        else:
            place = f"{treebank.source}:{treebank[sentence].line}" if treebank.source else name
            places.append(f"{place} has {rest!r} in sentence {sentence + 1}")
    raise Error(f"the files do not contain the same text: {places[0]} where {places[1]}")
