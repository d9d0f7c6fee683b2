"""The interface of tasks: arguments, lazy evaluation and misuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import Enum, IntEnum
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dodona
from dodona import Search, SearchModel, learn

SMALL = {"bits": 12}


def test_a_task_is_a_function_an_object_or_a_class(tasks: ModuleType) -> None:
    class Tagger:
        quadratic = "word condition"

        def run(self, search: Search, sentence: Any) -> Any:
            return tasks.tagger(search, sentence)

    outputs = []
    for task in (tasks.tagger, Tagger, Tagger(), Tagger().run):
        options: Any = (
            {} if task in (Tagger,) or isinstance(task, Tagger) else {"quadratic": ["word condition"]}
        )
        model = learn(task, tasks.SENTENCES, learner=SMALL, epochs=10, **options)
        outputs.append([model.predict(sentence) for sentence in tasks.SENTENCES])
    assert outputs == [[[tag for _, tag in sentence] for sentence in tasks.SENTENCES]] * 4


def test_conditions_disambiguate_words(tasks: ModuleType) -> None:
    """`falls` is a verb after a noun and a noun after `the`: only the last tag decides."""
    model = learn(tasks.tagger, tasks.SENTENCES, quadratic="word condition", learner=SMALL, epochs=20)
    assert model.predict([("doves", None), ("falls", None)]) == ["N", "V"]
    assert model.predict([("the", None), ("falls", None)]) == ["D", "N"]


def test_several_learners(tasks: ModuleType) -> None:
    trees = [[(2, "subj"), (0, "root")], [(0, "root"), (1, "obj")], [(2, "subj"), (0, "root"), (2, "obj")]]
    for parser in (tasks.LabelledArcHybrid(), tasks.LabelledArcHybrid(costs=False)):
        model = learn(parser, trees, epochs=20, learner=SMALL)
        assert list(model._policy.learners) == ["move", 2, 3]
        # Only the position matters, so sentences of two words cannot be distinguished.
        assert model.predict(trees[2]) == trees[2]


def test_all_kinds_of_oracles() -> None:
    def task(search: Search, oracle: Any) -> Any:
        action = search.predict("x", oracle=oracle, allowed=["a", "b", "c"])
        search.loss(action != "b")
        return action

    for oracle in (
        "b",
        ["b"],
        ("b", "c"),
        {"b"},
        frozenset("b"),
        {"a": 1, "b": 0, "c": 0.5},
        lambda: "b",
        np.str_("b"),
    ):
        assert learn(task, [oracle], epochs=3, roll_out="none", learner=SMALL).predict(None) == "b", oracle
    # All of several best actions are right; any may be taken.
    assert learn(task, [["a", "b"]], roll_out="none", learner=SMALL).predict(None) in ("a", "b")


def test_actions_are_found_or_declared(tasks: ModuleType) -> None:
    model = learn(tasks.tagger, tasks.SENTENCES, learner=SMALL)
    assert model._policy.learners[0].actions.names == ["D", "N", "V"]
    model = learn(tasks.tagger, tasks.SENTENCES, actions=["X", "V", "N", "D"], learner=SMALL)
    assert model._policy.learners[0].actions.names == ["X", "V", "N", "D"]
    model = learn(tasks.tagger, tasks.SENTENCES, actions={0: ["X", "V", "N", "D"]}, learner=SMALL)
    assert model._policy.learners[0].actions.names == ["X", "V", "N", "D"]
    with pytest.raises(
        dodona.Error, match=r"step 2: the oracle names 'N', which is not allowed \('D', 'V'\)"
    ):
        learn(tasks.tagger, tasks.SENTENCES, actions=["D", "V"], learner=SMALL)


def test_unseen_actions_are_not_taken() -> None:
    def task(search: Search, allowed: list[str]) -> Any:
        action = search.predict("x", oracle=allowed[0], allowed=allowed)
        search.loss(action != allowed[0])
        return action

    model = learn(task, [["a", "b"]], learner=SMALL)
    assert model.predict(["new", "b", "a"]) == "a"
    with pytest.raises(dodona.Error, match=r"saw none of the allowed actions .*: is this"):
        model.predict(["c", "d"])


class Move(str, Enum):
    SHIFT = "sh"
    LEFT = "la"


class Number(IntEnum):
    ONE = 1
    TWO = 2


@pytest.mark.parametrize("kind", [Move, Number, np.array([7, 2**40])])
def test_enumerations_and_numpy_numbers_are_actions(kind: Any, tmp_path: Path) -> None:
    actions = list(kind)

    def task(search: Search, example: list[int]) -> list[Any]:
        output: list[Any] = []
        for n, right in enumerate(example):
            output.append(
                search.predict("x", oracle=actions[right], allowed=actions, tag=n, condition=[n - 1, n - 2])
            )
        search.loss(sum(found != actions[right] for found, right in zip(output, example, strict=True)))
        return output

    model = learn(task, [[0, 1, 0, 1]], epochs=20, learner=SMALL, quadratic="condition condition")
    model.save(tmp_path / "model")
    read = SearchModel.load(tmp_path / "model", task, quadratic="condition condition")
    for output in (model.predict([0, 1, 0, 1]), read.predict([0, 1, 0, 1])):
        assert output == [actions[0], actions[1]] * 2
        assert type(output[0]) is type(actions[0])


def test_features_and_oracles_are_evaluated_lazily() -> None:
    calls: Counter[str] = Counter()

    def task(search: Search, word: str) -> str:
        output: list[str] = []
        for n in range(len(word)):

            def features(n: int = n) -> dict[str, str]:
                calls["features"] += 1
                return {"letter": word[n]}

            def oracle(n: int = n) -> str:
                calls["oracle"] += 1
                return word[n]

            def loss(n: int = n) -> float:
                calls["loss"] += 1
                return float(output[n] != word[n])

            output.append(search.predict(features, oracle=oracle, allowed=["a", "b"]))
            search.loss(loss)
        return "".join(output)

    model = learn(task, ["abba"], epochs=1, roll_in="reference", roll_out="reference", learner=SMALL)
    # The roll-in hashes 4; roll-outs none, since they follow the reference.
    assert calls["features"] == 4
    # Two runs to collect actions, one roll-in, and roll-outs of 3, 2, 1 and 0 steps.
    assert calls["oracle"] == 4 + 4 + 4 + 6
    calls.clear()
    assert model.predict("abba") == "abba"
    assert calls == {"features": 4}
    calls.clear()
    assert model.loss(["abba", "bb"]) == 0
    assert calls == {"features": 6, "loss": 6}
    calls.clear()
    learn(task, ["abba"], epochs=1, roll_in="learned", roll_out="learned", learner=SMALL)
    # 4 in the roll-in, and 3 + 2 + 1 + 0 after the deviations.
    assert calls["features"] == 4 + 6


def test_steps_without_a_choice_are_not_learned_from() -> None:
    def task(search: Search, example: Any) -> Any:
        action = search.predict(lambda: 1 / 0, oracle="a", allowed=["a"])
        search.loss(0)
        return action

    epochs: list[Any] = []
    assert learn(task, [1], on_epoch=epochs.append, epochs=1, learner=SMALL).predict(1) == "a"
    assert (epochs[0].steps, epochs[0].updates, epochs[0].roll_outs) == (1, 0, 0)


def tag(**said: Any) -> Callable[[Search, Any], None]:
    def task(search: Search, example: Any) -> None:
        search.predict(**{"features": "x", "oracle": "a", "allowed": ["a", "b"], **said})
        search.loss(1)

    return task


def no_loss(search: Search, example: Any) -> None:
    search.predict("x", oracle="a", allowed=["a", "b"])


def loss_of(amount: Any) -> Callable[[Search, Any], None]:
    def task(search: Search, example: Any) -> None:
        search.predict("x", oracle="a", allowed=["a", "b"])
        search.loss(amount)

    return task


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (tag(oracle="c"), r"the oracle names 'c', which is not allowed \('a', 'b'\)"),
        (tag(oracle=["a", "c"]), r"the oracle names 'c', which is not allowed"),
        (tag(oracle={"a": 0}), r"the oracle gives no cost for 'b', which is allowed"),
        (tag(oracle={"a": 0, "b": 1, "c": 2}), r"the oracle gives a cost for 'c', which is not allowed"),
        (
            tag(oracle={"a": 0, "b": float("nan")}),
            r"the oracle's cost for 'b' is nan, not a number",
        ),
        (
            tag(oracle={"a": 0, "b": 10**400}),
            r"the oracle's cost for 'b' is 1000.*, not a number of at most 1e30",
        ),
        (
            tag(oracle={"a": 0, "b": "much"}),
            r"the oracle's cost for 'b' is 'much', not a number of at most 1e30",
        ),
        (tag(oracle=[]), "the oracle names no action"),
        (tag(oracle=0.5), "the oracle is 0.5: it can be an action"),
        (tag(oracle=[0.5]), "the oracle names 0.5: actions are strings or whole numbers"),
        (tag(allowed=[]), "no action is allowed"),
        (tag(allowed="ab"), "allowed is 'ab': a list or a set of actions is needed"),
        (tag(allowed=3), "allowed is 3: a list or a set of actions is needed"),
        (tag(allowed=["a", "a"]), "an action is allowed twice"),
        (tag(allowed=["a", 0.5]), "0.5 cannot be predicted: actions are strings or whole numbers"),
        (tag(allowed=None, oracle=None), "no actions are known: give `allowed` or an oracle"),
        (tag(learner=0.5), "learner is 0.5: learners are named by strings or whole numbers"),
        (tag(features=object()), "step 1: features: namespace '' has an object; features are strings"),
        (tag(tag=[1]), r"tag is \[1\], which cannot be a key"),
        (tag(condition=[[1]]), r"condition is \[\[1\]\], not a tag or a list of tags"),
        (tag(condition={}), r"condition is \{\}, not a tag or a list of tags"),
        (no_loss, "no_loss, example 1, step 1: the task ended without calling search.loss"),
        (loss_of(float("inf")), "the loss is inf, not a number of at most 1e30"),
        (loss_of(10**400), "the loss is 1000000.*, not a number of at most 1e30"),
        (loss_of(10**5000), "the loss is a very long number, not a number of at most 1e30"),
        (loss_of("much"), "the loss is 'much', not a number"),
        (loss_of(None), "the loss is None, not a number of at most 1e30"),
    ],
)
def test_misuse_is_reported_in_one_line(task: Any, said: str) -> None:
    with pytest.raises(dodona.Error, match=said) as caught:
        learn(task, [1], learner=SMALL)
    assert "\n" not in str(caught.value)


def test_errors_of_the_task_are_passed_on() -> None:
    def task(search: Search, example: Any) -> None:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        learn(task, [1])


@pytest.mark.parametrize("roll_out", ["none", "reference", "learned"])
def test_tasks_that_are_not_deterministic(roll_out: str) -> None:
    rng = Random(1)
    runs: list[int] = []

    def by_chance(search: Search, example: Any) -> None:
        for _ in range(rng.randint(1, 9)):
            search.predict("x", oracle="a", allowed=["a", "b"])
        search.loss(1)

    def by_history(search: Search, example: Any) -> None:
        runs.append(1)
        search.predict("x", oracle="a", allowed=["a", "b"], tag=len(runs))
        search.loss(1)

    def by_loss(search: Search, example: Any) -> None:
        search.predict("x", oracle="a", allowed=["a", "b"])
        search.loss(rng.random())

    with pytest.raises(
        dodona.Error, match=r"by_chance, .* again, the task (stopped|went on) .*after .* step"
    ):
        learn(by_chance, [1], roll_out=roll_out)
    with pytest.raises(dodona.Error, match="1: given the same predictions again, the task asked for"):
        learn(by_history, [1], roll_out=roll_out)
    with pytest.raises(dodona.Error, match=r"again, the task lost 0.* instead of 0"):
        learn(by_loss, [1], roll_out=roll_out)


def test_roll_outs_detect_that_a_task_has_changed() -> None:
    """Only the first hundred runs are repeated as a check, but roll-outs replay all of them."""
    late: list[int] = []

    def task(search: Search, example: Any) -> None:
        late.append(1)
        for n in range(3 if len(late) < 1000 else 2 + len(late) % 2):
            search.predict("x", oracle="a", allowed=["a", "b"], tag=n)
        search.loss(1)

    with pytest.raises(
        dodona.Error, match="task, example 1, step 2: given the same predictions again, the task stop"
    ):
        learn(task, [1], epochs=1000, learner=SMALL)
    assert 1000 <= len(late) < 1010


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"algorithm": "perceptron"}, "algorithm cannot be 'perceptron': choose from chang-2015, dagger"),
        ({"roll_in": "none"}, "roll_in cannot be 'none': choose from reference, learned, mixture"),
        (
            {"roll_out": "oracle"},
            "roll_out cannot be 'oracle': choose from reference, learned, mixture, none",
        ),
        ({"mixing": "word"}, "mixing cannot be 'word': choose from trajectory, step"),
        ({"mixture_alpha": 2}, "mixture_alpha cannot be 2: a number from 0 to 1"),
        ({"mixture_beta": -1}, "mixture_beta cannot be -1"),
        ({"max_deviations": 0}, "max_deviations cannot be 0"),
        ({"exact_costs": 3}, "exact_costs cannot be 3: choose True or False"),
        ({"rollout": "none"}, "there is no option rollout: choose from roll_in, roll_out"),
        ({"learner": "svm"}, "learner cannot be 'svm': choose from sgd, sgd"),
        ({"learner": 3}, "learner must be a dictionary of options, or one of sgd"),
        ({"learner": {"rat": 3}}, "learner has no option 'rat': choose from update, reduction"),
        ({"learner": {"bits": "x"}}, "bits cannot be 'x': it must be a whole number"),
        ({"learner": {"rate": "x"}}, "rate cannot be 'x': choose from above 0"),
        ({"learner": {"shared": 3}}, "shared cannot be 3: it must be True or False"),
        ({"learner": {"bits": 99}}, "bits cannot be 99"),
        ({"epochs": 0}, "epochs cannot be 0"),
        ({"seed": -1}, "seed cannot be -1"),
        ({"quadratic": "word"}, "quadratic cannot have 'word': 2 names are needed, such as 'word"),
        ({"quadratic": ["word word", "word word"]}, "quadratic has 'word word' twice"),
        ({"quadratic": 3}, "quadratic cannot be 3: names are needed"),
        ({"cubic": "word word"}, "cubic cannot have 'word word': 3 names are needed"),
        ({"cubic": "word word wrod"}, "names a namespace 'wrod', which no prediction had: check"),
        ({"actions": "N"}, "actions cannot be 'N': a list is needed"),
        ({"actions": []}, "actions must be strings or whole numbers, at least one"),
    ],
)
def test_wrong_options(options: dict[str, Any], said: str, tasks: ModuleType) -> None:
    with pytest.raises(dodona.Error, match=said):
        learn(tasks.tagger, tasks.SENTENCES, **{"learner": SMALL, **options})


def test_wrong_arguments(tasks: ModuleType) -> None:
    with pytest.raises(dodona.ArgumentError, match=r"task must be a function of .*, not 'tagger'"):
        learn("tagger", tasks.SENTENCES)
    with pytest.raises(dodona.ArgumentError, match="examples must be a list of examples, not None"):
        learn(tasks.tagger, None)  # type: ignore[arg-type]
    with pytest.raises(dodona.Error, match="examples: there are no examples"):
        learn(tasks.tagger, [])


def test_late_actions_are_refused_with_the_remedy() -> None:
    """Action `c` occurs on a single path, which neither the oracle nor the random run takes at first."""

    def task(search: Search, example: Any) -> None:
        path = [search.predict(str(n), oracle="a", allowed=["a", "b"]) for n in range(20)]
        if path == ["a"] * 19 + ["b"]:
            search.predict("end", oracle="c", allowed=["c", "d"], learner="late")
        search.loss(path.count("b"))

    with pytest.raises(dodona.Error, match="learner 'late' appeared only after training had begun: declare"):
        learn(task, [1], learner=SMALL)
    model = learn(task, [1], learner=SMALL, actions={0: ["a", "b"], "late": ["c", "d"]})
    assert isinstance(model, SearchModel)


def test_the_best_epoch_is_kept(tasks: ModuleType) -> None:
    epochs: list[Any] = []
    model = learn(
        tasks.tagger,
        tasks.SENTENCES[:3],
        dev=tasks.SENTENCES[3:],
        epochs=4,
        on_epoch=epochs.append,
        learner=SMALL,
    )
    assert model.loss(tasks.SENTENCES[3:]) == min(epoch.dev_loss for epoch in epochs)
    assert [epoch.number for epoch in epochs] == [1, 2, 3, 4]
    assert all(epoch.examples == 3 and epoch.steps == 10 == epoch.updates for epoch in epochs)


def test_predictions_use_averages_after_training(tasks: ModuleType) -> None:
    """Training uses the current weights; predictions, also on development data, use averages."""
    losses: list[Any] = []

    def learnt(**options: Any) -> Any:
        learner = {**SMALL, "update": "sgd", "rate": 0.3, "power_t": 0.0, **options}
        model = learn(tasks.tagger, tasks.SENTENCES, learner=learner, epochs=2, on_epoch=losses.append)
        return model._policy.state()[0]["values"][: 2 ** SMALL["bits"]]

    plain, averaged = learnt(), learnt(averages=True)
    assert [epoch.loss for epoch in losses[:2]] == [epoch.loss for epoch in losses[2:]]
    assert (plain != averaged).any() and ((plain != 0) == (averaged != 0)).mean() > 0.99
    assert abs(averaged).sum() < abs(plain).sum()  # averages lag behind growing weights
