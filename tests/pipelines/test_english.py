"""The English model that comes with the package."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

import dodona
from dodona.downloads.models import find_model
from dodona.pipelines.loading import default_model

Run = Callable[..., tuple[int, str, str]]


#: The most bytes of each model, and its least LAS from raw text.
MODELS = {"english": (30_000_000, 88.5), "english-fast": (12_000_000, 85)}


@pytest.fixture(scope="module", params=MODELS)
def english(request: pytest.FixtureRequest) -> dodona.Pipeline:
    found: dodona.Pipeline = dodona.load(request.param)
    found.info["name"] = request.param
    return found


def test_the_best_one_is_the_default() -> None:
    assert default_model() == find_model("english")


def test_size_and_metadata(english: dodona.Pipeline) -> None:
    most, least = MODELS[english.info["name"]]
    assert find_model(english.info["name"]).stat().st_size <= most
    assert english.info["licence"] == "CC BY-SA 4.0"
    assert english.info["treebank"] == "UD_English-EWT"
    assert english.info["scores"]["test, raw text"]["LAS"] > least


def test_parses_english(english: dodona.Pipeline) -> None:
    (sentence,) = english("The oak of Dodona spoke in whispers.")
    assert sentence.words == ["The", "oak", "of", "Dodona", "spoke", "in", "whispers", "."]
    assert sentence.lemmas == ["the", "oak", "of", "Dodona", "speak", "in", "whisper", "."]
    assert sentence.tags == ["DET", "NOUN", "ADP", "PROPN", "VERB", "ADP", "NOUN", "PUNCT"]
    assert sentence.heads.tolist() == [2, 5, 4, 2, 0, 7, 5, 5]
    two = english("I don't know Mr. Dove. Do you?")
    assert [one.text for one in two] == ["I don't know Mr. Dove.", "Do you?"]
    assert [token.form for token in two[0].multiword_tokens] == ["don't"]


def test_confidences_are_calibrated(english: dodona.Pipeline) -> None:
    assert english.parser.is_calibrated
    easy = english.tokeniser.tokenise("She left the house.")
    hard = english.tokeniser.tokenise(
        "Old hands saw the man with the dove on the oak by the spring of Zeus fly."
    )
    sure, unsure = (english.parser.confidence(english.tag(text, tags="predict")) for text in (easy, hard))
    assert sure.calibrated and sure.heads.min() > 0.8 and unsure.heads.min() < 0.7
    assert sure.trees[0] > 0.8 > 0.5 > unsure.trees[0]


def test_other_languages_get_a_warning(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    greek = "Το μαντείο της Δωδώνης μιλούσε με το θρόισμα των φύλλων μιας ιερής βελανιδιάς.\n"
    english = "The oracle of Dodona spoke to the priests in the rustling of the leaves of an oak.\n"
    for text, warned in ((greek, True), (english, False)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert ("this does not look like English" in run("parse")[2]) == warned


def test_needs_no_option(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"The oak of Dodona spoke in whispers.\n"))
    monkeypatch.setattr("sys.stdin", stdin)
    code, out, err = run("parse")
    assert code == 0
    assert out.splitlines()[7].startswith("5\tspoke\tspeak\tVERB\tVBD\t")
    assert out.splitlines()[7].split("\t")[6:8] == ["0", "root"]
    assert "1 sentence, 8 words" in err


@pytest.mark.parametrize("text", ["We'll go.", "They're here.", "You'd know.", "I DON'T KNOW."])
def test_apostrophes_are_straight_or_not(english: dodona.Pipeline, text: str) -> None:
    straight, curly = (english(each)[0] for each in (text, text.replace("'", "\u2019")))
    assert len(straight.multiword_tokens) == 1
    assert curly.words == [word.replace("'", "\u2019") for word in straight.words]
