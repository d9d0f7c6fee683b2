"""The project's examples run and learn."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import dodona
from dodona.learning_to_search import CreditAssignment

EXAMPLES = Path(__file__).parents[2] / "examples"
Example = Callable[[str], ModuleType]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_they_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 80


def test_there_are_three() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} >= {"tagger", "arc_hybrid_parser", "keywords"}


@pytest.mark.parametrize("name", ["tagger", "arc_hybrid_parser"])
def test_without_treebanks_they_print_their_usage(name: str) -> None:
    script = EXAMPLES / f"{name}.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == f"usage: python {name}.py TRAIN TEST, two treebanks in CoNLL-U"


def test_the_tagger(example: Example, grove: dodona.Treebank) -> None:
    tagger = example("tagger")
    english = list(grove)[:40]
    train, test = english[:30], english[30:]
    model = dodona.learn(tagger.run_tagger, train, quadratic=tagger.QUADRATIC, roll_out="none")
    assert model.loss(train) == 0
    words = sum(map(len, test))
    most_frequent = sum(tag == "NOUN" for sentence in test for tag in sentence.tags)
    assert words - model.loss(test) > 2 * most_frequent
    rolled_out = dodona.learn(tagger.run_tagger, train, quadratic=tagger.QUADRATIC, epochs=2)
    believed = dodona.learn(tagger.run_tagger, train, quadratic=tagger.QUADRATIC, epochs=2, roll_out="none")
    assert [rolled_out.predict(s) for s in test] == [believed.predict(s) for s in test]


def test_the_parser(example: Example, grove: dodona.Treebank) -> None:
    parser = example("arc_hybrid_parser")
    trees = [sentence for sentence in grove if sentence.is_projective]
    model = dodona.learn(parser.ArcHybridParser, trees, epochs=8)
    assert model.loss(trees) < 0.03 * sum(map(len, trees))
    half = dodona.learn(parser.ArcHybridParser, trees[::2], epochs=8)
    words = sum(map(len, trees[1::2]))
    before = sum((sentence.heads == range(2, len(sentence) + 2)).sum() for sentence in trees[1::2])
    assert words - half.loss(trees[1::2]) > 1.5 * before  # the next word as head
    assert CreditAssignment() == dodona.learning_to_search.ALGORITHMS["chang-2015"]


def test_the_parsers_costs_are_those_of_the_dynamic_oracle(example: Example, grove: dodona.Treebank) -> None:
    parser = example("arc_hybrid_parser")
    names = {"SHIFT": parser.SHIFT, "LEFT-ARC": parser.LEFT, "RIGHT-ARC": parser.RIGHT}
    compared = 0
    for sentence in [sentence for sentence in grove if sentence.is_projective][:20]:
        oracle = dodona.DynamicOracle(sentence)
        at = dodona.Configuration(sentence, "first", False, "arc-hybrid")
        gold = [-1, *sentence.heads.tolist()]
        while not at.finished:
            found = parser.costs(at.stack, at.buffer[0] if at.buffer else len(gold), gold)
            wanted = {names[move]: cost for move, cost in oracle.costs(at, by="move").items()}
            assert found == wanted
            compared += 1
            moves = list(at.legal)
            move = moves[compared * 7 % len(moves)]
            at.apply(move, *([] if move == "SHIFT" else ["dep"]))
    assert compared > 200


def test_the_keywords(example: Example) -> None:
    """Training for F1 gives a higher F1 than training for single decisions."""
    keywords = example("keywords")
    train, test = keywords.some_notes(150, seed=1), keywords.some_notes(150, seed=2)
    small = {"bits": 14}
    single = dodona.learn(keywords.run_marker, train, roll_out="none", learner=small)
    whole = dodona.learn(keywords.run_marker, train, algorithm="lols", learner=small)
    assert whole.loss(test) < 0.95 * single.loss(test)


def test_they_run_from_the_command_line(grove_path: Path) -> None:
    for name, said in (("tagger", "accuracy 100.00"), ("arc_hybrid_parser", "UAS 9")):
        done = subprocess.run(
            [sys.executable, EXAMPLES / f"{name}.py", grove_path, grove_path], capture_output=True, text=True
        )
        assert said in done.stdout, done.stderr


def test_the_line_counts_of_the_parser_are_correct() -> None:
    """docs/science/learning-to-search.md states them beside the paper's Table 6."""
    source = (EXAMPLES / "arc_hybrid_parser.py").read_text(encoding="utf-8")
    page = (EXAMPLES.parent / "docs" / "science" / "learning-to-search.md").read_text(encoding="utf-8")
    section = page[page.index("## Lines of code") : page.index("| parser | lines |")]
    rows = re.findall(r"^\| \**([A-Za-z ]+?)\** \| \**(\d+)", section, flags=re.MULTILINE)
    counted = {name: int(count) for name, count in rows}
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    lines = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in nodes}
    total = len(source.splitlines())
    assert counted["total"] == total
    assert counted["GETVALIDACTIONS"] == lines["valid_actions"]
    assert counted["GETFEAT"] == lines["features"]
    assert counted["GETGOLDACTION"] == lines["costs"]
    assert counted["TRANS"] + counted["RUNPARSER"] == lines["run"]
    assert sum(count for name, count in counted.items() if name != "total") == total
