"""Enhanced dependencies made by rule."""

from __future__ import annotations

import io

import pytest

import dodona
from dodona.conversion import convert_file
from dodona.treebank.checking import problems_in


def deps(*rows: str) -> list[str]:
    """Return the enhanced dependencies of words, given by form, tag, features, head and label."""
    columns = list(zip(*(row.split() for row in rows), strict=True))
    words, tags, feats, heads, labels = columns
    numbers = [list(map(int, heads))]
    treebank = dodona.Treebank.from_lists([words], tags=[tags], feats=[feats], heads=numbers, labels=[labels])
    return treebank.enhance()[0].deps


def test_labels_have_markers() -> None:
    assert deps(
        "sit VERB _ 0 root",
        "in ADP _ 4 case",
        "front ADP _ 2 fixed",
        "oaks NOUN _ 1 obl",
        "because SCONJ _ 6 mark",
        "sing VERB _ 1 advcl",
    ) == ["0:root", "4:case", "2:fixed", "1:obl:in_front", "6:mark", "1:advcl:because"]


def test_markers_that_labels_cannot_hold_are_left_out() -> None:
    assert deps("oaks NOUN _ 0 root", "w/ ADP _ 3 case", "doves NOUN _ 1 nmod")[2] == "1:nmod"


def test_conjuncts_share_heads() -> None:
    """The marker of all is that of the last, and so is the head of the first."""
    found = deps(
        "plant VERB _ 0 root",
        "oaks NOUN _ 1 obj",
        "elms NOUN _ 2 conj",
        "and CCONJ _ 5 cc",
        "ashes NOUN _ 2 conj",
    )
    assert found == ["0:root", "1:obj", "1:obj|2:conj:and", "5:cc", "1:obj|2:conj:and"]


def test_conjuncts_share_subjects_unless_they_have_one() -> None:
    rows = ["oaks NOUN _ 2 nsubj", "sing VERB _ 0 root", "grow VERB _ 2 conj"]
    assert deps(*rows)[0] == "2:nsubj|3:nsubj"
    assert deps(*rows, "elms NOUN _ 3 nsubj")[0] == "2:nsubj"


def test_a_shared_subject_may_be_passive() -> None:
    assert (
        deps(
            "oaks NOUN _ 2 nsubj",
            "sing VERB _ 0 root",
            "are AUX _ 4 aux:pass",
            "felled VERB VerbForm=Part 2 conj",
        )[0]
        == "2:nsubj|4:nsubj:pass"
    )


def test_open_complements_get_subjects() -> None:
    rows = ["she PRON _ 2 nsubj", "asked VERB _ 0 root", "sing VERB _ 2 xcomp", "fly VERB _ 3 conj"]
    assert deps(*rows)[0] == "2:nsubj|3:nsubj:xsubj|4:nsubj:xsubj"
    found = deps(*rows, "us PRON _ 2 obj")
    assert (found[0], found[4]) == ("2:nsubj", "2:obj|3:nsubj:xsubj|4:nsubj:xsubj")


def test_nouns_take_the_places_of_their_relative_pronouns() -> None:
    found = deps(
        "oaks NOUN _ 0 root",
        "that PRON PronType=Rel 3 nsubj",
        "sing VERB _ 1 acl:relcl",
        "here ADV _ 3 advmod",
    )
    assert found[:3] == ["0:root|3:nsubj", "1:ref", "1:acl:relcl"]


def test_relative_clauses_without_a_pronoun() -> None:
    assert deps("oaks NOUN _ 0 root", "we PRON _ 3 nsubj", "saw VERB _ 1 acl:relcl")[0] == "0:root|3:obj"
    assert deps("oaks NOUN _ 0 root", "singing VERB _ 1 acl:relcl")[0] == "0:root|2:nsubj"


def test_the_graphs_are_valid(grove: dodona.Treebank) -> None:
    enhanced = grove.enhance()
    assert not any(sentence.empty_nodes for sentence in enhanced)
    before, after = (
        {problem.kind for problem in problems_in(each.to_conll(), ud=True)} for each in (grove, enhanced)
    )
    assert after == before - {"edeps-only-sometimes"}
    assert enhanced.enhance() == enhanced
    assert [sentence.heads.tolist() for sentence in enhanced] == [
        sentence.heads.tolist() for sentence in grove
    ]


def test_sentences_without_trees_stay_as_they_are() -> None:
    assert dodona.Treebank.from_lists([["Hush"]]).enhance()[0].deps == ["_"]


def test_files_are_enhanced(grove: dodona.Treebank, grove_path: str) -> None:
    out = io.BytesIO()
    convert_file(grove_path, out, to="conllu", enhance=True)
    assert dodona.read(out.getvalue()) == grove.enhance()


def test_conllx_has_no_enhanced_dependencies(grove: dodona.Treebank) -> None:
    with pytest.raises(dodona.Error, match="CoNLL-U"):
        grove.with_format("conllx").enhance()
