"""Files of trained tasks."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import dodona
from dodona import Search, SearchModel, learn

SMALL = {"bits": 12}


@pytest.mark.parametrize("learner", [{"bits": 12}, {"bits": 8, "hidden": 3}, {"bits": 12, "update": "ftrl"}])
def test_saved_models_are_read_unchanged(learner: Any, tasks: ModuleType, tmp_path: Path) -> None:
    path, again = tmp_path / "tagger.model", tmp_path / "again.model"
    options = {"quadratic": "word condition"}
    model = learn(tasks.tagger, tasks.SENTENCES, learner=learner, seed=3, **options)
    model.save(path)
    read = SearchModel.load(path, tasks.tagger, **options)
    for sentence in tasks.SENTENCES:
        assert read.predict(sentence) == model.predict(sentence)
    read.save(again)
    assert again.read_bytes() == path.read_bytes()
    assert repr(read) == repr(model) == "SearchModel('tagger': 60 updates)"


def test_too_large_a_model_is_refused(
    tasks: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(tasks.tagger, tasks.SENTENCES, learner=SMALL).save(tmp_path / "m")

    def two_learners(search: Search, word: str) -> None:
        for learner in ("a", "b"):
            search.loss(search.predict(word, oracle=word, allowed=["oak", "elm"], learner=learner) != word)

    monkeypatch.setattr("dodona.memory.memory", lambda: 3 * 4 * 2**12 - 1)
    with pytest.raises(dodona.OptionError, match=r"bits cannot be 12: the weights alone would take 0\.0 GiB"):
        learn(tasks.tagger, tasks.SENTENCES, learner=SMALL)
    with pytest.raises(dodona.Error, match="m: bits cannot be 12"):
        SearchModel.load(tmp_path / "m", tasks.tagger)
    monkeypatch.setattr("dodona.memory.memory", lambda: 2 * 3 * 4 * 2**12 - 1)
    learn(tasks.tagger, tasks.SENTENCES, learner=SMALL)
    with pytest.raises(dodona.OptionError, match="bits cannot be 12"):
        learn(two_learners, ["oak", "elm"], learner=SMALL)


def test_learned_tasks_can_be_pickled(tmp_path: Path) -> None:
    model = learn(_spell, ["oak", "elm"], learner=SMALL)
    back = pickle.loads(pickle.dumps(model))
    assert back.predict("oak") == model.predict("oak") == "oak"
    assert back.loss(["oak", "elm"]) == model.loss(["oak", "elm"])
    assert repr(back) == repr(model)
    with pytest.raises(dodona.ArgumentError, match="examples must be a list of examples, not an int"):
        model.loss(5)  # type: ignore[arg-type]


def _spell(search: Search, word: str) -> str:
    spelt = "".join(search.predict({"letter": letter}, oracle=letter) for letter in word)
    search.loss(spelt != word)
    return spelt


def test_the_same_seed_gives_the_same_bytes(tasks: ModuleType, tmp_path: Path) -> None:
    def written(**options: Any) -> bytes:
        learn(tasks.tagger, tasks.SENTENCES, learner=SMALL, algorithm="searn", **options).save(
            tmp_path / "model"
        )
        return (tmp_path / "model").read_bytes()

    assert written() == written(seed=1)
    assert written(seed=2) != written(seed=1)


SETS = """
import sys, dodona
def task(search, word):
    for letter in word:
        best = {letter, "x"}
        action = search.predict({"near": set(word), "letter": letter}, oracle=best, tag=letter)
        search.loss(action not in best)
dodona.learn(task, ["oak", "elm", "ash"], learner={"bits": 12}, quadratic="near letter").save(sys.argv[1])
"""


def test_sets_have_an_order(tmp_path: Path) -> None:
    """The order of Python's sets differs between processes."""
    for seed in "123":
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", SETS, tmp_path / seed], check=True, env=environment)
    assert len({(tmp_path / seed).read_bytes() for seed in "123"}) == 1


def test_several_learners_are_kept_with_their_actions(tasks: ModuleType, tmp_path: Path) -> None:
    trees = [[(2, "subj"), (0, "root")], [(2, "subj"), (0, "root"), (2, "obj")]]
    model = learn(tasks.LabelledArcHybrid, trees, learner=SMALL)
    model.save(tmp_path / "model")
    read = SearchModel.load(tmp_path / "model", tasks.LabelledArcHybrid())
    assert [read.predict(tree) for tree in trees] == [model.predict(tree) for tree in trees]


def test_small_tasks_have_small_files(tasks: ModuleType, tmp_path: Path) -> None:
    learn(tasks.tagger, tasks.SENTENCES).save(tmp_path / "model")
    assert (tmp_path / "model").stat().st_size < 20_000


def test_only_models_are_overwritten(tasks: ModuleType, tmp_path: Path) -> None:
    model, path = learn(tasks.tagger, tasks.SENTENCES, learner=SMALL), tmp_path / "notes.txt"
    path.write_text("not to be lost")
    with pytest.raises(dodona.Error, match=r"notes\.txt: this exists and is not a model"):
        model.save(path)
    assert path.read_text() == "not to be lost"
    model.save(path, overwrite=True)
    model.save(path)
    assert SearchModel.load(path, tasks.tagger).predict(tasks.SENTENCES[0])


def test_another_task_is_refused(tasks: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "tagger.model"
    learn(tasks.tagger, tasks.SENTENCES, learner=SMALL, quadratic="word condition").save(path)

    def chunker(search: Search, example: Any) -> None:
        search.loss(0)

    def load(task: Any = tasks.tagger, **options: Any) -> SearchModel:
        return SearchModel.load(path, task, **{"quadratic": "word condition", **options})

    with pytest.raises(dodona.Error, match="this is a model of the task 'tagger', not of 'chunker'"):
        load(chunker)
    with pytest.raises(dodona.Error, match="'tagger' combines other namespaces"):
        load(quadratic="word word")
    with pytest.raises(dodona.Error, match="'tagger' declares other actions than when it was trained"):
        load(actions=["A", "B"])
    assert load(actions=["D", "N", "V"]).predict(tasks.SENTENCES[3]) == ["N", "V"]

    def tagger(search: Search, example: Any) -> Any:
        return search.predict("x", learner="another", allowed=["D", "N"])

    with pytest.raises(dodona.Error, match="training had no learner 'another': is this another task"):
        load(tagger).predict(1)


def test_files_that_are_not_models(tasks: ModuleType, tmp_path: Path, model: Path) -> None:
    path = tmp_path / "tagger.model"
    learn(tasks.tagger, tasks.SENTENCES, learner=SMALL).save(path)
    whole = path.read_bytes()
    with pytest.raises(dodona.Error, match="this is not a task model but a model"):
        SearchModel.load(model, tasks.tagger)
    with pytest.raises(dodona.Error, match="this is not a model but a task model"):
        dodona.load(path)
    with pytest.raises(dodona.Error, match="No such file"):
        SearchModel.load(tmp_path / "none", tasks.tagger)
    path.write_bytes(whole[:-9])
    with pytest.raises(dodona.Error, match="not a Dodona task model, or it has been cut off or damaged"):
        SearchModel.load(path, tasks.tagger)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(dodona.Error, match=r"the task model is damaged \(its checksum is wrong\)"):
        SearchModel.load(path, tasks.tagger)
