"""Parsing texts: one, or many at once."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from dodona.confidence.in_conllu import with_confidences
from dodona.errors import ArgumentError, OptionError, flag, instance, is_iterable, whole_number
from dodona.pipelines.frequent_words import foreign, less_sure
from dodona.pipelines.tokeniser import Tokeniser
from dodona.progress import tracked
from dodona.threads import checked_threads
from dodona.treebank.recognition import has_separate_lines
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyParser

_Item = TypeVar("_Item")

#: A batch ends after this many characters, however few its texts.
_LONGEST = 1 << 20
#: The start of a text that shows whether its lines are separate items.
_START = 1 << 14


class ParsesTexts(ABC):
    """What every pipeline has: it parses raw text with its tokeniser and its method `parse`."""

    tokeniser: Tokeniser
    info: dict[str, Any]

    @abstractmethod
    def parse(
        self, treebank: Treebank, *, tags: str | None = None, beam: int | None = None, threads: int = 1
    ) -> Treebank:
        """Parse sentences of words."""

    @abstractmethod
    def prepared(self, treebank: Treebank, *, tags: str | None = None, threads: int = 1) -> Treebank:
        """Return sentences as the parser reads them."""

    @abstractmethod
    def _check_beam(self, beam: int | None) -> None:
        """Refuse a beam that cannot be searched."""

    def __call__(
        self,
        text: str | bytes,
        *,
        presegmented: bool = False,
        lines: bool = False,
        confidence: bool = False,
        beam: int | None = None,
        threads: int = 1,
    ) -> Treebank:
        """Split a text into sentences and words, tag and parse them; `beam` is the parser's.

        With `lines`, no sentence goes on after its line; with `presegmented`, every line is one sentence.
        With `confidence`, words have the probability that their heads and labels are right.

        >>> import dodona
        >>> print(dodona.load()("The oak of Dodona spoke in whispers.")[0].labels[:3])
        ['det', 'nsubj', 'case']
        """
        self._check_search(beam, flag("confidence", confidence))
        cut = self.tokeniser.tokenise(text, presegmented=presegmented, lines=lines)
        self._warn_if_foreign(cut)
        start = text[:_START] if isinstance(text, bytes) else text[:_START].encode("utf-8", "replace")
        if not (presegmented or lines) and has_separate_lines(start):
            warnings.warn(
                "the lines look like separate items: lines=True keeps sentences from going on after theirs",
                stacklevel=2,
            )
        return self._parsed(cut, confidence=confidence, beam=beam, threads=threads)

    def batches(
        self,
        pieces: Iterable[bytes],
        *,
        size: int = 4000,
        presegmented: bool = False,
        lines: bool = False,
        beam: int | None = None,
        threads: int = 1,
    ) -> Iterator[Treebank]:
        """Parse a text of any length, given in pieces, in constant memory."""
        checked_threads(threads)
        self._check_beam(beam)
        cut = self.tokeniser.batches(pieces, size=size, presegmented=presegmented, lines=lines)
        return (self.parse(batch, tags="predict", beam=beam, threads=threads) for batch in cut)

    @overload
    def pipe(
        self,
        texts: Iterable[str | bytes],
        *,
        batch_size: int = 1000,
        threads: int = 1,
        beam: int | None = None,
        presegmented: bool = False,
        lines: bool = False,
        confidence: bool = False,
        as_tuples: Literal[False] = False,
        progress: bool = False,
    ) -> Iterator[Treebank]: ...
    @overload
    def pipe(
        self,
        texts: Iterable[tuple[str | bytes, Any]],
        *,
        batch_size: int = 1000,
        threads: int = 1,
        beam: int | None = None,
        presegmented: bool = False,
        lines: bool = False,
        confidence: bool = False,
        as_tuples: Literal[True],
        progress: bool = False,
    ) -> Iterator[tuple[Treebank, Any]]: ...
    def pipe(
        self,
        texts: Iterable[Any],
        *,
        batch_size: int = 1000,
        threads: int = 1,
        beam: int | None = None,
        presegmented: bool = False,
        lines: bool = False,
        confidence: bool = False,
        as_tuples: bool = False,
        progress: bool = False,
    ) -> Iterator[Any]:
        """Parse many texts, each as a document of its own, and yield the documents in the order of the texts.

        The texts are parsed in batches, which for short texts is many times faster than one after another.
        With `as_tuples`, they come as pairs `(text, context)`, and documents as pairs `(document, context)`.
        `progress` shows a bar. The other options are those of a call.

        >>> import dodona
        >>> [len(document) for document in dodona.load().pipe(["Oaks speak. Doves listen.", "", "Hush!"])]
        [2, 0, 1]
        """
        if isinstance(texts, (str, bytes)) or not is_iterable(texts):
            raise ArgumentError("texts", texts, "a list or another iterable of texts")
        batch_size = whole_number("batch_size", batch_size, 1, 2**31 - 1)
        checked_threads(threads)
        as_tuples, confidence = flag("as_tuples", as_tuples), flag("confidence", confidence)
        self._check_search(beam, confidence)
        cutting = self.tokeniser.texts(presegmented=presegmented, lines=lines)

        def text_of(item: Any) -> bytes:
            if as_tuples:
                if not isinstance(item, tuple) or len(item) != 2:
                    raise ArgumentError("each of the texts", item, "a pair of a text and its context")
                item = item[0]
            instance("each of the texts", item, (str, bytes), "a string or bytes")
            return item.encode("utf-8", "surrogatepass") if isinstance(item, str) else bytes(item)

        def documents() -> Iterator[Any]:
            for items, encoded in _batches(texts, text_of, batch_size):
                cut, ends = cutting(encoded)
                self._warn_if_foreign(cut)
                parsed = self._parsed(cut, ends, confidence=confidence, beam=beam, threads=threads)
                for item, (begin, end) in zip(items, pairwise([0, *ends]), strict=True):
                    document = Treebank._of(parsed._core.select(list(range(begin, end))))
                    yield (document, item[1]) if as_tuples else document

        total = len(texts) if isinstance(texts, Sized) else None
        return tracked(documents(), "texts", total) if flag("progress", progress) else documents()

    def _check_search(self, beam: int | None, confidence: bool) -> None:
        self._check_beam(beam)
        if confidence and beam is not None:
            raise OptionError(
                "has no effect with confidence, which is that of greedy trees: leave one out", option="beam"
            )

    def _warn_if_foreign(self, cut: Treebank) -> None:
        if found := foreign(cut, self.info):
            warnings.warn(
                f"{found}: load a model of its language; dodona download UD_... --train trains one",
                stacklevel=3,
            )

    def _parsed(
        self,
        cut: Treebank,
        ends: Sequence[int] | None = None,
        *,
        confidence: bool,
        beam: int | None,
        threads: int,
    ) -> Treebank:
        if not confidence:
            return self.parse(cut, tags="predict", beam=beam, threads=threads)
        tagged = self.prepared(cut, tags="predict", threads=threads)
        parser: AnyParser = self.parser  # type: ignore[attr-defined]  # an attribute or a property
        return with_confidences(less_sure(parser.confidence(tagged, threads=threads), self.info, ends))


def _batches(
    items: Iterable[_Item], text_of: Callable[[_Item], bytes], size: int
) -> Iterator[tuple[list[_Item], list[bytes]]]:
    """Yield batches of items with their texts."""
    batch: list[_Item] = []
    texts: list[bytes] = []
    length = 0
    for item in items:
        texts.append(text_of(item))
        batch.append(item)
        length += len(texts[-1])
        if len(batch) == size or length >= _LONGEST:
            yield batch, texts
            batch, texts, length = [], [], 0
    if batch:
        yield batch, texts
