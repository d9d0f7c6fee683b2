"""`dodona lattice`: selection of the sentence, output and messages."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import dodona

GROVE = str(Path(__file__).parents[2] / "tests/data/grove.conllu")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(run: Run) -> Run:
    """Run `dodona lattice`; return the exit code, standard output and standard error."""
    return partial(run, "lattice")


def test_the_first_sentence(run: Run) -> None:
    found = dodona.lattice(dodona.read(GROVE)[0])
    assert run(GROVE) == (0, found.to_svg(), f"{found}\n")


def test_a_sentence_by_number_or_name(run: Run) -> None:
    found = dodona.lattice(dodona.read(GROVE)[6], "nd-sw", "last")
    options = ("--to", "dot", "--oracle", "nd-sw", "--root", "last")
    assert run(GROVE, "7", *options) == (0, found.to_dot(), f"{found}\n")
    assert run(GROVE, "--id", "grove-007", *options) == (0, found.to_dot(), f"{found}\n")
    told = "dodona: -s 7 is now written FILE 7; the next release drops the old spelling\n"
    assert run(GROVE, "-s", "7", *options) == (0, found.to_dot(), f"{told}{found}\n")


def test_the_extension_determines_the_format(run: Run, tmp_path: Path) -> None:
    found = dodona.lattice(dodona.read(GROVE)[0])
    for name, drawn in (("a.svg", found.to_svg()), ("a.dot", found.to_dot()), ("a.gv", found.to_dot())):
        assert run(GROVE, "-o", str(tmp_path / name)) == (0, "", f"{found}\n")
        assert (tmp_path / name).read_text(encoding="utf-8") == drawn
    assert run(GROVE, "-o", str(tmp_path / "a.svg.gz"))[0] == 0
    assert gzip.decompress((tmp_path / "a.svg.gz").read_bytes()).decode() == found.to_svg()
    assert run(GROVE, "--to", "svg", "-o", str(tmp_path / "picture"))[0] == 0
    assert (tmp_path / "picture").read_text(encoding="utf-8") == found.to_svg()


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(GROVE).read_bytes())))
    assert run("-", "3")[2] == f"{dodona.lattice(dodona.read(GROVE)[2])}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("99",), "there is no sentence 99: it has 75 sentences"),
        (("1-2",), "a lattice is of one sentence, and several are selected: select one"),
        (("--id", "nowhere"), "no sentence has the sent_id nowhere"),
        (("--id", ""), "no sentence has the sent_id"),
        (("7", "--id", "grove-008"), "no sentence has the sent_id grove-008 among the given numbers"),
        (("7", "--limit", "54"), "sentence 7: the lattice has more than 54 configurations: give a"),
        (("--limit", "2000000"), "--limit cannot be 2000000: choose from 1 to 100,000 configurations"),
        (("42", "--limit", "6000"), "sentence 42: 5,979 configurations are too many to draw"),
        (("--root", "none"), "--root cannot be 'none': choose from first, last"),
        (("--oracle", "eager"), "--oracle cannot be 'eager': choose from nd-all, nd-sw"),
        (("-o", "oak.png"), "oak.png: unknown format: end the name in .svg or .dot or .gv, or give --to"),
        (("--to", "svg", "-o", GROVE), "grove.conllu: this is an input: choose another --output"),
    ],
)
def test_mistakes(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(GROVE, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_no_tree_and_no_sentences(run: Run, tmp_path: Path) -> None:
    flat, empty = tmp_path / "flat.conllu", tmp_path / "empty.conllu"
    flat.write_text("1\tOaks\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    picture = tmp_path / "a.svg"
    code, _, err = run(str(flat), "-o", str(picture))
    assert code == 2 and "flat.conllu: sentence 1 has no tree, so there is no lattice" in err
    code, _, err = run(str(empty), "-o", str(picture))
    assert code == 2 and "empty.conllu:1: no sentences: the file is empty" in err
    assert not picture.exists()
