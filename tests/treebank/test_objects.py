"""Sentences, words and spans as Python objects."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import pairwise

import pytest

import dodona


@pytest.fixture(scope="module")
def document() -> dodona.Treebank:
    text = "My brother's old dogs don't like the big red house.  She gave him 5 books."
    return dodona.load()(text, confidence=True)


@pytest.fixture(scope="module")
def sentence(document: dodona.Treebank) -> dodona.Sentence:
    return document.sentences[0]


def test_words_have_the_columns_of_their_lines(grove: dodona.Treebank) -> None:
    for sentence in grove:
        lines = [line.split("\t") for line in sentence.to_conll().splitlines() if line[:1].isdigit()]
        lines = [fields for fields in lines if fields[0].isdigit()]
        names = ("number", "form", "lemma", "tag", "fine_tag", "feats", "head_index", "label", "deps", "misc")
        assert [[str(getattr(word, name)) for name in names] for word in sentence] == lines


def test_trees_agree_with_heads(grove: dodona.Treebank) -> None:
    for sentence in grove:
        words = list(sentence)
        assert sentence.root is not None and sentence.root.head is None
        for word in words:
            assert (word.head is None) == (word.head_index == 0)
            assert word.head is None or (word.head.number == word.head_index and word in word.head.children)
            assert [child.head_index for child in word.children] == [word.number] * len(word.children)
            below = [each for each in words if each == word or word in each.ancestors]
            assert word.subtree == below
        assert [word.number for word in sentence.root.subtree] == [word.number for word in words]
        first, last = words[0], words[-1]
        path = first.path_to(last)
        assert path[0] == first and path[-1] == last and path[::-1] == last.path_to(first)
        assert len(set(path)) == len(path)
        assert all(one.head == two or two.head == one for one, two in pairwise(path))


def test_indices_and_slices(sentence: dodona.Sentence) -> None:
    assert sentence[0].form == "My" and sentence[-1].form == "." and len(sentence[2:4]) == 2
    span = sentence[3:6]
    assert [word.form for word in span] == span.words == ["old", "dogs", "do"]
    assert span[-1].form == "do" and [word.form for word in span[:2]] == ["old", "dogs"]
    assert sentence[9:2].words == [] and sentence[9:2].root is None and sentence[9:2].start is None
    with pytest.raises(dodona.Error, match="no word 99: there are 13"):
        sentence[99]
    with pytest.raises(dodona.Error, match="the step of a slice can only be 1"):
        sentence[::2]


def test_places_in_the_text(document: dodona.Treebank, sentence: dodona.Sentence) -> None:
    text = document.text
    assert text.endswith(".  She gave him 5 books.")
    for each in document:
        for word in each:
            assert word.start is not None and word.end is not None
            assert word.form in text[word.start : word.end] or each.multiword_tokens
    chunk = sentence.noun_chunks()[1]
    assert text[chunk.start : chunk.end] == chunk.text == "the big red house"
    assert sentence[5].form == "do" and text[sentence[5].start : sentence[5].end] == "don't"
    assert dodona.Sentence(["Hush"])[0].start is None


def test_noun_chunks(document: dodona.Treebank, grove: dodona.Treebank) -> None:
    found = [[chunk.text for chunk in sentence.noun_chunks()] for sentence in document]
    assert found == [["My brother's old dogs", "the big red house"], ["She", "him", "5 books"]]
    assert document[0].noun_chunks()[0].root == document[0][4]
    for sentence in grove:
        taken = [word.number for chunk in sentence.noun_chunks() for word in chunk]
        assert taken == sorted(set(taken))
    with pytest.raises(dodona.Error, match="the sentence has no tree"):
        dodona.Sentence(["Hush"]).noun_chunks()


def test_features_are_a_mapping() -> None:
    first, second = dodona.Sentence(["Oaks", "speak"], feats=["Case=Nom|Number=Plur", "_"])
    assert first.feats["Number"] == "Plur" and dict(first.feats) == {"Case": "Nom", "Number": "Plur"}
    assert str(first.feats) == "Case=Nom|Number=Plur" and str(second.feats) == "_" and not second.feats
    assert first.feats == {"Number": "Plur", "Case": "Nom"} and "Tense" not in first.feats
    with pytest.raises(KeyError, match="no feature 'Tense' among Case, Number"):
        first.feats["Tense"]


def test_confidences(sentence: dodona.Sentence) -> None:
    for word in sentence:
        assert word.confidence is not None and 0 < word.confidence <= 1
        assert word.label_confidence is not None and 0 < word.label_confidence <= 1
    assert dodona.Sentence(["Hush"])[0].confidence is None


def test_paths_need_one_tree(sentence: dodona.Sentence) -> None:
    two = dodona.Sentence(["a", "b"], heads=[0, 0])
    with pytest.raises(dodona.Error, match="different roots"):
        two[0].path_to(two[1])
    with pytest.raises(dodona.Error, match="another sentence"):
        two[0].path_to(sentence[0])
    with pytest.raises(dodona.ArgumentError, match=r"other must be a dodona\.Word"):
        two[0].path_to(1)  # type: ignore[arg-type]


def test_comparison_hashing_and_pickles(grove: dodona.Treebank) -> None:
    again = dodona.read(grove.to_conll())
    for one, two in (
        (grove, again),
        (grove[3], again[3]),
        (grove[3][1], again[3][1]),
        (grove[3][:2], again[3][:2]),
    ):
        assert one == two and hash(one) == hash(two) and one != 7
        assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    assert grove[3][1] != grove[3][2] and grove[3][:2] != grove[3][:3] and grove[3][0] != grove[4][0]
    assert grove[3][0].sentence == grove[3]
    assert repr(grove[0][0]) == "Word(1, 'The', DET, det of 'oak')" and str(grove[0][0]) == "The"


def test_other_forms(grove: dodona.Treebank, document: dodona.Treebank) -> None:
    whole = json.loads(document.to_json())
    assert whole == document.to_dict() and len(whole["sentences"]) == 2
    first = whole["sentences"][0]
    assert first["words"][3] == document[0][3].to_dict() and first["words"][3]["feats"] == {"Degree": "Pos"}
    assert first["multiword_tokens"][0]["form"] == "brother's"
    assert json.loads(document[0].to_json()) == document[0].to_dict() == first
    assert grove.to_conllu() == grove.to_conll() and grove[0].to_conllu() == grove[0].to_conll()
    old = dodona.convert(grove, "conllx")
    assert dodona.read(old.to_conllu()).format == "conllu"


@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_tables(grove: dodona.Treebank, kind: str) -> None:
    pytest.importorskip({"arrow": "pyarrow"}.get(kind, kind))
    table = getattr(grove, f"to_{kind}")()
    columns = table.to_pydict() if kind == "arrow" else {name: list(table[name]) for name in table.columns}
    rows = [(index, word) for index, sentence in enumerate(grove) for word in sentence]
    assert list(columns["sentence"]) == [index for index, _ in rows]
    for column, name in (("number", "number"), ("head", "head_index"), ("form", "form"), ("label", "label")):
        assert list(columns[column]) == [getattr(word, name) for _, word in rows]
    assert list(columns["feats"]) == [str(word.feats) for _, word in rows]
    assert len(getattr(dodona.Treebank(), f"to_{kind}")()) == 0


def test_tables_are_strings_in_notebooks_too(grove: dodona.Treebank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert "projective sentences" in str(dodona.statistics(grove))


def test_notebook_views(grove: dodona.Treebank) -> None:
    assert grove._repr_html_().count("<svg") == 5
    for shown in (
        dodona.evaluate(grove, grove),
        dodona.compare(grove, {"a": grove, "b": grove}, resamples=100),
        dodona.conll18(grove, grove),
        dodona.statistics(grove),
    ):
        assert shown._repr_html_().startswith("<pre")
    assert dodona.evaluate(grove, grove) == dodona.evaluate(grove, grove)
