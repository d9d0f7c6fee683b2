"""Reading files, whole or in pieces, and writing them with the same bytes."""

from __future__ import annotations

import gzip
import io
import lzma
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import dodona
from dodona.treebank.reading import batches

ROW = "1\tOaks\toak\tNOUN\tNNS\t_\t0\troot\t_\t_\n"


def test_a_file_is_written_as_it_was_read(grove_path: Path, tmp_path: Path) -> None:
    dodona.write(dodona.read(grove_path), tmp_path / "out.conllu")
    assert (tmp_path / "out.conllu").read_bytes() == grove_path.read_bytes()


def test_real_treebanks_survive_a_round_trip(treebanks: Path) -> None:
    files = sorted(treebanks.rglob("*.xz"))
    assert files
    for file in files:
        content = lzma.decompress(file.read_bytes())
        treebank = dodona.read(content)
        assert treebank.to_conll().encode() == content, file
        assert treebank.format == ("conllx" if ".conll." in file.name else "conllu"), file


@pytest.mark.parametrize("suffix, opener", [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_compressed_files(grove_path: Path, tmp_path: Path, suffix: str, opener) -> None:
    target = tmp_path / f"grove.conllu{suffix}"
    dodona.read(grove_path).write(target)
    with opener(target, "rb") as file:
        assert file.read() == grove_path.read_bytes()
    assert dodona.read(target) == dodona.read(grove_path)


def test_sources_of_every_kind(grove_path: Path, grove: dodona.Treebank, monkeypatch) -> None:
    content = grove_path.read_bytes()
    assert dodona.read(str(grove_path)) == grove
    assert dodona.read(content) == grove
    assert dodona.read(content.decode()) == grove
    assert dodona.read(io.BytesIO(content)) == grove
    assert dodona.read(io.StringIO(content.decode())) == grove
    with grove_path.open(encoding="utf-8") as file:
        assert dodona.read(file) == grove
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lzma.compress(content))))
    assert dodona.read("-") == grove


def test_streaming_gives_the_same_sentences(grove_path: Path, grove: dodona.Treebank) -> None:
    assert list(dodona.stream(grove_path)) == list(grove)
    small = list(batches(io.BytesIO(grove_path.read_bytes()), size=1))
    assert sum(map(len, small)) == len(grove)


class Endless(io.RawIOBase):
    """A repeating file, much longer than the memory allowed."""

    def __init__(self, content: bytes, times: int) -> None:
        self.content, self.times = content, times

    def read(self, size: int = -1) -> bytes:
        self.times -= 1
        return self.content if self.times >= 0 else b""


def test_a_long_file_is_read_in_constant_memory(grove_path: Path) -> None:
    # In a separate process, to measure the peak of this test alone: C++ memory is not traced.
    script = f"""
import resource, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import dodona
from test_reading import Endless
content = open({str(grove_path)!r}, "rb").read()
def peak(times):
    words = sum(len(sentence) for sentence in dodona.stream(Endless(content, times)))
    assert words == times * 747
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
few = peak(100)
many = peak(2000)   # 96 MB
assert many < few * 1.2, (few, many)
"""
    pytest.importorskip("resource", reason="peak memory is not told on this system")
    subprocess.run([sys.executable, "-c", script], check=True)


def test_stopping_early_reads_no_further() -> None:
    source = Endless(ROW.encode() + b"\n", 10**9)
    first = next(iter(dodona.stream(source)))
    assert first.words == ["Oaks"]
    assert source.times > 10**9 - 2000


class Typed(io.RawIOBase):
    """A terminal, which can be read on after each end of input."""

    def __init__(self) -> None:
        self.lines = [ROW.encode(), b"", b"never asked for"]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        line = self.lines.pop(0)
        buffer[: len(line)] = line
        return len(line)


def test_a_terminal_is_not_read_after_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = Typed()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(typed)))
    assert dodona.read("-")[0].words == ["Oaks"]
    assert typed.lines == [b"never asked for"]


def test_text_of_sentences(grove: dodona.Treebank) -> None:
    from dodona.treebank.text import detokenise

    for sentence in grove:
        assert detokenise(sentence) == sentence.text == sentence.comment("text")


def test_windows_line_ends_and_byte_order_mark_are_accepted() -> None:
    assert dodona.read(b"\xef\xbb\xbf" + ROW.replace("\n", "\r\n").encode()).to_conll() == ROW + "\n"


def test_a_treebank_can_be_pickled(grove: dodona.Treebank) -> None:
    back = pickle.loads(pickle.dumps(grove))
    assert back == grove
    assert back.source == grove.source


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "<string>:1: no sentences: the file is empty"),
        ("1\tA\n", "<string>:1: 2 columns where there should be 10, separated by tabs"),
        (ROW + ROW, "<string>:2: word number 1 where 2 should be"),
        (ROW.replace("\t0\t", "\tx\t"), "<string>:1: head 'x' is not a number"),
        (ROW.replace("\t0\t", "\t31\t"), "<string>:1: head 31 is outside the sentence (1 word)"),
        (ROW.replace("\t0\t", "\t1\t"), "<string>:1: no word has the root (0) as its head"),
        (
            ROW + "2\ta\t_\t_\t_\t_\t3\tx\t_\t_\n3\tb\t_\t_\t_\t_\t2\tx\t_\t_\n",
            "<string>:2: heads form a cycle (2 -> 3 -> 2)",
        ),
        (b"1\t\xff\t_\t_\t_\t_\t0\troot\t_\t_\n", "<string>:1: not valid UTF-8"),
        (b"1\t\x00\t_\t_\t_\t_\t0\troot\t_\t_\n", "<string>:1: a NUL byte"),
        (ROW + "2\tspe", "<string>:2: the file ends in the middle of a line (2 of 10 columns)"),
    ],
)
def test_errors_have_a_line(content: str | bytes, message: str) -> None:
    with pytest.raises(dodona.ReadError) as caught:
        dodona.read(content)
    assert str(caught.value) == message
    with pytest.raises(dodona.ReadError):
        list(dodona.stream(content))


TEXT = "<string>:{}: this looks like plain text; a treebank is needed, in CoNLL-U or CoNLL-X"


@pytest.mark.parametrize(
    "content, line",
    [
        ("Oaks speak.\n", 1),
        ("# Of oaks\n\nOaks speak .\nDoves listen .\n", 3),
        ("\ufeffOaks speak .\r\nDoves listen .\r\n", 1),
        ("1999 was a good year for oaks and for doves.\n", 1),
        ("Hain\u00e1 " * 20_000 + "\n", 1),
        ("\n".join(["Oaks speak"] * 60) + "\n1\tA\n", 1),
    ],
)
def test_plain_text_is_recognised(content: str, line: int, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(content, encoding="utf-8")
    for read in (
        dodona.read,
        lambda source: dodona.read(source, threads=4),
        dodona.read_partial,
        dodona.statistics,
        lambda source: list(dodona.stream(source)),
    ):
        with pytest.raises(dodona.ReadError) as caught:
            read(content)
        assert str(caught.value).startswith(TEXT.format(line))
        with pytest.raises(dodona.ReadError, match=r"x\.txt:\d: this looks like plain text"):
            read(tmp_path / "x.txt")
    (problem,) = dodona.problems_in(content)
    assert str(problem).startswith(TEXT.format(line)) and problem.kind == "columns"


@pytest.mark.parametrize(
    "content, said",
    [
        ("Oaks\n" + ROW, "1: 1 column where there should be 10"),
        (ROW + "Oaks\n" * 99, "2: 1 column where there should be 10"),
        ("1 Oaks _ _ _ _ 0 root _ _\n", "1: 1 column where there should be 10, separated by tabs"),
        ("# only a comment\n", ""),
        (b"Ch\xeane\n", "1: not valid UTF-8"),
        (b"Oaks\0\n", "1: a NUL byte"),
    ],
)
def test_a_broken_treebank_is_not_taken_for_text(content: str | bytes, said: str) -> None:
    with pytest.raises(dodona.ReadError, match=f"<string>:{said}") as caught:
        dodona.read(content)
    assert "plain text" not in str(caught.value)


def test_sentences_before_an_error_are_yielded() -> None:
    sentences = dodona.stream(ROW + "\n" + ROW + "\n" + "1\tA\n")
    assert [next(sentences).words, next(sentences).words] == [["Oaks"], ["Oaks"]]
    with pytest.raises(dodona.ReadError, match="<string>:5"):
        next(sentences)


def test_two_roots_where_one_is_required() -> None:
    content = ROW + ROW.replace("1\t", "2\t", 1)
    assert len(dodona.read(content)) == 1
    with pytest.raises(dodona.ReadError, match="<string>:2: 2 words have the root"):
        dodona.read(content, single_root=True)


def test_missing_and_damaged_files(tmp_path: Path) -> None:
    with pytest.raises(dodona.Error, match=r"nowhere\.conllu: No such file"):
        dodona.read(tmp_path / "nowhere.conllu")
    with pytest.raises(dodona.Error, match=r"Is a directory|Permission denied"):
        dodona.read(tmp_path)
    for name, data in (
        ("a.gz", gzip.compress(ROW.encode() * 99)),
        ("a.xz", lzma.compress(ROW.encode() * 99)),
    ):
        (tmp_path / name).write_bytes(data[: len(data) // 2])
        with pytest.raises(dodona.Error, match=f"{name}: the compressed file is damaged or truncated"):
            dodona.read(tmp_path / name)


def test_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(dodona.OptionError, match="choose from conllu, conllx"):
        dodona.read(ROW, format="conll9")


def test_permissions_and_links_are_kept(tmp_path: Path, grove: dodona.Treebank) -> None:
    private, link = tmp_path / "private.conllu", tmp_path / "link.conllu"
    private.touch(mode=0o600)
    link.symlink_to(private)
    grove.write(link)
    assert link.is_symlink()
    assert dodona.read(private) == grove
    assert private.stat().st_mode & 0o777 == 0o600


def test_no_partial_file_is_left(tmp_path: Path, grove: dodona.Treebank) -> None:
    target = tmp_path / "out.conllu"
    target.write_text("precious")

    def broken():
        yield grove[0]
        raise RuntimeError("interrupted")

    with pytest.raises(RuntimeError):
        dodona.write(broken(), target)
    assert target.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["out.conllu"]
    with pytest.raises(dodona.Error, match=r"folder\.conllu: there is no folder .*such$"):
        dodona.write(grove, tmp_path / "no" / "such" / "folder.conllu")
    with pytest.raises(dodona.Error, match="this is a folder"):
        dodona.write(grove, tmp_path)
