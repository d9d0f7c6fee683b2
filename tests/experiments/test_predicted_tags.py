"""`dodona reproduce --tags predicted`, with an epoch or two on the project's own small treebank."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.experiments import PAPERS, reproduce

pytest.importorskip("scipy")

Run = Callable[..., tuple[int, str, str]]
Data = dict[str, dodona.Treebank]


@pytest.fixture(scope="module")
def forest(tmp_path_factory: pytest.TempPathFactory, grove: dodona.Treebank) -> Path:
    """A treebank whose development and test data have adverbs as punctuation, so that taggers err."""
    top = tmp_path_factory.mktemp("forest")
    (top / "oak").mkdir()
    grove[::2].write(top / "oak" / "train.conllu")
    for part, start in (("dev", 1), ("test", 3)):
        chosen = grove[start::4]
        tags = [["PUNCT" if tag == "ADV" else tag for tag in tags] for tags in chosen.lists("tags")]
        chosen.replace(tags=tags).write(top / "oak" / f"{part}.conllu")
    return top


@pytest.fixture(scope="module")
def gold(forest: Path) -> Data:
    return {part: dodona.read(forest / "oak" / f"{part}.conllu") for part in ("train", "dev", "test")}


@pytest.fixture(scope="module")
def tagger(gold: Data) -> dodona.Tagger:
    """The tagger of all the training data."""
    return dodona.train_tagger(gold["train"], beam=4)


def las(gold: dodona.Treebank, parsed: dodona.Treebank) -> float:
    return dodona.evaluate(gold, parsed, punctuation="tag").without_punctuation.las.f1


def test_training_data_is_jackknifed_and_test_data_tagged(
    forest: Path, gold: Data, tagger: dodona.Tagger
) -> None:
    found = reproduce("goldberg-nivre-2012", forest, seeds=1, epochs=2, tags="predicted")
    train = dodona.jackknife(gold["train"], 4, beam=4)
    assert train.column("tags") != gold["train"].column("tags")
    parser = dodona.train(train, recipe="goldberg-nivre-2012-static", epochs=2)
    assert found.results[0].las == las(gold["test"], parser.parse(tagger.tag(gold["test"])))
    assert "predicted tags, by 4-fold jackknifing" in str(found)
    assert found.to_dict()["tags"] == "predicted tags, by 4-fold jackknifing"
    assert reproduce("goldberg-nivre-2012", forest, seeds=1, epochs=2, tags="predicted", jobs=2) == found


def test_epochs_are_chosen_with_predicted_tags_and_gold_punctuation(
    forest: Path, gold: Data, tagger: dodona.Tagger
) -> None:
    found = reproduce(
        *("bjorkelund-nivre-2015", forest),
        **{"seeds": 1, "epochs": 1, "search": "greedy", "oracles": ["nd-all"]},
        pseudo_projective=False,
        tags="predicted",
    )
    train = dodona.jackknife(gold["train"], 10, beam=4)
    parser = dodona.train(train, recipe="bjorkelund-nivre-2015-greedy", oracle="nd-all", epochs=1)
    result = found.to_dict()["results"][0]
    for part, score in (("dev", "dev_las"), ("test", "las")):
        assert result[score] == las(gold[part], parser.parse(tagger.tag(gold[part])))
    assert "predicted tags, by 10-fold jackknifing; trees as they are" in str(found)


def test_chang_2015_trains_with_gold_tags(forest: Path, gold: Data, tagger: dodona.Tagger) -> None:
    found = reproduce("chang-2015", forest, seeds=1, epochs=1, tags="predicted")
    result = next(each for each in found.to_dict()["results"] if each["condition"] == "L2S")
    parser = dodona.train(gold["train"], recipe="chang-2015-nn-ftrl", epochs=1)
    for part, score in (("dev", "dev_las"), ("test", "las")):
        assert result[score] == las(gold[part], parser.parse(tagger.tag(gold[part])))
    assert "predicted tags, gold ones in the training data" in str(found)


def test_a_cache_keeps_gold_and_predicted_tags_apart(forest: Path, tmp_path: Path) -> None:
    said: list[str] = []

    def again(tags: str) -> float:
        said.clear()
        found = reproduce(
            *("goldberg-nivre-2012", forest),
            **{"seeds": 1, "epochs": 1, "tags": tags, "cache": tmp_path / "results.jsonl"},
            tell=said.append,
        )
        return found.results[0].las

    gold, predicted = again("gold"), again("predicted")
    assert gold != predicted and len(said) == 3
    assert (again("gold"), again("predicted")) == (gold, predicted) and len(said) == 1


def test_the_command(run: Run, forest: Path) -> None:
    code, out, err = run(
        *("reproduce", "goldberg-nivre-2012", "--treebanks", forest, "--seeds", 1, "--epochs", 1),
        *("--tags", "predicted", "--json"),
    )
    assert code == 0, err
    assert json.loads(out)["tags"] == "predicted tags, by 4-fold jackknifing"


@pytest.mark.parametrize("paper", [name for name, paper in PAPERS.items() if paper.folds is None])
def test_papers_with_gold_tags_refuse(run: Run, forest: Path, paper: str) -> None:
    said = f"dodona: --tags cannot be 'predicted' for {paper}, which has gold tags\n"
    assert run("reproduce", paper, "--treebanks", forest, "--tags", "predicted") == (2, "", said)


def test_mistakes(run: Run, forest: Path) -> None:
    said = "dodona: --tags cannot be 'silver': choose from gold, predicted\n"
    asked = ("reproduce", "goldberg-nivre-2012", "--treebanks", forest, "--tags", "silver")
    assert run(*asked) == (2, "", said)
