"""Every command recognises files that are not CoNLL."""

from __future__ import annotations

import bz2
import gzip
import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import dodona
from dodona.conversion import convert_file, to_jsonl, to_parquet

LINE = "1\tOak\toak\tNOUN\t_\t_\t0\troot\t_\t_\n\n"


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("oak.conllu", LINE)
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("oak.conllu"))
    return file.getvalue()


OTHERS = [
    (b'{"words": ["Oak"]}\n', "this is JSON Lines, not CoNLL: dodona convert"),
    (b'\xef\xbb\xbf\n {"words": ["Oak"]}\n', "this is JSON Lines, not CoNLL: dodona convert"),
    (gzip.compress(b'{"words": ["Oak"]}\n'), "this is JSON Lines, not CoNLL: dodona convert"),
    (b"PAR1\x15\x04\x15", "this is Parquet, not CoNLL: dodona convert"),
    (bz2.compress(LINE.encode()), "this is compressed with bzip2: unpack it first"),
    (zipped(), "this is a zip archive: unpack it first"),
    (tarred(), "this is a tar archive: unpack it first"),
    (b"\x28\xb5\x2f\xfd\x04\x00", "the compressed file is damaged or truncated"),
    (LINE.encode("utf-16"), "UTF-16 (or 32): convert it with iconv"),
    (LINE.encode("utf-16-le"), "UTF-16 (or 32): convert it with iconv"),
    (LINE.encode("utf-16-be"), "UTF-16 (or 32): convert it with iconv"),
    (LINE.encode("utf-32"), "UTF-16 (or 32): convert it with iconv"),
]


@pytest.mark.parametrize(("content", "said"), OTHERS, ids=[message for _, message in OTHERS])
def test_every_reader_names_the_format(content: bytes, said: str, tmp_path: Path) -> None:
    if content.startswith(b"\x28\xb5\x2f\xfd"):
        pytest.importorskip("pyarrow")
    file = tmp_path / "oak"
    file.write_bytes(content)
    ways = (
        dodona.read,
        dodona.statistics,
        lambda f: list(dodona.stream(f)),
        lambda f: list(dodona.problems_in(f)),
    )
    for read in ways:
        with pytest.raises(dodona.Error) as caught:
            read(file)
        assert str(caught.value).startswith(f"{file}: ")
        assert said in str(caught.value)


def test_convert_names_formats_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(dodona.Error, match="compressed with bzip2"):
        convert_file(bz2.compress(LINE.encode()), tmp_path / "out.conllu")
    assert list(tmp_path.iterdir()) == []


def test_a_single_nul_byte_is_not_utf_16() -> None:
    for content in (b"\0\n", b"1\0\n", b"\0\0\0\0\0\0\0\0\n"):
        with pytest.raises(dodona.ReadError, match="a NUL byte"):
            dodona.read(content)


@pytest.mark.parametrize("name", ["x.parquet", "x.jsonl", "x.json", "x.JSONL.gz"])
def test_conll_is_not_written_with_another_extension(
    name: str, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    target = tmp_path / name
    for write in (grove.write, lambda to: dodona.write(grove[0], to)):
        with pytest.raises(dodona.Error, match=r": this writes CoNLL, not .*: use dodona convert"):
            write(target)
    if name in ("x.json", "x.JSONL.gz"):  # commands write the others
        command = [sys.executable, "-m", "dodona", "projectivise", str(grove_path), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(f"dodona: {target}: unknown format .")
    assert list(tmp_path.iterdir()) == []


def test_other_formats_are_written_with_their_extensions(grove: dodona.Treebank, tmp_path: Path) -> None:
    to_jsonl(grove, tmp_path / "x.jsonl")
    pytest.importorskip("pyarrow")
    to_parquet(grove, tmp_path / "x.parquet")
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("ending", [".bz2", ".zip", ".zst"])
def test_unsupported_compression_is_refused(ending: str, grove: dodona.Treebank, tmp_path: Path) -> None:
    with pytest.raises(dodona.Error, match=r"use \.gz or \.xz for compression"):
        grove.write(tmp_path / f"x.conllu{ending}")
    assert list(tmp_path.iterdir()) == []
