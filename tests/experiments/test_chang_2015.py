"""`dodona reproduce chang-2015`, with an epoch on the project's own small treebank."""

from __future__ import annotations

from pathlib import Path

import pytest

import dodona
from dodona.experiments import reproduce
from dodona.experiments.chang_2015.conditions import CHANG_2015, DYNA, DYNA_SEEDS, L2S, VOWPAL_WABBIT
from dodona.experiments.chang_2015.report import SearchReproduction
from dodona.experiments.chang_2015.runs import ChosenResult, VowpalWabbitRun
from dodona.experiments.chang_2015.vowpal_wabbit import VowpalWabbit, read_parsed, write

pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def grove_folder(tmp_path_factory: pytest.TempPathFactory, grove: dodona.Treebank) -> Path:
    top = tmp_path_factory.mktemp("groves")
    (top / "en_oak").mkdir()
    for part, chosen in (("train", grove[:30]), ("dev", grove[30:36]), ("test", grove[36:42])):
        chosen.write(top / "en_oak" / f"{part}.conllu")
    return top


@pytest.fixture
def without_vw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dodona.experiments.chang_2015.reproduction.is_installed", lambda: False)


@pytest.mark.usefixtures("without_vw")
def test_all_tables_are_printed_and_finished_runs_are_kept(grove_folder: Path, tmp_path: Path) -> None:
    cache, told = tmp_path / "cache.jsonl", list[str]()
    options = {"seeds": 1, "epochs": 1, "cache": cache, "tell": told.append}
    found = reproduce("chang-2015", grove_folder, **options)  # type: ignore[arg-type]
    assert isinstance(found, SearchReproduction)
    assert told[0].startswith("Vowpal Wabbit is not installed")
    assert len(found.results) == len(CHANG_2015.conditions) - 1 + DYNA_SEEDS
    said = str(found)
    for title in ("Table 3: systems", "Table 4: base learners", "Table 5: features"):
        assert title in said
    for name in ("SGD+", "NN+FTRL", "Multiclass", "Uni- + Bi-gram", "81.34", "91.09", "L2S − DYNA"):
        assert name in said
    assert "Vowpal" not in said
    again = reproduce("chang-2015", grove_folder, **options)  # type: ignore[arg-type]
    assert again.results == found.results
    assert told[-1] == f"{len(found.results)} of {len(found.results)} runs are in {cache}"
    assert set(found.to_dict()["tables"]) == {
        *("Table 3: systems", "Table 4: base learners", "Table 5: features")
    }


def test_dyna_is_the_seed_that_is_best_on_development_data(grove_folder: Path) -> None:
    def run(condition: str, seed: int, dev: float, test: float) -> ChosenResult:
        return ChosenResult("oak", condition, seed, test, test, 9, 9, 0.0, 0.0, dev_uas=dev, dev_las=dev)

    class Oak:
        name = "oak"

    results = (run(DYNA, 1, 0.7, 0.9), run(DYNA, 2, 0.8, 0.6), run(L2S, 1, 0.1, 0.5), run(L2S, 2, 0.2, 0.7))
    found = SearchReproduction(CHANG_2015, (Oak(),), (1, 2), 1, results)  # type: ignore[arg-type]
    assert found.scores(DYNA, "las") == pytest.approx([60])
    assert found.scores(L2S, "las") == pytest.approx([60])
    assert found.scores(VOWPAL_WABBIT, "las") == found.differences(L2S, VOWPAL_WABBIT) == []
    assert found.differences(L2S, DYNA) == pytest.approx([0])


def test_the_files_of_vowpal_wabbit(tmp_path: Path) -> None:
    trees = dodona.Treebank.from_lists(
        [["Old", "oaks", "speak|"]],
        heads=[[2, 3, 0]],
        labels=[["amod", "nsubj", "root"]],
        tags=[["ADJ", "NOUN", "VERB"]],
    )
    labels = {"amod": 1, "nsubj": 2, "root": 3}
    assert write(trees, labels, tmp_path / "data").read_text().splitlines() == [
        *("2,1 |w old |p ADJ", "3,2 |w oaks |p NOUN", "0,3 |w speakPIPE |p VERB", "0,1 |w DUMMY |p DUMMY", "")
    ]
    (tmp_path / "parsed").write_text("2:1\n3:2\n0:3\n9999999:9999999\n\n")
    parsed = read_parsed(trees, labels, tmp_path / "parsed")
    assert parsed.heads.tolist() == [2, 3, 0]
    assert parsed.column("labels") == ["amod", "nsubj", "root"]


def test_vowpal_wabbit_learns_where_it_is_installed(grove: dodona.Treebank, tmp_path: Path) -> None:
    pytest.importorskip("vowpalwabbit")
    trees = grove[:40]
    parser = VowpalWabbit(tmp_path, trees)
    parser.train(2)
    assert (parser.parse(trees).heads == trees.heads).mean() > 0.6
    assert "Vowpal Wabbit" in VowpalWabbitRun.way
