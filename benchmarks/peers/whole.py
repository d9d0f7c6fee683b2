"""The interface of a pipeline, from raw text to CoNLL-U, to be measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from peers.peer import Training


class Whole(ABC):
    """Tokeniser, tagger, lemmatiser and parser: trained in their own process, then loaded and run."""

    name: ClassVar[str]
    #: Its name on PyPI (for its version), and its module in Python.
    package: ClassVar[str]
    module: ClassVar[str]

    @abstractmethod
    def train(self, train: Path, dev: Path, folder: Path, quick: bool) -> Training:
        """Train on two CoNLL-U files, and save a model in the folder; the time includes reading.

        With `quick`, train for one epoch: the model runs as fast as a fully trained one.
        """

    @abstractmethod
    def load(self, folder: Path) -> None:
        """Load the model."""

    @abstractmethod
    def from_text(self, text: str) -> str:
        """Return the CoNLL-U of a raw text."""

    @abstractmethod
    def from_tokens(self, conllu: str) -> str:
        """Return the CoNLL-U of tokenised sentences; their tags are ignored."""
