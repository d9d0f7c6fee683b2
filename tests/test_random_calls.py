"""Random calls of the public interface: whatever is wrong with the arguments, the error is one of Dodona's.

`DODONA_RANDOM_CALLS=80000 python -m pytest tests/test_random_calls.py` makes more calls.
"""

from __future__ import annotations

import importlib
import inspect
import io
import os
import random
import traceback
import types
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dodona
from dodona import oracles, schemes
from dodona.conversion import Losses
from dodona.learners import CostSensitiveLearner
from dodona.learning_to_search import CreditAssignment

PACKAGE = Path(dodona.__file__).parent
#: Modules with public names, besides the package itself.
MODULES = (
    *("annotation", "conversion", "evaluation", "experiments", "features", "interoperation", "learners"),
    *("learning_to_search", "oracles", "recipes", "schemes", "scoring", "search", "transitions"),
)
OPERATORS = (
    "__getitem__",
    "__contains__",
    "__add__",
    "__len__",
    "__iter__",
    "__eq__",
    "__call__",
    "_repr_svg_",
)
#: These take longer than others, and are called rarely.
SLOW = {
    *(
        "train",
        "train_pipeline",
        "train_tagger",
        "train_tokeniser",
        "train_on_references",
        "jackknife",
        "learn",
        "distil",
    ),
    *("active", "pipeline", "load", "reproduce", "learnability", "compare", "reliability", "calibration"),
    *("calibrate", "confidence", "swap_counts", "to_spacy", "to_nltk"),
}
#: Dataclasses that people make themselves.
CHECKED = (Losses, CreditAssignment, dodona.Recipe, dodona.Statistics, dodona.Confidences)
#: The names of arguments that a function takes without naming them.
NAMED = {
    "columns": ("heads", "labels", "tags", "lemmas", "feats", "misc", "comments", "words"),
    "changes": ("heads", "labels", "trees", "parsed", "calibrated"),
    "options": ("epochs", "beam", "seed", "oracle", "system", "policy", "learner", "features", "tag", "root"),
    "choices": ("roll_in", "mixture_alpha", "max_deviations"),
}


def anything(*arguments: object, **named: object) -> None:
    """A function of anything."""


def tagger(search: Any, sentence: Any) -> list[Any]:
    """A task to learn."""
    found = [search.predict({"word": word}, oracle=tag, tag=n) for n, (word, tag) in enumerate(sentence)]
    search.loss(sum(tag != other for (_, tag), other in zip(sentence, found, strict=True)))
    return found


def short(value: object) -> str:
    """A value for a message; Python does not print numbers with thousands of digits."""
    try:
        return f"{value!r:.60}"
    except ValueError:
        return type(value).__name__


class RightBranching(dodona.Scorer):
    def score(self, configuration: dodona.Configuration) -> list[float]:
        wanted = {"RIGHT-ARC": 2, "SHIFT": 1}
        return [wanted.get(transition.move, 0) for transition in self.transitions]


class Caller:
    """Calls functions, and methods of their results, with arguments of which some are wrong."""

    def __init__(self, grove: dodona.Treebank, folder: Path) -> None:
        self.random = random.Random(1)
        self.calls = 0
        #: The calls that ended in an error from inside, by its place.
        self.raw: dict[str, list[str]] = defaultdict(list)
        #: Objects whose methods are called, by their class.
        self.subjects: dict[str, list[Any]] = defaultdict(list)
        self._make(grove[[0, 1, 2, 5]], folder)
        self.functions: dict[str, Callable[..., Any]] = {}
        for module in ("dodona", *(f"dodona.{name}" for name in MODULES)):
            for name in importlib.import_module(module).__all__:
                function = getattr(importlib.import_module(module), name)
                # Functions make records, and nobody makes errors.
                is_record = any(hasattr(function, mark) for mark in ("__dataclass_fields__", "_fields"))
                is_error = isinstance(function, type) and issubclass(function, Exception)
                if callable(function) and not is_error and (function in CHECKED or not is_record):
                    self.functions.setdefault(name, function)

    def _make(self, trees: dodona.Treebank, folder: Path) -> None:
        """Make good and bad arguments, and objects to call methods of."""
        small = dodona.Treebank.from_lists(
            [["Oaks", "speak", "."]] * 3,
            tags=[["NOUN", "VERB", "PUNCT"]] * 3,
            heads=[[2, 0, 2]] * 3,
            labels=[["nsubj", "root", "punct"]] * 3,
            misc=[["_", "SpaceAfter=No", "_"]] * 3,
        )
        bare = dodona.Treebank.from_lists([["Oaks", "speak"], ["Hush"]])
        gold = trees[0]
        parser = dodona.train(trees, epochs=1)
        sure = dodona.train(trees, dev=trees, recipe="probabilistic", epochs=1)
        whole = dodona.train_pipeline(small, epochs=1)
        old = [("old", "ADJ"), ("oaks", "NOUN")]
        model = dodona.learn(tagger, [old], epochs=1)
        at = dodona.Configuration(gold).apply("SHIFT")
        confidences, references = sure.confidence(trees), schemes.references_by_rules(small, "case")
        learner = CostSensitiveLearner(2, bits=10)
        explained = dodona.DynamicOracle(gold).explain(at)
        parser.save(folder / "some.model")
        whole.save(folder / "whole.model")
        model.save(folder / "task.model")
        trees.write(folder / "some.conllu")
        (folder / "folder").mkdir()
        (folder / "oak.txt").write_text("Oaks speak.\n")
        text = trees.to_conll()

        def one(*values: Any) -> Callable[[], Any]:
            return lambda: self.random.choice(values)

        def new(*makers: Callable[[], Any]) -> Callable[[], Any]:
            return lambda: self.random.choice(makers)()

        treebank, sentence = (
            one(trees, trees[:2], small, bare, dodona.Treebank()),
            one(gold, small[0], bare[1]),
        )
        words = one(["Oaks", "speak"], ["Hush"], [["Oaks", "speak"], ["Hush"]], "Oaks speak")
        paths = one("some.model", "whole.model", "task.model", "new.model", folder / "some.model")
        files = new(io.StringIO, io.BytesIO, one("out.conllu", "out.jsonl", "out.parquet", folder / "out.gz"))
        #: Good arguments by name.
        self.good: dict[str, Callable[[], Any]] = {
            **dict.fromkeys(("treebank", "gold", "parse", "dev", "pool", "batch", "train", "test"), treebank),
            **dict.fromkeys(("on_epoch", "on_shard", "on_start", "on_step", "tell"), one(anything)),
            **dict.fromkeys(("path", "model", "output", "cache"), paths),
            **dict.fromkeys(("epochs", "beam", "threads", "n", "seed", "seeds", "jobs"), one(1, 2)),
            "teacher": one("whole.model"),
            "texts": one(["oak.txt"], ["folder", "oak.txt"]),
            "without": one([], ["some.conllu"]),
            **dict.fromkeys(("folder", "silver"), lambda: f"silver{self.calls}"),
            "sentence": sentence,
            "sentences": new(treebank, sentence, words, lambda: iter(trees), lambda: [gold, small[0]]),
            "partial": one(small, dodona.PartialTreebank(small, [[None, 0, 2]] * 3)),
            "treebanks": one([trees, trees], [small, small], folder / "folder"),
            "systems": one({"a": trees, "b": trees}, {"a": small, "b": small}),
            "words": new(words, sentence),
            "configuration": lambda: self.random.choice((at, dodona.Configuration(gold))).copy(),
            "parser": one(parser, sure),
            "tokeniser": one(whole.tokeniser),
            "tagger": one(whole.tagger),
            "lemmatiser": one(None),
            "core": one(parser._core, whole.tokeniser._core, whole.tagger._core),
            "info": one(parser.info, {}),
            "confidences": one(confidences),
            "references": one(references),
            "text": one("Oaks speak. Hush!", b"Oaks\n\nspeak", "promote case"),
            "pieces": one([b"Oaks speak.", b" Hush"]),
            "source": new(
                one(text, text.encode(), "some.conllu"),
                lambda: io.StringIO(text),
                lambda: io.BytesIO(text.encode()),
            ),
            "target": files,
            "format": one("conllu", "conllx"),
            "to": one("conllu", "conllx", "jsonl", "text"),
            "from_": one("conllu", "jsonl"),
            "encoding": one("head", "baseline", "path"),
            "name": one("words", "tags", "labels", "case", "default", "lazy", "zhang-nivre"),
            "rules": one("case", "case+det", schemes.Rules("promote case"), ["case"]),
            "system": one("arc-eager", "arc-standard", "swap-standard"),
            "root": one("first", "last", "none"),
            "oracle": one("dynamic", "lazy", "nd-all", "static"),
            "script": one("", "SH", "SH LA(x)"),
            "move": one("SHIFT", "LA", "RA(obj)", "RIGHT-ARC", "REDUCE", "SWAP"),
            "label": one("nsubj"),
            "root_label": one("root"),
            "by": one("transition", "move", "least-confident", "margin"),
            "label_cost": one(0.5, 1),
            "limit": one(50),
            "budget": one(5, 1000),
            "labels": one("full", ["dep", "root"], [["nsubj", "root", "punct"]] * 3),
            "tags": one("keep", "predict", True, [["NOUN", "VERB", "PUNCT"]] * 3),
            "comments": one([["# newpar"]] * 3),
            "punctuation": one("tag", "form", "none"),
            "metrics": one(["las", "uas"]),
            "confidence": one(0.95, [0.5, 0.9], np.array([0.2, 0.9])),
            "right": one([True, False], np.array([1, 0])),
            "total": one(np.ones(2)),
            "resamples": one(100),
            "bins": one(2),
            "samples": one(2, 20),
            "folds": one(2),
            "patience": one(1),
            "heads": one([2, 0], [[2, 0, 2]] * 3, trees.heads),
            "index": one(0, -1, 7, slice(0, 1), [0, 1]),
            "place": one(0, -1, 7),
            "estimator": one("transition", "samples", "beam"),
            "recipe": one("default", "probabilistic", dodona.Recipe()),
            "task": one(tagger, model._task),
            "policy": one(model._policy, "explore"),
            "example": one(old),
            "examples": one([old]),
            "learner": one("sgd+", {"bits": 10}, "perceptron"),
            "actions": one(2, ["ADJ", "NOUN"]),
            "bits": one(10),
            "keys": one([7, 8]),
            "values": one([1.0, 2.0]),
            "costs": one([0, 1]),
            "allowed": one([0, 1]),
            "state": learner.state,
            "alternatives": one([0] * references.places),
            "row": one(explained.moves[0]),
            "losses": Losses,
            "paper": one("goldberg-nivre-2012"),
        }
        constants = (
            *(None, True, False, 0, 1, -1, 2, 7, 2**31, 2**63, 2**64, 10**30, -(10**30), 10**5000),
            *(0.5, 1.5, -0.5, float("nan"), float("inf"), 1j, Fraction(1, 2)),
            *("", "x", "a\tb", "a\nb", "\ud800", "\0", "x" * 300, "SH(", "LA()", b"", b"x", b"\xff\xfe"),
            *((), ("x",), (1, 2), range(3), slice(None), slice("a"), slice(0, 10**30), slice(None, None, 0)),
            *(
                np.zeros(0),
                np.arange(3),
                np.array([0.5, np.nan]),
                np.array(["x"]),
                np.ones((2, 2)),
                np.array(None),
            ),
            *(np.int64(1), np.float32(0.5), np.bool_(True), np.str_("x"), np.array([2**63], np.uint64)),
            *(np.array([True, False]), np.array([1j])),
            *(Path("missing"), Path("folder"), Path("missing/x"), Path("a\0b"), int, dict, anything, ...),
            *(frozenset({1}), types.SimpleNamespace(), trees, gold, at, parser, whole, model, confidences),
        )
        lists = (
            *((1,), (None,), ("x",), (0.5,), (10**30,), (-1, 0), ("\ud800",), (b"x",), (1, "x", None)),
            *(([1],), (["x"],), ([None],), ([], []), (["\ud800"],), (trees,), (gold, 1)),
        )
        #: Bad arguments for most names.
        self.bad: list[Callable[[], Any]] = [
            *(lambda value=value: value for value in constants),
            *(lambda items=items: list(items) for items in lists),
            *(lambda items=items: iter(items) for items in ((), (1, "x"), ([1], "x"), (gold, 1))),
            *(lambda pairs=pairs: dict(pairs) for pairs in ((), (("a", 1),), ((1, 2),), (("recipe", 1),))),
            *(object, set, bytearray, io.StringIO, io.BytesIO, lambda: io.BytesIO(b"\xff\xfe\x00")),
        ]
        for subject in (
            *(trees, small, bare, dodona.Treebank(), gold, bare[0], next(iter(gold)), parser, sure, whole),
            *(RightBranching(), RightBranching().parser(["dep", "root"]), whole.tokeniser, whole.tagger),
            *(at, at.names, dodona.DynamicOracle(gold), dodona.StaticOracle(gold), dodona.SwapOracle(gold)),
            *(confidences, sure.decisions(trees, compare=True), oracles.walk(gold), explained, learner),
            *(dodona.statistics(trees), dodona.evaluate(trees, trees), dodona.conll18(trees, trees), model),
            *(dodona.reliability(trees, confidences, resamples=100), references, dodona.lattice(gold)),
            *(dodona.PartialTreebank(small), parser.complete(small), parser.nbest(trees, 1)[0][0]),
            *(dodona.active(sure, trees), Losses(), CreditAssignment(), schemes.Rules("promote case")),
            *(oracles.swap_counts(trees), dodona.Recipe()),
        ):
            self.subjects[type(subject).__qualname__].append(subject)

    def call(self) -> None:
        """Call a random function or method."""
        if self.random.random() < 0.35:
            name = self.random.choice(list(self.functions))
            function: Any = self.functions[name]
        else:
            kind = self.random.choice(list(self.subjects))
            subject = self.random.choice(self.subjects[kind])
            members = [member for member in dir(subject) if not member.startswith("_") or member in OPERATORS]
            name = self.random.choice(members)
            if not callable(inspect.getattr_static(type(subject), name, None)):
                # A property, an attribute or a class method.
                function = lambda: getattr(subject, name)  # noqa: E731
            else:
                function = getattr(subject, name)
            if isinstance(inspect.getattr_static(type(subject), name, None), classmethod):
                function = getattr(subject, name)
        if name in SLOW and self.random.random() > 0.02:
            return
        self.calls += 1
        arguments: list[Any] = []
        named: dict[str, Any] = {}
        self._draw(function, arguments, named)
        try:
            found = function(*arguments, **named)
            if isinstance(found, Iterator):
                found = list(islice(found, 20))
            if type(found).__module__.startswith("dodona"):
                str(found), repr(found)
        except dodona.Error as error:
            wrong = None if 0 < len(str(error)) < 2000 else f"a message of {len(str(error))} characters"
            self._note(wrong, error, name, *arguments, *named.items())
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}", error, name, *arguments, *named.items())

    def _draw(self, function: Any, arguments: list[Any], named: dict[str, Any]) -> None:
        """Draw arguments, of which none, some or all are bad."""
        try:
            parameters = inspect.signature(function).parameters
        except (TypeError, ValueError):
            return
        share = self.random.choice((0, 0, 0.15, 0.3, 1))
        for name, parameter in parameters.items():
            if parameter.kind is parameter.VAR_KEYWORD:
                count = self.random.choice((0, 0, 1, 2))
                for other in self.random.sample(NAMED.get(name, tuple(self.good)), count):
                    if other not in parameters:
                        named[other] = self._value(other, share)
            elif parameter.kind is parameter.VAR_POSITIONAL:
                continue
            elif parameter.default is not parameter.empty:
                if self.random.random() < 0.4:
                    named[name] = self._value(name, share)
            elif parameter.kind is parameter.KEYWORD_ONLY:
                named[name] = self._value(name, share)
            else:
                arguments.append(self._value(name, share))

    def _value(self, name: str, share: float) -> Any:
        if name in self.good and self.random.random() >= share:
            return self.good[name]()
        return self.random.choice(self.bad)()

    def _note(self, said: str | None, error: Exception, name: str, *given: object) -> None:
        """Note an error from inside; Python itself may refuse a call, and a task may raise errors."""
        frames = traceback.extract_tb(error.__traceback__)
        inside = [frame for frame in frames if Path(frame.filename).is_relative_to(PACKAGE)]
        if said and inside and all(frame.name != "tagger" for frame in frames):
            place = f"{Path(inside[-1].filename).relative_to(PACKAGE)}:{inside[-1].lineno}"
            self.raw[place].append(f"{name}({', '.join(map(short, given))}): {said[:300]}")


@pytest.mark.filterwarnings("ignore")
def test_every_wrong_argument_is_an_error_of_dodona(
    grove: dodona.Treebank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    caller = Caller(grove, tmp_path)
    number = int(os.environ.get("DODONA_RANDOM_CALLS", "5000"))
    while caller.calls < number:
        caller.call()
    count = sum(map(len, caller.raw.values()))
    examples = "\n".join(f"{len(calls):5} {place} {calls[0]}" for place, calls in caller.raw.items())
    assert not caller.raw, f"{count} of {number} calls, from {len(caller.raw)} places:\n{examples}"
