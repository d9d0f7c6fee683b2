"""Punctuation and content labels."""

from __future__ import annotations

import pytest

import dodona
from dodona.evaluation import evaluate
from dodona.evaluation.content import content_labels
from dodona.evaluation.punctuation import punctuation_words


@pytest.fixture
def gold() -> dodona.Treebank:
    return dodona.Treebank.from_lists(
        [["Oaks", "speak", "&", "…?!", "-"]],
        tags=[["NOUN", "VERB", "PUNCT", ".", "SYM"]],
        heads=[[2, 0, 2, 2, 2]],
        labels=[["nsubj", "root", "punct:x", "p", "dep"]],
    )


@pytest.mark.parametrize(
    ("way", "places"), [("tag", [2, 3]), ("label", [2, 3]), ("form", [2, 3, 4]), ("none", [])]
)
def test_definitions_of_punctuation(gold: dodona.Treebank, way: str, places: list[int]) -> None:
    assert punctuation_words(gold, way).nonzero()[0].tolist() == places
    found = evaluate(gold, gold, punctuation=way)
    assert found.punctuation_words == len(places)
    assert found.without_punctuation.uas.gold_total == 5 - len(places)
    assert found.all_words.uas.gold_total == 5


def test_a_form_needs_punctuation_throughout(gold: dodona.Treebank) -> None:
    mixed = gold.replace(words=[["Oaks", "speak", "$", "o'", "«"]])
    assert punctuation_words(mixed, "form").tolist() == [False, False, False, False, True]


def test_the_gold_file_decides(gold: dodona.Treebank) -> None:
    """If the words are the same, the columns of the parse do not matter."""
    parse = gold.replace(tags=[["PUNCT"] * 5], labels=[["punct"] * 5])
    for way in ("tag", "label"):
        scores = evaluate(gold, parse, punctuation=way).without_punctuation
        assert scores.uas.gold_total == scores.uas.system_total == 3


def test_words_only_in_the_parse_use_their_own_columns() -> None:
    gold = dodona.Treebank.from_lists(
        [["Oaks", "speak!?", "."]], tags=[["NOUN", "VERB", "PUNCT"]], heads=[[2, 0, 2]],
        labels=[["nsubj", "root", "punct"]],
    )  # fmt: skip
    parse = dodona.Treebank.from_lists(
        [["Oaks", "speak", "!?", "."]], tags=[["NOUN", "VERB", "PUNCT", "NOUN"]], heads=[[2, 0, 2, 2]],
        labels=[["nsubj", "root", "punct", "punct"]],
    )  # fmt: skip
    scores = evaluate(gold, parse).without_punctuation
    assert scores.uas.gold_total == 2  # Oaks, speak!?
    assert scores.uas.system_total == 2  # Oaks, speak; the full stop is punctuation because it is in gold
    assert scores.uas.aligned_total == 1


@pytest.mark.parametrize(
    ("labels", "scheme", "content", "not_content"),
    [
        (["root", "nsubj", "case", "punct"], "UD 2", "obl root dep", "case clf punct dobj nsubjpass"),
        (
            ["root", "nsubjpass", "neg", "auxpass"],
            "UD 1",
            "dobj neg name mwe remnant",
            "auxpass case punct obl",
        ),
        (
            ["ROOT", "adpmod", "p", "det"],
            "all but functional",
            "adpmod ROOT nsubj",
            "det aux auxpass p punct",
        ),
    ],
)
def test_content_labels(labels: list[str], scheme: str, content: str, not_content: str) -> None:
    found = content_labels(labels)
    assert found.scheme == scheme
    assert all(label in found for label in content.split())
    assert not any(label in found for label in not_content.split())


def test_clas_leaves_out_function_words(gold: dodona.Treebank) -> None:
    udt = gold.replace(labels=[["det", "ROOT", "adpmod", "p", "aux:x"]])
    found = evaluate(udt, udt.replace(labels=[["adpmod", "ROOT", "adpmod", "p", "aux:x"]]))
    assert found.content == "all but functional"
    assert (found.all_words.clas.gold_total, found.all_words.clas.system_total) == (2, 3)
    assert found.all_words.clas.correct == 2
