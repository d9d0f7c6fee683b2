"""`--output`: the ending of the name gives the format, and no input is written over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dodona

Run = Callable[..., tuple[int, str, str]]

COMMANDS = {
    "parse": ("parse", "-q", "GROVE", "-m", "MODEL"),
    "projectivise": ("projectivise", "GROVE"),
    "deprojectivise": ("deprojectivise", "GROVE"),
    "schemes apply": ("schemes", "apply", "case", "GROVE"),
    "active": ("active", "GROVE", "-m", "english"),
}


@pytest.fixture(params=COMMANDS.values(), ids=COMMANDS.keys())
def command(request: pytest.FixtureRequest, grove_path: Path, model: Path) -> list[object]:
    return [{"GROVE": grove_path, "MODEL": model}.get(word, word) for word in request.param]


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "parquet", "conllx", "conllup"])
def test_the_file_is_the_one_that_convert_writes(
    run: Run, command: list[object], tmp_path: Path, ending: str
) -> None:
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    plain, wanted, found = (tmp_path / name for name in ("x.conllu", f"wanted.{ending}", f"found.{ending}"))
    assert run(*command, "-o", plain)[0] == 0
    losses = run("convert", plain, "-o", wanted)[2]
    code, _, err = run(*command, "-o", found)
    assert code == 0 and losses in err
    assert found.read_bytes() == wanted.read_bytes()


@pytest.mark.parametrize("name", ["x", "x.txt", "x.conll", "-"])
def test_other_names_get_conll_as_it_is(run: Run, command: list[object], tmp_path: Path, name: str) -> None:
    assert run(*command, "-o", tmp_path / "x.conllu")[0] == 0
    target = name if name == "-" else tmp_path / name
    out = run(*command, "-o", target)[1]
    written = out if name == "-" else target.read_text(encoding="utf-8")
    assert written == (tmp_path / "x.conllu").read_text(encoding="utf-8")


def test_pictures(run: Run, model: Path, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    one, picture, page = (tmp_path / name for name in ("one.conllu", "one.svg", "all.html"))
    dodona.write(grove[5], one)
    assert run("parse", "-q", "-m", model, one, "-o", picture) == (0, "", "")
    tree = dodona.read(run("parse", "-q", "-m", model, one)[1])
    dodona.write(tree, one)
    assert picture.read_text(encoding="utf-8") == run("show", one, "--to", "svg")[1]
    assert run("parse", "-q", "-m", model, grove_path, "-o", page) == (0, "", "")
    assert page.read_text(encoding="utf-8").count("<svg") == len(grove)
    said = "dodona: SVG holds one sentence, and there are more: write .html\n"
    assert run("parse", "-q", "-m", model, grove_path, "-o", tmp_path / "all.svg") == (2, "", said)
    assert run("convert", grove_path, "-o", tmp_path / "all.svg") == (2, "", said)
    assert not (tmp_path / "all.svg").exists()


def test_conllx_becomes_conllu_by_its_ending(
    run: Run, model: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    older, newer = tmp_path / "older.conll", tmp_path / "newer.conllu"
    dodona.write(dodona.convert(grove, "conllx"), older)
    assert run("parse", "-q", "-f", "conllx", "-m", model, older, "-o", newer) == (0, "", "")
    parsed = dodona.read(run("parse", "-q", "-f", "conllx", "-m", model, older)[1], format="conllx")
    assert dodona.read(newer) == dodona.convert(parsed, "conllu")


def test_no_output_of_a_name_that_cannot_be_written(run: Run, grove_path: Path, tmp_path: Path) -> None:
    said = f"dodona: {tmp_path / 'x.parquet.gz'}: Parquet has its own compression: leave out .gz\n"
    assert run("projectivise", grove_path, "-o", tmp_path / "x.parquet.gz") == (2, "", said)
    assert list(tmp_path.iterdir()) == []


def test_old_names_of_pictures(run: Run, grove_path: Path, tmp_path: Path) -> None:
    picture = tmp_path / "six"
    told = f"dodona: --svg {picture} is now written --output {picture} --to svg; "
    code, _, err = run("show", grove_path, "6", "--svg", picture)
    assert code == 0 and err.startswith(told) and err.count("\n") == 1
    drawn = run("show", grove_path, "6", "--to", "svg")[1]
    assert picture.read_text(encoding="utf-8") == drawn == run("show", grove_path, "6", "--svg", "-")[1]
    assert run("show", grove_path, "6", "--html=-")[1] == run("show", grove_path, "6", "--to", "html")[1]


@pytest.mark.parametrize(
    "command",
    [
        ("parse", "-m", "MODEL", "IN"),
        ("parse", "-m", "MODEL", "--keep", "OTHER", "IN"),
        ("projectivise", "IN"),
        ("deprojectivise", "IN"),
        ("convert", "IN", "--to", "conllu"),
        ("convert", "--enhance", "IN"),
        ("active", "-m", "MODEL", "IN"),
        ("calibrate", "-m", "MODEL", "IN"),
        ("lattice", "IN", "--to", "svg"),
        ("show", "IN", "--to", "svg"),
        ("show", "OTHER", "--compare", "IN", "--to", "html"),
        ("schemes", "apply", "case", "IN"),
        ("train", "OTHER", "--dev", "IN"),
    ],
)
def test_no_input_is_written_over(
    run: Run,
    model: Path,
    grove_path: Path,
    grove: dodona.Treebank,
    tmp_path: Path,
    command: tuple[str, ...],
) -> None:
    path, link = tmp_path / "x.conllu", tmp_path / "link.conllu"
    dodona.write(grove[:9], path)
    link.symlink_to(path)
    before = path.read_bytes()
    names = {"MODEL": model, "IN": path, "OTHER": grove_path}
    for output in (path, link, tmp_path / ".." / tmp_path.name / "x.conllu"):
        code, out, err = run(*(names.get(word, word) for word in command), "-o", output)
        assert (code, out, err) == (2, "", f"dodona: {output}: this is an input: choose another --output\n")
    assert path.read_bytes() == before


def test_unknown_endings_are_refused(run: Run, grove_path: Path, tmp_path: Path) -> None:
    for name in ("x.csv", "x.xml.gz", "x.conllu.bak"):
        code, out, err = run("projectivise", grove_path, "-o", tmp_path / name)
        assert (code, out) == (2, "") and err.startswith(f"dodona: {tmp_path / name}: unknown format .")
    assert list(tmp_path.iterdir()) == []
