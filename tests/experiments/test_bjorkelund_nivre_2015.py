"""`dodona reproduce bjorkelund-nivre-2015`, with an epoch or two on the project's own small treebank."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import dodona
from dodona.evaluation.significance import wilcoxon_p
from dodona.experiments import reproduce
from dodona.experiments.bjorkelund_nivre_2015.conditions import NONDETERMINISTIC, ORACLES, STATIC
from dodona.experiments.bjorkelund_nivre_2015.findings import findings
from dodona.experiments.bjorkelund_nivre_2015.published import LANGUAGES, SCORES, STATISTICS
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction
from dodona.oracles import swap_counts

pytest.importorskip("scipy")

PAPER = "bjorkelund-nivre-2015"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def forest(tmp_path_factory: pytest.TempPathFactory, grove: dodona.Treebank) -> Path:
    """Treebanks where LAZY is minimal, where it is not, and where no arcs cross."""
    top = tmp_path_factory.mktemp("forest")
    crossing = grove._core.nonprojective()
    starts, ends = grove.offsets[:-1], grove.offsets[1:]
    straight = [place for place in range(len(grove)) if not crossing[starts[place] : ends[place]].any()]
    knot = dodona.Treebank.from_lists(  # takes EAGER and LAZY four swaps, MINIMAL three
        [["a", "b", "c", "d", "e"]], heads=[[5, 3, 0, 2, 2]], labels=[["x", "x", "root", "x", "x"]]
    )
    trees = {"eu_oak": grove, "elm": grove + knot, "ko_ash": grove[straight]}
    for name, bank in trees.items():
        (top / name).mkdir()
        for part, chosen in (("train", bank), ("dev", bank[::3]), ("test", bank[1::3])):
            chosen.write(top / name / f"{part}.conllu")
    return top


@pytest.fixture(scope="module")
def found(forest: Path) -> SwapReproduction:
    made = reproduce(PAPER, forest, search="greedy", seeds=2, epochs=2, jobs=2)
    assert isinstance(made, SwapReproduction)
    return made


def row(text: str, table: str, name: str) -> list[str]:
    """Return the cells of a treebank's row in a table."""
    lines = text[text.index(table) :].splitlines()
    return next(line.split() for line in lines if line.split()[:1] == [name])


def test_oracles_that_do_not_differ_are_left_out(found: SwapReproduction) -> None:
    elm, oak, ash = found.experiments
    trained = {
        each.name: [name for name in ORACLES if found.trained(each, "greedy", name)]
        for each in (oak, elm, ash)
    }
    assert trained == {
        "eu_oak": ["nd-sw", "nd-all", "eager", "lazy"],
        "elm": list(ORACLES),
        "ko_ash": ["nd-all", "eager"],
    }
    assert not found.trained(ash, "greedy", "swap-hybrid")  # there is nothing to swap
    assert len(found.trained(oak, "greedy", "arc-eager (head)")) == 2  # seeds


def test_tables_have_our_figures_and_those_of_the_paper(found: SwapReproduction) -> None:
    said = str(found)
    assert "seeds 1, 2" in said and "another treebank of the same language" in said
    assert row(said, "Table 1: training data", "eu_oak")[1:] == [
        *("75", "(7,577)", "80.00%", "(94.71%)", "58", "(984)", "68.97%", "(53.46%)", "-"),
        *("2.67%", "(1.06%)"),
    ]
    assert row(said, "Table 1", "ko_ash")[5:9] == ["0", "(0)", "-", "-"]
    _, oak_tree, _ = found.experiments
    scores = row(said, "Table 4: greedy search", "eu_oak")
    lazy = found.dev(oak_tree, "greedy", "lazy")
    assert f"{lazy:.2f}" in scores[7].rstrip("*") and scores[8:] == ["(79.40)", "-"]
    assert sum(cell.endswith("*") for cell in scores) == 2
    assert row(said, "Table 4", "ko_ash")[1] == "-"
    assert row(said, "Table 5", "eu_oak")[-2:] == ["(78.58", "+0.24)"]
    for line in ("SWAP and pseudo-projective parsing", "swap-hybrid", "arc-eager (", "Does it hold?"):
        assert line in said
    assert "Table 2" not in said


def test_the_best_epoch_is_tested(found: SwapReproduction) -> None:
    oak = found.experiments[1]
    result = found.trained(oak, "greedy", "nd-sw")[1]
    train, dev, test = map(dodona.read, oak.files.paths)
    parser = dodona.train(train, dev, recipe=f"{PAPER}-greedy", oracle="nd-sw", epochs=2, seed=2)
    right = dodona.evaluate(test, parser.parse(test), punctuation="tag").without_punctuation
    assert (result.uas, result.las) == (right.uas.f1, right.las.f1)
    assert result.best_epoch == parser.info["best_epoch"]
    assert [round(point.las, 6) for point in result.curve] == [each["las"] for each in parser.info["curve"]]
    assert result.dev_las == max(point.las for point in result.curve)
    assert sum(result.right) / sum(result.scored) == pytest.approx(right.las.f1)
    assert result.crossing_arcs == right.by_projectivity[1].las


def test_static_oracles_swap_as_often_in_every_epoch(found: SwapReproduction) -> None:
    for experiment in found.experiments:
        swaps = swap_counts(dodona.read(experiment.files.train)).to_dict()
        for name in STATIC:
            for point in found.curve(experiment, "greedy", name):
                assert point.swaps * swaps["sentences"] == pytest.approx(swaps[name])
        for name in NONDETERMINISTIC:  # ND-ALL may even swap more often than EAGER
            for point in found.curve(experiment, "greedy", name):
                assert swaps["minimal"] <= round(point.swaps * swaps["sentences"])


def test_the_best_oracles_are_compared_on_test_data(found: SwapReproduction) -> None:
    for duel, experiment in zip(found.test_duels("greedy"), found.experiments, strict=True):
        static, free = (found.best(experiment, "greedy", kind) for kind in (STATIC, NONDETERMINISTIC))
        assert static and free
        first, second = (found.trained(experiment, "greedy", name) for name in (static, free))
        assert duel.first_las == pytest.approx(50 * (first[0].las + first[1].las))
        right = [np.array([run.right for run in runs], dtype=float).sum(axis=0) for runs in (first, second)]
        scored = 2.0 * np.array(first[0].scored)
        assert duel.p == wilcoxon_p((right[0], scored), (right[1], scored))
    assert [duel.treebank for duel in found.crossing_duels("greedy")] == ["elm", "eu_oak"]


def test_findings_count_treebanks(found: SwapReproduction) -> None:
    made = {finding.claim.partition(":")[2] or finding.claim: finding for finding in findings(found)}
    assert [finding.treebanks for finding in made.values()] == [2, 3, 3, 2, 2]
    test = next(finding for claim, finding in made.items() if "does not lose" in claim)
    assert test.holds == sum(duel.gain >= 0 for duel in found.test_duels("greedy"))


def test_an_interrupted_run_resumes(forest: Path, tmp_path: Path) -> None:
    cache = tmp_path / "results.jsonl"
    said: list[str] = []

    def again() -> dodona.reproduce.Reproduction:
        said.clear()
        chosen = {"only": ["eu_oak"], "search": "greedy", "oracles": ["lazy", "nd-all"]}
        return reproduce(PAPER, forest, seeds=1, epochs=1, cache=cache, tell=said.append, **chosen)  # type: ignore[arg-type]

    first = again()
    assert len(said) == 2 + 6 and said[0].startswith("1 of 8: eu_oak, greedy ND-ALL, seed 1: LAS ")
    assert "on development data in epoch 1, " in said[0]
    lines = cache.read_text(encoding="utf-8").splitlines()
    cache.write_text("\n".join([*lines[:3], lines[3][:40]]), encoding="utf-8")
    assert again() == first and len(said) == 1 + 5
    assert again() == first and said == [f"8 of 8 runs are in {cache}"]
    # The file may hold results of another paper, which are not used here.
    reproduce(
        "goldberg-nivre-2012", forest, only=["eu_oak"], seeds=1, epochs=1, cache=cache, tell=said.append
    )
    assert len(said) == 1 + 3
    assert again() == first and len(said) == 1


def test_greedy_and_beam(forest: Path) -> None:
    made = reproduce(PAPER, forest, only=["eu_oak"], seeds=1, epochs=2, oracles=["lazy", "nd-all"], jobs=2)
    assert isinstance(made, SwapReproduction)
    (oak,) = made.experiments
    said = str(made)
    places = [said.index(f"Table {number}:") for number in (1, 2, 3, 4, 5)]
    assert places == sorted(places)
    lazy = f"{made.dev(oak, 'beam', 'lazy'):.2f}*"
    assert row(said, "Table 2: beam search", "eu_oak")[7:] == [lazy, "(80.87)", "-"]
    assert said.count("SWAP and pseudo-projective parsing") == 2
    beam, greedy = (made.trained(oak, search, "lazy")[0] for search in ("beam", "greedy"))
    train, dev, test = map(dodona.read, oak.files.paths)
    parser = dodona.train(train, dev, recipe=f"{PAPER}-beam", oracle="lazy", epochs=2)
    right = dodona.evaluate(test, parser.parse(test), punctuation="tag").without_punctuation
    assert beam.las == right.las.f1
    assert [point.swaps for point in beam.curve] == [point.swaps for point in greedy.curve]
    assert not made.trained(oak, "beam", "nd-dynamic")  # explores, which a beam does not need
    best = {search: made.best(oak, search, ORACLES) for search in made.searches}
    las = {search: made.trained(oak, search, name or "")[0].las for search, name in best.items()}
    assert made.beam_gains() == {"eu_oak": pytest.approx(100 * (las["beam"] - las["greedy"]))}
    assert any("A beam gains" in finding.claim for finding in findings(made))


def test_the_best_configuration_at_every_step(run: Run, forest: Path) -> None:
    asked = ("--only", "eu_oak,ko_ash", "--seeds", 1, "--epochs", 2, "--oracles", "nd-all,lazy")
    code, out, err = run(
        *("reproduce", PAPER, "--treebanks", forest, *asked, "--search", "beam", "--swap-only", "--each-step")
    )
    assert code == 0, err
    trees = dodona.read(forest / "eu_oak" / "train.conllu")
    dev, test = (dodona.read(forest / "eu_oak" / f"{part}.conllu") for part in ("dev", "test"))
    right = []
    for sequence in ("each-step", "latent"):
        chosen = dodona.recipes.recipe(f"{PAPER}-beam").with_options(gold_sequence=sequence, epochs=2)
        parser = dodona.train(trees, dev, recipe=chosen)
        right.append(dodona.evaluate(test, parser.parse(test), punctuation="tag").without_punctuation.las.f1)
    scores = row(out, "Gold sequences: beam search", "eu_oak")
    assert scores[1:3] == ["-", "-"]  # without nd-sw
    assert scores[5:7] == [f"{100 * las:.2f}" for las in right]
    assert "the latent gold sequence beats the best correct configuration at every step" in out
    assert "ND-ALL each-step, seed 1: LAS" in err and "LAZY each-step" not in err


def test_tables_of_one_oracle(forest: Path) -> None:
    made = reproduce(
        PAPER, forest, only=["eu_oak"], seeds=1, epochs=1, oracles=["lazy"], pseudo_projective=False
    )
    assert [result.condition for result in made.results] == ["greedy LAZY", "beam LAZY"]
    assert "Table 4" in str(made) and "Table 5" not in str(made) and "pseudo" not in str(made)


def test_other_templates(forest: Path) -> None:
    made = reproduce(
        PAPER,
        forest,
        **{"only": ["eu_oak"], "seeds": 1, "epochs": 1, "search": "greedy", "oracles": ["lazy"]},
        pseudo_projective=False,
        features="chang-2015-unigrams",
    )
    train, dev, test = map(dodona.read, made.experiments[0].files.paths)
    parser = dodona.train(
        train, dev, recipe=f"{PAPER}-greedy", oracle="lazy", features="chang-2015-unigrams", epochs=1
    )
    right = dodona.evaluate(test, parser.parse(test), punctuation="tag").without_punctuation
    assert made.results[0].las == right.las.f1


def test_fewer_parsers_at_a_time_where_memory_is_short(forest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {"only": ["ko_ash"], "search": "greedy"}  # EAGER and ND-ALL
    for there, line in (
        (2**30, "training 2 parsers at a time instead of 3: memory is short"),  # a parser takes 384 MiB
        (2**20, "training 1 parsers at a time instead of 3: memory is short"),
        (2**31, "1 of 2: "),
        (None, "1 of 2: "),
    ):
        monkeypatch.setattr("dodona.runs.scheduling.memory", lambda there=there: there)
        said: list[str] = []
        reproduce(PAPER, forest, seeds=1, epochs=1, jobs=3, tell=said.append, **chosen)  # type: ignore[arg-type]
        assert said[0].startswith(line)


def test_the_command_draws_figures(run: Run, forest: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figures = tmp_path / "new" / "figures"
    code, out, err = run(
        *("reproduce", PAPER, "--treebanks", forest, "--only", "elm,eu_oak", "--seeds", 1, "--epochs", 2),
        *("--search", "greedy", "--oracles", "eager,nd-all", "--swap-only", "--plot", figures, "--json"),
    )
    assert code == 0, err
    assert sorted(path.name for path in figures.iterdir()) == ["greedy-elm.svg", "greedy-eu_oak.svg"]
    assert "<svg" in (figures / "greedy-elm.svg").read_text(encoding="utf-8")
    found = json.loads(out)
    assert len(found["results"]) == 4
    assert "right" not in found["results"][0] and len(found["results"][0]["curve"]) == 2
    assert found["statistics"]["elm"]["minimal"] == found["statistics"]["elm"]["lazy"] - 1
    assert {duel["treebank"] for duel in found["test"]["greedy"]} == {"elm", "eu_oak"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--search", "deep"], "--search cannot be 'deep': choose from both, greedy, beam"),
        (
            ["--oracles", "delphic"],
            "--oracles cannot be 'delphic': choose from nd-sw, nd-all, eager, lazy, minimal",
        ),
        (["--search", "greedy", "--each-step"], "--each-step needs a beam and an oracle of nd-sw and nd-all"),
        (["--oracles", "lazy", "--each-step"], "--each-step needs a beam and an oracle of nd-sw and nd-all"),
        (
            ["--only", "ko_ash", "--oracles", "lazy"],
            "--oracles cannot be lazy alone for ko_ash, where the paper leaves it out",
        ),
    ],
)
def test_mistakes(run: Run, forest: Path, arguments: list[str], said: str) -> None:
    assert run("reproduce", PAPER, "--treebanks", forest, *arguments) == (2, "", f"dodona: {said}\n")


def test_mistakes_with_other_papers(run: Run, forest: Path, tmp_path: Path) -> None:
    other = ["reproduce", "goldberg-2013", "--treebanks", forest]
    for option, value in (("search", "greedy"), ("oracles", "lazy"), ("plot", tmp_path / "p")):
        also = " and wisniewski-2018" if option == "plot" else ""
        said = f"dodona: --{option} is for bjorkelund-nivre-2015{also} only\n"
        assert run(*other, f"--{option}", value) == (2, "", said)
    pytest.importorskip("matplotlib")
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = run("reproduce", PAPER, "--treebanks", forest, "--plot", tmp_path / "file")
    assert (code, err.count("\n")) == (2, 1) and err.startswith(f"dodona: {tmp_path / 'file'}: ")


def test_development_data_is_needed(tmp_path: Path, grove: dodona.Treebank) -> None:
    for part in ("train", "test"):
        grove.write(tmp_path / f"{part}.conllu")
    with pytest.raises(dodona.Error, match="there is no development file, which the paper tests on"):
        reproduce(PAPER, tmp_path, seeds=1, epochs=1)


def test_the_published_figures() -> None:
    """The statements of Section 6 about the tables hold for the transcribed figures."""
    rows = [*STATISTICS.values()]
    for scores in SCORES.values():
        rows += [*scores.dev.values(), scores.static, scores.gain]
        assert len(scores.marks) == len(LANGUAGES)
        for place, language in enumerate(LANGUAGES):  # MINIMAL is left out where LAZY is minimal
            missing = {name for name in ORACLES if scores.dev[name][place] is None}
            assert missing == (
                {"nd-sw", "lazy", "minimal"}
                if language == "ko"
                else {"minimal"}
                if STATISTICS["minimal"][place] is None
                else set()
            )
    assert {len(each) for each in rows} == {len(LANGUAGES)}
    greedy, beam = SCORES["greedy"], SCORES["beam"]
    assert all(gain is not None and gain > 0 for gain in greedy.gain)  # "never harmful"
    assert sum(bool(mark) for mark in greedy.marks) == 4 and sum(bool(mark) for mark in beam.marks) == 1
