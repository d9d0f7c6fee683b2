"""The base learners of learning to search, which predict the cost of each action."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dodona import _core
from dodona.errors import Error, OptionError, array, one_of, shown, within
from dodona.memory import TooLargeError, shortage

#: The update rules.
RULES = {"sgd": _core.UpdateRule.sgd, "sgd+": _core.UpdateRule.sgd_plus, "ftrl": _core.UpdateRule.ftrl}
#: The reductions: what is predicted.
REDUCTIONS = {
    "csoaa": _core.Reduction.csoaa,
    "multiclass": _core.Reduction.multiclass,
    "max-margin": _core.Reduction.margin,
    "softmax-margin": _core.Reduction.softmax_margin,
}
#: The numbers stored per weight by each rule, including the weight.
_KEPT = {"sgd": 1, "sgd+": 3, "ftrl": 3}
#: Rows of weights are padded to multiples of this.
_LANES = 8
#: The default learning rate of each rule.
_RATES = {"sgd": 0.01, "sgd+": 0.5, "ftrl": 0.005}


class CostSensitiveLearner:
    """Learns to predict the cost of each action from features with 64-bit hashes.

    `reduction` is what is learnt: `csoaa`, regression on the cost of each action; `multiclass`, regression on
    whether it is the best one; `max-margin`, differences of costs where they are predicted too small; or
    `softmax-margin`, a cost-augmented logistic regression.

    `update` is the update rule: `sgd`; `sgd+`, which is adaptive, normalised and importance-invariant; or
    `ftrl`, FTRL-Proximal. With `hidden` units, each action has a network with one hidden layer instead of a
    linear regression; if `shared`, all actions share the layer. There are `2**bits` weights, which features
    share by hashing. `rate` is the learning rate (alpha for `ftrl`); the rate of `sgd` decays with the power
    `power_t` of the number of examples; `beta`, `l1` and `l2` are for `ftrl`. With `averages`, `settle`
    replaces each weight by its average over all examples.

    >>> learner = CostSensitiveLearner(2)
    >>> for _ in range(20):
    ...     learner.update([7], [1.0], costs=[0, 1])
    ...     learner.update([8], [1.0], costs=[1, 0])
    >>> learner.predict([7], [1.0]).round(1).tolist(), learner.predict([8], [1.0]).round(1).tolist()
    ([0.0, 1.0], [1.0, 0.0])
    """

    def __init__(
        self,
        actions: int,
        *,
        update: str = "sgd+",
        reduction: str = "csoaa",
        hidden: int = 0,
        shared: bool = False,
        bits: int = 22,
        rate: float | None = None,
        power_t: float = 0.5,
        beta: float = 0.1,
        l1: float = 0.0,
        l2: float = 0.0,
        averages: bool = False,
        seed: int = 1,
    ) -> None:
        one_of("update", update, tuple(RULES))
        one_of("reduction", reduction, tuple(REDUCTIONS))
        numbers: tuple[tuple[str, Any, float, float], ...] = (
            ("actions", actions, 1, 1_000_000),
            ("hidden", hidden, 0, 10_000),
            ("bits", bits, 8, 30),
            ("seed", seed, 0, 2**63 - 1),
            ("power_t", power_t, 0, 1),
            ("beta", beta, 0, 1000),
            ("l1", l1, 0, 1000),
            ("l2", l2, 0, 1000),
        )
        for name, number, least, most in numbers:
            whole = name not in ("power_t", "beta", "l1", "l2")
            if not _is_number(number, whole):
                kind = "a whole number" if whole else "a number"
                raise OptionError(f"cannot be {shown(number)}: it must be {kind}", option=name)
            if not least <= number <= most:
                raise OptionError(f"cannot be {shown(number)}: choose from {least} to {most}", option=name)
        chosen: Any = _RATES[update] if rate is None else rate
        if not _is_number(chosen) or not 0 < chosen <= 1000:
            raise OptionError(f"cannot be {shown(chosen)}: choose from above 0 to 1000", option="rate")
        truths: tuple[tuple[str, Any], ...] = (("shared", shared), ("averages", averages))
        for name, truth in truths:
            if not isinstance(truth, (bool, np.bool_)):
                raise OptionError(f"cannot be {shown(truth)}: it must be True or False", option=name)
        check_room([actions], update=update, hidden=hidden, shared=shared, bits=bits, averages=averages)
        try:
            self._core = _core.CostSensitiveLearner(
                actions,
                rule=RULES[update],
                reduction=REDUCTIONS[reduction],
                hidden=hidden,
                shared=shared,
                bits=bits,
                rate=chosen,
                power_t=power_t,
                alpha=chosen,
                beta=beta,
                l1=l1,
                l2=l2,
                averages=averages,
                seed=seed,
            )
        except ValueError as error:
            raise OptionError(str(error), option="bits") from error
        except MemoryError as error:  # allocation failed although the check passed
            raise TooLargeError(f"cannot be {bits}: there is not enough memory now", option="bits") from error
        self._all = np.arange(actions, dtype=np.uint32)

    @property
    def actions(self) -> int:
        """The number of actions, which count from 0."""
        return self._core.actions

    def predict(
        self, keys: ArrayLike, values: ArrayLike, allowed: ArrayLike | None = None
    ) -> NDArray[np.float32]:
        """Return the predicted cost of every allowed action, in order; by default, of all."""
        hashes, numbers = _features(keys, values)
        try:
            return self._core.predict(hashes, numbers, self._actions(allowed))
        except ValueError as error:
            raise Error(str(error)) from error

    def update(
        self,
        keys: ArrayLike,
        values: ArrayLike,
        allowed: ArrayLike | None = None,
        costs: ArrayLike = (),
        importance: float = 1.0,
    ) -> None:
        """Learn from the costs of the allowed actions; the example counts `importance` times."""
        hashes, numbers = _features(keys, values)
        given = array("costs", costs, np.float32, "a list of numbers")
        within("importance", importance, 0, 1e30)
        try:
            self._core.update(hashes, numbers, self._actions(allowed), given, importance)
        except ValueError as error:
            raise Error(str(error)) from error

    def restart_averages(self) -> None:
        """Exclude the weights so far from averages."""
        self._core.restart_averages()

    def settle(self) -> None:
        """Predict with averages from now on, if they are kept; training must have ended."""
        self._core.settle()

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the state of the learner, for `restore`."""
        return self._core.state()

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Restore the state of a learner with the same options."""
        try:
            self._core.restore(state)
        except (KeyError, TypeError, ValueError, RuntimeError) as error:  # the last is a failed cast
            raise Error("the state does not belong to a learner with these options") from error

    def _actions(self, allowed: ArrayLike | None) -> NDArray[np.uint32]:
        return self._all if allowed is None else array("allowed", allowed, np.uint32, "a list of actions")


def bytes_needed(
    actions: int,
    *,
    update: str = "sgd+",
    hidden: int = 0,
    shared: bool = False,
    bits: int = 22,
    averages: bool = False,
) -> int:
    """Return the memory of a learner's weights; the options are those of the learner.

    >>> bytes_needed(2, bits=20) / 2**20
    12.0
    """
    columns = -(-actions // _LANES) * _LANES if shared else _LANES * actions
    above = (hidden + 1) * columns if hidden else 0
    return 4 * (_KEPT[update] + averages) * ((1 << bits) + above)


def check_room(actions: Iterable[int], **options: Any) -> None:
    """Refuse learners whose weights would not fit into memory: one for each number of actions."""
    numbers = list(actions)
    whole = sum(bytes_needed(number, **options) for number in numbers)
    lacking = shortage(whole)
    if lacking is not None:
        without = sum(bytes_needed(number, **{**options, "hidden": 0}) for number in numbers)
        name = "hidden" if whole > 2 * without else "bits"  # name the option that takes the most memory
        raise TooLargeError(f"cannot be {options.get(name, 22)}: {lacking}: choose fewer", option=name)


def _is_number(value: object, whole: bool = False) -> bool:
    return isinstance(value, Integral if whole else Real) and not isinstance(value, bool)


def _features(keys: ArrayLike, values: ArrayLike) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    hashes = array("keys", keys, np.uint64, "a list of whole numbers from 0 to 2^64 - 1")
    return hashes, array("values", values, np.float32, "a list of numbers")
