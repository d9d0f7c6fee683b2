"""Sentences and treebanks in Python."""

from __future__ import annotations

import gc
import pickle
import re
import weakref
from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona import Sentence, Treebank


def small() -> Treebank:
    return Treebank.from_lists(
        [["Oaks", "speak"], ["Doves", "listen", "."]],
        tags=[["NOUN", "VERB"], ["NOUN", "VERB", "PUNCT"]],
        heads=[[2, 0], [2, 0, 2]],
        labels=[["nsubj", "root"], ["nsubj", "root", "punct"]],
        comments=[["sent_id = 1"], ["# sent_id = 2", "# newpar"]],
    )


def test_a_treebank_is_a_sequence() -> None:
    treebank = small()
    assert len(treebank) == 2
    assert treebank[1].words == treebank[-1].words == ["Doves", "listen", "."]
    assert [sentence.words[0] for sentence in treebank] == ["Oaks", "Doves"]
    assert treebank[1:] == Treebank([treebank[1]])
    assert treebank[[1, 0]][0] == treebank[1]
    assert treebank[::-1][0] == treebank[1]
    assert treebank + treebank == Treebank([*treebank, *treebank])
    assert (treebank + treebank).word_count == 10
    assert treebank[0] in treebank
    with pytest.raises(IndexError, match="no sentence 2: there are 2"):
        treebank[2]
    assert len(Treebank()) == 0
    assert list(Treebank()) == []
    assert Treebank().to_conll() == ""


def test_selecting_sentences() -> None:
    treebank = small()
    mask = np.array([len(sentence) > 2 for sentence in treebank])
    assert treebank[mask] == treebank[[-1]] == treebank[1:]
    assert len(treebank[[]]) == 0
    with pytest.raises(IndexError, match="a mask of 1"):
        treebank[np.array([True])]
    with pytest.raises(IndexError, match="no sentence 7"):
        treebank[[7]]
    with pytest.raises(TypeError, match="whole number"):
        treebank[[0.7]]


def test_columns() -> None:
    sentence = small()[1]
    assert sentence.tags == ["NOUN", "VERB", "PUNCT"]
    assert sentence.heads.dtype == np.int32
    assert sentence.heads.tolist() == [2, 0, 2]
    assert sentence.labels == ["nsubj", "root", "punct"]
    assert sentence.comments == ["# sent_id = 2", "# newpar"]
    assert sentence.comment("sent_id") == "2"
    assert sentence.comment("text") is None
    assert sentence.text == "Doves listen ."
    assert len(sentence) == 3
    word = next(iter(sentence))
    assert (word.number, word.form, word.tag, word.head_index, word.label, word.lemma) == (
        1,
        "Doves",
        "NOUN",
        2,
        "nsubj",
        "_",
    )
    assert small().column("words") == ["Oaks", "speak", "Doves", "listen", "."]
    assert small().lists("tags") == [["NOUN", "VERB"], ["NOUN", "VERB", "PUNCT"]]
    assert [heads.tolist() for heads in small().head_arrays] == [[2, 0], [2, 0, 2]]


def test_sentences_can_be_pickled(grove: Treebank) -> None:
    assert pickle.loads(pickle.dumps(grove[6])) == grove[6]
    with pytest.raises(dodona.OptionError, match="column cannot be 'colours'"):
        grove[0].column("colours")


def test_heads_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        small()[0].heads[0] = 1


def test_arrays_outlive_their_treebank_and_treebanks_are_freed() -> None:
    treebank = small()
    heads, core = treebank[1].heads, weakref.ref(treebank)
    del treebank
    gc.collect()
    assert core() is None
    assert heads.tolist() == [2, 0, 2]


def test_multiword_tokens_and_empty_nodes(grove: Treebank) -> None:
    with_tokens = next(sentence for sentence in grove if sentence.multiword_tokens)
    token = with_tokens.multiword_tokens[0]
    assert token.form in with_tokens.text
    assert token.first < token.last <= len(with_tokens)
    assert any(sentence.empty_nodes for sentence in grove)


def test_replace_makes_a_new_treebank() -> None:
    treebank = small()
    other = treebank.replace(heads=[[0, 1], [0, 1, 1]], labels=[["root", "x"], ["root", "y", "z"]])
    assert other[0].heads.tolist() == [0, 1]
    assert other[1].labels == ["root", "y", "z"]
    assert treebank[0].heads.tolist() == [2, 0]
    assert other.replace(comments=[["a"], []])[0].comments == ["# a"]
    assert treebank[0].replace(tags=["X", "Y"]).tags == ["X", "Y"]
    headless = treebank.replace(heads=[[-1, -1], [2, 0, 2]])
    assert not headless[0].has_tree
    assert headless[0].to_conll().splitlines()[-2].split("\t")[6] == "_"


@pytest.mark.parametrize(
    "columns, message",
    [
        ({"heads": [[0, 1]]}, "not as long"),
        ({"heads": [[2, 1], [0, 1, 1]]}, "sentence 0: no word has the root"),
        ({"heads": [[0, 5], [0, 1, 1]]}, "head 5 is outside the sentence"),
        ({"labels": [["a", "b\tc"], ["a", "b", "c"]]}, "tab"),
        ({"colours": [["a", "b"], ["a", "b", "c"]]}, "unknown column 'colours'"),
    ],
)
def test_errors_of_replace(columns, message: str) -> None:
    with pytest.raises(dodona.Error, match=message):
        small().replace(**columns)


@pytest.mark.parametrize(
    "columns, message",
    [
        ({"heads": [5, 0]}, "sentence 0: head 5 is outside the sentence"),
        ({"heads": [2, 1]}, "sentence 0: no word has the root"),
        ({"heads": [0]}, "heads: 1 values in sentence 0 for 2 words"),
        ({"tags": ["a\nb", "c"]}, "contains a tab or a line break"),
        ({"colour": ["a", "b"]}, "unknown column 'colour'"),
    ],
)
def test_errors_of_building(columns, message: str) -> None:
    with pytest.raises(dodona.Error, match=message):
        Sentence(["a", "b"], **columns)


def test_building_empty_sentences_fails() -> None:
    with pytest.raises(dodona.Error, match=r"^sentence 1: there are no words"):
        Treebank.from_lists([["a"], []])
    with pytest.raises(dodona.Error, match=r"^there are no words"):
        Sentence([])
    with pytest.raises(dodona.Error, match="empty"):
        Sentence([""])


def test_words_are_strings() -> None:
    with pytest.raises(
        dodona.ArgumentError, match=r"^sentence 1: each of the words must be a string, not an int"
    ):
        Treebank.from_lists([["a"], ["b", 2]])  # type: ignore[list-item]
    with pytest.raises(dodona.ArgumentError, match=r"^each of the words must be a string, not a float"):
        Sentence(["a", 2.5])  # type: ignore[list-item]
    assert Sentence(np.array(["a", "b"])).words == Sentence(iter("ab")).words == ["a", "b"]


def test_projectivity_of_a_sentence() -> None:
    # The dependents of 4 are on both sides of 3, which depends on 1.
    sentence = Sentence(list("abcd"), heads=[0, 4, 1, 1])
    assert not sentence.is_projective
    assert sentence.nonprojective_arcs == [(4, 2)]
    assert sentence.gap_degree == 1
    assert sentence.edge_degree == 1
    assert Sentence(["a"], heads=[0]).is_projective
    with pytest.raises(dodona.Error, match="no tree"):
        _ = Sentence(["a"]).is_projective


@pytest.mark.parametrize("encoding", ["head", "path", "head+path"])
def test_the_grove_is_made_projective_and_restored(grove: Treebank, encoding: str) -> None:
    projective = grove.projectivise(encoding)
    assert all(sentence.is_projective for sentence in projective)
    assert not all(sentence.is_projective for sentence in grove)
    assert projective.deprojectivise(encoding) == grove


def test_lifting_twice_is_refused(grove: Treebank, grove_path: Path) -> None:
    lifted = grove.projectivise()
    lines = enumerate(lifted.to_conll().split("\n"), start=1)
    line, label = next((number, row.split("\t")[7]) for number, row in lines if "↑" in row)
    with pytest.raises(dodona.Error) as caught:
        lifted.projectivise()
    assert str(caught.value).startswith(f"{grove_path}:{line}: the label {label!r} has an arrow: ")
    with pytest.raises(dodona.Error, match=r"^sentence 0: the label 'a↓' has an arrow"):
        Sentence(["a"], heads=[0], labels=["a↓"]).projectivise()
    with pytest.raises(dodona.OptionError, match=r"baseline, head, path, head\+path"):
        grove.projectivise("heads")


@pytest.mark.parametrize(
    "made, asked, choices",
    [
        ("head", "path", "head or head+path"),
        ("head", "baseline", "head or head+path"),
        ("path", "head", "path"),
        ("path", "head+path", "path"),
        ("head+path", "head", "head+path"),
        ("head+path", "path", "head+path"),
    ],
)
def test_lowering_with_another_encoding_is_refused(
    grove: Treebank, grove_path: Path, made: str, asked: str, choices: str
) -> None:
    with pytest.raises(dodona.Error) as caught:
        grove.projectivise(made).deprojectivise(asked)
    said = rf"{re.escape(str(grove_path))}:\d+: the label '.*[↑↓].*' does not come from the encoding "
    assert re.fullmatch(said + re.escape(f"{asked}: choose {choices}"), str(caught.value))


def test_lowering_without_lifted_arcs(grove: Treebank) -> None:
    for encoding in ("baseline", "head", "path", "head+path"):
        assert grove.projectivise("baseline").deprojectivise(encoding) == grove.projectivise("baseline")
    mixed = Sentence(["a", "b"], heads=[0, 1], labels=["a↑", "b↑a"])
    with pytest.raises(dodona.Error, match=r"^sentence 0: the label 'a↑' does not come from .* head$"):
        mixed.deprojectivise("head")


def test_round_trip_on_real_treebanks(treebanks) -> None:
    wanted = {"eu_bdt": (0.99, 0.99), "got_proiel": (0.99, 0.99), "nl_lassysmall": (0.98, 0.99)}
    for name, (head, head_path) in wanted.items():
        found = dodona.statistics(treebanks / name / "train.conllu.xz").round_trip
        assert found["head"] >= head
        assert found["head+path"] >= head_path


@pytest.mark.parametrize("column", ["tags", "labels", "misc"])
def test_a_string_is_not_a_list_of_values(column: str) -> None:
    with pytest.raises(dodona.ArgumentError, match=f"{column} must be a list of {column}"):
        Treebank.from_lists([["Oaks", "speak"]], **{column: ["NV"]})
    with pytest.raises(dodona.ArgumentError, match=f"{column} must be a list of {column}"):
        Sentence(["Oaks", "speak"], **{column: "NV"})
    with pytest.raises(dodona.ArgumentError):
        small()[0].replace(**{column: "NV"})


def test_formats_are_not_mixed() -> None:
    conllx = dodona.read("1\tOak\toak\tN\tN\t_\t0\tROOT\t_\t_\n\n", format="conllx")
    for mix in (
        lambda: conllx + small(),
        lambda: small() + conllx,
        lambda: Treebank([small()[0], conllx[0]]),
    ):
        with pytest.raises(dodona.Error, match="some sentences are conllu and some conllx"):
            mix()
    assert (Treebank() + conllx).format == (conllx + Treebank()).format == "conllx"


def test_numpy_integers_are_accepted(grove: Treebank, tmp_path: Path) -> None:
    two = np.int64(2)
    parser = dodona.train(grove, grove, recipe="probabilistic", epochs=two, patience=two, calibrate=two)
    parser.save(tmp_path / "m")
    assert parser.parse(grove, threads=two, beam=two) == dodona.load(tmp_path / "m").parse(grove, beam=2)
    assert len(parser.nbest(grove[:1], two, beam=np.int64(8))[0]) == 2
    assert len(dodona.active(parser, grove, budget=np.int32(30)).treebank()) > 0
    with pytest.raises(dodona.ArgumentError, match="threads must be a whole number, not a bool"):
        parser.parse(grove, threads=True)
