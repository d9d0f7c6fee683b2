"""Text in another language than the model's gets a warning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.models.container import read_arrays, write_arrays
from dodona.pipelines.restoring import text_of

Run = Callable[..., tuple[int, str, str]]
GREEK = (
    "Το μαντείο της Δωδώνης μιλούσε με το θρόισμα των φύλλων μιας ιερής βελανιδιάς στους ιερείς του Δία.\n"
)


@pytest.fixture(scope="module")
def path(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("pipeline") / "grove.model"
    dodona.train_pipeline(grove, epochs=1, output=where)
    return where


def test_another_language_gets_one_warning(
    run: Run, path: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    text = tmp_path / "text.txt"
    text.write_text(GREEK, encoding="utf-8")
    code, out, err = run("parse", "-m", path, text)
    assert code == 0 and out
    assert err.splitlines()[0] == (
        "the text: this does not look like the language of the model: parse it with a model of its language "
        "(--model); dodona download UD_... --train trains one"
    )
    assert run("parse", "-m", path, "--quiet", text)[2] == ""
    text.write_bytes(text_of(grove))
    assert "look like" not in run("parse", "-m", path, text)[2]


def test_short_text_gets_none(run: Run, path: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("Die Katze sitzt auf dem Dach.", encoding="utf-8")
    assert "look like" not in run("parse", "-m", path, text)[2]


def test_models_without_frequent_words_give_none(run: Run, path: Path, tmp_path: Path) -> None:
    whole = dodona.load(path)
    del whole.info["frequent_words"]
    whole.save(tmp_path / "old.model")
    text = tmp_path / "text.txt"
    text.write_text(GREEK, encoding="utf-8")
    assert "look like" not in run("parse", "-m", tmp_path / "old.model", text)[2]


@pytest.mark.parametrize(
    "wrong", ["the", {"words": ["the"]}, {"words": [1], "share": 0.5}, {"words": ["the"], "share": "half"}]
)
def test_wrong_metadata_are_damage(path: Path, tmp_path: Path, wrong: object) -> None:
    arrays, info = read_arrays(path, "pipeline")
    info["info"]["frequent_words"] = wrong
    write_arrays(tmp_path / "bad.model", arrays, info)
    with pytest.raises(dodona.Error, match="damaged"):
        dodona.load(tmp_path / "bad.model")


@pytest.fixture(scope="module")
def english() -> dodona.Pipeline:
    found: dodona.Pipeline = dodona.load()
    return found


OTHERS = (
    GREEK,
    "他昨天去了北京的一家书店,买了三本新书。",
    "你好",
    "Die Regierung hat gestern beschlossen, im nächsten Jahr keine neuen Steuern zu erheben.",
)


@pytest.mark.parametrize("text", OTHERS)
def test_other_languages_and_scripts_get_a_warning_and_low_confidence(
    english: dodona.Pipeline, run: Run, tmp_path: Path, text: str
) -> None:
    with pytest.warns(UserWarning, match="does not look like English"):
        document = english(text, confidence=True)
    confidences = [each for sentence in document for each in confidences_of(sentence)]
    assert max(confidences) < 0.3
    path = tmp_path / "text.txt"
    path.write_text(text, encoding="utf-8")
    _, out, err = run("parse", "--confidence", path)
    assert "does not look like English" in err
    assert [each for sentence in dodona.read(out) for each in confidences_of(sentence)] == confidences
    with pytest.warns(UserWarning, match="does not look like English"):
        assert next(english.pipe([text], confidence=True)) == document


def test_english_gets_neither(english: dodona.Pipeline) -> None:
    sure = english("Hi.", confidence=True)
    assert min(confidences_of(sure[0])) > 0.9
    for text in (
        "42",
        "",
        "https://example.org",
        "Angela Merkel",
        "ok",
        "The word λόγος means word.",
        "\U0001f600",
    ):
        english(text)
    mixed = english("The oak of Dodona spoke in whispers.\n\n你好。", confidence=True)
    assert min(confidences_of(mixed[0])) > 0.5 and max(confidences_of(mixed[1])) < 0.3


def test_each_document_has_its_own_confidences(english: dodona.Pipeline) -> None:
    known = "The oak of Dodona spoke to the priests, and they listened to it."
    first, second, third = english.pipe([known, OTHERS[3], known], confidence=True)
    assert first == third == english(known, confidence=True)
    assert max(confidences_of(second[0])) < 0.3


def confidences_of(sentence: dodona.Sentence) -> list[float]:
    return [
        each for word in sentence for each in (word.confidence, word.label_confidence) if each is not None
    ]
