"""Arguments of the wrong type are told in words, and results print short unless asked for more."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

import dodona


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda g: dodona.read(None),
            "source must be a path, an open file, or the treebank itself as a string, not None",
        ),
        (lambda g: dodona.read(3), "source must be a path, .* not an int"),
        (lambda g: list(dodona.problems_in([])), "source must be a path, .* not a list"),
        (lambda g: dodona.statistics(None), "source must be a path, .* not None"),
        (
            lambda g: dodona.write(g, None),
            "target must be a path, - for standard output, or an open file, not None",
        ),
        (
            lambda g: dodona.write("x.conllu", io.StringIO()),
            "sentences must be a treebank or sentences, not 'x.conllu'",
        ),
        (lambda g: dodona.write(None, io.StringIO()), "sentences must be a treebank or sentences, not None"),
        (
            lambda g: dodona.write([g], io.StringIO()),
            "each of the sentences must be a dodona.Sentence, not a Treebank",
        ),
        (
            lambda g: dodona.Treebank("Oaks speak"),
            "sentences must be a treebank or sentences, not 'Oaks speak'",
        ),
        (lambda g: dodona.Sentence("Oaks speak"), "words must be a list of words, not 'Oaks speak'"),
        (
            lambda g: dodona.Treebank.from_lists(["Oaks speak"]),
            "words must be a list of words for each sentence, not 'Oaks",
        ),
        (
            lambda g: dodona.Treebank.from_lists("Oaks"),
            "words must be a list of words for each sentence, not 'O'",
        ),
        (
            lambda g: dodona.convert("x.conllu", "conllx"),
            "treebank must be a treebank .*convert_file.*, not 'x.conllu'",
        ),
        (
            lambda g: dodona.evaluate("gold.conllu", g),
            "gold must be a treebank, which dodona.read makes of a file, not 'g",
        ),
        (
            lambda g: dodona.conll18(g, None),
            "parse must be a treebank, which dodona.read makes of a file, not None",
        ),
        (
            lambda g: dodona.compare(g, [g, g]),
            "systems must be a dictionary from names to treebanks, not a list",
        ),
        (
            lambda g: dodona.compare(g, {"a": g, "b": g}, metrics="las"),
            r"metrics must be a list of names, such as \['las'\]",
        ),
    ],
)
def test_wrong_types_are_told_in_words(
    call: Callable[[dodona.Treebank], Any], said: str, grove: dodona.Treebank
) -> None:
    if "systems" in said or "metrics" in said:
        pytest.importorskip("scipy")
    with pytest.raises(dodona.ArgumentError, match=said) as caught:
        call(grove)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, dodona.Error)


def test_results_print_short(grove: dodona.Treebank) -> None:
    parse = grove.projectivise("baseline")
    assert repr(dodona.statistics(grove)).endswith("grove.conllu': 75 sentences, 747 words)")
    assert repr(dodona.evaluate(grove, parse)).endswith("grove.conllu': UAS 97.99, LAS 97.99)")
    assert (
        repr(dodona.evaluate(grove, parse).all_words) == "AttachmentScores(UAS 97.99, LAS 97.99, CLAS 96.84)"
    )
    assert repr(dodona.conll18(grove, parse)) == "Conll18(LAS 97.99, MLAS 95.87, BLEX 96.84)"
    assert "projective sentences" in str(dodona.statistics(grove))


def test_a_comparison_prints_short(grove: dodona.Treebank) -> None:
    pytest.importorskip("scipy")
    found = dodona.compare(grove, {"oak": grove, "elm": grove.projectivise("baseline")}, resamples=100)
    assert repr(found) == "Comparison('oak', 'elm': uas, las of 75 sentences)"
    assert "Wilcoxon" in str(found)
