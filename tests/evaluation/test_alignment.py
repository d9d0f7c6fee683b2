"""The alignment of words in two files."""

from __future__ import annotations

import io
from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.evaluation import conll18, evaluate
from dodona.evaluation.alignment import align, align_words
from dodona.evaluation.segmentation import segment
from dodona.evaluation.subsequence import common_subsequence


def treebank(*sentences: str) -> dodona.Treebank:
    """Make flat trees of tokens between spaces; `im=in+dem` is a multiword token, and ~ a space in a form."""
    lines = []
    for sentence in sentences:
        number = 0
        for token in _spaced(sentence.split()):
            form, _, words = token.partition("=")
            parts = words.split("+") if words else [form]
            if words:
                lines.append("\t".join([f"{number + 1}-{number + len(parts)}", form, *"_" * 8]))
            for part in parts:
                number += 1
                head, label = ("0", "root") if number == 1 else ("1", "dep")
                lines.append("\t".join([str(number), part, "_", "X", "_", "_", head, label, "_", "_"]))
        lines.append("")
    return dodona.read("\n".join([*lines, ""]), format="conllu")


def _spaced(tokens: list[str]) -> list[str]:
    return [token.replace("~", "\u00a0") for token in tokens]


def aligned(gold: dodona.Treebank, parse: dodona.Treebank) -> list[tuple[str, str]]:
    places = align_words(segment(gold), segment(parse))
    ours, theirs = gold.column("words"), parse.column("words")
    return [(ours[i], theirs[j]) for i, j in zip(*places, strict=True)]


CASES = [
    ("the oak speaks", "the oak speaks", "the oak speaks"),
    ("the oak speaks", "theoak speaks", "speaks"),
    ("the oak speaks", "the o ak speaks", "the speaks"),
    ("theoak", "the oak", ""),
    ("10 000 oaks", "10~000 oaks", "oaks"),
    ("10~000 oaks", "10000 oaks", "10~000 oaks"),
    ("im=in+dem Hain", "im Hain", "Hain"),
    ("im=in+dem Hain", "im=in+dem Hain", "in dem Hain"),
    ("im=in+dem Hain", "im=IN+DEM Hain", "in dem Hain"),
    ("im=in+dem Hain", "im=in+der Hain", "in Hain"),
    ("im=in+dem Hain", "imHain=in+Hain", "in Hain"),
    ("don't=do+n't go", "do n't go", "do n't go"),
    ("abc=a+b+c de=d+e", "a bcd=b+c+d e", "a b c d e"),
    ("a bc=b+c d", "a b cd", "a b"),  # cd extends beyond the end of the multiword token
    ("x ab=a+b", "xa b", "b"),  # xa extends beyond its beginning
    ("a b=ab", "ab", ""),  # and is not matched by its form
    ("a=ab b", "ab", ""),  # nor is it at the end,
    ("ab", "a=ab b", "ab"),  # unless it is a gold word that begins with the token
    ("a b", "ab=b+a", "b"),  # of two longest subsequences, the one that skips gold words first
    ("x~y", "xy=xy+z", "x~y"),  # a space does not matter to a plain word
    ("xy=x~y+z", "xy=xy+z", "z"),  # but it does in a word of a multiword token
]


@pytest.mark.parametrize(("gold", "parse", "both"), CASES)
def test_words_in_both_files(gold: str, parse: str, both: str) -> None:
    assert [word for word, _ in aligned(treebank(gold), treebank(parse))] == _spaced(both.split())


@pytest.mark.parametrize(("gold", "parse", "both"), CASES)
def test_the_published_script_agrees(gold: str, parse: str, both: str, script: ModuleType) -> None:
    texts = (treebank(text).to_conll() for text in (gold, parse))
    found = script.evaluate(*(script.load_conllu(io.StringIO(text)) for text in texts))
    assert found["Words"].correct == len(both.split())


def test_sentences_may_differ() -> None:
    found = align(treebank("the oak", "speaks loudly", "."), treebank("the", "oak", "speaks loudly", "."))
    assert not found.same_words
    assert found.gold_words.tolist() == found.system_words.tolist() == [0, 1, 2, 3, 4]
    assert (found.gold_sentences.tolist(), found.system_sentences.tolist()) == ([1, 2], [2, 3])


def test_equal_words_need_no_multiword_tokens() -> None:
    """A parse without the lines of multiword tokens gets the same scores."""
    assert evaluate(treebank("im=in+dem Hain"), treebank("in dem Hain")).all_words.las.f1 == 1
    with pytest.raises(dodona.Error, match=r"'mHain' in sentence 1 where .* 'ndemHain' in sentence 1"):
        conll18(treebank("im=in+dem Hain"), treebank("in dem Hain"))


def test_errors_show_where_texts_differ() -> None:
    with pytest.raises(dodona.Error) as error:
        evaluate(treebank("the oak", "speaks loudly"), treebank("the oak", "speaks", "softly"))
    assert str(error.value) == (
        "the files do not contain the same text: <string>:4 has 'loudly' in sentence 2"
        " where <string>:6 has 'softly' in sentence 3"
    )
    with pytest.raises(
        dodona.Error, match="<string>:4 has 'speaks' in sentence 2 where <string> ends after sentence 1"
    ):
        evaluate(treebank("the oak", "speaks"), treebank("the oak"))


def test_refuses_a_token_of_spaces() -> None:
    blank = dodona.Treebank.from_lists([["oak", "\u00a0"]], heads=[[0, 1]])
    with pytest.raises(dodona.Error, match="consists of spaces only"):
        evaluate(treebank("oak"), blank)


words = st.lists(st.sampled_from("abc"), max_size=7)


@given(words, words)
def test_common_subsequence_is_the_longest(first: list[str], second: list[str]) -> None:
    def longest(i: int, j: int) -> int:
        if i == len(first) or j == len(second):
            return 0
        if first[i] == second[j]:
            return 1 + longest(i + 1, j + 1)
        return max(longest(i + 1, j), longest(i, j + 1))

    found = common_subsequence(first, second)
    assert len(found) == longest(0, 0)
    assert all(first[i] == second[j] for i, j in found)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(found))


@st.composite
def cuts(draw: st.DrawFn) -> str:
    """Draw a segmentation of the text abcabcabc; some tokens are multiword tokens of other words."""
    tokens, rest = [], "abcabcabc"
    while rest:
        size = draw(st.integers(1, min(4, len(rest))))
        form, rest = rest[:size], rest[size:]
        inner = draw(st.lists(st.sampled_from(["a", "b", "ab", "x"]), min_size=0, max_size=3))
        tokens.append(f"{form}={'+'.join(inner)}" if inner else form)
    return " ".join(tokens)


@given(cuts(), cuts())
def test_the_published_script_agrees_on_any_segmentation(script: ModuleType, gold: str, parse: str) -> None:
    texts = [treebank(text).to_conll() for text in (gold, parse)]
    theirs = script.evaluate(*(script.load_conllu(io.StringIO(text)) for text in texts))
    for name, score in conll18(treebank(gold), treebank(parse)).items():
        assert (score.correct, score.f1) == (theirs[name].correct, theirs[name].f1)


@given(cuts(), cuts())
def test_alignment_is_monotone_and_matches_forms(gold: str, parse: str) -> None:
    here, there = align_words(segment(treebank(gold)), segment(treebank(parse)))
    assert np.all(np.diff(here) > 0) and np.all(np.diff(there) > 0)
    assert all(ours == theirs for ours, theirs in aligned(treebank(gold), treebank(parse)))
    if gold == parse:
        assert len(here) == treebank(gold).word_count
