"""The base learners, compared with direct formulas in double precision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import dodona
from dodona.learners import CostSensitiveLearner
from dodona.learners.cost_sensitive import bytes_needed

ACTIONS = 5
#: The constant feature that learners add.
CONSTANT = "constant"
Vector = NDArray[np.float64]


@pytest.mark.parametrize("update", ["sgd", "sgd+", "ftrl"])
@pytest.mark.parametrize("averages", [False, True])
@pytest.mark.parametrize(("hidden", "shared"), [(0, False), (3, False), (3, True)])
def test_memory_is_computed_in_advance(update: str, averages: bool, hidden: int, shared: bool) -> None:
    options: dict[str, Any] = {"update": update, "hidden": hidden, "shared": shared, "averages": averages}
    values = CostSensitiveLearner(ACTIONS, bits=8, **options).state()["values"]
    assert bytes_needed(ACTIONS, bits=8, **options) == values.nbytes


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"bits": 30, "hidden": 500},
            "bits cannot be 30: the weights alone would take 12.0 GiB of memory, but there are 2.0",
        ),
        (
            {"bits": 30, "update": "sgd", "averages": True},
            "bits cannot be 30: the weights alone would take 8.0 GiB of memory",
        ),
        (
            {"actions": 10**6, "hidden": 10_000},
            "hidden cannot be 10000: the weights alone would take 894.2 GiB of memory",
        ),
        (
            {"actions": 10**6, "hidden": 10_000, "shared": True},
            "hidden cannot be 10000: the weights alone would take 111.8 GiB of memory",
        ),
    ],
)
def test_too_large_a_learner_is_refused(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], said: str
) -> None:
    monkeypatch.setattr("dodona.memory.memory", lambda: 2**31)
    with pytest.raises(dodona.OptionError, match=said):
        CostSensitiveLearner(**{"actions": 2, **options})


class Sgd:
    """The weights of one layer by input and output, updated by plain loops."""

    def __init__(self, outputs: int, rate: float = 0.02, power_t: float = 0.5) -> None:
        self.weights: dict[Any, Vector] = defaultdict(lambda: np.zeros(outputs))
        self.rate, self.power_t, self.t = rate, power_t, 0

    def predict(self, inputs: dict[Any, float]) -> Vector:
        return np.sum([self.weights[key] * value for key, value in inputs.items()], axis=0)

    def learn(self, inputs: dict[Any, float], errors: Vector, importance: float) -> None:
        self.t += 1
        for key, x in inputs.items():
            self.weights[key] = (
                self.weights[key] - self.rate * self.t**-self.power_t * importance * errors * x
            )


class SgdPlus(Sgd):
    def __init__(self, outputs: int, rate: float = 0.5) -> None:
        super().__init__(outputs, rate)
        self.squares: dict[Any, Vector] = defaultdict(lambda: np.zeros(outputs))
        self.scales: dict[Any, float] = {}
        self.norms = 0.0

    def learn(self, inputs: dict[Any, float], errors: Vector, importance: float) -> None:
        self.t += 1
        for key, x in inputs.items():
            old = self.scales.get(key, 0.0)
            if abs(x) > old:
                if old:
                    self.weights[key] = self.weights[key] * (old / abs(x))
                self.scales[key] = abs(x)
            if x:
                self.norms += x**2 / self.scales[key] ** 2
            self.squares[key] = self.squares[key] + importance * (errors * x) ** 2
        for output, error in enumerate(errors):
            if error == 0:
                continue
            rates = {
                key: 1 / (self.scales[key] * np.sqrt(self.squares[key][output]))
                for key, x in inputs.items()
                if x
            }
            reach = sum(inputs[key] ** 2 * rate for key, rate in rates.items())
            moves = error * (1 - np.exp(-self.rate * importance * np.sqrt(self.t / self.norms) * reach))
            for key, rate in rates.items():
                self.weights[key][output] -= moves / reach * rate * inputs[key]


class Ftrl(Sgd):
    def __init__(self, outputs: int, l1: float = 0.0, l2: float = 0.0) -> None:
        super().__init__(outputs)
        self.alpha, self.beta, self.l1, self.l2 = 0.02, 0.1, l1, l2
        self.n: dict[Any, Vector] = defaultdict(lambda: np.zeros(outputs))
        self.z: dict[Any, Vector] = defaultdict(lambda: np.zeros(outputs))

    def learn(self, inputs: dict[Any, float], errors: Vector, importance: float) -> None:
        for key, x in inputs.items():
            g = importance * errors * x
            sigma = (np.sqrt(self.n[key] + g**2) - np.sqrt(self.n[key])) / self.alpha
            self.z[key] = self.z[key] + g - sigma * self.weights[key]
            self.n[key] = self.n[key] + g**2
            shrunk = np.sign(self.z[key]) * np.maximum(np.abs(self.z[key]) - self.l1, 0)
            self.weights[key] = -shrunk / ((self.beta + np.sqrt(self.n[key])) / self.alpha + self.l2)


RULES: dict[str, tuple[Callable[[int], Sgd], dict[str, Any]]] = {
    "sgd": (Sgd, {"update": "sgd", "rate": 0.02}),
    "sgd, steady": (lambda n: Sgd(n, 0.01, 0), {"update": "sgd", "rate": 0.01, "power_t": 0.0}),
    "sgd+": (SgdPlus, {"update": "sgd+"}),
    "ftrl": (Ftrl, {"update": "ftrl", "rate": 0.02}),
    "ftrl, sparse": (
        lambda n: Ftrl(n, 0.3, 0.1),
        {"update": "ftrl", "rate": 0.02, "l1": 0.3, "l2": 0.1},
    ),
}


def examples(count: int, seed: int) -> list[tuple[dict[int, float], list[int], Vector, float]]:
    """Return features, allowed actions, their costs, and importances."""
    random = np.random.default_rng(seed)
    keys = random.integers(0, 2**64, 12, dtype=np.uint64)
    found = []
    for _ in range(count):
        chosen = random.choice(12, random.integers(1, 7), replace=False)
        values = random.choice([1.0, 1.0, -2.0, 0.5, 3.0], len(chosen))
        allowed = sorted(random.choice(ACTIONS, random.integers(1, ACTIONS + 1), replace=False).tolist())
        costs = random.integers(0, 4, len(allowed)).astype(float)
        features = {int(keys[i]): float(value) for i, value in zip(chosen, values, strict=True)}
        found.append((features, allowed, costs, float(random.choice([1.0, 1.0, 2.5]))))
    return found


def targets(reduction: str, predicted: Vector, costs: Vector) -> Vector:
    if reduction == "csoaa":
        return costs
    if reduction == "softmax-margin":
        beyond = costs - costs.min()
        all_of_them = np.exp(beyond - predicted) / np.exp(beyond - predicted).sum()
        cheapest = np.where(beyond == 0, np.exp(-predicted), 0)
        errors = cheapest / cheapest.sum() - all_of_them
        return predicted - (errors if np.abs(errors).max() >= 0.01 else 0)
    best = min(range(len(costs)), key=lambda i: (costs[i], predicted[i]))
    if reduction == "max-margin":
        short = [
            (c - costs[best]) - (p - predicted[best]) if c > costs[best] else 0
            for c, p in zip(costs, predicted, strict=True)
        ]
        worst = int(np.argmax(short))
        wanted = predicted.copy()
        if short[worst] > 0:
            wanted[best] -= short[worst] / 2
            wanted[worst] += short[worst] / 2
        return wanted
    return np.array([float(i != best) for i in range(len(costs))])


@pytest.mark.parametrize("reduction", ["csoaa", "multiclass", "max-margin", "softmax-margin"])
@pytest.mark.parametrize("rule", RULES)
def test_linear_learners_match_the_formulas(rule: str, reduction: str) -> None:
    make, options = RULES[rule]
    slow, learner = make(ACTIONS), CostSensitiveLearner(ACTIONS, reduction=reduction, bits=20, **options)
    for features, allowed, costs, importance in examples(200, seed=3):
        inputs = {**features, CONSTANT: 1.0}
        keys, values = list(features), list(features.values())
        predicted = slow.predict(inputs)[allowed]
        np.testing.assert_allclose(learner.predict(keys, values, allowed), predicted, atol=2e-4, rtol=2e-3)
        learner.update(keys, values, allowed, costs, importance)
        errors = np.zeros(ACTIONS)
        errors[allowed] = predicted - targets(reduction, predicted, costs)
        slow.learn(inputs, errors, importance)


class SlowNetwork:
    """A network from a learner's state, in double precision."""

    def __init__(self, state: dict[str, NDArray[Any]], hidden: int, shared: bool, bits: int) -> None:
        self.hidden, self.shared = hidden, shared
        values = state["values"].astype(float)
        self.lower, upper = values[: 2**bits], values[2**bits :]
        units = hidden if shared else hidden * ACTIONS
        self.units, self.columns = units, -(-units // 8) * 8
        self.span = 2**bits - self.columns + 1
        if shared:
            self.upper = upper.reshape(hidden + 1, 8)[:, :ACTIONS]
        else:
            self.upper = upper.reshape(ACTIONS, hidden + 1, 8)[:, :, 0].T

    def begin(self, key: int) -> int:
        return (key * 0x9E3779B97F4A7C15 % 2**64 * self.span) >> 64

    def row(self, key: int) -> slice:
        return slice(self.begin(key), self.begin(key) + self.units)

    def predict(self, inputs: dict[int, float]) -> Vector:
        sums = np.sum([self.lower[self.row(key)] * value for key, value in inputs.items()], axis=0)
        said = np.tanh(sums)
        said = np.tile(said, (ACTIONS, 1)) if self.shared else said.reshape(ACTIONS, self.hidden)
        result: Vector = np.einsum("oh,ho->o", said, self.upper[:-1]) + self.upper[-1]
        return result

    def loss(self, inputs: dict[int, float], allowed: list[int], costs: Vector) -> float:
        return float(np.sum((self.predict(inputs)[allowed] - costs) ** 2)) / 2


@pytest.mark.parametrize("shared", [False, True])
def test_a_network_follows_the_gradient(shared: bool) -> None:
    bits, hidden, rate = 12, 3, 1e-3
    learner = CostSensitiveLearner(
        ACTIONS, update="sgd", rate=rate, power_t=0, hidden=hidden, shared=shared, bits=bits, seed=5
    )
    for features, allowed, costs, _ in examples(40, seed=11):
        before = SlowNetwork(learner.state(), hidden, shared, bits)
        # Rows may overlap; the constant is one of the features.
        inputs = {**features, 0xBF58476D1CE4E5B9: 1.0}
        keys, values = list(features), list(features.values())
        np.testing.assert_allclose(learner.predict(keys, values), before.predict(inputs), atol=1e-5)
        learner.update(keys, values, allowed, costs)
        after = SlowNetwork(learner.state(), hidden, shared, bits)

        def slope(
            array: Vector,
            index: Any,
            before: SlowNetwork = before,
            inputs: dict[int, float] = inputs,
            allowed: list[int] = allowed,
            costs: Vector = costs,
        ) -> float:
            old, step = array[index], 1e-5
            array[index] = old + step
            more = before.loss(inputs, allowed, costs)
            array[index] = old - step
            less = before.loss(inputs, allowed, costs)
            array[index] = old
            return (more - less) / (2 * step)

        key = keys[0]
        for place in range(before.row(key).start, before.row(key).stop):
            step = (before.lower[place] - after.lower[place]) / rate
            assert step == pytest.approx(slope(before.lower, place), abs=2e-3, rel=2e-3)
        for index in np.ndindex(before.upper.shape):
            step = (before.upper[index] - after.upper[index]) / rate
            assert step == pytest.approx(slope(before.upper, index), abs=2e-3, rel=2e-3)


@pytest.mark.parametrize("update", ["sgd", "sgd+", "ftrl"])
@pytest.mark.parametrize("shared", [False, True])
def test_a_network_learns_a_nonlinear_function(update: str, shared: bool) -> None:
    rate = {"sgd": 0.1, "sgd+": 0.5, "ftrl": 0.1}[update]
    learner = CostSensitiveLearner(
        2, update=update, rate=rate, power_t=0, hidden=8, shared=shared, bits=12, seed=2
    )
    # Logical or: a linear model is off by a quarter everywhere.
    table = [([], 0.0), ([11], 1.0), ([35], 1.0), ([11, 35], 1.0)]
    for _ in range(1500):
        for keys, cost in table:
            learner.update(keys, [1.0] * len(keys), costs=[cost, 1 - cost])
    for keys, cost in table:
        assert learner.predict(keys, [1.0] * len(keys)) == pytest.approx([cost, 1 - cost], abs=0.1)


@pytest.mark.parametrize("options", [{}, {"update": "ftrl", "hidden": 5}, {"hidden": 4, "shared": True}])
def test_a_restored_learner_continues_identically(options: dict[str, Any]) -> None:
    def learn(learner: CostSensitiveLearner, seed: int) -> None:
        for features, allowed, costs, importance in examples(50, seed):
            learner.update(list(features), list(features.values()), allowed, costs, importance)

    one, other = (CostSensitiveLearner(ACTIONS, bits=12, **options) for _ in range(2))
    learn(one, 1)
    other.restore(one.state())
    for learner in (one, other):
        learn(learner, 2)
    for name, array in one.state().items():
        assert array.tobytes() == other.state()[name].tobytes()


def test_importance_counts_as_repetition() -> None:
    # With one feature, and steps that are not adaptive because the squared error has no time to grow.
    once, often = (CostSensitiveLearner(1, update="sgd", rate=0.001, power_t=0, bits=10) for _ in range(2))
    once.update([5], [1.0], costs=[1.0], importance=10)
    for _ in range(10):
        often.update([5], [1.0], costs=[1.0])
    assert once.predict([5], [1.0])[0] == pytest.approx(often.predict([5], [1.0])[0], rel=0.02)


def test_seeds_matter_to_networks_only() -> None:
    def first(hidden: int, seed: int) -> list[float]:
        return CostSensitiveLearner(3, hidden=hidden, bits=10, seed=seed).predict([1], [1.0]).tolist()

    assert first(5, 1) == first(5, 1) != first(5, 2)
    assert first(0, 1) == first(0, 2) == [0, 0, 0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: CostSensitiveLearner(2, update="adam"),
            "cannot be 'adam': choose from sgd, sgd+, ftrl",
        ),
        (lambda: CostSensitiveLearner(0), "actions cannot be 0: choose from 1 to 1000000"),
        (lambda: CostSensitiveLearner(300, bits=8), "more bits are needed"),
        (lambda: CostSensitiveLearner(2).predict([1, 2], [1.0]), "one value for each feature"),
        (lambda: CostSensitiveLearner(2).predict([1], [float("nan")]), "no finite number"),
        (
            lambda: CostSensitiveLearner(2).predict([1], [1.0], [2]),
            "allowed that does not exist",
        ),
        (lambda: CostSensitiveLearner(2).predict([1], [1.0], []), "no action is allowed"),
        (lambda: CostSensitiveLearner(2).update([1], [1.0], [1, 1], [0, 0]), "allowed twice"),
        (lambda: CostSensitiveLearner(2).update([1], [1.0], [1], [0, 0]), "one cost for each allowed action"),
        (
            lambda: CostSensitiveLearner(2).restore(CostSensitiveLearner(3, bits=10).state()),
            "does not belong to a learner with these options",
        ),
    ],
)
def test_mistakes_are_explained(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(dodona.Error, match=message.replace("+", r"\+")):
        call()
