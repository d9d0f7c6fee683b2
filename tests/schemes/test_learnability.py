"""Comparison of schemes: the report, the cache and the commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.experiments import reproduce
from dodona.schemes import undo_rules
from dodona.schemes.learnability import Learnability, Scheme, learnability
from dodona.schemes.settings import ORIGINAL, REFERENCES, TRANSFORMED, Outcome

Run = Callable[..., tuple[int, str, str]]


def outcome(setting: str, right: int, **others: Any) -> Outcome:
    """An outcome with ten sentences of ten words, all with the same number of right words."""
    return Outcome(
        experiment="oak",
        condition=setting,
        seed=1,
        uas=right / 10,
        las=right / 10,
        train_words=100,
        test_words=100,
        repeated=0.0,
        seconds=1.0,
        setting=setting,
        right=(right,) * 10,
        counted=(10,) * 10,
        **others,
    )


def scheme(original: int, transformed: int, applied: float, rules: str = "case") -> Scheme:
    return Scheme(
        "oak",
        rules,
        (outcome(ORIGINAL, original, predictability=2.0, perplexity=50.0),),
        (outcome(TRANSFORMED, transformed, predictability=1.0, perplexity=60.0),),
        (outcome(REFERENCES, 9, applied=applied, uas_original=0.5, uas_transformed=0.4),),
    )


def test_a_condition_has_a_winner_and_measures_that_predict_it() -> None:
    better = scheme(9, 8, applied=0.2)
    assert better.difference == pytest.approx(10)
    assert better.interval == pytest.approx((10, 10))
    assert better.winner == ORIGINAL
    assert better.is_significant
    assert [
        better.predicted(m) == ORIGINAL for m in ("predictability", "derivation perplexity", "references")
    ] == [
        False,
        True,
        True,
    ]
    assert scheme(8, 8, 0.5).winner is None
    assert scheme(8, 8, 0.5).predicted("references") is None


def test_the_summary_of_conditions() -> None:
    found = Learnability(
        (scheme(9, 8, 0.2), scheme(7, 8, 0.8, "det"), scheme(7, 8, 0.4, "det"), scheme(8, 8, 0.9)), ()
    )
    assert found.original_wins("case") == (1, 1)
    assert found.original_wins("det") == (0, 2)
    assert found.original_wins() == (1, 3)
    assert found.right("references") == (2, 3)
    assert found.right("predictability") == (2, 3)
    assert found.committed() == (3, 4)
    assert "UAS on the schemes' own references" in str(found)
    assert found.to_dict()["right"]["references"] == [2, 3]


def test_significance_depends_on_the_sentences() -> None:
    """One sentence of ten that is better may be chance."""
    one = scheme(8, 8, 0.5)
    (first,) = one.original
    luckier = replace(first, right=(9, *first.right[1:]), uas=0.81)
    lucky = replace(one, original=(luckier,))
    assert lucky.winner == ORIGINAL
    assert not lucky.is_significant


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small treebank in three parts, compressed like real ones."""
    top = tmp_path_factory.mktemp("banks") / "grove"
    top.mkdir()
    grove = dodona.read(Path(__file__).parents[1] / "data" / "grove.conllu")
    dodona.write(grove[:50], top / "train.conllu.xz")
    dodona.write(grove[50:60], top / "dev.conllu.xz")
    dodona.write(grove[60:], top / "test.conllu.xz")
    return top.parent


def test_finished_conditions_are_kept(folder: Path, tmp_path: Path) -> None:
    cache, lines = tmp_path / "results", []
    first = learnability(folder, ["case"], epochs=2, cache=cache, tell=lines.append)
    assert len(lines) == 3
    # The original is trained once for all rules.
    both = learnability(folder, ["case", "cop"], epochs=2, cache=cache, jobs=2, tell=lines.append)
    assert len(lines) == 3 + 1 + 2
    assert both.schemes[0].to_dict() == first.schemes[0].to_dict()
    # Nothing is trained, and missing results are reported.
    known = learnability(folder, ["case", "det"], epochs=2, cache=cache, finished=True)
    assert [each.rules for each in known.schemes] == ["case"]
    assert known.unfinished == (("grove", "det"),)


def test_results_do_not_depend_on_the_number_of_jobs(folder: Path) -> None:
    one, two = (learnability(folder, ["case", "mark"], epochs=2, jobs=jobs) for jobs in (1, 2))
    assert one.to_dict() == two.to_dict()


def test_rules_without_effect_are_left_out(folder: Path, tmp_path: Path) -> None:
    rules = tmp_path / "none.rules"
    rules.write_text("promote nothing", encoding="utf-8")
    found = learnability(folder, [str(rules), "case"], epochs=1)
    assert found.unchanged == (("grove", str(rules)),)
    with pytest.raises(dodona.Error, match="the rules change nothing"):
        learnability(folder, [str(rules)], epochs=1)


def test_without_development_data_a_tenth_is_held_out(folder: Path, tmp_path: Path) -> None:
    for part in ("train", "test"):
        (tmp_path / f"{part}.conllu.xz").write_bytes((folder / "grove" / f"{part}.conllu.xz").read_bytes())
    found = learnability(tmp_path, ["case"], epochs=1)
    assert found.schemes[0].original[0].train_words < 500


def test_labelled_and_probabilistic(folder: Path) -> None:
    from dodona.recipes import recipe

    chosen = recipe("wisniewski-2018").with_options(learner="adagrad-rda")
    found = learnability(folder, ["case"], epochs=3, labelled=True, recipe=chosen).schemes[0]
    assert 0 < found.original[0].las < found.original[0].uas


def test_the_command(folder: Path, tmp_path: Path, run: Run) -> None:
    pytest.importorskip("matplotlib")
    plot, cache = tmp_path / "figure.svg", tmp_path / "cache"
    common = ("schemes", "learnability", folder, "-r", "case", "-r", "det", "--epochs", 2, "--cache", cache)
    code, out, err = run(*common, "--plot", plot)
    assert code == 0, err
    assert "Original wins" in out
    assert "5 of 5" in err
    assert plot.read_text(encoding="utf-8").startswith("<?xml")
    code, out, _ = run(*common, "--finished", "--json")
    assert code == 0
    assert [each["rules"] for each in json.loads(out)["conditions"]] == ["case", "det"]
    assert run("schemes", "learnability", folder, "--finished")[0] == 2


def test_the_reproduction(folder: Path, tmp_path: Path, run: Run) -> None:
    found = reproduce("wisniewski-2018", folder, seeds=1, epochs=1, jobs=2, cache=tmp_path / "cache")
    text = str(found)
    assert "Table 2" in text
    assert "76.3" in text
    code, out, err = run(
        "reproduce", "wisniewski-2018", "--treebanks", folder, "--seeds", 1, "--epochs", 1, "--cache",
        tmp_path / "cache", "--finished", "--json", "--plot", tmp_path,
    )  # fmt: skip
    assert code == 0, err
    assert json.loads(out)["published"]["right"]["references"] == 76.3
    assert (tmp_path / "differences.svg").exists()
    code, _, err = run("reproduce", "goldberg-2013", "--treebanks", folder, "--finished")
    assert (code, err) == (2, "dodona: --finished is for wisniewski-2018 only\n")


def test_apply_and_undo(grove_path: Path, tmp_path: Path, run: Run) -> None:
    changed = tmp_path / "changed.conllu"
    assert run("schemes", "apply", "cop+case", grove_path, "-o", changed)[0] == 0
    assert "~cop" in changed.read_text(encoding="utf-8")
    code, out, _ = run("schemes", "apply", "--undo", "cop+case", changed)
    assert code == 0
    assert out == grove_path.read_text(encoding="utf-8")
    assert run("schemes", "apply", "case", changed)[0] == 2


def test_show(grove_path: Path, run: Run, tmp_path: Path) -> None:
    code, out, _ = run("schemes", "show", "cop", grove_path)
    assert code == 0
    assert "5  before  The oracle's answer was short." in out
    assert "5  after" in out
    assert "~cop" in out
    assert run("schemes", "show", "cop", grove_path, 1, "--vertical")[1].count("spoke") == 4
    rules = tmp_path / "none.rules"
    rules.write_text("promote nothing", encoding="utf-8")
    code, _, err = run("schemes", "show", rules, grove_path)
    assert (code, err) == (2, f"dodona: {grove_path}: the rules {rules} change no sentence\n")


def test_check(grove_path: Path, run: Run) -> None:
    code, out, _ = run("schemes", "check", "case", grove_path)
    assert code == 0
    assert "100.00" in out
    found = json.loads(run("schemes", "check", "cc", grove_path, "--json")[1])
    assert found["treebanks"][0]["restored"] == 1.0


def test_train(grove_path: Path, tmp_path: Path, run: Run) -> None:
    model, other = tmp_path / "oak.model", tmp_path / "other.conllu"
    code, _, err = run(
        "schemes", "train", grove_path, "--rules", "case", "--dev", grove_path, "--epochs", 2, "-o", model
    )
    assert code == 0, err
    assert "of the places not as in the original" in err
    assert run("info", "-m", model)[0] == 0
    assert run("parse", "-m", model, grove_path, "-o", tmp_path / "parsed.conllu", "--quiet")[0] == 0
    run("schemes", "apply", "det", grove_path, "-o", other)
    survived = tmp_path / "survived.conllu"
    assert (
        run(
            "schemes",
            "train",
            grove_path,
            "--rules",
            "case",
            "--epochs",
            1,
            "-o",
            model,
            "--survivors",
            survived,
        )[0]
        == 0
    )
    again = dodona.read(survived)
    labels = set(again.column("labels"))
    assert {"case", "~case"} <= labels
    assert undo_rules(again, "case") == dodona.read(grove_path).projectivise("baseline")
    for extra in ([other], []):  # two files; no alternatives in MISC
        code, _, err = run("schemes", "train", grove_path, *extra, "--epochs", 1, "-o", model, "--quiet")
        assert (code, err) == (0, "")
    code, _, err = run("schemes", "train", grove_path, other, "--rules", "case", "-o", model)
    assert code == 2
    assert "--rules needs a single treebank" in err
