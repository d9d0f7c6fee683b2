"""The interface of a parser to be measured."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from dodona import Treebank
from dodona.experiments.chang_2015.vowpal_wabbit import root_label, tags_of, with_one_root

__all__ = ["Peer", "Stopwatch", "Training", "root_label", "tags_of", "with_one_root"]


@dataclass(frozen=True)
class Training:
    """A report of a training."""

    #: The passes through the treebank; 2.5 if it was stopped in the third.
    epochs: float
    #: Wall-clock time and CPU time; the latter hardly depends on other load.
    seconds: float
    processor_seconds: float
    #: Why there were fewer epochs than usual, if so.
    note: str = ""


class Stopwatch:
    """Measures wall-clock and CPU time from its creation."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()

    @property
    def processor_seconds(self) -> float:
        return time.process_time() - self._start[1]

    def training(self, epochs: float, note: str = "") -> Training:
        return Training(epochs, time.perf_counter() - self._start[0], self.processor_seconds, note)


class Peer(ABC):
    """A parser: trained in its own process, then loaded and run in rounds."""

    name: ClassVar[str]
    #: Its name on PyPI (for its version), and its module in Python.
    package: ClassVar[str]
    module: ClassVar[str]

    @abstractmethod
    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        """Train within a budget of CPU seconds, and save a model in the folder.

        With `quick`, train for one epoch: the model parses as fast as a fully trained one.
        """

    @abstractmethod
    def load(self, folder: Path, test: Treebank) -> None:
        """Load the model, and convert the test data to the parser's own format in memory."""

    @abstractmethod
    def parse(self) -> float:
        """Parse the test data, and return the seconds it took."""

    @abstractmethod
    def parsed(self) -> Treebank:
        """Return the result of the last `parse`."""
