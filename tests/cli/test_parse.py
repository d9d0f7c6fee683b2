"""`dodona parse`: formats, streams, threads and errors."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.treebank.horizontal import horizontal_batches

Run = Callable[..., tuple[int, str, str]]


def test_a_file(
    run: Run, model: Path, grove_path: Path, parser: dodona.Parser, grove: dodona.Treebank
) -> None:
    code, out, err = run("parse", "-m", model, grove_path)
    assert code == 0 and dodona.read(out) == parser.parse(grove)
    assert err.startswith("75 sentences, 747 words, ") and err.endswith(" words a second\n")
    assert run("parse", "-m", model, grove_path, "-q") == (0, out, "")


def test_lines_that_are_not_words_are_kept_but_for_empty_nodes(
    run: Run, model: Path, grove_path: Path
) -> None:
    _, out, _ = run("parse", "-m", model, grove_path, "-q")
    lines = grove_path.read_text(encoding="utf-8").splitlines()
    before = [line for line in lines if not re.match(r"\d+\.", line)]
    assert len(before) == len(lines) - 3
    after = out.splitlines()
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        if old.split("\t")[0].isdigit():
            for place in (0, 1, 2, 3, 4, 5, 9):
                assert old.split("\t")[place] == new.split("\t")[place]
        else:
            assert old == new


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads(run: Run, model: Path, grove_path: Path, threads: int) -> None:
    files = [grove_path] * 3
    assert run("parse", "-m", model, *files, "-q", "-t", threads) == run("parse", "-m", model, *files, "-q")


def test_standard_streams(
    model: Path, grove_path: Path, parser: dodona.Parser, grove: dodona.Treebank
) -> None:
    with grove_path.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-m", "dodona", "parse", "-m", str(model)],
            stdin=file,
            capture_output=True,
            check=True,
        )
    assert dodona.read(done.stdout) == parser.parse(grove)
    assert b"words a second" in done.stderr and done.stdout.count(b"words a second") == 0


def test_several_files_are_joined_in_order(
    run: Run, model: Path, grove: dodona.Treebank, parser: dodona.Parser, tmp_path: Path
) -> None:
    for name, part in (("b", grove[:2]), ("a", grove[2:4])):
        dodona.write(part, tmp_path / f"{name}.conllu")
    out = tmp_path / "out.conllu.gz"
    assert run("parse", "-m", model, tmp_path / "b.conllu", tmp_path / "a.conllu", "-o", out, "-q")[0] == 0
    assert dodona.read(out) == parser.parse(grove[:4])


def test_conllx(run: Run, model: Path, grove: dodona.Treebank, parser: dodona.Parser, tmp_path: Path) -> None:
    older = dodona.convert(grove, "conllx")
    dodona.write(older, tmp_path / "x.conll")
    for options in ((), ("-f", "conllx")):
        code, out, _ = run("parse", "-m", model, tmp_path / "x.conll", *options)
        assert code == 0 and dodona.read(out, format="conllx") == parser.parse(older)


def test_input_without_trees(run: Run, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(
        "".join(f"{i}\t{word}\t_\t_\t_\t_\t_\t_\t_\t_\n" for i, word in enumerate(["An", "oak"], 1)) + "\n"
    )
    code, out, err = run("parse", "-m", model, path)
    assert code == 0 and (dodona.read(out)[0].heads == 0).sum() == 1
    warning, speed = err.splitlines()
    missing = "lemmas, tags, fine tags and features"
    assert warning == f"{path}: there are no {missing}, which this model uses: trees will be worse"
    assert speed.startswith("1 sentence, 2 words, ")
    assert run("parse", "-m", model, path, "-q") == (0, out, "")


def test_no_input(run: Run, model: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    code, out, err = run("parse", "-m", model, tmp_path / "empty")
    assert (code, out, err) == (2, "", f"dodona: {tmp_path / 'empty'}:1: no sentences: the file is empty\n")
    code, out, err = run("parse", "-m", model, tmp_path / "empty", "-f", "horizontal")
    assert (code, out) == (0, "") and err.startswith("0 sentences, 0 words, ")


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (b"", []),
        (b"\n\n \n", []),
        (b"Oaks speak .\n", [["Oaks", "speak", "."]]),
        (b"Oaks speak", [["Oaks", "speak"]]),
        (b"\n\n  Oaks\t speak  \r\n\r\nDoves\r\n", [["Oaks", "speak"], ["Doves"]]),
        (b"\xef\xbb\xbfOaks\n", [["Oaks"]]),
        ("1\u00a0000 oaks\n".encode(), [["1\u00a0000", "oaks"]]),  # a space inside a word
        (b"# _ 1-2 1\n", [["#", "_", "1-2", "1"]]),
        (b"a " * 20_000 + b"\n", [["a"] * 20_000]),
        (b"x" * 100_000, [["x" * 100_000]]),
    ],
)
def test_tokenised_lines(content: bytes, sentences: list[list[str]]) -> None:
    found = [sentence for batch in horizontal_batches(content, size=1) for sentence in batch.lists("words")]
    assert found == sentences


def test_horizontal(run: Run, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"The old oak spoke .\r\n\r\nDoves listen\n")
    code, out, err = run("parse", "-m", model, path, "--format", "horizontal")
    assert code == 0 and dodona.read(out).lists("words") == [
        ["The", "old", "oak", "spoke", "."],
        ["Doves", "listen"],
    ]
    assert err.splitlines()[1].startswith("2 sentences, 7 words, ")
    path.write_bytes(b"Oaks\n\xff\xfe\n")
    code, out, err = run("parse", "-m", model, path, "--format", "horizontal")
    assert (code, err) == (2, f"dodona: {path}:2: this is not valid UTF-8\n")


def test_mistakes(run: Run, model: Path, grove_path: Path, grove: dodona.Treebank, tmp_path: Path) -> None:
    older = tmp_path / "older.conll"
    older.write_text("1\tOaks\t_\tN\tNN\t_\t2\tsubj\t2\tsubj\n2\tspeak\t_\tV\tVB\t_\t0\tROOT\t0\tROOT\n\n")
    text = tmp_path / "x.txt"
    text.write_text("Oaks speak .\n")
    records = tmp_path / "records"
    records.write_text('{"words": ["Oaks"]}\n')
    broken = tmp_path / "broken.conllu"
    broken.write_bytes(grove_path.read_bytes().replace(b"\t3\tdet\t", b"\t33\tdet\t", 1))
    mine = tmp_path / "mine"
    mine.write_bytes(model.read_bytes())
    cases = [
        (["-m", tmp_path / "none", grove_path], f"{tmp_path / 'none'}: No such file or directory"),
        (["-m", grove_path, grove_path], f"{grove_path}: this is not a Dodona model, or it has been cut off"),
        (["-m", tmp_path, grove_path], f"{tmp_path}: Is a directory"),
        (["-m", model, tmp_path / "none"], f"{tmp_path / 'none'}: No such file or directory"),
        (["-m", model, text], f"{text}:1: this looks like plain text, and the model has no tokeniser: it "),
        (["-m", model, records], f"{records}: this is JSON Lines, not CoNLL"),
        (["-m", model, text, "--keep"], f"{text}:1: this looks like plain text; --keep needs CoNLL"),
        (["-m", model, text, "-f", "conllu"], f"{text}:1: this looks like plain text; a treebank is needed"),
        (
            ["-m", model, text, "-f", "horizontal", "--presegmented"],
            "--presegmented cannot be combined with --format horizontal: ",
        ),
        (["-m", model, broken, "-o", tmp_path / "out"], f"{broken}:5: head 33 is outside the sentence"),
        (["-m", model, grove_path, "-t", 0], "--threads: "),
        (["-m", model, grove_path, "-f", "xml"], "--format cannot be 'xml': choose from conllu, "),
        (["-m", mine, grove_path, "-o", mine], f"{mine}: this is an input: choose another --output"),
        (
            ["-m", model, grove_path, "-o", tmp_path / "no" / "x"],
            f"{tmp_path / 'no' / 'x'}: there is no folder {tmp_path / 'no'}",
        ),
        (
            ["-m", model, grove_path, "-o", tmp_path / "x.json"],
            f"{tmp_path / 'x.json'}: unknown format .json: end the name in .conllu, ",
        ),
        (
            ["-m", model, grove_path, older, "-o", tmp_path / "out"],
            f"{older}: this is conllx, and {grove_path} is ",
        ),
        (["-m", model, "-", "-"], "only one of the files can be - (standard input)"),
    ]
    for arguments, said in cases:
        code, _, err = run("parse", *arguments)
        assert code == 2, arguments
        assert err.startswith(f"dodona: {said}"), err
        assert err.count("\n") == 1
    assert mine.read_bytes() == model.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "broken.conllu",
        "mine",
        "older.conll",
        "records",
        "x.txt",
    ]


PARSE = """
import resource, sys
from dodona.cli import main
sys.argv = ["dodona", "parse", "-q", "-t", "2", "-m", sys.argv[1]]
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def test_memory_does_not_grow_with_the_input(model: Path, grove_path: Path) -> None:
    pytest.importorskip("resource")

    def peak(times: int) -> int:
        process = subprocess.Popen(
            [sys.executable, "-c", PARSE, str(model)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None and process.stderr is not None
        content = grove_path.read_bytes()
        for _ in range(times):
            process.stdin.write(content)
        process.stdin.close()
        said = process.stderr.read()
        process.stderr.close()
        assert process.wait() == 0
        return int(said)

    few, many = peak(120), peak(600)  # 6 and 29 MB
    assert many < few * 1.15


def told(trees: list[dodona.Sentence], what: str) -> list[float]:
    """Return the values of comments with this name."""
    return [float(line.split(" = ")[1]) for tree in trees for line in tree.comments if what in line]


def test_nbest_trees(
    run: Run, model: Path, grove_path: Path, parser: dodona.Parser, grove: dodona.Treebank, tmp_path: Path
) -> None:
    file = tmp_path / "best.conllu"
    assert run("parse", "-m", model, grove_path, "--nbest", "3", "--beam", "8", "-q", "-o", file)[0] == 0
    trees = list(dodona.read(file))
    ranks, scores = told(trees, "nbest_rank"), told(trees, "nbest_score")
    assert len(ranks) == len(scores) == len(trees) and set(ranks) == {1, 2, 3}
    for place in range(1, len(trees)):
        follows = ranks[place] == ranks[place - 1] + 1 and scores[place] <= scores[place - 1]
        assert ranks[place] == 1 or follows
    first = [tree for tree, rank in zip(trees, ranks, strict=True) if rank == 1]
    best = parser.parse(grove, beam=8)
    assert [tree.heads.tolist() for tree in first] == [sentence.heads.tolist() for sentence in best]
    # Ranks of an earlier parse are replaced.
    _, again, _ = run("parse", "-m", model, file, "--nbest", "1", "-q")
    assert told(list(dodona.read(again)), "nbest_rank") == [1] * len(trees)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--nbest", "2", "--confidence"), "--nbest cannot be combined with --confidence and --below"),
        (("--nbest", "0"), "--nbest: at least 1 is needed"),
        (("--beam", "0"), "--beam: at least 1 is needed"),
    ],
)
def test_invalid_beams(run: Run, model: Path, grove_path: Path, options: tuple[str, ...], said: str) -> None:
    code, out, err = run("parse", "-m", model, grove_path, *options)
    assert (code, out) == (2, "") and said in err


def test_best_first(
    run: Run, model: Path, grove_path: Path, parser: dodona.Parser, grove: dodona.Treebank, tmp_path: Path
) -> None:
    file = tmp_path / "best.conllu"
    code, _, err = run("parse", "-m", model, grove_path, "--best-first", "100000", "-o", file)
    assert code == 0 and "every tree is the most probable one" in err
    expected = parser.parse(grove, best_first=100_000)
    assert [sentence.heads.tolist() for sentence in dodona.read(file)] == [
        sentence.heads.tolist() for sentence in expected
    ]
    for options, kept in (((), "the tree of the beam"), (("--beam", "1"), "the greedy tree")):
        code, _, err = run("parse", "-m", model, grove_path, "--best-first", "1", *options, "-o", file)
        unproven = int((~parser.most_probable(grove, 1, beam=1 if options else 8).proven).sum())
        assert f"{unproven} sentences reached the limit of --best-first and kept {kept}" in err
    assert "best-first" not in run("parse", "-m", model, grove_path, "--best-first", "1", "--quiet")[2]


@pytest.mark.parametrize(
    "options",
    [("--confidence",), ("--below", "0.5"), ("--nbest", "2"), ("--keep",)],
    ids=lambda each: each[0],
)
def test_best_first_with_other_searches(
    run: Run, model: Path, grove_path: Path, options: tuple[str, ...]
) -> None:
    code, out, err = run("parse", "-m", model, grove_path, "--best-first", "9", *options)
    assert (code, out) == (2, "") and "--best-first cannot be combined with --confidence" in err


def test_best_first_needs_probabilities(
    run: Run, grove: dodona.Treebank, grove_path: Path, tmp_path: Path
) -> None:
    dodona.train(grove[:9], recipe="beam", epochs=1).save(tmp_path / "beam.model")
    code, _, err = run("parse", "-m", tmp_path / "beam.model", grove_path, "--best-first", "9")
    assert code == 2 and "--best-first needs a model with probabilities" in err
    assert "--best-first: at least 1 is needed" in run("parse", grove_path, "--best-first", "0")[2]


def test_a_beam_for_a_model_of_an_interrupted_run(
    run: Run, parser: dodona.Parser, grove_path: Path, tmp_path: Path
) -> None:
    known = {name: value for name, value in parser.info.items() if name != "temperature"}
    dodona.Parser(parser._core, known).save(tmp_path / "stopped")
    said = "the model has no temperature"
    assert said in run("parse", "-m", tmp_path / "stopped", grove_path, "--beam", "4")[2]
    assert said in run("parse", "-m", tmp_path / "stopped", grove_path, "--nbest", "2")[2]
    for quiet in (["--beam", "1"], ["--beam", "4", "--quiet"], []):
        assert said not in run("parse", "-m", tmp_path / "stopped", grove_path, *quiet)[2]


def test_binary_files_are_not_parsed_as_english(run: Run, grove_path: Path, tmp_path: Path) -> None:
    rows, spaced, binary = tmp_path / "grove.jsonl", tmp_path / "spaced.conllu", tmp_path / "binary"
    assert run("convert", grove_path, "-o", rows)[0] == 0
    spaced.write_text(grove_path.read_text(encoding="utf-8").replace("\t", "    "), encoding="utf-8")
    binary.write_bytes(b"\x7fELF\0\0")
    for file, said in (
        (rows, "this is JSON Lines, not CoNLL: dodona convert converts it"),
        (spaced, "1 column where there should be 10, separated by tabs"),
        (binary, "this is not text: it contains NUL bytes (--format text reads it anyway)"),
    ):
        code, out, err = run("parse", file)
        assert (code, out) == (2, "") and said in err
    notes = tmp_path / "notes.txt"
    notes.write_text("{laughs} 1 oak that I like is the one here\n")
    assert run("parse", notes)[0] == 0


def documents(out: str) -> list[tuple[str | None, int]]:
    """Return the documents of an output, each with its number of sentences."""
    found: list[tuple[str | None, int]] = []
    for tree in dodona.read(out):
        starts = [line.removeprefix("# newdoc id = ") for line in tree.comments if "newdoc" in line]
        if starts or not found:
            found.append((starts[0] if starts else None, 0))
        found[-1] = (found[-1][0], found[-1][1] + 1)
    return found


def test_several_texts_are_documents(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").mkdir()
    texts = {"a.txt": "Oaks speak. Doves listen.\n", "none.txt": "\n", "x/a.txt": "Hush! Oaks! Doves!\n"}
    for name, text in texts.items():
        Path(name).write_text(text)
    out = run("parse", "-q", *texts)[1]
    assert documents(out) == [("a.txt", 2), ("x/a.txt", 3)]
    assert [tree.comment("sent_id") for tree in dodona.read(out)] == ["1", "2", "3", "4", "5"]
    # One text is no collection, and treebanks keep the documents that they have.
    alone = [run("parse", "-q", name)[1] for name in ("a.txt", "x/a.txt")]
    assert [documents(each) for each in alone] == [[(None, 2)], [(None, 3)]]
    Path("a.conllu").write_text(alone[0])
    assert documents(run("parse", "-q", "a.conllu", "x/a.txt")[1]) == [(None, 2), ("a.txt", 3)]


def test_a_document_starts_once_and_wherever_its_first_sentence_is(
    run: Run, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "Oaks speak .\nDoves listen .\n"
    odd = "odd name" if sys.platform == "win32" else "odd\nname"
    for name in ("a", "b", odd):
        Path(name).write_text(lines)
    ranked = run("parse", "-q", "-m", model, "-f", "horizontal", "a", "b", odd, "--nbest", "2")[1]
    assert [name for name, _ in documents(ranked)] == ["a", "b", "odd name"]
    doubtful = run("parse", "-q", "a", "b", "--below", "1", "--extract")[1]
    assert [name for name, _ in documents(doubtful)] == ["a", "b"]


def test_lines_that_are_separate_items(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "list"
    items = ["Three old oaks", "One dove", "Two springs. No water", "Priests of Zeus", "The end", "A leaf"]
    text.write_text("\n".join(items) + "\n")
    code, out, err = run("parse", text)
    assert code == 0 and err.count("--lines") == 1
    assert run("parse", text, "--quiet")[2] == ""
    code, out, err = run("parse", text, "--lines")
    assert code == 0 and "--lines" not in err
    lines = [line.removeprefix("# text = ") for line in out.splitlines() if line.startswith("# text = ")]
    assert lines == [*items[:2], "Two springs.", "No water", *items[3:]]
    wrapped = (
        "The oak of Dodona in Epirus spoke in whispers,\nand the priests of Zeus who slept on the ground\n"
    )
    text.write_text(wrapped * 4)
    assert "--lines" not in run("parse", text)[2]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ("--presegmented", "--lines cannot be combined with --presegmented"),
        ("--format=horizontal", "--lines cannot be combined with --format horizontal"),
        ("--format=conllu", "--lines cannot be combined with --format conllu"),
    ],
)
def test_lines_are_text(run: Run, grove_path: Path, other: str, message: str) -> None:
    code, _, err = run("parse", grove_path, "--lines", other)
    assert code == 2 and message in err
