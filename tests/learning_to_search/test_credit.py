"""The costs of actions, and the policies of runs."""

from __future__ import annotations

from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import pytest

import dodona
from dodona.learning_to_search import ALGORITHMS, CreditAssignment
from dodona.learning_to_search.following import Following
from dodona.learning_to_search.learn import LEARNERS
from dodona.learning_to_search.policy import Policy
from dodona.learning_to_search.runs import RollIn
from dodona.learning_to_search.task import Task
from dodona.learning_to_search.trainer import Trainer

SMALL = {"bits": 12}


def trainer(task: Any, examples: Any, seed: int = 1, **choices: Any) -> Trainer:
    return Trainer(Task(task), examples, Policy(SMALL), CreditAssignment(**choices), seed)


def costs_of(made: Trainer, place: int, roll_in: str, seed: int) -> list[tuple[list[float], Any]]:
    """Return the costs at every step of a run, and the oracle's."""
    following = Following(roll_in, "step", 0.5, Random(seed))
    run = RollIn(made.policy, following)
    made.task.do(run, made.examples[place], "")
    assert run._loss is not None
    choices = [n for n, step in enumerate(run.steps) if step.features is not None]
    made.roll_outs = 0
    led = None if run.chose else following.always
    return [(list(made.costs(place, run.steps, n, run._loss, led)), run.steps[n].advice) for n in choices]


def differences(costs: list[float]) -> list[float]:
    return [cost - min(costs) for cost in costs]


def projective_trees(words: int) -> list[list[tuple[int, str]]]:
    found = []
    for heads in product(range(words + 1), repeat=words):
        sentence_heads = list(heads)
        try:
            sentence = dodona.Sentence(["w"] * words, heads=sentence_heads, labels=["x"] * words)
        except dodona.Error:
            continue
        if sentence.is_projective:
            found.append([(head, ("subj", "obj", "root")[(n + head) % 3]) for n, head in enumerate(heads)])
    return found


@pytest.mark.parametrize("roll_in", ["reference", "learned", "mixture"])
def test_exact_costs_equal_those_of_roll_outs(roll_in: str, tasks: ModuleType) -> None:
    """The dynamic oracle's costs: a head weighs 2, a label 1."""
    trees = [tree for size in (1, 2, 3, 4) for tree in projective_trees(size)]
    assert len(trees) > 40
    exact = trainer(tasks.LabelledArcHybrid(), trees)
    rolled = trainer(tasks.LabelledArcHybrid(), trees, exact_costs=False)
    rolled.policy = exact.policy  # both follow what one learns
    unlike = 0
    for place in range(len(trees)):
        believed = costs_of(exact, place, roll_in, seed=place)
        found = costs_of(rolled, place, roll_in, seed=place)
        assert exact.roll_outs == 0
        assert rolled.roll_outs > 0 or not found
        assert len(believed) == len(found)
        for (mine, _), (theirs, _) in zip(believed, found, strict=True):
            assert differences(mine) == differences(theirs)
            unlike += len(set(mine)) > 1
        exact.example(place)
    assert unlike > 100


def test_costs_by_hand() -> None:
    """A loss that doubles with every earlier wrong step: the cost of the last step depends on the others."""

    def task(search: dodona.Search, gold: str) -> None:
        loss = 1
        for letter in gold:
            if search.predict(letter, oracle=letter, allowed=["a", "b"]) != letter:
                loss *= 2
        search.loss(loss)

    made = trainer(task, ["aab"], roll_out="reference")
    assert [costs for costs, _ in costs_of(made, 0, "reference", 1)] == [[1, 2], [1, 2], [2, 1]]
    # Without training, the first allowed action is taken.
    assert [costs for costs, _ in costs_of(made, 0, "learned", 1)] == [[1, 2], [1, 2], [2, 1]]
    made = trainer(task, ["bbb"], roll_out="reference")
    assert [costs for costs, _ in costs_of(made, 0, "learned", 1)] == [[2, 1], [4, 2], [8, 4]]
    made = trainer(task, ["bbb"], roll_out="learned")
    assert [costs for costs, _ in costs_of(made, 0, "learned", 1)] == [[8, 4], [8, 4], [8, 4]]
    assert [costs for costs, _ in costs_of(made, 0, "reference", 1)] == [[8, 4], [4, 2], [2, 1]]
    made = trainer(task, ["bbb"], roll_out="none")
    assert [costs for costs, _ in costs_of(made, 0, "learned", 1)] == [[1, 0]] * 3
    made = trainer(task, ["bbb"], roll_out="mixture", mixture_beta=0.5)
    drawn = {tuple(costs_of(made, 0, "learned", seed)[0][0]) for seed in range(30)}
    assert drawn == {(2, 1), (8, 4)}  # all actions of a step share the draws
    made = trainer(task, ["bbb"], roll_out="mixture", mixing="step", mixture_beta=0.5)
    drawn = {tuple(costs_of(made, 0, "learned", seed)[0][0]) for seed in range(60)}
    assert drawn == {(2, 1), (4, 2), (8, 4)}


def test_without_an_oracle_costs_come_from_roll_outs() -> None:
    def task(search: dodona.Search, gold: str) -> str:
        output = "".join(search.predict(f"{n} {letter}", allowed=["a", "b"]) for n, letter in enumerate(gold))
        search.loss(sum(a != b for a, b in zip(output, gold, strict=True)))
        return output

    model = dodona.learn(task, ["abba", "baab"], epochs=10, learner=SMALL)
    assert model.predict("abba") == "abba"
    with pytest.raises(
        dodona.Error, match=r"task, example \d, step 1: there is no oracle, and roll_out is 'none'"
    ):
        dodona.learn(task, ["abba"], roll_out="none", learner=SMALL)


def test_the_mixture_follows_the_reference_less_and_less() -> None:
    credit = CreditAssignment()
    assert credit.mixture_alpha == 1e-5
    assert credit.reference_share(0) == 1
    assert credit.reference_share(50_000) == pytest.approx((1 - 1e-5) ** 50_000)
    assert credit.roll_out_share(50_000) == credit.reference_share(50_000)
    assert CreditAssignment(mixture_beta=0.25).roll_out_share(50_000) == 0.25
    random = Random(1)
    whole = [Following("mixture", "trajectory", 0.7, random).next() for _ in range(4000)]
    assert sum(whole) / 4000 == pytest.approx(0.7, abs=0.03)
    run = Following("mixture", "trajectory", 0.7, random)
    assert len({run.next() for _ in range(100)}) == 1
    run = Following("mixture", "step", 0.7, random)
    steps = [run.next() for _ in range(4000)]
    assert sum(steps) / 4000 == pytest.approx(0.7, abs=0.03)
    run.again()
    assert [run.next() for _ in range(4000)] == steps


def test_roll_ins_follow_their_policy() -> None:
    """The untrained policy takes `a`, the reference `b`."""
    seen: list[str] = []

    def task(search: dodona.Search, example: int) -> None:
        output = "".join(search.predict("x", oracle="b", allowed=["a", "b"]) for _ in range(6))
        seen.append(output)
        search.loss(0)

    def rolled_in(**choices: Any) -> set[str]:
        found = set()
        for seed in range(40):
            made = trainer(task, [1], seed, roll_out="none", max_deviations=1, **choices)
            seen.clear()
            made.example(0)
            found.add(seen[0])
        return found

    assert rolled_in(roll_in="reference") == {"bbbbbb"}
    assert rolled_in(roll_in="learned") == {"aaaaaa"}
    assert rolled_in(roll_in="mixture") == {"bbbbbb"}  # before the first update
    assert CreditAssignment(mixture_alpha=1.0).reference_share(1) == 0
    made = trainer(task, [1], roll_in="mixture", mixture_alpha=0.5, roll_out="none")
    made.policy.updates = 1
    seen.clear()
    for _ in range(30):
        made.policy.updates = 1
        run = RollIn(made.policy, Following("mixture", "step", made.credit.reference_share(1), made.random))
        made.task.do(run, 1, "")
    assert any(len(set(output)) == 2 for output in seen)


def test_deviations_can_be_sampled(tasks: ModuleType) -> None:
    made = trainer(tasks.tagger, tasks.SENTENCES, max_deviations=2)
    epoch = made.epoch(1)
    assert (epoch.steps, epoch.updates) == (12, 8)
    assert epoch.roll_outs == 8 * 2  # three tags, one of which the roll-in has tried
    chosen = {tuple(made._deviations(run_of(made, 2))) for _ in range(60)}
    assert chosen == {(a, b) for a in range(4) for b in range(a + 1, 4)}
    assert trainer(tasks.tagger, tasks.SENTENCES).epoch(1).updates == 12


def run_of(made: Trainer, place: int) -> Any:
    run = RollIn(made.policy, Following("reference", "step", 1.0, made.random))
    made.task.do(run, made.examples[place], "")
    return run.steps


def test_named_algorithms() -> None:
    def table(name: str) -> tuple[str, str, str, Any, Any]:
        credit = ALGORITHMS[name]
        return credit.roll_in, credit.roll_out, credit.mixing, credit.mixture_beta, credit.max_deviations

    assert table("chang-2015") == ("mixture", "reference", "trajectory", None, None)
    assert table("dagger") == ("learned", "reference", "trajectory", None, None)
    assert table("searn") == ("mixture", "mixture", "step", None, None)
    assert table("aggrevate") == ("mixture", "reference", "step", None, 1)
    assert table("lols") == ("learned", "mixture", "trajectory", 0.5, None)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("base", ["sgd+", "ftrl", "nn", "nn+ftrl", "multiclass"])
def test_every_algorithm_learns(algorithm: str, base: str, tasks: ModuleType) -> None:
    epochs = 60 if algorithm == "aggrevate" else 25  # learns from one step of each example
    model = dodona.learn(
        tasks.tagger,
        tasks.SENTENCES,
        quadratic="word condition",
        algorithm=algorithm,
        learner={
            **LEARNERS[base],
            "bits": 14,
            **({"rate": 0.1} if "ftrl" in LEARNERS[base]["update"] else {}),
        },
        epochs=epochs,
    )
    assert model.loss(tasks.SENTENCES) == 0
