"""`dodona reproduce`, with one epoch on the project's own small treebank."""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dodona
from dodona.experiments import PAPERS, paper, reproduce
from dodona.runs.experiment import IN_DOMAIN, OUT_OF_DOMAIN, experiments_on
from dodona.runs.folders import find_treebanks
from dodona.runs.genres import GENRES

pytest.importorskip("scipy")

PAPER = "goldberg-nivre-2012"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def forest(tmp_path: Path, grove: dodona.Treebank) -> Path:
    """A folder with three treebanks: plain, compressed and nested, and with genres."""
    top = tmp_path / "forest"
    for name in ("eu_oak", "old/elm", "en_web", "no_treebank"):
        (top / name).mkdir(parents=True)
    for part, sentences in (("train", grove[::2]), ("test", grove[1::2])):
        sentences.write(top / "eu_oak" / f"{part}.conllu")
        sentences.write(top / "old" / "elm" / f"elm-ud-{part}.conllu.xz")
        ids = [[f"# sent_id = {GENRES[place % 5]}-{place}"] for place in range(len(sentences))]
        sentences.replace(comments=ids).write(top / "en_web" / f"{part}.conllu")
    (top / "no_treebank" / "train.conllu").write_bytes(b"")
    return top


def test_treebanks_are_found(forest: Path) -> None:
    assert [files.name for files in find_treebanks(forest)] == ["en_web", "eu_oak", "old/elm"]
    assert [files.name for files in find_treebanks(forest, ["elm", "en_*"])] == ["en_web", "old/elm"]
    assert [files.name for files in find_treebanks(forest / "eu_oak")] == ["eu_oak"]
    (forest / "eu_oak" / "train.conllu.xz").write_bytes(lzma.compress(b"older"))
    assert find_treebanks(forest, ["eu_oak"])[0].train.name == "train.conllu"
    with pytest.raises(dodona.Error, match="no treebank is called ash: choose from en_web, eu_oak, old/elm"):
        find_treebanks(forest, ["ash"])
    with pytest.raises(dodona.Error, match="no folder in it has a training and a test file"):
        find_treebanks(forest / "no_treebank")
    with pytest.raises(dodona.Error, match="there is no such folder"):
        find_treebanks(forest / "nowhere")


def test_a_genre_is_left_out_of_training_and_all_of_it_is_tested_on(forest: Path) -> None:
    made = experiments_on(find_treebanks(forest, ["en_web", "eu_oak"]))
    assert [each.name for each in made[:3]] == ["en_web", "eu_oak", "en_web: answers"]
    assert [each.kind for each in made] == [IN_DOMAIN] * 2 + [OUT_OF_DOMAIN] * 5
    train, test = made[2].load()
    assert (len(train), len(test)) == (30, 16)  # every fifth of 38 and 37 sentences
    assert not any((sentence.comment("sent_id") or "").startswith("answers") for sentence in train)
    assert all((sentence.comment("sent_id") or "").startswith("answers") for sentence in test)


def test_scores_are_those_of_training_and_evaluating(forest: Path) -> None:
    found = reproduce(PAPER, forest, only=["eu_oak"], seeds=2, epochs=1)
    assert [(run.condition, run.seed) for run in found.results] == [
        (condition, seed) for seed in (1, 2) for condition in ("static", "ambiguity", "explore")
    ]
    train, test = (dodona.read(forest / "eu_oak" / f"{part}.conllu") for part in ("train", "test"))
    parser = dodona.train(train, recipe="goldberg-nivre-2012-static", epochs=1, seed=2)
    right = dodona.evaluate(test, parser.parse(test), punctuation="tag").without_punctuation
    assert (found.results[3].uas, found.results[3].las) == (right.uas.f1, right.las.f1)


def test_fine_tags_that_only_the_training_data_has_are_not_used(forest: Path) -> None:
    test = forest / "eu_oak" / "test.conllu"
    bare = dodona.read(test)
    bare.replace(fine_tags=[["_"] * len(sentence) for sentence in bare]).write(test)
    found = reproduce(PAPER, forest, only=["eu_oak"], seeds=1, epochs=1)
    train = dodona.read(forest / "eu_oak" / "train.conllu")
    parser = dodona.train(train, recipe="goldberg-nivre-2012-static", epochs=1, tag="upos")
    right = dodona.evaluate(bare, parser.parse(bare)).without_punctuation
    assert found.results[0].las == right.las.f1


def test_test_sentences_in_the_training_data_are_reported(forest: Path) -> None:
    assert "training data as well" not in str(reproduce(PAPER, forest, only=["eu_oak"], seeds=1, epochs=1))
    folder = forest / "eu_oak"
    (dodona.read(folder / "train.conllu") + dodona.read(folder / "test.conllu")[:20]).write(
        folder / "train.conllu"
    )
    found = reproduce(PAPER, forest, only=["eu_oak"], seeds=1, epochs=1)
    assert "eu_oak: 54% of the test sentences are in the training data as well\n" in str(found)


def test_parallel_jobs_give_the_same_results(forest: Path) -> None:
    one, two = (reproduce(PAPER, forest, seeds=1, epochs=1, jobs=jobs) for jobs in (1, 2))
    assert one.results == two.results
    assert one.kinds() == [IN_DOMAIN, OUT_OF_DOMAIN]


def test_an_error_in_one_job_ends_all(forest: Path) -> None:
    (forest / "eu_oak" / "test.conllu").write_text("1\toak\n", encoding="utf-8")
    with pytest.raises(dodona.ReadError, match="2 columns"):
        reproduce(PAPER, forest, seeds=1, epochs=1, jobs=2)


def test_cached_results_are_not_recomputed(forest: Path, tmp_path: Path) -> None:
    cache = tmp_path / "results.jsonl"
    said: list[str] = []

    def again(**options: int) -> dodona.reproduce.Reproduction:
        said.clear()
        chosen = {"seeds": 1, "epochs": 1, **options}
        return reproduce(PAPER, forest, only=["eu_oak"], cache=cache, tell=said.append, **chosen)  # type: ignore[arg-type]

    first = again()
    assert len(said) == 3 and said[0].startswith("1 of 3: eu_oak, static, seed 1: UAS ")
    lines = cache.read_text(encoding="utf-8").splitlines()
    cache.write_text("\n".join([*lines[:2], lines[2][:40]]), encoding="utf-8")  # killed while writing
    assert again() == first
    assert said[0] == f"2 of 3 runs are in {cache}" and len(said) == 2
    assert again() == first and len(said) == 1
    again(seeds=2)
    assert len(said) == 4
    again(epochs=2)  # another recipe, other runs
    assert len(said) == 3
    test = forest / "eu_oak" / "test.conllu"
    test.write_bytes(test.read_bytes().replace(b"nsubj", b"subj"))  # other data
    dodona.runs.cache.content_of.cache_clear()
    again()
    assert len(said) == 3


def test_a_cache_needs_its_folder_before_anything_is_trained(forest: Path, tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(dodona.Error, match="there is no folder"):
        reproduce(PAPER, forest, cache=tmp_path / "nowhere" / "results.jsonl", tell=said.append)
    assert not said


def test_another_file_is_not_used_as_a_cache(forest: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("Oaks to water\n", encoding="utf-8")
    with pytest.raises(dodona.Error, match="not a file of results"):
        reproduce(PAPER, forest, cache=notes)
    assert notes.read_text(encoding="utf-8") == "Oaks to water\n"


def test_the_published_gains() -> None:
    """Section 5: 1.5 points of LAS on average over CoNLL 2007, and no gain on two languages in UAS."""
    table = paper(PAPER).tables[IN_DOMAIN]
    gains = table.gains("las", "explore", "static")
    assert round(sum(gains) / len(gains), 1) == 1.5
    in_heads = zip(table.corpora, table.gains("uas", "explore", "static"), strict=True)
    behind = [corpus for corpus, gain in in_heads if gain < 0]
    assert behind == ["HUN", "TUR"]
    assert table.gain_like("eu", "las", "explore", "static") == ("BAS", 2.35)
    assert table.gain_like("sv", "las", "explore", "static") is None
    for each in PAPERS.values():
        for published in each.tables.values():
            rows = [row for scores in published.scores.values() for row in scores.values()]
            assert {len(row) for row in rows} == {len(published.corpora)}
            assert set(published.counterparts.values()) <= set(published.corpora)


def test_the_command_prints_tables(run: Run, forest: Path) -> None:
    code, out, err = run("reproduce", PAPER, "--treebanks", forest, "--seeds", 1, "--epochs", 1, "--jobs", 1)
    assert code == 0
    assert "Goldberg" in out and "1 epoch, the last one counts; seed 1\n" in out
    assert sum(line.lstrip().startswith(("en_web: ", "en_web ", "eu_oak ")) for line in out.splitlines()) == 7
    assert "(BAS)" in out and "(ANS)" in out and "explore, Table 2 of the paper" in out
    assert len(err.splitlines()) == 3 * 8 and err.splitlines()[0].startswith(
        "1 of 24: en_web, static, seed 1"
    )
    assert " left" in err.splitlines()[0] and " left" not in err.splitlines()[-1]


def test_the_command_prints_json(run: Run, forest: Path) -> None:
    code, out, _ = run(
        *("reproduce", PAPER, "--treebanks", forest, "--only", "elm,eu_oak", "--in-domain"),
        *("--seeds", 2, "--epochs", 1, "--jobs", 2, "--json"),
    )
    found = json.loads(out)
    assert code == 0
    assert len(found["results"]) == 2 * 3 * 2
    assert list(found["gains"]) == [IN_DOMAIN]
    assert found["gains"][IN_DOMAIN][0]["treebanks"] == 2
    assert found["published_gains"][IN_DOMAIN]["corpora"][1] == "BAS"


def test_the_command_lists_papers(run: Run) -> None:
    code, out, _ = run("reproduce")
    assert code == 0 and out.split()[0] == PAPER
    assert list(json.loads(run("reproduce", "--json")[1])) == list(PAPERS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["goldberg"],
            "dodona: no paper is called 'goldberg' (did you mean 'goldberg-2013'?): choose from "
            "goldberg-nivre-2012, goldberg-2013, "
            "bjorkelund-nivre-2015, chang-2015, wisniewski-2018",
        ),
        ([PAPER], "dodona: --treebanks is needed: a folder of treebanks"),
        ([PAPER, "--treebanks", "nowhere"], "dodona: nowhere: there is no such folder"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], said: str) -> None:
    assert run("reproduce", *arguments) == (2, "", f"{said}\n")


@pytest.mark.parametrize(
    ("paper", "options", "said"),
    [
        (PAPER, ["--only", "ash"], "no treebank is called ash"),
        (PAPER, ["--search", "beam"], "--search is for bjorkelund-nivre-2015 only"),
        ("goldberg-2013", [], "there is no development file"),
        ("goldberg-2013", ["--in-domain"], "--in-domain is for goldberg-nivre-2012 only"),
        ("goldberg-2013", ["--swap-only"], "--swap-only is for bjorkelund-nivre-2015 only"),
        ("chang-2015", ["--pseudo-projective"], "--pseudo-projective is for bjorkelund-nivre-2015 only"),
        ("goldberg-nivre-2012", ["--root", "none"], "--root is for goldberg-2013 only"),
        ("chang-2015", ["--out-of-domain"], "--out-of-domain is for goldberg-nivre-2012 only"),
        ("bjorkelund-nivre-2015", ["--oracles", "delphi"], "--oracles cannot be 'delphi'"),
        ("chang-2015", ["--features", "rich"], "--features is not for chang-2015"),
        ("goldberg-2013", ["--each-step"], "--each-step is for bjorkelund-nivre-2015 only"),
        ("wisniewski-2018", ["--oracles", "lazy"], "--oracles is for bjorkelund-nivre-2015 only"),
    ],
)
def test_mistakes_are_reported_before_missing_scipy(
    run: Run, forest: Path, monkeypatch: pytest.MonkeyPatch, paper: str, options: list[str], said: str
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    code, _, err = run("reproduce", paper, "--treebanks", forest, *options)
    assert code == 2 and said in err and "pip install" not in err


@pytest.mark.parametrize("paper", PAPERS)
def test_missing_scipy_is_reported_before_training(
    run: Run, forest_with_dev: Path, monkeypatch: pytest.MonkeyPatch, paper: str
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    code, out, err = run("reproduce", paper, "--treebanks", forest_with_dev, "--only", "sv_udt")
    needed = "dodona: dodona reproduce needs packages that are not installed: pip install 'dodona[compare]'\n"
    assert (code, out, err) == (2, "", needed)


@pytest.fixture
def forest_with_dev(forest: Path, grove: dodona.Treebank) -> Path:
    (forest / "eu_oak").rename(forest / "sv_udt")
    grove[::3].write(forest / "sv_udt" / "dev.conllu")
    return forest


def test_goldberg_2013_tests_on_development_data(forest_with_dev: Path, tmp_path: Path) -> None:
    cache = tmp_path / "results.jsonl"
    found = reproduce("goldberg-2013", forest_with_dev, only=["sv_udt"], seeds=2, epochs=1, cache=cache)
    train, dev = (dodona.read(forest_with_dev / "sv_udt" / f"{part}.conllu") for part in ("train", "dev"))
    parser = dodona.train(train, recipe="goldberg-2013-me-dyn-k0", epochs=1, seed=2)
    last = found.results[-1]
    right = dodona.evaluate(dev, parser.parse(dev), punctuation="tag").without_punctuation
    assert (last.condition, last.seed, last.las) == ("ME+DYN(K=0,SAMPLE)", 2, right.las.f1)
    assert last.weights == parser.weights
    decisions = parser.decisions(dev, compare=True)
    assert decisions.right is not None
    assert sum(each.decisions for each in last.bins) == len(decisions)
    assert sum(each.right for each in last.bins) == decisions.right.sum()
    assert sum(each.decisions for each in last.calibrated_bins) == len(decisions)
    assert not found.results[0].bins and not found.results[0].calibrated_bins  # a perceptron's
    again = reproduce("goldberg-2013", forest_with_dev, only=["sv_udt"], seeds=2, epochs=1, cache=cache)
    assert again == found

    said = str(found)
    for table in ("Table 1: accu", "Table 2: what", "Table 3: weights", "Table 4: calib", "Table 4, calib"):
        assert table in said
    assert f"{found.mean(found.experiments, 'ME+ST', 'uas'):.2f} (83.12)" in said
    assert json.loads(json.dumps(found.to_dict()))["results"][-1]["weights"] == last.weights


def test_goldberg_2013_needs_development_data(forest: Path) -> None:
    with pytest.raises(dodona.Error, match="eu_oak: there is no development file, which the paper tests on"):
        reproduce("goldberg-2013", forest, only=["eu_oak"], seeds=1, epochs=1)


def test_goldberg_2013_with_other_templates(forest_with_dev: Path) -> None:
    papers, others = (
        reproduce("goldberg-2013", forest_with_dev, seeds=1, epochs=1, only=["sv_udt"], features=features)
        for features in (None, "chang-2015-unigrams")
    )
    assert 0 < others.results[0].weights < papers.results[0].weights
    assert "the templates 'chang-2015-unigrams' instead of the paper's" in " ".join(str(others).split())
    assert "instead of" not in str(papers) and others.to_dict()["features"] == "chang-2015-unigrams"


def test_goldberg_2013_with_the_root_elsewhere(run: Run, forest_with_dev: Path) -> None:
    options = ("--treebanks", forest_with_dev, "--seeds", "1", "--epochs", "1", "--only", "sv_udt")
    found = {}
    for root in ("first", "none"):
        code, out, _ = run("reproduce", "goldberg-2013", *options, "--root", root, "--json")
        assert code == 0
        made = json.loads(out)
        assert made["root"] == root
        found[root] = [result["weights"] for result in made["results"]]
    assert found["first"] != found["none"]
    code, _, err = run("reproduce", "goldberg-2013", *options, "--root", "fist")
    assert code == 2 and "--root cannot be 'fist'" in err


@pytest.mark.parametrize("paper", ["chang-2015", "wisniewski-2018"])
def test_templates_of_papers_that_have_their_own(run: Run, forest: Path, paper: str) -> None:
    code, _, err = run("reproduce", paper, "--treebanks", forest, "--features", "rich")
    assert code == 2 and f"--features is not for {paper}" in err
