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
    text.write_text(" ".join(GREEK.split()[:9]), encoding="utf-8")
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
