"""Shared fixtures: the project's small treebank, and real ones if available."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.cli import main

ROOT = Path(__file__).parent.parent
TREEBANKS = ROOT.parent / "shared" / "treebanks"

# Tests that a shell starts in the background ignore Ctrl-C, and so would their subprocesses.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def grove_path() -> Path:
    return ROOT / "tests" / "data" / "grove.conllu"


@pytest.fixture(scope="session")
def grove(grove_path: Path) -> dodona.Treebank:
    return dodona.read(grove_path)


@pytest.fixture(scope="session")
def treebanks() -> Path:
    if not TREEBANKS.is_dir():
        pytest.skip("no real treebanks at ../shared/treebanks")
    return TREEBANKS


@pytest.fixture(scope="session")
def parser(grove: dodona.Treebank) -> dodona.Parser:
    """A parser that has nearly memorised the small treebank."""
    return dodona.train(grove, dev=grove, epochs=3)


@pytest.fixture(scope="session")
def model(parser: dodona.Parser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same parser as a file, which tests must not change."""
    path = tmp_path_factory.mktemp("model") / "grove.model"
    parser.save(path)
    return path


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `dodona`; return the exit code, standard output and standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["dodona", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return run


@pytest.fixture
def stopped_by_the_third_signal() -> Iterator[Callable[[Callable[[], Any]], None]]:
    """Interrupt work by the third of many signals; work that does not poll receives only one, at its end."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs signals of Unix")
    heard = 0

    def hear(number: int, frame: object) -> None:
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    def stopped(work: Callable[[], Any]) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        with pytest.raises(KeyboardInterrupt):
            work()  # signals that arrive between two polls count once
            signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, hear)
    try:
        yield stopped
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
