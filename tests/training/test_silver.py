"""Learning from gold and silver trees together."""

from __future__ import annotations

import gc
import io
import lzma
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.training import Epoch, silver
from dodona.training.silver import Mixture, Silver

Run = Callable[..., tuple[int, str, str]]


class Stopped(Exception):
    pass


def stop_after(number: int) -> Callable[[Epoch], None]:
    def on_epoch(epoch: Epoch) -> None:
        if epoch.number == number:
            raise Stopped

    return on_epoch


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of about 200 words, from batches of 4 sentences."""
    monkeypatch.setattr(silver, "CHUNK", 200)
    monkeypatch.setattr(silver, "_BATCH", 4)
    monkeypatch.setattr(silver, "_BLOCK", 3)


@pytest.fixture(scope="module")
def parted(grove: dodona.Treebank) -> tuple[dodona.Treebank, dodona.Treebank]:
    """Gold trees, and others whose labels and tags these have: what a parser could have made."""
    gold = grove[:30]
    columns = ("labels", "tags", "fine_tags")
    known = {name: set(gold.column(name)) for name in columns}
    fitting = [
        index
        for index in range(30, len(grove))
        if all(known[name].issuperset(grove[index : index + 1].column(name)) for name in columns)
    ]
    return gold, grove[fitting]


@pytest.fixture
def halves(
    parted: tuple[dodona.Treebank, dodona.Treebank], tmp_path: Path
) -> tuple[dodona.Treebank, list[Path]]:
    """Gold trees, and two files of silver ones: one of them compressed."""
    gold, further = parted
    files = [tmp_path / "one.conllu", tmp_path / "two.conllu.xz"]
    dodona.write(further[:15], files[0])
    dodona.write(further[15:], files[1])
    return gold, files


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_an_epoch_has_all_gold_and_the_next_silver(
    parted: tuple[dodona.Treebank, dodona.Treebank], share: float
) -> None:
    gold, further = parted
    mixture = Mixture(gold, Silver([further[:9], further[9:]], gold, epochs=4, share=share))
    taken: list[list[str]] = []
    for _ in range(4):
        chunks = list(mixture.epoch())
        sentences = [sentence for chunk in chunks for sentence in chunk.treebank]
        texts = [sentence.words for sentence in sentences]
        known = [sentence.words for sentence in gold]
        assert sorted(text for text in texts if text in known) == sorted(known)
        new = [text for text in texts if text not in known]
        taken += new
        words = sum(chunk.gold_words + chunk.silver_words for chunk in chunks)
        assert sum(chunk.silver_words for chunk in chunks) == sum(map(len, new))
        longest = int(np.diff(further.offsets).max())
        assert -1 <= sum(map(len, new)) - share * words <= longest
        dealt = [sum(sentence.words in known for sentence in chunk.treebank) for chunk in chunks]
        assert max(dealt) - min(dealt) <= 1
    order = [sentence.words for sentence in further]
    assert taken == [order[i % len(order)] for i in range(len(taken))]


@pytest.mark.usefixtures("small_chunks")
def test_two_chunks_are_alive_at_most(
    halves: tuple[dodona.Treebank, list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory does not grow with the silver data: batches and chunks are let go."""
    made_so_far: list[weakref.ref[dodona.Treebank]] = []
    most = 0
    original = dodona.Treebank._of.__func__

    def counting(cls: type[dodona.Treebank], *arguments: Any) -> dodona.Treebank:
        nonlocal most
        made: dodona.Treebank = original(cls, *arguments)
        if len(made) > 20:  # chunks: batches are smaller
            made_so_far.append(weakref.ref(made))
            gc.collect()
            most = max(most, sum(each() is not None for each in made_so_far))
        return made

    gold, files = halves
    epochs: list[Epoch] = []
    with monkeypatch.context() as patch:
        patch.setattr(dodona.Treebank, "_of", classmethod(counting))
        dodona.train(gold, silver=files, silver_share=0.9, epochs=2, shortcuts=0, on_epoch=epochs.append)
    assert sum(epoch.gold_words + epoch.silver_words for epoch in epochs) > 10 * silver.CHUNK
    assert 1 <= most <= 4  # gold, as read and as prepared, and two chunks


def test_a_student_learns_from_silver(parted: tuple[dodona.Treebank, dodona.Treebank]) -> None:
    gold, further = parted
    alone = dodona.train(gold, epochs=4)
    student = dodona.train(gold, silver=[further], epochs=4)
    assert _las(student, further) > _las(alone, further) + 0.2
    assert student.info["silver"] == {
        "name": further.source and Path(further.source).name,
        "sentences": len(further),
        "words": further.word_count,
        "share": pytest.approx(0.5, abs=0.2),
    }


def _las(parser: dodona.Parser, gold: dodona.Treebank) -> float:
    return dodona.evaluate(gold, parser.parse(gold)).all_words.las.f1


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"recipe": "probabilistic"},
        {"recipe": "beam"},
        {"learner": "csoaa", "hash_kernel": 14},
        {"learner": "passive-aggressive"},
        {"hash_kernel": 14},
        {"system": "swap-standard"},
        {"nonprojective": "head+path"},
        {"nonprojective": "drop"},
    ],
    ids=str,
)
def test_resumed_is_the_same(
    halves: tuple[dodona.Treebank, list[Path]], tmp_path: Path, options: dict[str, Any]
) -> None:
    gold, files = halves
    chosen: dict[str, Any] = {"silver": files, "silver_share": 0.7, "epochs": 4, **options}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train(gold, output=whole, **chosen)
    with pytest.raises(Stopped):
        dodona.train(gold, output=parts, on_epoch=stop_after(2), **chosen)
    dodona.train(gold, output=parts, resume=True, **chosen)
    assert parts.read_bytes() == whole.read_bytes()
    assert dodona.train(gold, output=parts, resume=True, **chosen).info == dodona.load(whole).info


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("folds", [0, 3])
def test_a_resumed_pipeline_is_the_same(
    halves: tuple[dodona.Treebank, list[Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folds: int
) -> None:
    gold, files = halves
    chosen: dict[str, Any] = {"silver": files, "epochs": 3, "dev": gold, "jackknife": folds}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    dodona.train_pipeline(gold, output=whole, **chosen)
    with pytest.raises(Stopped):
        dodona.train_pipeline(gold, output=parts, on_epoch=stop_after(1), **chosen)
    with monkeypatch.context() as patch:  # taggers are kept
        patch.setattr("dodona.pipelines.training.trained_tagger", pytest.fail)
        dodona.train_pipeline(gold, output=parts, resume=True, **chosen)
    assert parts.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.glob("*.model*")) == ["parts.model", "whole.model"]


def test_other_silver_is_refused_when_resuming(
    halves: tuple[dodona.Treebank, list[Path]], tmp_path: Path
) -> None:
    gold, files = halves
    output = tmp_path / "m"
    with pytest.raises(Stopped):
        dodona.train(gold, silver=files, epochs=3, output=output, on_epoch=stop_after(1))
    for changed, why in (
        ({"silver": files[:1]}, "the silver data has changed"),
        ({"silver": files, "silver_share": 0.11}, "silver_share was .* and is now 0.11"),
        ({}, "there was silver data"),
    ):
        with pytest.raises(dodona.Error, match=why):
            dodona.train(gold, epochs=3, output=output, resume=True, **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("recipe", ["default", "beam", "probabilistic"])
def test_labels_in_directions_that_gold_lacks(recipe: str) -> None:
    gold = dodona.Treebank.from_lists(
        [["Oaks", "speak", "softly"]] * 9, heads=[[2, 0, 2]] * 9, labels=[["nsubj", "root", "advmod"]] * 9
    )
    turned = dodona.Treebank.from_lists(
        [["Softly", "speak", "oaks"]] * 9, heads=[[2, 0, 2]] * 9, labels=[["advmod", "root", "nsubj"]] * 9
    )
    parser = dodona.train(gold, silver=[turned], silver_share=0.5, recipe=recipe, epochs=3)
    assert parser.parse(gold).heads.tolist() == gold.heads.tolist()
    assert parser.parse(turned).heads.tolist() == turned.heads.tolist()


def test_a_tagger_learns_from_silver(parted: tuple[dodona.Treebank, dodona.Treebank]) -> None:
    gold, further = parted
    right = np.asarray(further.column("tags"))

    def accuracy(tagger: dodona.Tagger) -> float:
        return float(np.mean(np.asarray(tagger.tag(further).column("tags")) == right))

    alone = dodona.train_tagger(gold, epochs=4)
    student = dodona.train_tagger(gold, epochs=4, silver=[further])
    assert accuracy(student) > accuracy(alone) + 0.05
    assert set(student.tags) == set(alone.tags)


def _tree(label: str = "nsubj", tag: str = "NOUN", head: str = "2") -> str:
    root = "_" if head == "_" else "0"
    words = [f"1\tOaks\t_\t{tag}\t_\t_\t{head}\t{label}", f"2\tspeak\t_\tVERB\t_\t_\t{root}\troot"]
    return "# text\n" + "".join(f"{word}\t_\t_\n" for word in words) + "\n"


def _other(label: str, tag: str = "NOUN") -> str:
    words = [f"{place}\toaks\t_\t{tag}\t_\t_\t{place - 1}\t{label}\t_\t_\n" for place in (1, 2)]
    return f"# text\n{''.join(words)}\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (_other("conj"), ":2: the label 'conj', as 100% of the words have one that .*gold.conllu lacks"),
        (
            _tree() + _other("root", "NUMB") * 3,
            ":6: the UPOS 'NUMB', as 75% of the words .*gold.conllu lacks",
        ),
        (_other("root", "_"), ":2: no UPOS, as 100% of the words have one that .*gold.conllu lacks"),
        (_tree() + _tree(head="_"), ":5: the sentence has no tree to learn from"),
        ("", ":1: no sentences: the file is empty"),
        ("Oaks speak.\n", ":1: this looks like plain text"),
        ("1\tOaks\n", ":1: 2 columns where there should be 10"),
    ],
    ids=["label", "tag", "no tag", "no tree", "empty", "text", "columns"],
)
def test_bad_silver_gets_one_line(tmp_path: Path, run: Run, content: str, message: str) -> None:
    gold, bad, output = tmp_path / "gold.conllu", tmp_path / "bad.conllu.xz", tmp_path / "m"
    gold.write_text(_tree() * 3)
    bad.write_bytes(lzma.compress(content.encode()))
    for mode in ([], ["--pipeline"]):
        code, out, err = run("train", str(gold), "--silver", str(bad), "-o", str(output), "-q", *mode)
        assert (code, out, len(err.splitlines())) == (2, "", 1), err
        assert re.search("bad.conllu.xz" + message, err), err
        assert not output.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"silver": ["-"]}, "silver cannot be -"),
        ({"silver": []}, "silver needs at least one treebank"),
        ({"silver": ["nowhere.conllu"]}, "nowhere.conllu: No such file"),
        ({"silver": "nowhere.conllu"}, "silver must be a list of paths or treebanks"),
        ({"silver": [3]}, "silver must be a list of paths or treebanks"),
        ({"silver": dodona.Treebank()}, "silver needs at least one treebank"),
        ({"silver_share": 0.5}, "silver_share needs silver data"),
        ({"silver": ["x"], "silver_share": 1.0}, "silver_share cannot be 1.0"),
    ],
    ids=str,
)
def test_bad_arguments(grove: dodona.Treebank, options: dict[str, Any], message: str) -> None:
    for train in (dodona.train, dodona.train_pipeline, dodona.train_tagger):
        with pytest.raises(dodona.Error, match=message):
            train(grove, **options)


def test_formats_and_columns_must_be_those_of_gold(grove: dodona.Treebank) -> None:
    other = dodona.read("1\tOaks\t_\tNOUN\tNOUN\t_\t0\troot\t_\t_\n", format="conllx")
    with pytest.raises(dodona.Error, match="this is conllx, and the gold data are conllu"):
        dodona.train(grove, silver=[other])


def test_gold_may_name_the_ten_columns(grove: dodona.Treebank) -> None:
    names = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n"
    gold = dodona.read(io.StringIO(names + grove[:30].to_conll()))
    assert dodona.train(gold, silver=[grove[:20]], epochs=1).info["silver"]["sentences"] == 20


def test_information(halves: tuple[dodona.Treebank, list[Path]], tmp_path: Path, run: Run) -> None:
    gold, files = halves
    dodona.write(gold, tmp_path / "gold.conllu")
    silvers = [argument for file in files for argument in ("--silver", str(file))]
    code, _, err = run(
        "train",
        str(tmp_path / "gold.conllu"),
        *silvers,
        "--silver-share",
        "0.85",
        "--epochs",
        "1",
        "-o",
        str(tmp_path / "m"),
    )
    assert code == 0 and "85% silver" in err and "silver 1" in err
    code, out, _ = run("info", "-m", str(tmp_path / "m"))
    assert code == 0 and "85% of an epoch (one.conllu, two.conllu.xz)" in out


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("options", [{}, {"recipe": "beam"}, {"learner": "passive-aggressive"}], ids=str)
def test_the_number_of_features_is_bounded(
    halves: tuple[dodona.Treebank, list[Path]], tmp_path: Path, options: dict[str, Any]
) -> None:
    gold, files = halves
    features: list[int] = []
    chosen: dict[str, Any] = {"silver": files, "epochs": 3, **options}
    dodona.train(gold, **chosen, on_epoch=lambda epoch: features.append(epoch.features))
    bound = min(features) // 2
    bounded: list[int] = []
    parts = tmp_path / "m"
    with pytest.raises(Stopped):
        dodona.train(gold, max_features=bound, output=parts, on_epoch=stop_after(1), **chosen)
    resumed = dodona.train(gold, max_features=bound, output=parts, resume=True, **chosen)
    whole = dodona.train(
        gold, max_features=bound, **chosen, on_epoch=lambda epoch: bounded.append(epoch.features)
    )
    assert len(bounded) == 3 and bound * 3 // 4 <= min(bounded) and max(bounded) <= bound
    assert whole.parse(gold) == resumed.parse(gold)
    assert _las(whole, gold) > 0.8


def test_a_bound_that_is_not_reached_changes_nothing(grove: dodona.Treebank) -> None:
    parsers = [dodona.train(grove, epochs=2, max_features=bound) for bound in (0, 1_000_000)]
    assert parsers[0].parse(grove) == parsers[1].parse(grove)
    assert parsers[0].features == parsers[1].features


@pytest.mark.parametrize(
    ("times", "epochs", "drawn"), [(1, 10, 1), (5, 10, 5), (20, 10, 8), (20, 80, 6), (5, 2, 10)]
)
def test_the_usual_share(grove: dodona.Treebank, times: int, epochs: int, drawn: float) -> None:
    """An epoch has all of silver, or six times the words of gold, or what four passes in all take."""
    found = Silver([grove] * times, grove, epochs=epochs)
    assert found.share == pytest.approx(drawn / (drawn + 1), abs=0.006)


def test_unknown_combinations_of_tags(parted: tuple[dodona.Treebank, dodona.Treebank]) -> None:
    """They are not learnt from."""
    gold, further = parted
    for words in (1, further.word_count):
        feats = [["Odd=Yes" if i < words else feats for i, feats in enumerate(s.feats)] for s in further]
        for beam in (1, 3):
            tagger = dodona.train_tagger(gold, silver=[further.replace(feats=feats)], epochs=3, beam=beam)
            assert not any("Odd" in feats for *_, feats in tagger.tags)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"recipe": "beam"},
        {"recipe": "probabilistic"},
        {"learner": "csoaa", "hash_kernel": 14},
        {"system": "swap-standard"},
    ],
    ids=str,
)
def test_heads_are_learnt_from_words_with_other_labels(
    parted: tuple[dodona.Treebank, dodona.Treebank], options: dict[str, Any]
) -> None:
    """Half of the labels of silver are unknown: of these words, only the heads are learnt."""
    gold, further = parted
    strange = [[f"odd:{each}" if i % 2 else each for i, each in enumerate(s.labels)] for s in further]
    alone = dodona.train(gold, epochs=5, **options)
    student = dodona.train(gold, silver=[further.replace(labels=strange)], epochs=5, **options)

    def right(parser: dodona.Parser) -> int:
        return int(np.sum(parser.parse(further).heads == further.heads))

    assert right(student) > right(alone) + 0.1 * further.word_count
    assert set(student.labels) == set(alone.labels)


def test_a_large_lexicon() -> None:
    """It has the words and lemmas that occur twice, however many there are."""
    gold = dodona.Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    words = [[f"word{number}", "speak"] for number in range(25_000)]
    lemmas = [[f"lemma{number % 9}", "_"] for number in range(25_000)]
    arcs: dict[str, Any] = {"heads": [[2, 0]] * 25_000, "labels": [["nsubj", "root"]] * 25_000}
    once = dodona.Treebank.from_lists(words, lemmas=lemmas, **arcs)
    lexicon = Silver([once] * 2, gold, epochs=1).lexicon
    assert set(lexicon.column("words")) == {*(word for word, _ in words), "speak"}
    assert set(lexicon.column("lemmas")) == {*(f"lemma{number}" for number in range(9)), "_"}
    assert set(Silver([once], gold, epochs=1).lexicon.column("words")) == {"speak", "_"}
    assert lexicon.column("words")[0] == "speak"  # the most frequent one comes first


def test_many_files_are_counted_instead_of_named(tmp_path: Path) -> None:
    gold = dodona.Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    files = [tmp_path / f"{number}.conllu" for number in range(6)]
    for file in files:
        dodona.write(gold, file)
    assert Silver(files, gold, epochs=1).about()["name"] == "6 files"
    assert Silver(files[:2], gold, epochs=1).about()["name"] == "0.conllu, 1.conllu"


@pytest.mark.usefixtures("small_chunks")
def test_parts_of_silver(parted: tuple[dodona.Treebank, dodona.Treebank]) -> None:
    """Each sentence is in one part, which `without` leaves out and `fit` can tell by its place."""
    gold, further = parted
    data = Silver([further[:10], further[10:]], gold, epochs=1, share=0.9)
    order = [sentence.words for sentence in further]
    parts = [[silver.part_of_place(place, 3) == part for place in range(len(order))] for part in range(3)]
    assert all(sum(places) == 1 for places in zip(*parts, strict=True)) and all(map(any, parts))
    for part, left_out in enumerate(parts):
        others = [sentence.words for batch in data.without(part, 3).batches() for sentence in batch]
        assert others == [text for text, out in zip(order, left_out, strict=True) if not out]

    def fit(trees: dodona.Treebank, place: int) -> dodona.Treebank:
        assert [sentence.words for sentence in trees] == order[place : place + len(trees)]
        seen.update(range(place, place + len(trees)))
        assert len({silver.part_of_place(place + i, 3) for i in range(len(trees))}) == 1
        return trees

    seen: set[int] = set()
    mixture = Mixture(gold, data, fit)
    mixture.go_to(5)
    assert all(len(chunk.treebank) for chunk in mixture.epoch()) and len(seen) == len(order)


def test_little_silver_in_one_part_of_a_jackknife(grove: dodona.Treebank) -> None:
    """The tagger that must not see this part learns from gold only."""
    silver = Silver([grove[:30]], grove, epochs=1)
    assert silver.without(0, 2) is None
    others = silver.without(1, 2)
    assert others and sum(map(len, others.batches())) == 30
    dodona.train_pipeline(grove, epochs=1, jackknife=2, silver=[grove[:30]])
