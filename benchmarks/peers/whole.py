"""What must be possible with a pipeline, from raw text to CoNLL-U, for it to be measured."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from peers.peer import Training


class Whole(ABC):
    """Tokeniser, tagger, lemmatiser and parser: trained in a process of its own, then loaded and run."""

    name: ClassVar[str]
    #: Its name on PyPI, for its version, and in Python.
    package: ClassVar[str]
    module: ClassVar[str]

    @abstractmethod
    def train(self, train: Path, dev: Path, folder: Path, quick: bool) -> Training:
        """Train on two files of CoNLL-U, and leave a model in the folder; reading them counts.

        What is trained quickly, in one epoch, runs as fast as a good model.
        """

    @abstractmethod
    def load(self, folder: Path) -> None:
        """Load the model."""

    @abstractmethod
    def from_text(self, text: str) -> str:
        """Return the CoNLL-U of a raw text."""

    @abstractmethod
    def from_tokens(self, conllu: str) -> str:
        """Return the CoNLL-U of sentences that have been cut into words; their tags are not looked at."""
