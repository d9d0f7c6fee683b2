"""Taggers: training, tagging and files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona import _core


def accuracy(gold: dodona.Treebank, found: dodona.Treebank, column: str) -> float:
    return float(np.mean(np.array(gold.column(column)) == np.array(found.column(column))))


@pytest.fixture(scope="module")
def tagger(grove: dodona.Treebank) -> dodona.Tagger:
    return dodona.train_tagger(grove)


@pytest.mark.parametrize("beam", [1, 4])
def test_learns_the_training_data(grove: dodona.Treebank, beam: int) -> None:
    tagged = dodona.train_tagger(grove, beam=beam).tag(grove)
    for column in ("tags", "fine_tags", "feats", "lemmas"):
        assert accuracy(grove, tagged, column) > 0.97, column
    assert tagged.heads.tolist() == grove.heads.tolist()
    assert tagged.column("misc") == grove.column("misc")


def test_is_better_than_the_most_frequent_tag(grove: dodona.Treebank) -> None:
    train, test = grove[::2], grove[1::2]
    tagged = dodona.train_tagger(train).tag(test)
    tags = grove.column("tags")
    most = max(map(tags.count, set(tags))) / len(tags)
    assert accuracy(test, tagged, "tags") > most + 0.2


def test_predicts_only_seen_combinations(grove: dodona.Treebank, tagger: dodona.Tagger) -> None:
    seen = set(zip(grove.column("tags"), grove.column("fine_tags"), grove.column("feats"), strict=True))
    assert set(tagger.tags) == seen
    made = tagger.tag(dodona.Treebank.from_lists([["Zum", "Beispiel", "😀", "xyzzy", "3.14", "é"]]))
    assert set(zip(made.column("tags"), made.column("fine_tags"), made.column("feats"), strict=True)) <= seen


def test_results_do_not_depend_on_threads_or_other_sentences(
    grove: dodona.Treebank, tagger: dodona.Tagger
) -> None:
    many = grove + grove + grove
    assert tagger.tag(many, threads=4) == tagger.tag(many)
    alone = [tagger.tag(sentence).tags for sentence in grove]
    assert alone == tagger.tag(grove).lists("tags")
    assert tagger.tag(grove[3].words).tags == tagger.tag(grove)[3].tags


def test_saving_and_loading(grove: dodona.Treebank, tagger: dodona.Tagger, tmp_path: Path) -> None:
    tagger.save(tmp_path / "one")
    again = dodona.Tagger.load(tmp_path / "one")
    assert again.tag(grove) == tagger.tag(grove)
    assert repr(again) == repr(tagger)
    dodona.train_tagger(grove).save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    dodona.train_tagger(grove, seed=2).save(tmp_path / "three")
    assert (tmp_path / "one").read_bytes() != (tmp_path / "three").read_bytes()


def test_pruning_makes_it_smaller(grove: dodona.Treebank, tagger: dodona.Tagger, tmp_path: Path) -> None:
    small = dodona.train_tagger(grove, prune=0.5)
    assert small._core.features < tagger._core.features
    assert accuracy(grove, small.tag(grove), "tags") > 0.9


def test_lemmas_do_not_change_if_none_were_learnt(grove: dodona.Treebank) -> None:
    bare = grove.replace(lemmas=[["_"] * len(sentence) for sentence in grove])
    tagger = dodona.train_tagger(bare, epochs=1)
    assert "no lemmas" in repr(tagger)
    assert tagger.tag(grove).column("lemmas") == grove.column("lemmas")


def test_a_thousand_fine_tags_are_not_a_tag_set(grove: dodona.Treebank) -> None:
    words = [[f"w{i}" for i in range(1100)]]
    odd = dodona.Treebank.from_lists(words, tags=[["X"] * 1100], fine_tags=[[f"t{i}" for i in range(1100)]])
    tagger = dodona.train_tagger(odd, epochs=1)
    assert tagger.tags == [("X", "_", "_")]


def test_mistakes(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="no tags to learn from"):
        dodona.train_tagger(dodona.Treebank.from_lists([["Oaks", "speak"]]))
    with pytest.raises(dodona.Error, match="no sentences"):
        dodona.train_tagger(dodona.Treebank())
    with pytest.raises(dodona.ArgumentError, match=r"dodona\.Treebank"):
        dodona.train_tagger("train.conllu")  # type: ignore[arg-type]
    with pytest.raises(dodona.OptionError, match="epochs cannot be 0"):
        dodona.train_tagger(grove, epochs=0)
    with pytest.raises(dodona.OptionError, match="beam cannot be 0"):
        dodona.train_tagger(grove, epochs=1).tag(grove, beam=0)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("w0.form\nq0.form", 2, "does not begin with a position"),
        ("w4.form", 1, "is too far away"),
        ("w0.tag", 1, "not predicted yet"),
        ("w1.upos", 1, "not predicted yet"),
        ("w0.size", 1, "has no known attribute"),
        ("# nothing\n", 1, "no templates"),
    ],
)
def test_invalid_templates(text: str, line: int, message: str) -> None:
    with pytest.raises(_core.TemplateError) as error:
        _core.check_tag_templates(text)
    assert error.value.args[0] == line
    assert message in error.value.args[1]
