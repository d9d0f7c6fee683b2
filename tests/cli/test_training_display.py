"""The display of training, without a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import dodona
from dodona.cli.training_display import Display


def shown(grove: dodona.Treebank, epochs: int, **terminal: object) -> str:
    """Return the table of a run just before its end, for a terminal of 10 lines."""
    console = Console(file=io.StringIO(), width=80, height=10, **terminal)  # type: ignore[arg-type]
    with Display(console) as display:
        dodona.train(grove[:20], dev=grove[:9], epochs=epochs, on_start=display.start, on_epoch=display.epoch)
        file = io.StringIO()  # a separate console, since another thread draws the live table
        Console(file=file, width=80).print(display._table())
        return file.getvalue()


def test_a_short_screen_shows_the_newest_epochs(grove: dodona.Treebank) -> None:
    live = shown(grove, 30, force_terminal=True, legacy_windows=False)
    rows = [line.split()[0] for line in live.splitlines() if "%" in line]
    assert rows == ["27", "28", "29", "30"]


def test_a_terminal_that_cannot_redraw_gets_plain_lines(
    grove: dodona.Treebank, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    shown(grove, 2, force_terminal=True, legacy_windows=False)
    lines = capfd.readouterr().err.splitlines()
    assert [line.split()[:2] for line in lines[-2:]] == [["epoch", "1"], ["epoch", "2"]]
