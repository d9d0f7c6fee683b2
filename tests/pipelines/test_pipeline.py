"""Pipelines: everything in one file, in Python and on the command line."""

from __future__ import annotations

import io
import json
import multiprocessing
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.models.container import kind_of, read_arrays, write_arrays
from dodona.pipelines.restoring import text_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def path(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline for the small treebank, as a file."""
    where = tmp_path_factory.mktemp("pipeline") / "grove.model"
    dodona.train_pipeline(grove, grove, epochs=3, output=where)
    return where


@pytest.fixture(scope="module")
def whole(path: Path) -> dodona.Pipeline:
    return dodona.load(path)


def test_a_pipeline_can_be_pickled(whole: dodona.Pipeline, tmp_path: Path) -> None:
    back = pickle.loads(pickle.dumps(whole))
    text = "Oaks speak. Doves listened to the oaks, and spoke."
    assert back(text) == whole(text)
    assert (back.info, repr(back)) == (whole.info, repr(whole))
    for name, part in (("again", back), ("once", whole)):
        part.save(tmp_path / name)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "once").read_bytes()


def test_other_processes_can_use_a_pipeline(whole: dodona.Pipeline) -> None:
    texts = ["Oaks speak.", "Doves listen."]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(whole, texts) == [whole(text) for text in texts]


def test_conll_read_as_text_causes_a_warning(run: Run, path: Path, grove_path: Path) -> None:
    for kind in ("text", "horizontal"):
        said = f"{grove_path}: this looks like CoNLL but is read as {kind}, as requested\n"
        assert run("parse", "-m", path, "-f", kind, grove_path)[2].startswith(said)
        assert run("parse", "-m", path, "-f", kind, grove_path, "-q")[2] == ""
    assert "looks like" not in run("parse", "-m", path, grove_path)[2]


def test_other_encodings_cause_a_warning(run: Run, path: Path, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes("Un chêne parle.".encode("latin-1"))
    said = f"{tmp_path / 'x.txt'}: bytes that are not UTF-8 become U+FFFD"
    code, _, err = run("parse", "-m", path, tmp_path / "x.txt")
    assert code == 0 and err.startswith(said)
    assert run("parse", "-m", path, tmp_path / "x.txt", "-q")[2] == ""
    (tmp_path / "x.txt").write_text("Un chêne parle. " * 5000, encoding="utf-8")
    assert said not in run("parse", "-m", path, tmp_path / "x.txt")[2]


def test_raw_text_becomes_trees(grove: dodona.Treebank, whole: dodona.Pipeline) -> None:
    found = whole(text_of(grove))
    scores = dodona.conll18(grove, found)
    assert scores.tokens.f1 == scores.sentences.f1 == 1
    assert scores.upos.f1 > 0.97
    assert scores.lemmas.f1 > 0.97
    assert scores.las.f1 > 0.9
    assert dodona.original_text(found) == text_of(grove)
    parts = [text_of(grove)[start : start + 100] for start in range(0, len(text_of(grove)), 100)]
    assert [s.heads.tolist() for batch in whole.batches(parts, size=10) for s in batch] == [
        s.heads.tolist() for s in found
    ]


def test_a_beam_for_raw_text(whole: dodona.Pipeline) -> None:
    text = "Oaks whisper to doves that nest in groves. " * 3
    words = whole.tokeniser.tokenise(text)
    heads = whole.parse(words, tags="predict", beam=8).heads.tolist()
    assert whole(text, beam=8).heads.tolist() == heads
    with pytest.raises(dodona.OptionError, match="beam"):
        whole(text, beam=0)
    (batch,) = whole.batches([text.encode()], beam=8)
    assert batch.heads.tolist() == heads
    with pytest.raises(dodona.OptionError, match="beam"):
        whole.batches([], beam=0)


def test_tags_are_kept_or_predicted(grove: dodona.Treebank, whole: dodona.Pipeline) -> None:
    odd = grove.replace(tags=[["X"] * len(sentence) for sentence in grove])
    assert set(whole.parse(odd).column("tags")) == {"X"}
    assert set(whole.parse(odd, tags="keep").column("tags")) == {"X"}
    assert "X" not in whole.parse(odd, tags="predict").column("tags")
    bare = dodona.Treebank.from_lists(grove.lists("words"))
    assert whole.parse(bare).column("tags") == whole.tagger.tag(grove).column("tags")
    with pytest.raises(dodona.OptionError, match="choose from keep, predict"):
        whole.parse(grove, tags="both")


def test_load_gives_what_the_file_holds(
    path: Path, parser: dodona.Parser, model: Path, grove: dodona.Treebank
) -> None:
    assert isinstance(dodona.load(path), dodona.Pipeline) and isinstance(dodona.load(), dodona.Pipeline)
    assert dodona.load(model).parse(grove) == parser.parse(grove)
    with pytest.warns(DeprecationWarning, match=r"now dodona\.load"):
        assert isinstance(dodona.pipeline(path), dodona.Pipeline)
    with pytest.raises(dodona.Error, match="a parser without tokeniser and tagger"), pytest.warns():
        dodona.pipeline(model)


def test_parts_can_be_loaded_separately(grove: dodona.Treebank, path: Path, whole: dodona.Pipeline) -> None:
    assert kind_of(path) == "pipeline"
    assert dodona.load(path).parser.parse(grove) == whole.parser.parse(grove)
    assert dodona.Tagger.load(path).tag(grove) == whole.tagger.tag(grove)


def test_the_same_seed_makes_the_same_bytes(grove: dodona.Treebank, path: Path, tmp_path: Path) -> None:
    dodona.train_pipeline(grove, grove, epochs=3, output=tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()


def test_a_hash_kernel(grove: dodona.Treebank, tmp_path: Path) -> None:
    made = dodona.train_pipeline(grove[:20], epochs=2, hash_kernel=14, output=tmp_path / "m")
    assert dodona.load(tmp_path / "m")("The oak spoke.") == made("The oak spoke.")


def test_pruning_makes_it_smaller(grove: dodona.Treebank, path: Path, tmp_path: Path) -> None:
    small = dodona.train_pipeline(grove, grove, epochs=3, prune=0.5, output=tmp_path / "small")
    assert (tmp_path / "small").stat().st_size < 0.95 * path.stat().st_size
    assert dodona.conll18(grove, small(text_of(grove))).las.f1 > 0.8


def test_jackknifing_tags_each_part_with_the_others(grove: dodona.Treebank) -> None:
    """A word that occurs in one part only gets a wrong tag, since the other parts lack it."""
    words = [["the", f"oak{i}", "spoke"] for i in range(20)]
    tags = [["DET", f"T{i}" if i < 10 else "NOUN", "VERB"] for i in range(20)]
    bank = dodona.Treebank.from_lists(words, tags=tags)
    found = dodona.jackknife(bank, 20)
    assert found.column("words") == bank.column("words")
    assert all(sentence.tags[1] != f"T{i}" for i, sentence in enumerate(found[:10]))
    assert [sentence.tags[0] for sentence in found] == ["DET"] * 20
    # A tagger of the whole treebank has seen them all.
    assert dodona.train_tagger(bank).tag(bank).column("tags") == bank.column("tags")
    with pytest.raises(dodona.OptionError, match="folds cannot be 1"):
        dodona.jackknife(bank, 1)
    with pytest.raises(dodona.OptionError, match="number of sentences"):
        dodona.jackknife(bank, 21)


@pytest.mark.parametrize(
    "part",
    [
        "tokeniser.weights",
        "tagger.weights",
        "parser.compact",
        "tagger.sizes",
        "tagger.tags",
    ],
)
def test_damaged_files_are_refused(path: Path, tmp_path: Path, part: str) -> None:
    arrays, about = read_arrays(path, "pipeline")
    write_arrays(tmp_path / "whole", arrays, about)
    dodona.load(tmp_path / "whole")
    for damaged in (
        {**arrays, part: arrays[part][: len(arrays[part]) // 2]},
        {k: v for k, v in arrays.items() if k != part},
    ):
        write_arrays(tmp_path / "bad", damaged, about)
        with pytest.raises(dodona.Error, match="the model is damaged"):
            dodona.load(tmp_path / "bad")


def test_the_command_line_trains_and_parses(
    run: Run, grove_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "grove.model"
    code, _, err = run("train", "--jackknife", 3, grove_path, "--dev", grove_path, "-o", model, "--epochs", 2)
    assert code == 0, err
    assert "tokeniser …" in err
    assert "in 3 parts" in err
    assert not model.with_name("grove.model.checkpoint").exists()
    (tmp_path / "text").write_text("The oak spoke. The doves listened.\n", encoding="utf-8")
    code, out, err = run("parse", "-m", model, tmp_path / "text")
    assert code == 0, err
    assert "# text = The oak spoke.\n" in out
    assert "\troot\t" in out
    assert "sentences" in err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"The oak spoke . \nWho ?\n")))
    code, out, _ = run("parse", "-m", model, "--format", "horizontal", "-q")
    assert [line.split("\t")[1] for line in out.splitlines() if line] == [
        "The",
        "oak",
        "spoke",
        ".",
        "Who",
        "?",
    ]
    code, out, _ = run("parse", "-m", model, "--presegmented", "-q", tmp_path / "text")
    assert out.count("# text = ") == 1
    code, out, _ = run("parse", "-m", model, "-q", grove_path)
    assert code == 0
    kept = dodona.read(out)
    assert kept.column("tags") == dodona.read(grove_path).column("tags")
    code, out, _ = run("parse", "-m", model, "-q", "--tags", "predict", grove_path)
    assert dodona.read(out).column("tags") == dodona.load(model).tagger.tag(kept).column("tags")
    code, out, _ = run("evaluate", "--raw", "-m", model, grove_path, "--json")
    assert json.loads(out)["tokens"]["f1"] > 0.95
    code, out, _ = run("info", "-m", model)
    assert code == 0


@pytest.mark.parametrize("start", ["\ufeff" + "# a\n" * 50_000, "# text = " + 10**6 * "a" + "\n", ""])
def test_conllu_is_recognised_after_any_number_of_bytes(
    run: Run, path: Path, tmp_path: Path, start: str
) -> None:
    """Even if its first word is longer than a piece of the file, or comes after many comments."""
    form = "a" * (1 if start else 10**6)
    (tmp_path / "in").write_text(f"{start}1\t{form}\t" + "\t".join("_" * 8) + "\n")
    code, out, err = run("parse", "-m", path, "-q", tmp_path / "in")
    assert (code, err) == (0, "")
    assert dodona.read(out)[0].words == [form]


def test_an_interrupted_run_resumes(grove: dodona.Treebank, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(epoch: object) -> None:
        if getattr(epoch, "number", 0) == 2:
            raise Stop

    model, parser = tmp_path / "m", tmp_path / "m.parser"
    dodona.train_pipeline(grove[:20], epochs=1, output=model)
    older = model.read_bytes()
    with pytest.raises(Stop):
        dodona.train_pipeline(grove[:30], epochs=4, output=model, on_epoch=stop)
    assert model.read_bytes() == older  # until the new one is complete
    assert kind_of(parser) == "model"  # the partly trained parser
    # Another run cannot resume from it, which is reported at once.
    steps: list[str] = []
    for options, said in (
        ({"jackknife": 2}, "jackknife was 0 and is now 2"),
        ({"seed": 2}, "seed was 1 and is now 2"),
        ({"dev": grove[:3]}, "there was no development data"),
    ):
        with pytest.raises(dodona.Error, match=f"^{re.escape(str(model))}: this was another run: {said};"):
            dodona.train_pipeline(
                grove[:30], epochs=4, output=model, resume=True, on_step=steps.append, **options
            )
    assert not steps
    dodona.train_pipeline(grove[:30], epochs=4, output=model, resume=True)
    dodona.train_pipeline(grove[:30], epochs=4, output=tmp_path / "whole")
    assert model.read_bytes() == (tmp_path / "whole").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"m", "whole"}


@pytest.mark.parametrize("jackknife", [0, 2])
def test_a_run_that_has_ended_is_complete(grove: dodona.Treebank, tmp_path: Path, jackknife: int) -> None:
    """As after a stop in its last moment, when the parser may still be beside it."""
    model, parser = tmp_path / "m", tmp_path / "m.parser"
    options = {"epochs": 2, "output": model, "dev": grove[40:50]}
    dodona.train_pipeline(grove[:30], jackknife=jackknife, **options)  # type: ignore[arg-type]
    before = model.read_bytes()
    dodona.load(model).parser.save(parser)
    steps: list[str] = []
    options |= {"resume": True, "on_step": steps.append}
    dodona.train_pipeline(grove[:30], jackknife=jackknife, **options)  # type: ignore[arg-type]
    assert (steps, model.read_bytes()) == ([], before)
    assert [path.name for path in tmp_path.iterdir()] == ["m"]
    with pytest.raises(dodona.Error, match="the run has ended: there is nothing to resume"):
        dodona.train_pipeline(grove[:30], jackknife=3, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"patience": 2}, "patience needs development data"),
        ({"dev": "bare"}, "there are no trees to compare with"),
        ({"dev": 5}, "dev must be a dodona.Treebank, or the path of one, not an int"),
        ({"resume": True}, "resume needs the output"),
        ({"resume": True, "output": "m"}, "^m: there is nothing to resume"),
        ({"features": "nonsense"}, "nonsense"),
        ({"epochs": -1}, "epochs"),
        ({"jackknife": "x"}, "jackknife must be a whole number, not 'x'"),
        ({"threads": "a"}, "threads must be a whole number, not 'a'"),
        ({"on_step": 5}, "on_step must be a function, not an int"),
        ({"on_epoch": 5}, "on_epoch must be a function, not an int"),
    ],
)
def test_mistakes_are_reported_before_training(
    grove: dodona.Treebank,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: dict[str, object],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    steps: list[str] = []
    if options.get("dev") == "bare":
        options = {"dev": dodona.Treebank.from_lists([["Oaks", "speak"]])}
    with pytest.raises(dodona.Error, match=message):
        dodona.train_pipeline(grove[:20], **{"on_step": steps.append, **options})  # type: ignore[arg-type]
    assert not steps


def test_a_treebank_without_spacing_causes_a_remark(grove: dodona.Treebank) -> None:
    steps: list[str] = []
    spaced = grove[:10].replace(misc=[["_"] * len(sentence) for sentence in grove[:10]])
    dodona.train_pipeline(spaced, epochs=1, on_step=steps.append)
    assert steps[0].endswith("has no SpaceAfter=No: it will split at spaces only)")
    dodona.train_pipeline(grove[:10], epochs=1, on_step=steps.append)
    assert steps[3] == "tokeniser"


def test_sent_ids_are_unique_across_texts(run: Run, path: Path, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text("The oak spoke. The doves listened.")
    _, out, _ = run("parse", "-m", path, "-q", tmp_path / "a", tmp_path / "b")
    numbers = [line.split()[-1] for line in out.splitlines() if line.startswith("# sent_id")]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) == len(dodona.read(out)) >= 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda nlp: nlp(5), "text must be a string or bytes"),
        (lambda nlp: nlp("Oaks", threads="a"), "threads must be a whole number, not 'a'"),
        (lambda nlp: nlp.parse(5), "treebank must be a dodona.Treebank"),
        (lambda nlp: nlp.batches(b"Oaks"), "pieces must be a list or another iterable of bytes"),
        (lambda nlp: nlp.batches(5), "pieces must be a list or another iterable of bytes"),
        (lambda nlp: list(nlp.batches(["Oaks"])), "pieces must be bytes, not 'Oaks'"),
        (lambda nlp: nlp.batches([], size="a"), "size cannot be 'a'"),
        (lambda nlp: nlp.batches([], threads="a"), "threads must be a whole number, not 'a'"),
        (lambda nlp: nlp.tagger.tag(5), "sentences must be a treebank"),
        (lambda nlp: nlp.tagger.tag(["Oaks"], beam="a"), "beam cannot be 'a'"),
        (lambda nlp: dodona.original_text(5), "sentences must be a dodona.Treebank"),
    ],
)
def test_wrong_types_get_clear_errors(
    whole: dodona.Pipeline, call: Callable[[dodona.Pipeline], object], message: str
) -> None:
    with pytest.raises(dodona.Error, match=message):
        call(whole)


def test_mistakes_are_reported_in_one_line(
    run: Run, model: Path, grove_path: Path, path: Path, tmp_path: Path
) -> None:
    for arguments, message in [
        (("parse", "-m", model, "--format", "text", grove_path), "raw text needs a model trained"),
        (("parse", "-m", model, "--tags", "predict", grove_path), "--tags predict needs a model"),
        (
            ("parse", "-m", path, "--presegmented", "--format", "conllu", grove_path),
            "--presegmented cannot be combined with",
        ),
        (("parse", "-m", path, "--keep", "--presegmented", grove_path), "--keep needs heads"),
        (("evaluate", "--raw", "-m", model, grove_path), "a parser without tokeniser and tagger"),
        (("evaluate", grove_path), "give the parse to score"),
        (("evaluate", "-m", path, grove_path, grove_path), "--model needs --raw"),
        (("evaluate", "--raw", "-m", path, grove_path, grove_path), "--raw cannot be combined with PARSE"),
        (("train", "--jackknife", 1, grove_path, "-o", tmp_path / "m"), "--jackknife cannot be 1"),
    ]:
        code, _, err = run(*arguments)
        assert code == 2
        assert message in err
        assert err.count("\n") == 1


def test_a_treebank_with_a_long_first_line_is_not_taken_for_text(
    path: Path, run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    for start in ("", "# " + "oak " * 50_000 + "\n"):
        (tmp_path / "long.conllu").write_text(start + "1\t" + "x" * 3_000_000 + "\t_" * 8 + "\n\n")
        code, out, err = run("parse", "--model", path, tmp_path / "long.conllu", "--quiet")
        assert (code, err) == (0, "")
        assert dodona.read(out).word_count == 1
