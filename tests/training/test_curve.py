"""Plots of learning curves."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dodona
from dodona.training.curve import plot_curves


@pytest.mark.parametrize(("name", "start"), [("c.svg", b"<?xml"), ("c.PNG", b"\x89PNG"), ("c.pdf", b"%PDF")])
def test_kinds_of_pictures(parser: dodona.Parser, tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    plot_curves({"oak": parser.info}, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def test_several_models_with_and_without_development_data(
    parser: dodona.Parser, grove: dodona.Treebank, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    without = dodona.train(grove, epochs=1)
    plot_curves({"oak": parser.info, "elm": without.info}, tmp_path / "both.svg")
    plot_curves({"elm": without.info}, tmp_path / "one.svg")
    assert "Development data" in (tmp_path / "both.svg").read_text()
    assert "Development data" not in (tmp_path / "one.svg").read_text()


def test_other_kinds_are_refused(parser: dodona.Parser) -> None:
    said = r"output cannot be 'c\.jpg': choose a name that ends in \.svg, \.png or \.pdf"
    with pytest.raises(dodona.OptionError, match=said):
        plot_curves({"oak": parser.info}, "c.jpg")


def test_without_matplotlib(parser: dodona.Parser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(dodona.MissingExtraError, match=r"pip install 'dodona\[plot\]'"):
        plot_curves({"oak": parser.info}, tmp_path / "c.svg")
    assert not list(tmp_path.iterdir())
