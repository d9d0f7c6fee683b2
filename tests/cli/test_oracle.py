"""`dodona oracle`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import dodona

GROVE = str(Path(__file__).parents[2] / "tests/data/grove.conllu")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(run: Run) -> Run:
    """Run `dodona oracle`; return the exit code, standard output and standard error."""
    return partial(run, "oracle")


@pytest.mark.parametrize("oracle", ["static", "dynamic"])
@pytest.mark.parametrize("root", ["first", "last", "none"])
def test_the_gold_tree_is_derived(run: Run, oracle: str, root: str) -> None:
    code, out, err = run(GROVE, "2", "--oracle", oracle, "--root", root, "--single-root")
    assert (code, err) == (0, "")
    assert out.startswith(
        f"2  Doves nest in its highest branches.\n\n{oracle} oracle, arc-eager, root {root}, single"
    )
    assert "This derives the gold tree." in out


def test_a_script_and_its_explanation(run: Run) -> None:
    code, out, _ = run(GROVE, "--script", "SH SH SH", "--explain")
    assert code == 0
    assert "SH *" in out
    assert "loses oak -> old: oak could no longer take a dependent from the stack" in out
    assert "Loss 2; the tree misses oak -> The, oak -> old" in out


def test_a_tree_that_is_not_projective(run: Run) -> None:
    assert "The gold tree is not projective (traveller -> crossed)" in run(GROVE, "6")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--script", "RE"), "step 1 of the script: REDUCE is not legal: the top of the stack is the root"),
        (
            ("--script", "JUMP"),
            "--script cannot be 'JUMP': choose from SHIFT (SH), REDUCE (RE), LEFT-ARC (LA), RIGHT-ARC (RA)",
        ),
        (("99",), "there is no sentence 99: it has 75 sentences"),
        (("--oracle", "psychic"), "--oracle cannot be 'psychic': choose from dynamic, static, lazy"),
        (("--oracle", "lazy"), "oracle cannot be 'lazy' for arc-eager: choose from dynamic, static"),
        (("--system", "arc-hybrid", "--root", "none"), "root cannot be 'none' in arc-hybrid"),
        (("1", "--swaps"), "--swaps counts those of all sentences: leave out SENTENCES"),
        (
            ("--swaps", "--system", "arc-eager"),
            "--system cannot be combined with --swaps, which counts those of swap-standard",
        ),
        (
            ("--swaps", "--system", "swap-eager"),
            "--system cannot be combined with --swaps, which counts those of swap-standard",
        ),
    ],
)
def test_mistakes(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(GROVE, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_no_tree(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "flat.conllu"
    file.write_text("1\tOaks\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    assert "flat.conllu: sentence 1 has no tree for an oracle to compare with" in run(str(file))[2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("arc-standard", "static"),
        ("arc-standard", "dynamic"),
        ("arc-hybrid", "dynamic"),
        *(("swap-standard", oracle) for oracle in ("eager", "lazy", "minimal", "nd-sw", "nd-all")),
        ("swap-hybrid", "static-dynamic"),
        ("swap-eager", "static-dynamic"),
        ("swap-eager", "minimal"),
    ],
)
@pytest.mark.parametrize("root", ["first", "last"])
def test_every_system_derives_the_gold_tree(run: Run, arguments: tuple[str, str], root: str) -> None:
    system, oracle = arguments
    code, out, err = run(GROVE, "2", "--system", system, "--oracle", oracle, "--root", root, "--explain")
    assert (code, err) == (0, "")
    assert f"{oracle} oracle, {system}, root {root}" in out
    assert "This derives the gold tree." in out
    assert (" SW " in out) == system.startswith("swap")


def test_swaps_of_a_treebank(run: Run) -> None:
    code, out, _ = run(GROVE, "--swaps")
    assert code == 0 and "Fewer with MINIMAL" in out
    code, out, _ = run(GROVE, "--swaps", "--json")
    found = json.loads(out)
    assert code == 0 and found["sentences"] == 75 and found["eager"] >= found["lazy"] >= found["minimal"] > 0


def test_options_without_effect_are_refused(run: Run) -> None:
    assert run(GROVE, "--budget", "5")[2] == "dodona: --budget is for --swaps only\n"
    said = "dodona: --label-cost has no effect with an oracle without costs: leave it out\n"
    assert run(GROVE, "--oracle", "static", "--label-cost", "0.3")[2] == said
    assert run(GROVE, "--label-cost", "0.3")[0] == 0
    for option in (
        ["--id", "x"],
        ["--script", "SH"],
        ["--explain"],
        ["--root", "last"],
        ["--label-cost", "0.2"],
    ):
        code, out, err = run(GROVE, "--swaps", *option)
        assert (code, out, err) == (2, "", f"dodona: {option[0]} cannot be combined with --swaps\n")


def test_several_sentences(run: Run) -> None:
    one, two = (run(GROVE, number)[1] for number in ("2", "9"))
    assert run(GROVE, "2,9") == (0, f"{one}\n{two}", "")
    assert run(GROVE, "--id", "grove-009") == (0, two, "")
    assert run(GROVE, "--sentence", "9")[1] == two


def test_json_has_what_the_table_has(run: Run) -> None:
    arguments = GROVE, "6-7", "--system", "swap-standard", "--script", "SH SH"
    code, out, _ = run(*arguments, "--json", "--explain")
    found = json.loads(out)
    assert (code, [walk["sentence"] for walk in found]) == (0, [6, 7])
    walk = dodona.oracles.walk(dodona.read(GROVE)[5], system="swap-standard", script="SH SH")
    assert [step.get("transition") for step in found[0]["steps"]] == [
        step.transition and str(step.transition) for step in walk
    ]
    assert [step["scripted"] for step in found[0]["steps"][:-1]].count(True) == 2
    for told, step in zip(found[0]["steps"], walk, strict=True):
        assert (tuple(told["stack"]), tuple(told["buffer"])) == (
            tuple(step.configuration.stack),
            tuple(step.configuration.buffer),
        )
        assert told["costs"] == step.costs
        assert told.get("reasons", {}).keys() == step.costs.keys()
    arcs = {tuple(step["arc"]) for step in found[0]["steps"] if step.get("arc")}
    tree = dodona.read(GROVE)[5]
    assert arcs == {(int(head), word) for word, head in enumerate(tree.heads, start=1)}
    assert found[0]["loss"] == 0
    assert "reasons" not in json.loads(run(*arguments, "--json")[1])[0]["steps"][0]
