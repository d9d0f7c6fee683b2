"""Dodona and UDPipe 1 with a beam, and any other program that parses files."""

from __future__ import annotations

import shlex
import subprocess
import time
from pathlib import Path

import dodona
from peers.peer import Peer, Stopwatch, Training
from peers.with_dodona import Dodona
from peers.with_udpipe import UDPipe


class DodonaBeam(Dodona):
    """Structured training with a beam of 8; searched with any beam."""

    name, recipe = "dodona-beam", "beam"
    beam = 8

    def train(
        self, train: dodona.Treebank, dev: dodona.Treebank, folder: Path, budget: float, quick: bool
    ) -> Training:
        watch = Stopwatch()
        parser = dodona.train(train, dev, recipe=self.recipe)
        went = watch.training(len(parser.info["curve"]))
        parser.save(folder / "model")
        return went

    def parse(self) -> float:
        start = time.perf_counter()
        self._parsed = self._parser.parse(self._test, threads=1, beam=self.beam)
        return time.perf_counter() - start


class DodonaLocalBeam(DodonaBeam):
    """Greedy training with the default recipe; searched with any beam."""

    name, recipe = "dodona-local-beam", "default"


class UDPipeBeam(UDPipe):
    name = "udpipe-beam"
    #: Its default.
    beam = 5


class Program(Peer):
    """A trained program: a command with {input} and {output}, which are CoNLL-X files."""

    name, package, module = "program", "dodona", "dodona"

    def __init__(self, command: str) -> None:
        self._command = command

    def train(
        self, train: dodona.Treebank, dev: dodona.Treebank, folder: Path, budget: float, quick: bool
    ) -> Training:
        raise NotImplementedError("it comes with its model")

    def load(self, folder: Path, test: dodona.Treebank) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._test, self._output = test, folder / "program.parsed.conll"
        self._all, self._one = folder / "program.all.conll", folder / "program.one.conll"
        # Without gold trees. CoNLL-X requires a number for each head.
        bare = test.replace(heads=[[0] * len(s) for s in test], labels=[["_"] * len(s) for s in test])
        for path, part in ((self._all, bare), (self._one, bare[:1])):
            dodona.write(dodona.convert(part, "conllx"), path)

    def parse(self) -> float:
        # It only reads files: the time to start and to parse one sentence is subtracted.
        start_up = self._run(self._one)
        return max(self._run(self._all) - start_up, 1e-3)

    def _run(self, source: Path) -> float:
        command = [part.format(input=source, output=self._output) for part in shlex.split(self._command)]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{command[0]}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
        return time.perf_counter() - start

    def parsed(self) -> dodona.Treebank:
        return dodona.read(self._output)
