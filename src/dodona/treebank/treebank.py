"""Treebanks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from numbers import Integral
from typing import Any, overload

import numpy as np

from dodona import _core
from dodona.errors import (
    ArgumentError,
    Error,
    OptionError,
    PlaceError,
    flag,
    instance,
    is_iterable,
    listed,
    one_of,
    place,
    sliced,
)
from dodona.treebank.building import build
from dodona.treebank.columns import COLUMNS, ENCODINGS, FORMATS
from dodona.treebank.lines import where_is
from dodona.treebank.sentence import Heads, Sentence


class Treebank(Sequence[Sentence]):
    """An immutable list of sentences; changes return a new treebank.

    >>> oaks = Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]],
    ...                            heads=[[2, 0], [2, 0]], labels=[["nsubj", "root"]] * 2)
    >>> oaks
    Treebank(2 sentences, 4 words)
    >>> oaks[1].words
    ['Doves', 'listen']
    >>> oaks[:1]
    Treebank(1 sentence, 2 words)
    """

    __slots__ = ("__weakref__", "_core", "source")

    #: The file that the treebank was read from, for messages, or None.
    source: str | None

    def __init__(self, sentences: Iterable[Sentence] = ()) -> None:
        """Collect sentences from one or more treebanks."""
        parts = [sentence._core.select([sentence._index]) for sentence in sentences_of(sentences)]
        self._core = _joined(parts)
        self.source = None

    @classmethod
    def _of(cls, core: _core.Treebank, source: str | None = None) -> Treebank:
        treebank = object.__new__(cls)
        treebank._core = core
        treebank.source = source
        return treebank

    @classmethod
    def from_lists(cls, words: Iterable[Sequence[str]], **columns: Any) -> Treebank:
        """Build a treebank from one list of words per sentence.

        The other columns are given by name, in the same shape: `lemmas`, `tags`, `fine_tags`, `feats`,
        `heads` (from 1, 0 for the root), `labels`, `deps`, `misc`, and `comments`.

        >>> Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]])[0].heads
        array([2, 0], dtype=int32)
        """
        return cls._of(build(words, **columns))

    def __len__(self) -> int:
        return len(self._core)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int]) -> Treebank: ...
    def __getitem__(self, index: int | slice | Sequence[int]) -> Sentence | Treebank:
        """Return a sentence, or a treebank for a slice, a list of indices or a mask."""
        if isinstance(index, (int, np.integer)):
            return Sentence._of(self._core, place("sentence", index, len(self)))
        return Treebank._of(self._core.select(_places(index, len(self))), self.source)

    def __iter__(self) -> Iterator[Sentence]:
        core, of = self._core, Sentence._of
        return (of(core, index) for index in range(len(core)))

    def __add__(self, other: Treebank) -> Treebank:
        if not isinstance(other, Treebank):
            return NotImplemented
        return Treebank._of(_joined([self._core, other._core]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Treebank):
            return NotImplemented
        return self.to_conll() == other.to_conll()

    def __hash__(self) -> int:
        return hash((len(self), self._core.heads.tobytes()))

    def __repr__(self) -> str:
        sentences, words = len(self), self.word_count
        return f"Treebank({sentences:,} sentence{'s' * (sentences != 1)}, {words:,} word{'s' * (words != 1)})"

    def __reduce__(self) -> tuple[Any, ...]:
        from dodona.treebank.reading import restored

        return restored, (self.to_conll(), self.format, self.source)

    @property
    def sentences(self) -> Treebank:
        """The sentences: the treebank itself, which is a sequence of them."""
        return self

    @property
    def text(self) -> str:
        """The text: what the tokeniser read, or the texts of the sentences with spaces between them.

        >>> Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]]).text
        'Oaks speak Doves listen'
        """
        from dodona.pipelines.restoring import original_text

        if self._core.mentions("TokenRange="):
            return original_text(self).decode("utf-8", "replace")
        return " ".join(sentence.text for sentence in self)

    @property
    def word_count(self) -> int:
        """The number of words in all sentences."""
        return len(self._core.heads)

    @property
    def format(self) -> str:
        """The format of the treebank: `conllu` or `conllx`."""
        return self._core.format.name

    @property
    def heads(self) -> Heads:
        """The heads of all words, sentence by sentence (see `offsets`)."""
        return self._core.heads

    @property
    def offsets(self) -> np.typing.NDArray[np.int64]:
        """The index of the first word of each sentence among all words, and the number of words."""
        return self._core.offsets

    def column(self, name: str) -> list[str]:
        """One column of all words: words, lemmas, tags, fine_tags, feats, labels, deps or misc.

        >>> Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]]).column("words")
        ['Oaks', 'speak', 'Doves', 'listen']
        """
        return self._core.all_texts(COLUMNS[one_of("column", name, tuple(COLUMNS))])

    def lists(self, name: str) -> list[list[str]]:
        """One column as a list per sentence, the shape for `from_lists` and `replace`.

        >>> Treebank.from_lists([["Oaks", "speak"], ["Doves", "listen"]]).lists("words")
        [['Oaks', 'speak'], ['Doves', 'listen']]
        """
        return self._core.text_lists(COLUMNS[one_of("column", name, tuple(COLUMNS))])

    @property
    def head_arrays(self) -> list[Heads]:
        """The heads of each sentence."""
        return self._core.head_arrays()

    def replace(self, **columns: Any) -> Treebank:
        """Return a copy with other columns, each as one list per sentence.

        >>> oaks = Treebank.from_lists([["Oaks", "speak"]])
        >>> oaks.replace(heads=[[2, 0]], labels=[["nsubj", "root"]])[0].labels
        ['nsubj', 'root']
        """
        from dodona.treebank.building import heads_of, lists_of, texts_of

        core = self._core
        lengths = np.diff(core.offsets)
        for name, column in columns.items():
            if name not in COLUMNS and name not in ("heads", "comments"):
                raise OptionError(
                    f"unknown column {name!r}: choose from {', '.join(COLUMNS)}, heads, comments"
                )
            given = lists_of(name, column)
            if name != "comments" and [len(values) for values in given] != lengths.tolist():
                raise Error(f"{name}: the lists are not as long as the sentences")
            flat = list(chain.from_iterable(given))
            try:
                if name == "comments":
                    core = _with_comments(core, given)
                elif name == "heads":
                    core = core.with_heads(heads_of(flat))
                else:
                    core = core.with_texts(COLUMNS[name], texts_of(name, flat))
            except ValueError as error:
                raise Error(str(error)) from error
        return Treebank._of(core, self.source)

    def projectivise(self, encoding: str = "head") -> Treebank:
        """Make every tree projective by lifting arcs, and mark the labels (Nivre and Nilsson 2005).

        `encoding` is what the labels encode: `baseline` nothing, `head` the label of the head that an arc was
        lifted from (`nsubj↑obj`), `path` the arcs it was lifted over (`obj↓`), `head+path` both.

        >>> crossing = Treebank.from_lists([["a", "b", "c", "d"]], heads=[[0, 4, 1, 1]], labels=[[*"ABCD"]])
        >>> crossing.projectivise()[0].labels
        ['A', 'B↑D', 'C', 'D']
        """
        chosen = ENCODINGS[one_of("encoding", encoding, tuple(ENCODINGS))]
        if encoding != "baseline":
            self._refuse_marks()
        return Treebank._of(self._core.projectivise(chosen), self.source)

    def _refuse_marks(self) -> None:
        """Refuse labels that seem to be marked already."""
        marked = self._core.find_marked()
        if marked is not None:
            raise Error(
                f"{where_is(self, marked)}: the label {self._label(marked)!r} has an arrow: "
                "is this treebank projectivised already?"
            )

    def deprojectivise(self, encoding: str = "head") -> Treebank:
        """Restore lifted arcs, and remove the marks from the labels.

        `encoding` is that of `projectivise`. A label that it does not produce is an error: the mark would be
        lost, and the arc would not move.

        >>> crossing = Treebank.from_lists([["a", "b", "c", "d"]], heads=[[0, 4, 1, 1]], labels=[[*"ABCD"]])
        >>> crossing.projectivise("head").deprojectivise("head") == crossing
        True
        """
        chosen = ENCODINGS[one_of("encoding", encoding, tuple(ENCODINGS))]
        misfit = self._core.find_misfit(chosen)
        if misfit is not None:
            others = [name for name, other in ENCODINGS.items() if self._core.find_misfit(other) is None]
            raise Error(
                f"{where_is(self, misfit)}: the label {self._label(misfit)!r} "
                f"does not come from the encoding {encoding}"
                + (f": choose {' or '.join(others)}" if others else "")
            )
        return Treebank._of(self._core.deprojectivise(chosen), self.source)

    def move_punctuation(self, mark: bool = False) -> Treebank:
        """Move punctuation that crosses other arcs to the nearest head in the tree where it crosses none.

        Words are punctuation if their tag is PUNCT or a full stop. Punctuation with dependents and
        punctuation that is a root is not moved. With `mark`, the labels encode the label of the old head
        (`punct⇢root`) where `put_punctuation_back` can restore it from that.

        >>> comma = Treebank.from_lists([["verses", "(1989", ",", "new)"]], heads=[[0, 1, 1, 2]],
        ...     labels=[["root", "acl", "punct", "amod"]], tags=[["NOUN", "NUM", "PUNCT", "ADJ"]])
        >>> comma.move_punctuation()[0].heads.tolist(), comma.move_punctuation(mark=True)[0].labels
        ([0, 1, 2, 2], ['root', 'acl', 'punct⇢root', 'amod'])
        """
        mark = flag("mark", mark)
        if mark:
            moved = self._core.find_moved()
            if moved is not None:
                raise Error(
                    f"{where_is(self, moved)}: the label {self._label(moved)!r} has an arrow: "
                    "has punctuation been moved already? If not, move it without marks, or keep it"
                )
        return Treebank._of(self._core.move_punctuation(mark), self.source)

    def put_punctuation_back(self) -> Treebank:
        """Restore marked punctuation, and remove the marks from the labels.

        >>> comma = Treebank.from_lists([["verses", "(1989", ",", "new)"]], heads=[[0, 1, 1, 2]],
        ...     labels=[["root", "acl", "punct", "amod"]], tags=[["NOUN", "NUM", "PUNCT", "ADJ"]])
        >>> comma.move_punctuation(mark=True).put_punctuation_back() == comma
        True
        """
        return Treebank._of(self._core.put_punctuation_back(), self.source)

    def enhance(self) -> Treebank:
        """Replace enhanced dependencies by those that follow from the trees by rule, and remove empty nodes.

        Markers become part of labels (`obl:in`, `conj:and`), conjuncts share heads and subjects, open
        complements (`xcomp`) get subjects, and nouns the places of their relative pronouns.

        >>> Treebank.from_lists([["Sing", "and", "fly"]], heads=[[0, 3, 1]], labels=[["root", "cc", "conj"]]
        ...     ).enhance()[0].deps
        ['0:root', '3:cc', '1:conj:and']
        """
        from dodona.treebank.enhancing import enhance

        return enhance(self)

    def _label(self, word: int) -> str:
        return self._core.strings(self._core.ids(_core.Text.label)[word : word + 1])[0]

    def with_format(self, format: str) -> Treebank:
        """Return the same columns as another format, without adapting them as `dodona.convert` does."""
        return Treebank._of(
            self._core.with_format(FORMATS[one_of("format", format, tuple(FORMATS))]), self.source
        )

    def to_conll(self) -> str:
        """Return all lines as in a file."""
        return declaration_of(self._core) + self._core.write(0, len(self)).decode()

    def to_conllu(self) -> str:
        """Return all lines in CoNLL-U, whatever the format of the treebank."""
        from dodona.conversion.conll import convert

        return convert(self, "conllu").to_conll()

    def to_dict(self) -> dict[str, Any]:
        """Return the treebank as dictionaries and lists, without empty columns."""
        return {"sentences": [sentence.to_dict() for sentence in self]}

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame with one row per word: sentence, number, form, ... misc."""
        from dodona.conversion.words import to_pandas

        return to_pandas(self)

    def to_polars(self) -> Any:
        """Return a Polars DataFrame with one row per word."""
        from dodona.conversion.words import to_polars

        return to_polars(self)

    def to_arrow(self) -> Any:
        """Return an Arrow table with one row per word."""
        from dodona.conversion.words import to_arrow

        return to_arrow(self)

    def _repr_html_(self) -> str:
        from dodona.drawing.html import of_treebank

        return of_treebank(self)

    def write(self, target: str | os.PathLike[str]) -> None:
        """Write the treebank to a file; see `dodona.write`."""
        from dodona.treebank.writing import write

        write(self, target)


def a_treebank(name: str, value: Any, wanted: str = "a dodona.Treebank") -> Treebank:
    """Return `value` if it is a treebank; otherwise raise an error that names the argument.

    >>> a_treebank("gold", "gold.conllu")
    Traceback (most recent call last):
        ...
    dodona.errors.ArgumentError: gold must be a dodona.Treebank, not 'gold.conllu'
    """
    found: Treebank = instance(name, value, Treebank, wanted)
    return found


def treebanks_of(treebank: Treebank | Iterable[Treebank]) -> Iterator[Treebank]:
    """Yield one or several treebanks, checking their type.

    >>> list(treebanks_of(Treebank()))
    [Treebank(0 sentences, 0 words)]
    """
    if isinstance(treebank, (str, bytes)) or not is_iterable(treebank):
        raise ArgumentError("treebank", treebank, "a treebank or several")
    for each in [treebank] if isinstance(treebank, Treebank) else treebank:
        yield a_treebank("treebank", each, "a treebank or several")


def sentences_of(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield sentences, checking their type.

    >>> next(sentences_of("Oaks speak"))
    Traceback (most recent call last):
        ...
    dodona.errors.ArgumentError: sentences must be a treebank or sentences, not 'Oaks speak'
    """
    if isinstance(sentences, (str, bytes)) or not is_iterable(sentences):
        raise ArgumentError("sentences", sentences, "a treebank or sentences")
    for sentence in sentences:
        yield instance("each of the sentences", sentence, Sentence, "a dodona.Sentence")


def _places(index: slice | Sequence[int], length: int) -> list[int]:
    """Return the indices of a slice, a list of indices or a boolean mask."""
    if isinstance(index, slice):
        return list(sliced(index, length))
    wanted = "a whole number, a slice, a list of numbers or a mask"
    if not isinstance(index, np.ndarray):
        index = listed("index", index, wanted)
        if not all(issubclass(kind, (Integral, np.bool_)) for kind in set(map(type, index))):
            raise ArgumentError("index", index, wanted)
    chosen = np.asarray(index)
    if chosen.dtype == np.bool_:
        if chosen.shape != (length,):
            raise PlaceError(f"a mask of {chosen.size} values for {length} sentences")
        return np.flatnonzero(chosen).tolist()
    if chosen.size and (chosen.ndim != 1 or not np.issubdtype(chosen.dtype, np.integer)):
        raise ArgumentError("index", index, wanted)
    places: list[int] = chosen.tolist()
    if places:
        place("sentence", min(places), length), place("sentence", max(places), length)
    return [each % length for each in places]


def declaration_of(core: _core.Treebank) -> str:
    """Return the line that declares the columns of CoNLL-U Plus; nothing for ten columns."""
    return f"{core.declaration}\n" if core.declaration else ""


def _with_comments(core: _core.Treebank, comments: list[list[str]]) -> _core.Treebank:
    """Return the treebank with other comments; multiword tokens and empty nodes are kept."""
    from dodona.treebank.building import comment_line

    if len(comments) != len(core):
        raise Error(f"comments: {len(comments)} lists for {len(core)} sentences")
    others = []
    for index, lines in enumerate(comments):
        kept = [pair for pair in core.others(index) if not pair[1].startswith("#")]
        others.append([(0, comment_line(line)) for line in lines] + kept)
    return core.with_others(others)


def _joined(parts: Sequence[_core.Treebank]) -> _core.Treebank:
    """Return one treebank of several, if they have the same format; empty ones fit any."""
    full = [part for part in parts if len(part.heads)] or parts
    formats = sorted({part.format.name for part in full})
    if len(formats) > 1:
        raise Error(f"some sentences are {formats[0]} and some {formats[1]}: convert either of them first")
    try:
        return _core.concatenate(full)
    except ValueError as error:
        raise Error(str(error)) from error
