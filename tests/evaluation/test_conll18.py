"""The CoNLL 2018 shared task metrics, compared with the published script and its stored results.

To run the script too, set DODONA_CONLL18_EVAL to the path of conll18_ud_eval.py, or make it importable.
"""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dodona
from dodona.evaluation import Conll18, conll18, evaluate

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, list[Any]]] = json.loads((HERE / "expected_conll18.json").read_text("utf-8"))
TREEBANKS = HERE.parents[2] / "shared" / "treebanks"


def counted(found: Conll18, fields: tuple[str, ...]) -> dict[str, list[Any]]:
    return {name: [getattr(score, field) for field in fields] for name, score in found.items()}


@pytest.fixture
def pair(request: pytest.FixtureRequest, grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]) -> Any:
    way, _, turned = request.param.partition(", ")
    return (spoilt[way], grove) if turned else (grove, spoilt[way])


def test_expectations_are_of_all_ten_perturbations(perturb: ModuleType) -> None:
    assert len(perturb.PERTURBATIONS) == 10
    assert set(EXPECTED) == {f"{way}{turn}" for way in perturb.PERTURBATIONS for turn in ("", ", reversed")}


@pytest.mark.parametrize(("way", "pair"), [(way, way) for way in EXPECTED], indirect=["pair"])
def test_agrees_with_the_published_numbers(way: str, pair: Any, expect_conll18: ModuleType) -> None:
    assert counted(conll18(*pair), expect_conll18.FIELDS) == EXPECTED[way]


@pytest.mark.parametrize(("way", "pair"), [(way, way) for way in EXPECTED], indirect=["pair"])
def test_agrees_with_the_published_script(
    way: str, pair: Any, expect_conll18: ModuleType, script: ModuleType
) -> None:
    theirs = expect_conll18.figures(script, *(treebank.to_conll() for treebank in pair))
    assert theirs == EXPECTED[way]
    assert counted(conll18(*pair), expect_conll18.FIELDS) == theirs


@pytest.mark.parametrize(("way", "pair"), [(way, way) for way in EXPECTED], indirect=["pair"])
def test_evaluate_has_the_same_attachment_scores(way: str, pair: Any) -> None:
    published, found = conll18(*pair), evaluate(*pair, labels="universal")
    assert found.all_words.uas == published.uas
    assert found.all_words.las == published.las
    assert found.aligned_words == published.words.correct
    if found.content == "UD 2":  # otherwise other labels are content labels
        assert found.all_words.clas == published.clas


@pytest.mark.parametrize("way", ["multiword_tokens", "everything"])
def test_agrees_on_a_real_treebank(
    way: str, perturb: ModuleType, expect_conll18: ModuleType, script: ModuleType
) -> None:
    path = TREEBANKS / "tr_imst" / "dev.conllu.xz"
    if not path.exists():
        pytest.skip("no treebanks in ../shared/treebanks")
    with lzma.open(path, "rt", encoding="utf-8") as file:
        text = "\n\n".join(file.read().split("\n\n")[:300])
    gold, parse = perturb.render(perturb.parse(text)), perturb.perturb(text, way)
    theirs = expect_conll18.figures(script, gold, parse)
    assert counted(conll18(dodona.read(gold), dodona.read(parse)), expect_conll18.FIELDS) == theirs


def test_prints_every_figure(grove: dodona.Treebank, spoilt: dict[str, dodona.Treebank]) -> None:
    found = conll18(grove, spoilt["everything"])
    lines = str(found).splitlines()
    assert [line.split()[0] for line in lines[-13:]] == [name for name, _ in found.items()]
    assert f"{100 * found.mlas.f1:.2f}" in next(line for line in lines if "MLAS" in line)
    assert found.to_dict()["blex"]["aligned_accuracy"] == found.blex.aligned_accuracy
