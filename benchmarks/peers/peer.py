"""What a parser must be able to do to be measured."""

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
    """How a training went."""

    #: Its passes through the treebank; 2.5 if it was stopped in the third.
    epochs: float
    #: How long all of it took, and how much of that the processor worked on it: on an idle machine both are
    #: the same, on a busy one the second hardly changes.
    seconds: float
    processor_seconds: float
    #: What kept it from its usual number of epochs, if anything did.
    note: str = ""


class Stopwatch:
    """Started when it is made; counts as the clock does, and as the processor does."""

    def __init__(self) -> None:
        self._start = time.perf_counter(), time.process_time()

    @property
    def processor_seconds(self) -> float:
        return time.process_time() - self._start[1]

    def training(self, epochs: float, note: str = "") -> Training:
        return Training(epochs, time.perf_counter() - self._start[0], self.processor_seconds, note)


class Peer(ABC):
    """A parser: trained in a process of its own, then loaded and run round by round."""

    name: ClassVar[str]
    #: Its name on PyPI, for its version, and in Python.
    package: ClassVar[str]
    module: ClassVar[str]

    @abstractmethod
    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        """Train within a budget of processor seconds, and leave a model in the folder.

        What is trained quickly, in one epoch, parses as fast as a good model.
        """

    @abstractmethod
    def load(self, folder: Path, test: Treebank) -> None:
        """Load the model, and bring the test data into memory in the form that the parser takes."""

    @abstractmethod
    def parse(self) -> float:
        """Parse the test data, and return the seconds it took."""

    @abstractmethod
    def parsed(self) -> Treebank:
        """Return what the last `parse` found."""
