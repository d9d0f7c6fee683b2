"""Arguments of the wrong type get clear errors, and results have a short `repr`."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona.learners import CostSensitiveLearner


class _Shift(dodona.Scorer):
    def score(self, configuration: dodona.Configuration) -> list[float]:
        return [float(transition.move == "SHIFT") for transition in self.transitions]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda g: dodona.read(None),
            "source must be a path, an open file, or the treebank itself as a string, not None",
        ),
        (lambda g: dodona.read(3), "source must be a path, .* not an int"),
        (lambda g: list(dodona.problems_in([])), "source must be a path, .* not a list"),
        (lambda g: dodona.statistics(None), "source must be a path, .* not None"),
        (
            lambda g: dodona.write(g, None),
            "target must be a path, - for standard output, or an open file, not None",
        ),
        (
            lambda g: dodona.write("x.conllu", io.StringIO()),
            "sentences must be a treebank or sentences, not 'x.conllu'",
        ),
        (lambda g: dodona.write(None, io.StringIO()), "sentences must be a treebank or sentences, not None"),
        (
            lambda g: dodona.write([g], io.StringIO()),
            "each of the sentences must be a dodona.Sentence, not a Treebank",
        ),
        (
            lambda g: dodona.Treebank("Oaks speak"),
            "sentences must be a treebank or sentences, not 'Oaks speak'",
        ),
        (lambda g: dodona.Sentence("Oaks speak"), "words must be a list of words, not 'Oaks speak'"),
        (
            lambda g: dodona.Treebank.from_lists(["Oaks speak"]),
            "words must be a list of words for each sentence, not 'Oaks",
        ),
        (
            lambda g: dodona.Treebank.from_lists("Oaks"),
            "words must be a list of words for each sentence, not 'O'",
        ),
        (
            lambda g: dodona.convert("x.conllu", "conllx"),
            "treebank must be a treebank .*convert_file.*, not 'x.conllu'",
        ),
        (
            lambda g: dodona.evaluate(7, g),
            "gold must be a dodona.Treebank, or the path of one, not an int",
        ),
        (
            lambda g: dodona.conll18(g, None),
            "parse must be a dodona.Treebank, or the path of one, not None",
        ),
        (
            lambda g: dodona.compare(g, [g, g]),
            "systems must be a dictionary from names to treebanks, not a list",
        ),
        (
            lambda g: dodona.compare(g, {"a": g, "b": g}, metrics="las"),
            r"metrics must be a list of names, such as \['las'\]",
        ),
        (
            lambda g: dodona.compare(g, {"a": g, "b": g}, metrics=5),
            r"metrics must be a list of names, such as \['uas', 'las'\], not an int",
        ),
        (lambda g: dodona.Sentence(5), "words must be a list of words, not an int"),
        (lambda g: dodona.Sentence(["Oaks"], heads=0), "heads must be a list of heads, not an int"),
        (lambda g: dodona.Sentence(["Oaks"], tags=5), "tags must be a list of tags, not an int"),
        (lambda g: dodona.Treebank.from_lists(None), "words must be a list of words for each .*, not None"),
        (
            lambda g: dodona.Treebank.from_lists([["Oaks"]], heads=[0]),
            "heads must be a list of heads for each sentence, not an int",
        ),
        (lambda g: dodona.PartialTreebank(g, 5), "heads must be a list of whole numbers .*, not an int"),
        (lambda g: dodona.PartialTreebank(g, [5]), "heads must be a list of whole numbers .*, not an int"),
        (lambda g: dodona.train(g, on_epoch=5), "on_epoch must be a function, not an int"),
        (lambda g: dodona.train(g, on_start="x"), "on_start must be a function, not 'x'"),
        (lambda g: dodona.learn(print, ["oak"], on_epoch=[]), "on_epoch must be a function, not a list"),
        (lambda g: dodona.jackknife("x.conllu", 2), "treebank must be a dodona.Treebank, not 'x.conllu'"),
        (lambda g: dodona.statistics(g).add("x"), "batch must be a dodona.Treebank, not 'x'"),
        (
            lambda g: dodona.StaticOracle(g[1]).guarantee(5),
            "configuration must be a dodona.Configuration, not an int",
        ),
        (lambda g: dodona.DynamicOracle(g[1]).guarantee(None), "configuration must be .*, not None"),
        (
            lambda g: dodona.DynamicOracle(g[1], root_label=5),
            "root_label must be the label of an arc, not an int",
        ),
        (
            lambda g: dodona.schemes.derivation_perplexity(g, "x"),
            "test must be a dodona.Treebank, not 'x'",
        ),
        (lambda g: dodona.SwapOracle(g[1]).guarantee("x"), "configuration must be .*, not 'x'"),
    ],
)
def test_wrong_types_get_clear_errors(
    call: Callable[[dodona.Treebank], Any], said: str, grove: dodona.Treebank
) -> None:
    if "systems" in said or "metrics" in said:
        pytest.importorskip("scipy")
    with pytest.raises(dodona.ArgumentError, match=said) as caught:
        call(grove)
    assert isinstance(caught.value, TypeError) and isinstance(caught.value, dodona.Error)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda g: dodona.read("1\tA\n", format=[]), r"format cannot be \[\]: choose from conllu, conllx"),
        (lambda g: dodona.Recipe(epochs="many"), "epochs cannot be 'many': it must be a whole number"),
        (lambda g: dodona.train_tagger(g, seed="x"), "seed cannot be 'x': a whole number from 0 to "),
        (lambda g: dodona.train_tagger(g, prune="x"), "prune cannot be 'x': it must be a number"),
        (lambda g: dodona.train_tokeniser(g, epochs=0), "epochs cannot be 0: a whole number from 1 to "),
        (lambda g: dodona.train_tokeniser(g, seed=-1), "seed cannot be -1: a whole number from 0 to "),
        (lambda g: dodona.train_tokeniser(g, prune=None), "prune cannot be None: it must be a number"),
        (lambda g: g[0].draw(width="wide"), "width cannot be 'wide': give a number of columns"),
        (lambda g: g[0].svg(width=None), "width cannot be None: give a number of pixels"),
        (lambda g: g[0].svg(vertical=[]), r"vertical cannot be \[\]: choose True, False or None"),
        (lambda g: g[0].draw(vertical="no"), "vertical cannot be 'no': choose True, False or None"),
        (
            lambda g: dodona.compare(g, {"a": g, "b": g}, resamples="many"),
            "resamples cannot be 'many': a whole number from 100 to 1,000,000 is needed",
        ),
    ],
)
def test_options_of_the_wrong_type_get_clear_errors(
    call: Callable[[dodona.Treebank], Any], said: str, grove: dodona.Treebank
) -> None:
    with pytest.raises(dodona.OptionError, match=said):
        call(grove)


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        (lambda g: g[75], IndexError, "no sentence 75: there are 75"),
        (
            lambda g: g[np.array([2**63], np.uint64)],
            IndexError,
            "no sentence 9223372036854775808: there are 75",
        ),
        (lambda g: g[0.5], TypeError, "index must be a whole number, a slice, .* not a float"),
        (lambda g: g["a":], TypeError, "index must be a slice of whole numbers with a step other than 0"),
        (lambda g: g.replace(heads=[[10**30] * len(s) for s in g]), dodona.Error, "is outside the sentence"),
        (
            lambda g: g.replace(heads=[["x"] * len(s) for s in g]),
            TypeError,
            "each of the heads must be a whole",
        ),
        (lambda g: g.replace(tags=[[7] * len(s) for s in g]), TypeError, "each of the tags must be a string"),
        (lambda g: g.replace(tags=[["\ud800"] * len(s) for s in g]), dodona.Error, "tags: .* lone surrogate"),
        (
            lambda g: dodona.Sentence(["Oaks"], comments=[5]),
            TypeError,
            "each of the comments must be a string",
        ),
        (lambda g: dodona.oracles.walk(g[0])[99], IndexError, "no step 99: there are 9"),
        (
            lambda g: dodona.DynamicOracle(g[0]).explain(dodona.Configuration(g[0]))["REDUCE"],
            KeyError,
            "^REDUCE is not legal, and so not explained: choose from SHIFT, RIGHT-ARC$",
        ),
        (
            lambda g: dodona.DynamicOracle(g[0], label_cost=2),
            ValueError,
            "label_cost cannot be 2: choose from",
        ),
        (
            lambda g: dodona.DynamicOracle(g[0], label_cost="x"),
            TypeError,
            "label_cost cannot be 'x': it must",
        ),
        (lambda g: g.column(g[0]), TypeError, r"^column cannot be .*\.\.\.: choose from words, lemmas, "),
        (lambda g: g.column("word"), ValueError, "column cannot be 'word' .*choose from words, lemmas, "),
        (
            lambda g: dodona.read("oak", single_root="no"),
            TypeError,
            "single_root must be True or False, not 'no'",
        ),
        (lambda g: dodona.read("x" * 300), dodona.Error, "x: File name too long"),
        (lambda g: dodona.write(g, "a\0b"), dodona.Error, "no file can have this name"),
        (lambda g: dodona.load("x" * 300), dodona.Error, "File name too long"),
        (lambda g: dodona.Parser(None, {}), TypeError, "core must be a compiled parser"),
        (lambda g: dodona.Tokeniser(None, None), TypeError, "core must be a compiled tokeniser"),
        (
            lambda g: _Shift().parser(["a\0", "root"]),
            dodona.Error,
            "labels: a label cannot be written in a column",
        ),
        (
            lambda g: CostSensitiveLearner(2, bits=8).restore({1: g}),
            dodona.Error,
            "the state does not belong",
        ),
        (
            lambda g: dodona.load().parser.confidence(g, estimator=["transition"]),
            TypeError,
            r"estimator cannot be \['transition'\]: choose from",
        ),
        (lambda g: dodona.schemes.apply_rules("x", "case"), TypeError, "treebank must be a dodona.Treebank"),
    ],
)
def test_errors_are_those_of_python_too(
    call: Callable[[dodona.Treebank], Any], kind: type[Exception], said: str, grove: dodona.Treebank
) -> None:
    with pytest.raises(dodona.Error, match=said) as caught:
        call(grove)
    assert isinstance(caught.value, kind)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", [5, None, b"x", []])
def test_models_go_to_paths(parser: dodona.Parser, path: Any) -> None:
    with pytest.raises(dodona.ArgumentError, match="path must be the path of a file, not "):
        parser.save(path)


def test_a_column_may_be_none(grove: dodona.Treebank) -> None:
    assert dodona.Sentence(["Oaks"], heads=None) == dodona.Sentence(["Oaks"])


def test_any_number_of_threads_reads(grove_path: Path, grove: dodona.Treebank) -> None:
    assert dodona.read(grove_path, threads=10**30) == grove
    for threads in (0, "x"):
        with pytest.raises(dodona.Error, match="threads "):
            dodona.read(grove_path, threads=threads)


def test_results_have_a_short_repr(grove: dodona.Treebank) -> None:
    parse = grove.projectivise("baseline")
    assert repr(dodona.statistics(grove)).endswith("grove.conllu': 75 sentences, 747 words)")
    assert repr(dodona.evaluate(grove, parse)).endswith("grove.conllu': UAS 97.99, LAS 97.99)")
    assert (
        repr(dodona.evaluate(grove, parse).all_words) == "AttachmentScores(UAS 97.99, LAS 97.99, CLAS 96.84)"
    )
    assert repr(dodona.conll18(grove, parse)) == "Conll18(LAS 97.99, MLAS 95.87, BLEX 96.84)"
    assert "projective sentences" in str(dodona.statistics(grove))


def test_a_comparison_has_a_short_repr(grove: dodona.Treebank) -> None:
    pytest.importorskip("scipy")
    found = dodona.compare(grove, {"oak": grove, "elm": grove.projectivise("baseline")}, resamples=100)
    assert repr(found) == "Comparison('oak', 'elm': uas, las of 75 sentences)"
    assert "Wilcoxon" in str(found)
