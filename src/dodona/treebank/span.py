"""Spans: words of a sentence that follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

from dodona.errors import instance, item, whole_number
from dodona.treebank.word import Word

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

#: The tags of the heads of noun chunks, and the relations in which a noun is a part of another's chunk.
_NOUNS = ("NOUN", "PROPN", "PRON")
_PARTS = ("compound", "flat", "fixed", "goeswith")
#: The relations of the dependents that belong to a chunk, with all below them.
_INSIDE = (*_PARTS, "det", "amod", "nummod", "clf", "nmod:poss", "nmod:unmarked")


class Span:
    """Words of a sentence that follow each other; a slice of a sentence, or a noun chunk.

    >>> from dodona.treebank.sentence import Sentence
    >>> sentence = Sentence(["Old", "oaks", "speak"], heads=[2, 3, 0])
    >>> span = sentence[:2]
    >>> span, span.root.form, [word.number for word in span]
    (Span('Old oaks'), 'oaks', [1, 2])
    """

    __slots__ = ("_first", "_last", "sentence")

    #: The sentence.
    sentence: Sentence

    def __init__(self, sentence: Sentence, first: int, last: int) -> None:
        """Take the words of a sentence from an index up to another, without the latter."""
        from dodona.treebank.sentence import Sentence

        instance("sentence", sentence, Sentence, "a dodona.Sentence")
        self._last = whole_number("last", last, 0, len(sentence))
        self._first = whole_number("first", first, 0, self._last)
        self.sentence = sentence

    def __len__(self) -> int:
        """The number of words."""
        return self._last - self._first

    def __iter__(self) -> Iterator[Word]:
        return iter(self._words)

    @overload
    def __getitem__(self, index: int) -> Word: ...
    @overload
    def __getitem__(self, index: slice) -> list[Word]: ...
    def __getitem__(self, index: int | slice) -> Word | list[Word]:
        """Return a word, or the words of a slice."""
        found: Word | list[Word] = item("word", self._words, index)
        return found

    @property
    def _words(self) -> list[Word]:
        return self.sentence._columns.words(self._first, self._last)

    @property
    def words(self) -> list[str]:
        """The forms of the words."""
        return [word.form for word in self]

    @property
    def text(self) -> str:
        """The words with the spaces between them; a multiword token that begins in the span is whole."""
        from dodona.treebank.text import tokens

        at, parts = 0, []
        lengths = {token.first: token.last + 1 - token.first for token in self.sentence.multiword_tokens}
        for form, space in tokens(self.sentence):
            if self._first <= at < self._last:
                parts.append(form + " " * space)
            at += lengths.get(at + 1, 1)
        return "".join(parts).rstrip(" ")

    @property
    def root(self) -> Word | None:
        """The first word whose head is outside the span; None if it has no words."""
        inside = range(self._first + 1, self._last + 1)
        return next((word for word in self if word.head_index not in inside), None)

    @property
    def start(self) -> int | None:
        """Where the span begins in the text, in characters; None if the treebank does not have it."""
        return self[0].start if len(self) else None

    @property
    def end(self) -> int | None:
        """Where the span ends in the text, in characters; None if the treebank does not have it."""
        return self[-1].end if len(self) else None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Span({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        same = (self._first, self._last) == (other._first, other._last)
        return same and self.sentence == other.sentence

    def __hash__(self) -> int:
        return hash((self._first, self._last, *self.words))

    def __reduce__(self) -> tuple[Any, ...]:
        return Span, (self.sentence, self._first, self._last)


def noun_chunks(sentence: Sentence) -> Iterator[Span]:
    """Yield the base noun phrases of a UD tree: nouns with their determiners, adjectives and numbers.

    Chunks do not overlap: of nested ones the outer is yielded. Prepositions, relative clauses, conjuncts and
    other nouns that depend on the head are not in its chunk.
    """
    chunks: dict[int, int] = {}  # from the first word to the last
    for noun in sentence:
        if noun.tag not in _NOUNS or noun.label.partition(":")[0] in _PARTS:
            continue
        known = {noun.number}
        for child in noun.children:
            if child.label in _INSIDE or child.label.partition(":")[0] in _INSIDE:
                known.update(word.number for word in child.subtree)
        first = last = noun.number
        while first - 1 in known:
            first -= 1
        while last + 1 in known:
            last += 1
        chunks[first] = max(chunks.get(first, 0), last)
    end = 0
    for first in sorted(chunks):
        if first > end:
            end = chunks[first]
            yield Span(sentence, first - 1, end)
