"""Oracles of tasks: the best actions of a step, or the cost of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple, TypeAlias

from dodona.learning_to_search.amounts import finite, shortly
from dodona.learning_to_search.misuse import Misuse

#: An action.
Action: TypeAlias = str | int
#: One action, several equally good ones, or a cost for each; or a function that returns one of these.
Oracle: TypeAlias = (
    Action
    | Sequence[Action]
    | set[Action]
    | frozenset[Action]
    | Mapping[Any, float]
    | Callable[[], Any]
    | None
)


class Advice(NamedTuple):
    """The answer of an oracle."""

    #: The first of the best actions, in the order of the allowed ones.
    action: Action
    #: The indices of all best actions.
    best: list[int]
    #: The cost of each allowed action: 0 and 1 if the oracle named actions only.
    costs: list[float]
    #: Whether the oracle gave the costs.
    exact: bool


def is_action(thing: Any) -> bool:
    """Return whether a value can be an action.

    >>> is_action("NOUN"), is_action(3), is_action(0.5), is_action(True)
    (True, True, False, False)
    """
    return isinstance(thing, (str, Integral)) and not isinstance(thing, bool)


def plain(action: Action) -> Action:
    """Return an action as a plain string or number: enumerations hash differently from their values.

    >>> from enum import Enum
    >>> Move = Enum("Move", {"SHIFT": "sh"}, type=str)
    >>> plain(Move.SHIFT)
    'sh'
    """
    return str.__str__(action) if isinstance(action, str) else int(action)


def in_order(actions: Any, what: str = "allowed") -> Sequence[Action]:
    """Return actions as a sequence; sets, whose order is arbitrary, are sorted.

    >>> in_order({"b", "a"})
    ['a', 'b']
    """
    if isinstance(actions, (list, tuple)):
        return actions
    if isinstance(actions, (set, frozenset)):
        return sorted(actions, key=lambda action: (str(type(action)), action))
    if isinstance(actions, (str, bytes)) or not isinstance(actions, Iterable):
        raise Misuse(f"{what} is {actions!r:.40}: a list or a set of actions is needed")
    return list(actions)


def advice(oracle: Oracle, allowed: Sequence[Action]) -> Advice:
    """Return the answer of an oracle, given the allowed actions.

    >>> advice("b", ["a", "b"])
    Advice(action='b', best=[1], costs=[1.0, 0.0], exact=False)
    >>> advice({"a": 2, "b": 0.5}, ["a", "b"])
    Advice(action='b', best=[1], costs=[2.0, 0.5], exact=True)
    """
    if isinstance(oracle, Mapping):
        costs = _given_costs(oracle, allowed)
        return _advice(allowed, costs, exact=True)
    named = named_by(oracle)
    for action in named:
        if action not in allowed:
            raise Misuse(f"the oracle names {action!r}, which is not allowed ({listed(allowed)})")
    costs = [0.0 if action in named else 1.0 for action in allowed]
    return _advice(allowed, costs, exact=False)


def _advice(allowed: Sequence[Action], costs: list[float], *, exact: bool) -> Advice:
    least = min(costs)
    best = [place for place, cost in enumerate(costs) if cost == least]
    return Advice(allowed[best[0]], best, costs, exact)


def named_by(oracle: Oracle) -> Sequence[Action]:
    """Return the actions that an oracle names."""
    if is_action(oracle):
        return (oracle,)  # type: ignore[return-value]
    if isinstance(oracle, (list, tuple, set, frozenset, Mapping)):
        named = in_order(oracle)
        if not named:
            raise Misuse("the oracle names no action")
        for action in named:
            if not is_action(action):
                raise Misuse(f"the oracle names {action!r:.40}: actions are strings or whole numbers")
        return named
    raise Misuse(
        f"the oracle is {oracle!r:.40}: it can be an action (a string or a whole number), a list "
        "or set of actions, a dictionary from actions to costs, or a function that returns one of these"
    )


def _given_costs(oracle: Mapping[Any, float], allowed: Sequence[Action]) -> list[float]:
    if len(oracle) != len(allowed) or any(action not in oracle for action in allowed):
        for action in allowed:
            if action not in oracle:
                raise Misuse(f"the oracle gives no cost for {action!r}, which is allowed")
        for action in oracle:
            if action not in allowed:
                raise Misuse(
                    f"the oracle gives a cost for {action!r}, which is not allowed ({listed(allowed)})"
                )
    costs = []
    for action in allowed:
        cost = finite(oracle[action])
        if cost is None:
            raise Misuse(
                f"the oracle's cost for {action!r} is {shortly(oracle[action])}, not a number of at most 1e30"
            )
        costs.append(cost)
    return costs


def listed(actions: Sequence[Action]) -> str:
    """Return actions for a message.

    >>> listed(["SHIFT", "LEFT"])
    "'SHIFT', 'LEFT'"
    """
    few = [repr(action) for action in actions[:8]]
    more = len(actions) - len(few)
    return ", ".join(few) + (f" and {more} more" if more else "")
