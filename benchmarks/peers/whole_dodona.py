"""Dodona from raw text to trees, as `dodona train --pipeline` trains it."""

from __future__ import annotations

import io
from pathlib import Path

import dodona
from peers.peer import Stopwatch, Training
from peers.whole import Whole


class WholeDodona(Whole):
    name, package, module = "dodona", "dodona", "dodona"
    jackknife = 0

    def train(self, train: Path, dev: Path, folder: Path, quick: bool) -> Training:
        watch = Stopwatch()
        made = dodona.train_pipeline(
            dodona.read(train), dodona.read(dev), jackknife=self.jackknife, threads=1, output=folder / "model"
        )
        return watch.training(made.parser.info["recipe"]["epochs"])

    def load(self, folder: Path) -> None:
        self._nlp = dodona.load(folder / "model")

    def from_text(self, text: str) -> str:
        return _written(self._nlp(text))

    def from_tokens(self, conllu: str) -> str:
        return _written(self._nlp.parse(dodona.read(io.StringIO(conllu)), tags="predict"))


class WholeJackknifed(WholeDodona):
    """The parser is trained on predicted tags."""

    name, jackknife = "dodona-jackknifed", 10


def _written(treebank: dodona.Treebank) -> str:
    return treebank.to_conll()
