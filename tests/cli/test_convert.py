import io
import sys
from pathlib import Path

import pytest

from dodona.cli import main

HERE = Path(__file__).parent
GROVE = HERE.parent / "data" / "grove.conllu"


@pytest.fixture
def dodona(monkeypatch, capsysbinary):
    """Run the command line; return the exit code, standard output and standard error."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "argv", ["dodona", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capsysbinary.readouterr()
        return caught.value.code or 0, out, err.decode()

    return run


def test_to_json_lines_and_back_through_pipes(dodona):
    code, lines, err = dodona("convert", GROVE, "--to", "jsonl")
    assert (code, err) == (0, "")
    assert dodona("convert", "-", "--to", "conllu", stdin=lines) == (0, GROVE.read_bytes(), "")


def test_to_parquet_and_back_through_pipes(dodona):
    pytest.importorskip("pyarrow")
    code, content, err = dodona("convert", GROVE, "--to", "parquet")
    assert (code, err) == (0, "")
    assert dodona("convert", "-", "--to", "conllu", stdin=content) == (0, GROVE.read_bytes(), "")


def test_to_a_file(dodona, tmp_path):
    assert dodona("convert", GROVE, "-o", tmp_path / "grove.txt") == (0, b"", "")
    lines = (tmp_path / "grove.txt").read_text(encoding="utf-8").split("\n")
    assert lines[:2] == ["The old oak spoke.", "Doves nest in its highest branches."]
    assert lines.count("") == 4  # three paragraphs or documents after the first, and the end of the file


def test_losses_are_reported_in_one_line(dodona):
    code, out, err = dodona("convert", GROVE, "--to", "conllx")
    assert code == 0
    assert b"#" not in out
    assert err == (
        "dodona: left out 173 comments, 11 multiword tokens, 3 empty nodes, 25 enhanced dependencies, "
        "112 MISC entries (CoNLL-X cannot hold them)\n"
    )


def test_the_input_format_can_be_given(dodona):
    code, out, _ = dodona(
        "convert", "-", "--format", "conllx", "--to", "conllu", stdin=b"1\tHi" + b"\t_" * 8 + b"\n"
    )
    assert (code, out.split(b"\n")[0]) == (0, b"# sent_id = 1")


@pytest.mark.parametrize(("arguments", "message"), [
    (["--format", "text", "--to", "conllu"], "--format cannot be 'text': choose from conllu, "),
    (["--to", "xml"], "--to cannot be 'xml': choose from"),
    ([], "--to must be given, one of"),
    (["-o", "out.docx"], "--to must be given, one of"),
    (["-o", "out.parquet.xz"], "out.parquet.xz: Parquet has its own compression"),
    (["--format", "jsonl", "--to", "text"], f"{GROVE}:1: not JSON: "),
    (["--format", "parquet", "--to", "text"], f"{GROVE}: not a Parquet file"),
])  # fmt: skip
def test_mistakes_end_in_one_line(dodona, arguments, message):
    if "parquet" in arguments:
        pytest.importorskip("pyarrow")
    code, out, err = dodona("convert", GROVE, *arguments)
    assert (code, out) == (2, b"")
    assert err.startswith(f"dodona: {message}")
    assert err.count("\n") == 1


def test_a_missing_package_is_named(dodona, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = dodona("convert", GROVE, "-o", tmp_path / "out.parquet")
    assert code == 2
    assert "pip install 'dodona[arrow]'" in err
    assert list(tmp_path.iterdir()) == []


def test_help_names_every_format(dodona):
    code, out, _ = dodona("convert", "--help")
    assert code == 0
    for name in (b"conllu", b"conllx", b"text", b"jsonl", b"parquet"):
        assert name in out
