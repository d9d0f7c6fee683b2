"""`dodona show`: selection of sentences, output and errors."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dodona
from dodona.drawing.svg import svg
from dodona.drawing.terminal import draw
from dodona.treebank.choice import Choice, chosen, positions

ROOT = Path(__file__).parents[2]
GROVE = str(ROOT / "tests/data/grove.conllu")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `dodona show`; return the exit code, standard output and standard error."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return partial(run, "show")


def numbers(output: str) -> list[int]:
    return [int(number) for number in re.findall(r"^(\d+)  grove-", output, flags=re.MULTILINE)]


def test_the_first_sentence_with_its_heading(run: Run) -> None:
    first = dodona.read(GROVE)[0]
    assert run(GROVE) == (0, f"1  grove-001  The old oak spoke.\n{draw(first, width=100)}\n", "")


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("3", [3]), ("1-3", [1, 2, 3]), ("7,2-3,2", [2, 3, 7]), ("74-", [74, 75]), (" 4 , 6 - 7 ", [4, 6, 7])],
)
def test_numbers(run: Run, chosen: str, expected: list[int]) -> None:
    code, out, _ = run(GROVE, chosen)
    assert (code, numbers(out)) == (0, expected)
    assert out.count("\n\n") == len(expected) - 1


def test_filters_are_combined(run: Run) -> None:
    grove = list(enumerate(dodona.read(GROVE), start=1))
    crossing = [number for number, sentence in grove if not sentence.is_projective]
    doves = [number for number, sentence in grove if "dove" in sentence.lemmas]
    assert len(crossing) > 4 and len(doves) > 2
    assert numbers(run(GROVE, "--nonprojective")[1]) == crossing
    assert numbers(run(GROVE, "--search", "DOVE")[1]) == doves
    assert numbers(run(GROVE, "--search", "dove", "--limit", "2")[1]) == doves[:2]
    assert numbers(run(GROVE, "--limit", "3")[1]) == [1, 2, 3]
    assert len(numbers(run(GROVE, "--limit", "1000")[1])) == len(grove)
    both = sorted(set(crossing) & set(doves))
    assert numbers(run(GROVE, "--search", "dove", "--nonprojective")[1]) == both
    assert numbers(run(GROVE, f"{crossing[1]}-{crossing[3]}", "--nonprojective")[1]) == crossing[1:4]
    assert numbers(run(GROVE, "--id", "grove-071", "--id", "grove-005")[1]) == [5, 71]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["80"], f"{GROVE}: there is no sentence 80: it has 75 sentences"),
        (["70-90"], f"{GROVE}: there is no sentence 76: it has 75 sentences"),
        (["90-"], f"{GROVE}: there is no sentence 90: it has 75 sentences"),
        (["0"], "there is no sentence 0: they are counted from 1"),
        (["5-1"], "the range 5-1 ends before it starts: write 1-5"),
        (["five"], "'five' is not a sentence number: write numbers and ranges, such as 3 or 1-5 or 3,7-9"),
        (["1,,2"], "'' is not a sentence number: write numbers and ranges, such as 3 or 1-5 or 3,7-9"),
        (["--id", "x"], f"{GROVE}: no sentence has the sent_id x: it has 75 sentences"),
        (["--search", "x"], f"{GROVE}: no sentence has the form or lemma 'x': it has 75 sentences"),
        (
            ["1", "--nonprojective"],
            f"{GROVE}: no sentence is non-projective among the given numbers",
        ),
        (["-o", "a.png"], "a.png: unknown format: end the name in .svg or .html, or give --to"),
        (["-o", "a.svg", "--ascii"], "--ascii is for drawings in a terminal: leave it out"),
    ],
)
def test_errors(run: Run, arguments: list[str], complaint: str) -> None:
    code, _, err = run(GROVE, *arguments)
    assert (code, err) == (2, f"dodona: {complaint}\n")


def test_an_empty_file(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.conllu"
    empty.touch()
    code, out, err = run(str(empty))
    assert (code, out) == (2, "") and err.startswith(f"dodona: {empty}:") and "no sentence" in err


def test_drawing_options(run: Run) -> None:
    sentence = dodona.read(GROVE)[5]

    def drawn(*options: str) -> str:
        return run(GROVE, "6", *options)[1].partition("\n")[2].removesuffix("\n")

    assert drawn("--vertical") == draw(sentence, vertical=True, width=100)
    assert drawn("--width", "40") == draw(sentence, width=40)
    assert drawn("--width", "40", "--horizontal") == draw(sentence, width=80)
    assert drawn("--no-tags", "--ascii") == draw(sentence, tags=False, ascii=True, width=100)


def test_svg(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "oak.svg"
    sentence = dodona.read(GROVE)[5]
    assert run(GROVE, "6", "-o", str(target)) == (0, "", "")
    assert target.read_text(encoding="utf-8") == svg(sentence)
    assert run(GROVE, "6", "--to", "svg", "--width", "300", "--no-tags")[1] == svg(
        sentence, width=300, tags=False
    )
    code, _, err = run(GROVE, "1-2", "-o", str(tmp_path / "two.svg"))
    assert code == 2 and "SVG holds one sentence" in err
    assert list(tmp_path.iterdir()) == [target]


def test_html(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "grove.html"
    assert run(GROVE, "2-4", "-o", str(target)) == (0, "", "")
    html = target.read_text(encoding="utf-8")
    assert re.findall(r'<figure id="s(\d+)">', html) == ["2", "3", "4"]
    for drawing in re.findall(r"<svg .*?</svg>", html, flags=re.DOTALL):
        ElementTree.fromstring(drawing)
    assert run(GROVE, "70-90", "-o", str(tmp_path / "never.html"))[0] == 2
    assert list(tmp_path.iterdir()) == [target]


def test_standard_input_in_conllx(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = b"1\tOaks\t_\tN\tN\t_\t2\tsubj\t_\t_\n2\tspeak\t_\tV\tV\t_\t0\troot\t_\t_\n\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    code, out, _ = run("-", "--format", "conllx")
    assert code == 0 and out.startswith("1  Oaks speak\n") and "subj" in out


def test_colours_are_for_terminals_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run(GROVE, "6-7", "--width", "100")[1]
    assert "\x1b" not in plain
    monkeypatch.setenv("FORCE_COLOR", "1")  # treats any output as a terminal
    monkeypatch.setenv("TERM", "xterm-256color")
    code, coloured, _ = run(GROVE, "6-7", "--width", "100")
    assert code == 0
    assert "\x1b[33m" in coloured  # non-projective arcs
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_a_terminal_without_box_characters(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, encoding="ascii"))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run(GROVE, "75")[0] == 0
    assert b"v" in screen.getvalue() and b"?" in screen.getvalue()


def test_comments_cannot_control_the_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "evil.conllu"
    file.write_text("# sent_id = a\x1b[2J\n# text = b\x1b[2J\n1\tOak\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    assert "\x1b" not in run(str(file))[1]


class Counted(io.BytesIO):
    """A file that counts the bytes read."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        self.taken += len(piece)
        return piece


def test_it_reads_no_further_than_needed() -> None:
    content = Path(GROVE).read_bytes() * 60
    for choice in (
        Choice(),
        Choice(positions=positions("75")),
        Choice(ids=frozenset({"grove-009"})),
        Choice(word="dove", limit=2),
    ):
        file = Counted(content)
        assert list(chosen(file, choice))
        assert file.taken < len(content) / 4


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    """A parse of the first nine sentences: the second has another head, the fifth another label."""
    trees = list(dodona.read(GROVE)[:9])
    heads = trees[1].heads.tolist()
    heads[0] = 3
    trees[1] = trees[1].replace(heads=heads)
    trees[4] = trees[4].replace(labels=["x", *trees[4].labels[1:]])
    dodona.write(dodona.Treebank(trees), tmp_path / "parsed.conllu")
    return tmp_path / "parsed.conllu"


def test_gold_and_parse(run: Run, parsed: Path, tmp_path: Path) -> None:
    gold, parse = dodona.read(GROVE), dodona.read(parsed)
    compare = ("--compare", str(parsed))
    code, out, err = run(GROVE, *compare, "2")
    assert (code, err) == (0, "")
    assert out.partition("\n")[2] == f"{draw(gold[1], compare=parse[1], width=100)}\n"
    assert "1 of 7 heads and 0 of 7 labels differ (gold≠parse)" in out
    assert numbers(run(GROVE, *compare, "1-9", "--differing")[1]) == [2, 5]
    assert numbers(run(GROVE, *compare, "--differing", "--limit", "1")[1]) == [2]
    assert run(GROVE, *compare, "5", "--svg", "-")[1] == svg(gold[4], compare=parse[4])
    assert run(GROVE, *compare, "2,5", "--html", str(tmp_path / "both.html"))[0] == 0
    assert (tmp_path / "both.html").read_text(encoding="utf-8").count("labels differ (gold") == 2


def test_differences_are_marked_without_colours_too(
    run: Run, parsed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(GROVE, "--compare", str(parsed), "2", "--width", "100")[1]
    assert plain.count("≠nsubj") == 2 and plain.count("▲") == 1
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = run(GROVE, "--compare", str(parsed), "2", "--width", "100")[1]
    assert "\x1b[1;32m" in coloured and "\x1b[1;35m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_what_cannot_be_compared(run: Run, parsed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.conllu"
    lines = parsed.read_text(encoding="utf-8")
    assert lines.count("\tnest\t") == 1
    other.write_text(lines.replace("\tnest\t", "\trest\t"), encoding="utf-8")
    line = dodona.read(GROVE)[1].line
    for file, number, complaint in (
        (other, "2", f"{other}:{line}: sentence 2 cannot be compared with {GROVE}:{line}: "
                     "word 2 is 'rest' instead of 'nest'"),
        (parsed, "10", f"{parsed}: there is no sentence 10 to compare with {GROVE}: it has 9 sentences"),
        (parsed, "1,3", ""),
    ):  # fmt: skip
        code, _, err = run(GROVE, "--compare", str(file), number)
        assert (code, err) == ((2, f"dodona: {complaint}\n") if complaint else (0, ""))
    line = dodona.read(GROVE)[9].line
    code, out, err = run(str(parsed), "--compare", GROVE, "--differing")
    assert (code, numbers(out)) == (2, [2, 5])
    assert err == f"dodona: {GROVE}:{line}: sentence 10 is not in {parsed}: it has 9\n"
    code, _, err = run(GROVE, "--compare", str(parsed), "1,3", "--differing")
    assert (code, err) == (
        2, f"dodona: {GROVE}: no sentence differs from {parsed} among the given numbers\n"
    )  # fmt: skip
    assert run(GROVE, "--differing")[2] == "dodona: --differing needs --compare\n"
    bare = tmp_path / "bare.conllu"
    bare.write_text("1\tOak\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert run(str(bare), "--compare", str(bare))[2].endswith(": the gold sentence has no tree\n")


def test_confidences_have_colours(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "sure.conllu"
    file.write_text("1\tOak\t_\t_\t_\t_\t0\troot\t_\tHeadConf=0.3|LabelConf=0.7\n\n")
    plain = run(str(file))[1]
    assert "root??" in plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = run(str(file))[1]
    assert "\x1b[1;31m" in coloured and "\x1b[33mroot??" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
