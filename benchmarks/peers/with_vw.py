"""Vowpal Wabbit's learning to search, with the options of its dependency parsing demonstration."""

from __future__ import annotations

import json
import time
from pathlib import Path

from dodona import Treebank
from dodona.experiments.chang_2015.vowpal_wabbit import PASSES, read_parsed, training_options, write
from peers.peer import Peer, Stopwatch, Training, root_label, with_one_root


class VowpalWabbit(Peer):
    name, package, module = "vw", "vowpalwabbit", "vowpalwabbit"

    def train(self, train: Treebank, dev: Treebank, folder: Path, budget: float, quick: bool) -> Training:
        trees = with_one_root(train)
        labels = {label: number for number, label in enumerate(sorted(set(trees.column("labels"))), 1)}
        (folder / "labels").write_text(json.dumps(labels), encoding="utf-8")
        data = write(trees, labels, folder / "train.vw")
        passes = 1 if quick else PASSES
        # It cannot stop by itself: the process is killed when the budget is spent.
        watch = Stopwatch()
        _run(training_options(data, folder / "model", labels, root_label(trees), passes))
        return watch.training(passes, "" if passes == PASSES else f"of {PASSES}")

    def load(self, folder: Path, test: Treebank) -> None:
        self._folder, self._test = folder, test
        self._labels = json.loads((folder / "labels").read_text(encoding="utf-8"))
        write(test, self._labels, folder / "test.vw")
        (folder / "nothing.vw").touch()

    def parse(self) -> float:
        # It only reads files: the time to load the model and to parse an empty file is subtracted.
        run = f"-t -i {self._folder / 'model'} -p {self._folder / 'parsed'} -d "
        start_up = _run(run + str(self._folder / "nothing.vw"))
        return _run(run + str(self._folder / "test.vw")) - start_up

    def parsed(self) -> Treebank:
        return read_parsed(self._test, self._labels, self._folder / "parsed")


def _run(options: str) -> float:
    from vowpalwabbit import Workspace

    start = time.perf_counter()
    Workspace(f"--quiet {options}").finish()
    return time.perf_counter() - start
