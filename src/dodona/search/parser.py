"""A trained parser."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, overload

from dodona import _core
from dodona.errors import ArgumentError, OptionError
from dodona.search.model_file import read_model, write_model
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank


class Parser:
    """Sentences in, trees out; made by `dodona.train` or `dodona.load`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> from dodona.training import train
    >>> parser = train(trees, epochs=2)
    >>> parser.parse(["Doves", "listen"]).heads
    array([2, 0], dtype=int32)
    """

    def __init__(self, core: _core.Parser, info: dict[str, Any]) -> None:
        """Put together what `dodona.train` learnt, or what was in a file."""
        self._core = core
        #: What is known of the model: recipe, treebank, learning curve, scores.
        self.info = info

    @overload
    def parse(self, sentences: Sentence | Sequence[str], *, threads: int | None = None) -> Sentence: ...
    @overload
    def parse(self, sentences: Treebank, *, threads: int | None = None) -> Treebank: ...
    def parse(
        self, sentences: Treebank | Sentence | Sequence[str], *, threads: int | None = None
    ) -> Treebank | Sentence:
        """Parse a treebank, a sentence or a list of words; trees that are there are not looked at.

        Tags and whatever else the templates ask for are taken from the sentences. `threads` is how
        many threads share the work: 1 unless said otherwise. The result is the same for any number.
        """
        if isinstance(sentences, Treebank):
            if threads is not None and threads < 1:
                raise OptionError(f"cannot be {threads}: at least 1 is needed", option="threads")
            parsed = Treebank._of(self._core.parse(sentences._core, threads or 1), sentences.source)
            encoding = self.info["recipe"]["nonprojective"]
            return parsed if encoding in ("drop", "baseline") else parsed.deprojectivise(encoding)
        if isinstance(sentences, Sentence):
            return self.parse(Treebank([sentences]), threads=threads)[0]
        if isinstance(sentences, str) or not isinstance(sentences, Iterable):
            raise ArgumentError("sentences", sentences, "a treebank, a sentence or a list of words")
        return self.parse(Sentence(list(sentences)), threads=threads)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the parser to a file, which appears when all of it has been written."""
        write_model(path, self._core, self.info)

    @property
    def labels(self) -> list[str]:
        """The labels that arcs can get, most frequent first."""
        return self._core.labels

    @property
    def features(self) -> int:
        """How many features have weights."""
        return self._core.features

    def __repr__(self) -> str:
        recipe = self.info["recipe"]
        return f"Parser({recipe['system']}, {self.features:,} features, {len(self.labels)} labels)"


def load(path: str | os.PathLike[str]) -> Parser:
    """Load a parser from a file that `Parser.save` or `dodona train` wrote.

    A model holds no code, so that it is safe to load one from a stranger.
    """
    return Parser(*read_model(path))
