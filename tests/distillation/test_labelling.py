"""Labelling raw text: what becomes silver trees, and what an interrupted run keeps."""

from __future__ import annotations

import contextlib
import errno
import gzip
import lzma
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.distillation import Silver, labelling, texts
from dodona.distillation.texts import Texts

Run = Callable[..., tuple[int, str, str]]


class Stopped(Exception):
    pass


@pytest.fixture(scope="module")
def teacher(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("teacher") / "teacher.model"
    dodona.train_pipeline(grove, grove, epochs=3, recipe="probabilistic").save(path)
    return path


@pytest.fixture
def text(grove: dodona.Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A text of several blocks, a sentence a line."""
    monkeypatch.setattr(texts, "BLOCK", 800)
    path = tmp_path / "text.txt"
    path.write_bytes(b"".join(dodona.original_text(sentence).strip() + b"\n\n" for sentence in grove))
    return path


def trees_of(silver: Silver) -> list[str]:
    return [" ".join(words) for file in silver.files for words in dodona.read(file).lists("words")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_only_an_encoder_draws_trees(teacher: Path, text: Path, tmp_path: Path) -> None:
    with pytest.raises(dodona.OptionError, match="soft needs one teacher with an encoder"):
        dodona.label(teacher, [text], tmp_path / "silver", soft=3)
    assert not (tmp_path / "silver").exists()


def test_every_sentence_is_labelled_once(teacher: Path, text: Path, tmp_path: Path) -> None:
    silver = dodona.label(teacher, [text, text], tmp_path / "silver")
    found = trees_of(silver)
    assert len(found) == len(set(found)) == silver.sentences > 50
    assert silver.complete and len(silver.shards) > 4
    parsed = dodona.load(teacher)(text.read_bytes())
    assert set(found) == {" ".join(words) for words in parsed.lists("words")}
    first = dodona.read(silver.files[0])
    assert first.column("labels") == parsed[: len(first)].column("labels")


def test_sentences_of_test_data_are_left_out(
    teacher: Path, text: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    test = dodona.load(teacher)(text.read_bytes())[:20]
    dodona.write(test, tmp_path / "test.conllu")
    silver = dodona.label(teacher, [text], tmp_path / "silver", without=[tmp_path / "test.conllu"])
    assert not {" ".join(words) for words in test.lists("words")} & set(trees_of(silver))
    assert silver.sentences > 20


def test_confident_sentences_are_kept(teacher: Path, text: Path, tmp_path: Path) -> None:
    every = dodona.label(teacher, [text], tmp_path / "every")
    some = dodona.label(teacher, [text], tmp_path / "some", min_confidence=0.97)
    assert 0 < some.sentences < every.sentences
    assert set(trees_of(some)) < set(trees_of(every))


def test_an_interrupted_run_continues_with_the_same_result(
    teacher: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dodona.label(teacher, [text], tmp_path / "whole")

    def stop(silver: Silver, read: Texts) -> None:
        if len(silver.shards) == 2:
            raise Stopped

    folder = tmp_path / "silver"
    with pytest.raises(Stopped):
        dodona.label(teacher, [text], folder, on_shard=stop)
    with pytest.raises(dodona.Error, match="continue with --resume"):
        dodona.label(teacher, [text], folder)
    kept = contents(folder)

    def full(*arguments: object) -> None:
        raise dodona.Error("no space left") from OSError(errno.ENOSPC, "")

    with monkeypatch.context() as disk:
        disk.setattr(labelling, "write", full)
        with pytest.raises(dodona.Error, match="no space left"):
            dodona.label(teacher, [text], folder, resume=True)
    assert contents(folder) == kept
    assert dodona.label(teacher, [text], folder, resume=True).complete
    assert contents(folder) == contents(tmp_path / "whole")


def test_only_the_same_run_can_be_continued(teacher: Path, text: Path, tmp_path: Path) -> None:
    def stop(silver: Silver, read: Texts) -> None:
        raise Stopped

    folder = tmp_path / "silver"
    with pytest.raises(Stopped):
        dodona.label(teacher, [text], folder, on_shard=stop)
    with pytest.raises(dodona.OptionError, match="min confidence has changed"):
        dodona.label(teacher, [text], folder, resume=True, min_confidence=0.5)
    text.write_bytes(b"Another text.\n" + text.read_bytes())
    with pytest.raises(dodona.Error, match=r"text\.txt:1: this is not the text that was labelled"):
        dodona.label(teacher, [text], folder, resume=True)
    (folder / "00001.conllu.gz").unlink()
    with pytest.raises(dodona.Error, match="this file is missing"):
        dodona.label(teacher, [text], folder, resume=True)
    shard = '{"name": "a", "checksum": 1, "sentences": "many", "words": 1}'
    for damaged in ("[", "[" * 100_000, f'{{"origin": {{}}, "complete": true, "shards": [{shard}]}}'):
        (folder / "manifest.json").write_text(damaged)
        with pytest.raises(dodona.Error, match="the manifest is damaged"):
            dodona.label(teacher, [text], folder, resume=True)


def test_a_run_killed_during_its_first_block_can_be_continued(
    teacher: Path, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At that moment, there is a partial file without a manifest's entry."""

    def killed(trees: dodona.Treebank, path: Path) -> None:
        path.with_name(f".{path.name}.{16 * '0'}.part").write_bytes(b"half")
        raise Stopped

    folder = tmp_path / "silver"
    with monkeypatch.context() as death:
        death.setattr(labelling, "write", killed)
        with pytest.raises(Stopped):
            dodona.label(teacher, [text], folder)
    assert dodona.label(teacher, [text], folder, resume=True).complete
    assert contents(folder) == contents(dodona.label(teacher, [text], tmp_path / "whole").folder)


@pytest.mark.parametrize("after", [2, 1000])
def test_a_text_that_has_grown_or_shrunk_is_another_text(
    teacher: Path, text: Path, tmp_path: Path, after: int
) -> None:
    def stop(silver: Silver, read: Texts) -> None:
        if len(silver.shards) == after:
            raise Stopped

    content = text.read_bytes()
    with contextlib.suppress(Stopped):
        dodona.label(teacher, [text], tmp_path / "silver", on_shard=stop)
    others = [(content[:400], "text"), (content[: content.index(b"\n", 799) + 1], "the text is shorter")]
    if after == 1000:  # it was labelled to its end
        others.append((content + b"Oaks speak again.\n", "this is not the text"))
    for other, said in others:
        text.write_bytes(other)
        with pytest.raises(dodona.Error, match=said):
            dodona.label(teacher, [text], tmp_path / "silver", resume=True)


def test_other_folders_are_not_written_into(teacher: Path, text: Path, tmp_path: Path) -> None:
    with pytest.raises(dodona.Error, match="not a folder of silver trees"):
        dodona.label(teacher, [text], tmp_path)
    with pytest.raises(dodona.Error, match="not a folder of silver trees"):
        dodona.label(teacher, [text], text)


def test_texts_are_files_folders_and_compressed_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    monkeypatch.setattr(texts, "BLOCK", 20)
    lines = [f"Oak {number} speaks to the doves.\n".encode() for number in range(9)]
    (tmp_path / "texts" / "more").mkdir(parents=True)
    (tmp_path / "texts" / "a.txt.gz").write_bytes(gzip.compress(b"".join(lines[:3])))
    (tmp_path / "texts" / "b.txt").write_bytes(b"".join(lines[3:5]).rstrip())
    (tmp_path / "texts" / "more" / "c.xz").write_bytes(lzma.compress(b"".join(lines[5:7])))
    with pyarrow.CompressedOutputStream(str(tmp_path / "texts" / "more" / "d.zst"), "zstd") as file:
        file.write(b"".join(lines[7:]))
    found = Texts([tmp_path / "texts"])
    blocks = [*found.blocks()]
    assert [line for block in blocks for line in block.text.splitlines()] == [line.rstrip() for line in lines]
    assert found.read == found.size > 0
    places = [(Path(block.name).name, block.line) for block in blocks]
    assert len(set(places)) == len(places) and ("b.txt", 1) in places


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Oaks speak.\nCh\xeane\n", r"a\.txt:2: this is not UTF-8"),
        (b"", "there is no sentence to learn from"),
        (b"\n \n", "there is no sentence to learn from"),
        (b"PK\x03\x04", "zip archive"),
        (b"# text = Oaks\n1\tOaks" + 8 * b"\t_" + b"\n\n", r"a\.txt: this is CoNLL, not text"),
        (gzip.compress(b"1\tOaks" + 8 * b"\t_" + b"\n\n"), r"a\.txt: this is CoNLL, not text"),
        (b"PAR1\x15\0", r"a\.txt: this is Parquet, not text"),
        (b'{"words": ["Oaks"]}\n', r"a\.txt: this is JSON Lines, not text"),
        (b"\n<!DOCTYPE HTML>\n<html>", r"a\.txt: this is HTML, not text"),
        (b"%PDF-1.4\n\xff\0", r"a\.txt: this is PDF, not text"),
        (b"Oaks\0speak.", r"a\.txt: this is not text: it contains NUL bytes"),
    ],
)
def test_what_is_no_text_is_refused(teacher: Path, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(dodona.Error, match=message):
        dodona.label(teacher, [tmp_path / "a.txt"], tmp_path / "silver")


def test_missing_and_empty_folders_are_refused(teacher: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for source, message in (("empty", "no files in this folder"), ("missing", "missing")):
        with pytest.raises(dodona.Error, match=message):
            dodona.label(teacher, [tmp_path / source], tmp_path / "silver")
    (tmp_path / "first.txt").write_bytes(b"Oaks speak.\n")
    (tmp_path / "last.txt").write_bytes(b"1\tOaks" + 8 * b"\t_" + b"\n")
    for last, message in (("last.txt", "this is CoNLL"), ("missing", "missing: No such file")):
        with pytest.raises(dodona.Error, match=message):
            dodona.label(teacher, [tmp_path / "first.txt", tmp_path / last], tmp_path / "silver")
    assert not (tmp_path / "silver").exists()  # that is found before anything is labelled
    with pytest.raises(dodona.Error, match="texts must be a list"):
        dodona.label(teacher, "text.txt", tmp_path / "silver")
    with pytest.raises(dodona.Error, match="without must be a list"):
        dodona.label(teacher, ["text.txt"], tmp_path / "silver", without="test.conllu")
    with pytest.raises(dodona.Error, match="teacher must be models"):
        dodona.label(None, ["text.txt"], tmp_path / "silver")  # type: ignore[arg-type]


def test_lines_that_never_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "BLOCK", 20)
    monkeypatch.setattr(texts, "_LONGEST", 1000)
    (tmp_path / "a.txt").write_bytes(b"oak" * 100_000)
    with pytest.raises(dodona.Error, match=r"a\.txt:1: a line of more than"):
        [*Texts([tmp_path / "a.txt"]).blocks()]


def test_distil_trains_a_student(
    teacher: Path, text: Path, grove_path: Path, tmp_path: Path, run: Run
) -> None:
    output = tmp_path / "student.model"
    treebank = ["--gold", grove_path, "--dev", grove_path]
    command = ["distil", "-m", teacher, text, *treebank, "--output", output, "--epochs", 2]
    code, out, err = run(*command)
    assert (code, out) == (0, "")
    assert re.search(r"^\d+ files of silver trees, 747 words", err, re.MULTILINE)
    student = dodona.load(output)
    assert student.parser.info["silver"]["words"] == Silver.load(f"{output}.silver").words
    before = output.read_bytes()
    assert run(*command)[0] == 2  # the silver trees are there already
    assert run(*command, "--resume")[0] == 0
    assert output.read_bytes() == before


def test_mistakes_are_reported_before_the_text_is_labelled(
    teacher: Path, text: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    def never(*_: object) -> None:
        pytest.fail("labelling began")

    wrong: list[tuple[dict[str, Any], str]] = [
        ({"recipe": "nope"}, "recipe cannot be 'nope'"),
        ({"oracle": "lazy"}, "oracle cannot be 'lazy' for arc-eager"),
        ({"features": "nope"}, "features cannot be 'nope'"),
        ({"dev": grove.replace(heads=[[None] * len(each) for each in grove])}, "no trees to compare with"),
        ({"silver_share": 2}, "silver_share cannot be 2"),
        ({"output": tmp_path / "nowhere" / "m"}, "there is no folder"),
    ]
    for options, said in wrong:
        with pytest.raises(dodona.Error, match=said):
            dodona.distil(teacher, [text], grove, silver=tmp_path / "silver", on_shard=never, **options)
    with pytest.raises(dodona.Error, match="gold must be"):
        dodona.distil(teacher, [text], None, silver=tmp_path / "silver")  # type: ignore[arg-type]


@pytest.mark.parametrize(("column", "name"), [("labels", "label"), ("tags", "UPOS"), ("fine_tags", "XPOS")])
def test_a_teacher_of_other_annotation_is_refused_after_the_first_file(
    teacher: Path, text: Path, grove: dodona.Treebank, tmp_path: Path, column: str, name: str
) -> None:
    other = grove.replace(**{column: [["dep"] * len(each) for each in grove]})
    with pytest.raises(dodona.Error, match=rf"the {name} '\S+', as \d+% of the words have one that .* lacks"):
        dodona.distil(teacher, [text], other, silver=tmp_path / "silver", epochs=1)
    assert len(Silver.load(tmp_path / "silver").shards) == 1


def test_a_teacher_may_know_more_labels_than_gold(
    teacher: Path, text: Path, grove: dodona.Treebank, grove_path: Path, tmp_path: Path, run: Run
) -> None:
    dodona.write(grove[:4], tmp_path / "small.conllu")
    output = tmp_path / "student.model"
    treebank = ["--gold", tmp_path / "small.conllu", "--dev", grove_path]
    code, _, err = run("distil", "-m", teacher, text, *treebank, "--output", output, "--epochs", 3)
    assert code == 0, err
    assert re.search(r"gold lacks the label of \d+ words \(.*\.gz:\d+: the label '\S+'\), of which only", err)
    found, right = dodona.load(output).parse(grove, tags="predict"), grove
    assert sum(found.heads == right.heads) > right.word_count * 2 / 3
