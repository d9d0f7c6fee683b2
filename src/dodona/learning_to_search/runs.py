"""The runs of a task while it is trained: rolling in, and rolling out after a deviation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from dodona.learning_to_search.actions import Choice
from dodona.learning_to_search.following import Following
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, Advice, in_order
from dodona.learning_to_search.policy import Features, Learner, LearnerName, Policy
from dodona.learning_to_search.search import Question, Search


@dataclass(slots=True)
class Step:
    """What is remembered of a prediction."""

    name: LearnerName
    learner: Learner
    tag: Hashable
    #: The actions that the task allowed; None if it left that open.
    allowed: tuple[Action, ...] | None
    choice: Choice
    #: None where there is no choice, and nothing to learn.
    features: Features | None
    advice: Advice | None
    action: Action

    def action_again(self, asked: Question) -> Action:
        """Return the action, if the task asks what it asked before."""
        if asked.learner != self.name or asked.tag != self.tag or not _same(asked.allowed, self.allowed):
            raise Misuse(DIFFERENT.format("asked for something else"))
        return self.action


class RollIn(Search):
    """Follows a policy, and remembers every step."""

    __slots__ = ("_following", "chose", "steps")

    def __init__(self, policy: Policy, following: Following) -> None:
        super().__init__(policy)
        self._following = following
        self.steps: list[Step] = []
        #: Whether the reference named several actions somewhere, and not the first of them was taken.
        self.chose = False

    def _answer(self, step: int, asked: Question) -> Any:
        who = self._policy.learner(asked.learner)
        choice = self._choice(who, asked.allowed)
        given = self._advice(asked.oracle, choice)
        hashed = self._features(asked) if len(choice.actions) > 1 else None
        reference = self._following.next()
        if hashed is None:
            action = choice.actions[0]
        elif reference and given is not None:
            action = given.action
            if len(given.best) > 1:  # the one that is easiest to learn
                action = choice.actions[who.best_among(hashed, choice, given.best)]
                self.chose |= action != given.action
        else:
            action = choice.actions[who.best(hashed, choice)]
        had = None if asked.allowed is None else choice.actions
        self.steps.append(Step(asked.learner, who, asked.tag, had, choice, hashed, given, action))
        return action


class RollOut(Search):
    """Repeats a run up to a step, takes another action there, and then follows a policy.

    What was predicted before the deviation is remembered, and neither oracle nor features are looked at.
    """

    __slots__ = ("_action", "_deviation", "_following", "_steps")

    def __init__(
        self, policy: Policy, steps: list[Step], deviation: int, action: Any, following: Following
    ) -> None:
        super().__init__(policy)
        self._steps, self._deviation, self._action, self._following = steps, deviation, action, following

    def _answer(self, step: int, asked: Question) -> Any:
        if step <= self._deviation:
            before = self._steps[step].action_again(asked)
            return self._action if step == self._deviation else before
        who = self._policy.learner(asked.learner)
        choice = self._choice(who, asked.allowed)
        if self._following.next():
            given = self._advice(asked.oracle, choice)
            if given is not None:
                return given.action
        return self._learned(who, choice, asked)

    def _finish(self) -> None:
        if self._step <= self._deviation:
            raise Misuse(DIFFERENT.format(f"stopped already after {counted(self._step)}"))
        super()._finish()


class Repetition(Search):
    """Repeats a whole run, to see whether the task does the same again."""

    __slots__ = ("_lost", "_steps")

    def __init__(self, policy: Policy, steps: list[Step], loss: float) -> None:
        super().__init__(policy)
        self._steps, self._lost = steps, loss

    def _answer(self, step: int, asked: Question) -> Any:
        if step >= len(self._steps):
            raise Misuse(DIFFERENT.format(f"went on after {counted(len(self._steps))}"))
        return self._steps[step].action_again(asked)

    def _finish(self) -> None:
        if self._step < len(self._steps):
            raise Misuse(DIFFERENT.format(f"stopped after {self._step} of {counted(len(self._steps))}"))
        if self._loss != self._lost:
            raise Misuse(DIFFERENT.format(f"lost {self._loss} instead of {self._lost}"))


#: What is said of a task that does not do the same twice.
DIFFERENT = "given the same predictions again, the task {}: it must not depend on chance or on earlier runs"


def counted(steps: int) -> str:
    """Return a number of steps in words.

    >>> counted(1)
    '1 step'
    """
    return f"{steps} step{'' if steps == 1 else 's'}"


def _same(allowed: Iterable[Action] | None, before: tuple[Action, ...] | None) -> bool:
    if allowed is None or before is None:
        return allowed is before
    return tuple(in_order(allowed)) == before
