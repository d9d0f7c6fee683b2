"""Dodona with its default recipe, and with learning to search."""

from __future__ import annotations

import time
from pathlib import Path

import dodona
from peers.peer import Peer, Stopwatch, Training


class Dodona(Peer):
    name, package, module = "dodona", "dodona", "dodona"
    recipe = "default"

    def train(
        self, train: dodona.Treebank, dev: dodona.Treebank, folder: Path, budget: float, quick: bool
    ) -> Training:
        # It needs no budget: it is always trained in full.
        watch = Stopwatch()
        parser = dodona.train(train, dev, recipe=self.recipe)
        went = watch.training(len(parser.info["curve"]))
        parser.save(folder / "model")
        return went

    def load(self, folder: Path, test: dodona.Treebank) -> None:
        self._parser, self._test = dodona.load(folder / "model"), test

    def parse(self) -> float:
        start = time.perf_counter()
        self._parsed = self._parser.parse(self._test, threads=1)
        return time.perf_counter() - start

    def parsed(self) -> dodona.Treebank:
        return self._parsed


class DodonaSearch(Dodona):
    """The counterpart of Vowpal Wabbit's parser."""

    name, recipe = "dodona-search", "chang-2015"
