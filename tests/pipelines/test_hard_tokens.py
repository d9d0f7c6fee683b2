"""Texts that are hard to split: addresses, numbers, abbreviations, emoticons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import dodona
from dodona.pipelines.abbreviations import abbreviations

#: The treebanks whose tokenisers split the texts of each language, and the share that they must get right.
TREEBANKS = {
    "en": ("en_ewt", 0.95),
    "fr": ("fr_sequoia", 0.85),
    "pt": ("pt_bosque", 0.85),
    "el": ("el_gdt", 0.8),
    "hu": ("hu_szeged", 0.8),
    "tr": ("tr_imst", 0.75),
}


@dataclass(frozen=True)
class Case:
    """A text with its words."""

    language: str
    kind: str
    text: str
    sentences: list[list[str]]
    #: The words that no tokeniser may tear apart.
    whole: list[str]


def cases() -> list[Case]:
    found = []
    language = kind = text = ""
    lines = (Path(__file__).parents[1] / "data" / "hard_tokens.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line.startswith("## "):
            _, language, kind = line.split()
        elif not line or line.startswith("# "):
            continue
        elif not text:
            text = line
        else:
            sentences = [[_bare(word) for word in part.split()] for part in line.split(" | ")]
            whole = [_bare(word) for word in line.split() if _bare(word) != word]
            assert "".join(map("".join, sentences)) == text.replace(" ", ""), text
            found.append(Case(language, kind, text, sentences, whole))
            text = ""
    return found


def _bare(word: str) -> str:
    return word[1:-1] if len(word) > 2 and word[0] == "{" and word[-1] == "}" else word


CASES = cases()


def test_there_are_many() -> None:
    assert len(CASES) >= 300
    assert len({case.text for case in CASES}) == len(CASES)
    assert len({case.kind for case in CASES}) >= 15
    assert sum(len(case.whole) for case in CASES) >= 200


def torn(tokeniser: dodona.Tokeniser, case: Case) -> list[str]:
    """Return the words that should be whole and have been torn apart, or end a sentence within."""
    words = tokeniser.tokenise(case.text).column("words")
    return [word for word in case.whole if not any(word in each for each in words)]


def test_nothing_is_torn_apart_by_a_small_tokeniser(grove: dodona.Treebank) -> None:
    """The rules need no examples in the training data."""
    tokeniser = dodona.train_tokeniser(grove)
    assert [torn(tokeniser, case) for case in CASES if torn(tokeniser, case)] == []


def test_nothing_is_torn_apart_by_an_older_tokeniser() -> None:
    """Tokenisers that were trained without the rules follow them too."""
    tokeniser = dodona.load().tokeniser
    assert [torn(tokeniser, case) for case in CASES if torn(tokeniser, case)] == []
    right = [tokeniser.tokenise(case.text).lists("words") == case.sentences for case in CASES]
    assert sum(right) > 0.85 * len(right)


@pytest.mark.parametrize("language", TREEBANKS)
def test_tokenisers_of_treebanks(treebanks: Path, language: str) -> None:
    folder, share = TREEBANKS[language]
    tokeniser = dodona.train_tokeniser(dodona.read(treebanks / folder / "train.conllu.xz"))
    own = [case for case in CASES if case.language == language]
    assert [torn(tokeniser, case) for case in own if torn(tokeniser, case)] == []
    wrong = [case.text for case in own if tokeniser.tokenise(case.text).lists("words") != case.sentences]
    assert len(wrong) <= (1 - share) * len(own), wrong


def test_email_addresses_end_no_sentence(grove: dodona.Treebank) -> None:
    """Even if all did in training."""
    ending = dodona.Treebank.from_lists([["Write", "to", "a@oak.gr"], ["Doves", "listen", "."]] * 99)
    for tokeniser in (dodona.train_tokeniser(grove), dodona.train_tokeniser(ending)):
        (sentence,) = tokeniser.tokenise("Write to zeus@dodona.gr The doves listen.")
        assert sentence.words[2] == "zeus@dodona.gr"
        assert len(tokeniser.tokenise("Write to zeus@dodona.gr\n\nThe doves listen.")) == 2


@cache
def with_and_without(whole: bool) -> dodona.Tokeniser:
    """Train on texts with numbers and their units in one token, or in two."""
    rows = [["It", "is", *([f"{n}km"] if whole else [str(n), "km"]), "."] for n in range(3, 99)]
    misc = [["_", "_", *["SpaceAfter=No"] * (len(row) - 3), "_"] for row in rows]
    return dodona.train_tokeniser(dodona.Treebank.from_lists(rows, misc=misc))


def test_numbers_with_units_follow_the_treebank() -> None:
    text = "It is 1,250km."
    assert with_and_without(True).tokenise(text).lists("words") == [["It", "is", "1,250km", "."]]
    assert with_and_without(False).tokenise(text).lists("words") == [["It", "is", "1,250", "km", "."]]


def test_abbreviations_are_learnt() -> None:
    """From treebanks and silver trees, unless they often end sentences."""
    gold = dodona.Treebank.from_lists([["Doves", "listen", "."]])
    inside = [["Ask", "Thr.", "Oak", "."]] * 9
    at_end = [["Ask", "Thr", "."], ["Ask", "Thr."]] * 2
    assert abbreviations(gold) == []
    assert abbreviations(gold, [dodona.Treebank.from_lists(inside)]) == ["Thr."]
    assert abbreviations(gold, [dodona.Treebank.from_lists(inside + at_end)]) == []


def test_silver_teaches_abbreviations(grove: dodona.Treebank) -> None:
    silver = [dodona.Treebank.from_lists([["Ask", "Thr.", "Oak", "."]] * 9)]
    text = "Doves ask Thr. Who spoke?"
    taught = dodona.train_tokeniser(grove, silver=silver).tokenise(text)
    assert [sentence.words for sentence in taught] == [["Doves", "ask", "Thr.", "Who", "spoke", "?"]]
    assert len(dodona.train_tokeniser(grove).tokenise(text)) == 2


def test_the_list_of_a_language_needs_evidence() -> None:
    some = [["Mr.", "Oak", ",", "Dr.", "Dove", "and", "St.", "Elm", "left", "."]]
    assert "Prof." in abbreviations(dodona.Treebank.from_lists(some))
    assert "Prof." not in abbreviations(dodona.Treebank.from_lists([["Mr.", "Oak", "left", "."]]))
