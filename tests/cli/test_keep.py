"""`dodona parse --keep`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona

Run = Callable[..., tuple[int, str, str]]


def halved(text: str) -> str:
    """Return the treebank with every second word lacking head and label."""
    lines = []
    for line in text.splitlines():
        fields = line.split("\t")
        if fields[0].isdigit() and int(fields[0]) % 2:
            fields[6] = fields[7] = "_"
        lines.append("\t".join(fields) + "\n")
    return "".join(lines)


def test_half_of_a_file(run: Run, model: Path, grove_path: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.conllu"
    half.write_text(halved(grove_path.read_text(encoding="utf-8")), encoding="utf-8")
    code, _, err = run("parse", "-m", model, half)
    assert code == 2 and "has no head while others have one" in err
    code, out, err = run("parse", "-m", model, "--keep", half)
    assert code == 0
    *told, speed, count = err.splitlines()
    lost = {int(line.split(":")[1]) for line in told}
    assert all(" cannot keep its head " in line and line.startswith(f"{half}:") for line in told)
    assert speed.startswith("75 sentences") and count.endswith(f"{len(told)} heads could not be kept")
    lines = enumerate(half.read_text(encoding="utf-8").splitlines(), start=1)
    kept = [(number, line) for number, line in lines if not re.match(r"\d+\.", line)]  # no empty nodes
    for (number, before), after in zip(kept, out.splitlines(), strict=True):
        old, new = before.split("\t"), after.split("\t")
        if old[0].isdigit() and old[6] != "_" and number not in lost:
            assert old[6:8] == new[6:8]
    dodona.read(out)
    assert run("parse", "-m", model, "-k", "-q", "--beam", 3, half)[0] == 0


def test_everything_and_nothing(run: Run, model: Path, grove_path: Path, tmp_path: Path) -> None:
    code, out, err = run("parse", "-m", model, "--keep", grove_path)
    assert code == 0 and err.endswith("747 heads kept, none lost\n")
    text = grove_path.read_text(encoding="utf-8")
    heads, before = (
        [line.split("\t")[6:8] for line in each.splitlines() if re.match(r"\d+\t", line)]
        for each in (out, text)
    )
    assert heads == before
    bare = tmp_path / "bare.conllu"
    lines = [line.split("\t") for line in text.splitlines(keepends=True)]
    bare.write_text(
        "".join("\t".join([*f[:6], "_", "_", *f[8:]] if f[0].isdigit() else f) for f in lines),
        encoding="utf-8",
    )
    for keep, parse in (([], ["--beam", 8]), (["--beam", 1], []), (["--beam", 3], ["--beam", 3])):
        kept = run("parse", "-m", model, "-k", "-q", *keep, bare)
        assert kept == run("parse", "-m", model, "-q", *parse, bare)


def test_mistakes(run: Run, model: Path, grove_path: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.conllu"
    bad.write_text("1\tOaks\t_\t_\t_\t_\t7\t_\t_\t_\n\n", encoding="utf-8")
    code, _, err = run("parse", "-m", model, "--keep", "-q", bad)
    assert code == 2 and err == f"dodona: {bad}:1: head 7 is outside the sentence (1 word)\n"
    for other in (["--nbest", 2], ["--below", 0.5], ["--format", "horizontal"]):
        code, _, err = run("parse", "-m", model, "--keep", *other, grove_path)
        assert code == 2 and "--keep" in err


@pytest.mark.parametrize("format", [[], ["-f", "conllu"]])
def test_a_cycle_is_reported_with_its_line(run: Run, model: Path, tmp_path: Path, format: list[str]) -> None:
    rows = [
        f"{i}\t{word}\t_\t_\t_\t_\t{head}\t_\t_\t_\n"
        for i, word, head in [(1, "a", 2), (2, "b", 1), (3, "c", "_")]
    ]
    file = tmp_path / "cycle.conllu"
    file.write_text("# a comment\n1-2\tab" + "\t_" * 8 + "\n" + "".join(rows) + "\n", encoding="utf-8")
    code, out, err = run("parse", "-m", model, "--keep", "-q", *format, file)
    assert code == 0 and err == f"{file}:4: word 2 cannot keep its head 1: it is part of a cycle\n"
    assert dodona.read(out)[0].heads[0] == 2
