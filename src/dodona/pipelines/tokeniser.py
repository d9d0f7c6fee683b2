"""Tokeniser and sentence splitter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from dodona import _core
from dodona.errors import ArgumentError, Error, OptionError, flag, instance, is_iterable, whole_number, within
from dodona.models.container import Arrays, as_lines, lines_of
from dodona.pipelines.abbreviations import abbreviations
from dodona.pipelines.info import checked_options
from dodona.treebank.treebank import Treebank, a_treebank


class Tokeniser:
    """Splits text into sentences and words; made by `dodona.train_tokeniser`.

    >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 9, misc=[["_", "SpaceAfter=No", "_"]] * 9)
    >>> train_tokeniser(trees).tokenise("Doves listen. Oaks speak.").lists("words")
    [['Doves', 'listen', '.'], ['Oaks', 'speak', '.']]
    """

    def __init__(self, core: _core.Tokeniser, info: Mapping[str, Any]) -> None:
        """Used by `dodona.train_tokeniser` and when loading a file."""
        self._core = instance(
            "core", core, _core.Tokeniser, "a compiled tokeniser: use dodona.train_tokeniser"
        )
        #: Metadata: training options and treebank.
        self.info = dict(instance("info", info, Mapping, "a dictionary"))

    def tokenise(
        self, text: str | bytes, *, presegmented: bool = False, lines: bool = False, ranges: bool = True
    ) -> Treebank:
        """Split a text into sentences and words.

        An empty line ends a sentence; with `lines`, every line end does, as in lists or tweets; with
        `presegmented`, every line is one sentence. MISC has the position of every
        token (`TokenRange`, in characters, if `ranges`) and the whitespace after it, so that
        `dodona.original_text` can restore the text.
        """
        instance("text", text, (str, bytes), "a string or bytes")
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        cut = self.batches([data], presegmented=presegmented, lines=lines, ranges=ranges)
        parts = [part._core for part in cut]
        return Treebank._of(_core.concatenate(parts))

    def batches(
        self,
        pieces: Iterable[bytes],
        *,
        size: int = 4000,
        presegmented: bool = False,
        lines: bool = False,
        ranges: bool = True,
        first_sentence: int = 1,
    ) -> Iterator[Treebank]:
        """Split a text of any length, given in pieces, in constant memory.

        A batch has `size` sentences, or fewer long ones. `first_sentence` is the first `sent_id`.
        """
        size = whole_number("size", size, 1, 2**31 - 1)
        first_sentence = whole_number("first_sentence", first_sentence, 1, 2**63 - 1)
        if isinstance(pieces, (str, bytes)) or not is_iterable(pieces):
            raise ArgumentError("pieces", pieces, "a list or another iterable of bytes")
        return self._batches(pieces, size, self._stream(presegmented, lines, ranges, first_sentence))

    def texts(
        self, *, presegmented: bool = False, lines: bool = False, ranges: bool = True
    ) -> Callable[[Iterable[bytes]], tuple[Treebank, list[int]]]:
        """Return a function that splits many texts, each as `tokenise` does.

        It returns the sentences of all, and for each text the number of sentences up to its end.
        """
        stream = self._stream(presegmented, lines, ranges)

        def cut(texts: Iterable[bytes]) -> tuple[Treebank, list[int]]:
            ends = []
            for text in texts:
                stream.feed(text)
                stream.finish()
                ends.append(stream.ready)
            return Treebank._of(stream.take()), ends

        return cut

    def _stream(
        self, presegmented: bool, lines: bool, ranges: bool, first_sentence: int = 1
    ) -> _core.TokenStream:
        if flag("lines", lines) and flag("presegmented", presegmented):
            raise OptionError("has no effect with presegmented: leave one out", option="lines")
        return _core.TokenStream(
            self._core, flag("presegmented", presegmented), lines, flag("ranges", ranges), first_sentence
        )

    @staticmethod
    def _batches(pieces: Iterable[bytes], size: int, stream: _core.TokenStream) -> Iterator[Treebank]:
        fed = 0  # bytes since sentences were taken: without an end they can be long
        for piece in pieces:
            instance("each of the pieces", piece, bytes, "bytes")
            for start in range(0, len(piece), _PIECE):
                stream.feed(piece[start : start + _PIECE])
                fed += min(_PIECE, len(piece) - start)
                if stream.ready >= size or (stream.ready and fed >= _MOST):
                    yield Treebank._of(stream.take())
                    fed = 0
        stream.finish()
        if stream.ready:
            yield Treebank._of(stream.take())

    def _parts(self) -> tuple[Arrays, dict[str, Any]]:
        """Return the content of a file."""
        core = self._core
        arrays: Arrays = {**core.arrays(), "rules": as_lines(core.rules)}
        for name in ("words", "abbreviations"):
            if not arrays[name].size:
                del arrays[name]
        return arrays, {"info": self.info, "span_kinds": core.span_kinds}

    @classmethod
    def _of_parts(cls, arrays: Arrays, about: Mapping[str, Any]) -> Tokeniser:
        core = _core.Tokeniser(
            weights=arrays["weights"],
            table=arrays["table"],
            odd_chunks=arrays["odd_chunks"],
            rules=lines_of(arrays["rules"]),
            split_weights=arrays["split_weights"],
            exceptions=arrays["exceptions"],
            exception_rules=arrays["exception_rules"],
            words=arrays.get("words", np.zeros(0, np.uint64)),
            span_kinds=whole_number("span_kinds", about.get("span_kinds", _OLD_SPANS), 0, 2**13 - 1),
            abbreviations=arrays.get("abbreviations", np.zeros(0, np.uint64)),
        )
        return cls(core, checked_options(about["info"]))

    def __reduce__(self) -> tuple[object, ...]:
        return Tokeniser._of_parts, self._parts()

    def __repr__(self) -> str:
        return f"Tokeniser({len(self._core.rules)} rules for multiword tokens)"


#: The kinds of spans of tokenisers that learnt none: all but prices and numbers with units (see
#: core/tokenising/spans.h), which are one token in some treebanks only.
_OLD_SPANS = 0b1_1111_0011_1111
#: Sentences are requested after this many bytes, and taken, however few, after this many.
_PIECE, _MOST = 1 << 18, 1 << 19


def has_spaces_left_out(treebank: Treebank) -> bool:
    """Return whether any token of a treebank has `SpaceAfter=No`."""
    return b"SpaceAfter=No" in treebank._core.write(0, len(treebank))


def train_tokeniser(
    treebank: Treebank,
    *,
    epochs: int = 10,
    seed: int = 1,
    prune: float = 0.0,
    silver: Iterable[Treebank] = (),
) -> Tokeniser:
    """Train a tokeniser on the sentences of a treebank and their spaces (`SpaceAfter=No`).

    From `silver` trees it learns abbreviations.

    >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 9, misc=[["_", "SpaceAfter=No", "_"]] * 9)
    >>> train_tokeniser(trees)
    Tokeniser(0 rules for multiword tokens)
    """
    if not a_treebank("treebank", treebank).word_count:
        raise Error(f"{treebank.source or 'the treebank'}: there are no sentences to train on")
    epochs = whole_number("epochs", epochs, 1, 10_000)
    seed = whole_number("seed", seed, 0, 2**63 - 1)
    within("prune", prune, 0, 1000)
    if isinstance(silver, (Treebank, str, bytes)) or not is_iterable(silver):
        raise ArgumentError("silver", silver, "a list or another iterable of treebanks")
    known = abbreviations(treebank, (a_treebank("silver", each) for each in silver))
    core = _core.train_tokeniser(treebank._core, epochs, seed, prune, known)
    info = {"epochs": epochs, "seed": seed, "prune": prune, "sentences": len(treebank)}
    return Tokeniser(core, info)
