"""The runs of a task in training: roll-ins, and roll-outs after a deviation."""

from __future__ import annotations

from typing import Any

from dodona.learning_to_search.following import Following
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.policy import Policy
from dodona.learning_to_search.search import Question, Search
from dodona.learning_to_search.steps import DIFFERENT, Step, counted


class RollIn(Search):
    """Follows a policy and records every step."""

    __slots__ = ("_following", "chose", "steps")

    def __init__(self, policy: Policy, following: Following) -> None:
        super().__init__(policy)
        self._following = following
        self.steps: list[Step] = []
        #: Whether the reference named several actions at some step and another than the first was taken.
        self.chose = False

    def _answer(self, asked: Question) -> Any:
        _, oracle, allowed, learner, tag, _ = asked
        who = self._policy.learner(learner)
        choice = self._choice(who, allowed)
        given = self._advice(oracle, choice)
        hashed = self._features(asked) if len(choice.actions) > 1 else None
        reference = self._following.next()
        if hashed is None:
            action = choice.actions[0]
        elif reference and given is not None:
            action = given.action
            if len(given.best) > 1:  # the easiest to learn
                action = choice.actions[who.best_among(hashed, choice, given.best)]
                self.chose |= action != given.action
        else:
            action = choice.actions[who.best(hashed, choice)]
        had = None if allowed is None else choice.actions
        self.steps.append(Step(learner, who, tag, had, choice, hashed, given, action))
        return action


class RollOut(Search):
    """Replays a run up to a step, takes another action there, and then follows a policy.

    Predictions before the deviation are taken from the record, without oracle and features.
    """

    __slots__ = ("_following",)

    def __init__(
        self, policy: Policy, steps: list[Step], deviation: int, action: Any, following: Following
    ) -> None:
        super().__init__(policy, [*steps[:deviation], steps[deviation].but(action)])
        self._following = following

    def _answer(self, asked: Question) -> Any:
        _, oracle, allowed, learner, _, _ = asked
        who = self._policy.learner(learner)
        choice = self._choice(who, allowed)
        if self._following.next():
            given = self._advice(oracle, choice)
            if given is not None:
                return given.action
        return self._learned(who, choice, asked)

    def _finish(self) -> None:
        if self._step < len(self._before):
            raise Misuse(DIFFERENT.format(f"stopped already after {counted(self._step)}"))
        super()._finish()


class Repetition(Search):
    """Replays a whole run, to check that the task is deterministic."""

    __slots__ = ("_lost",)

    def __init__(self, policy: Policy, steps: list[Step], loss: float) -> None:
        super().__init__(policy, steps)
        self._lost = loss

    def _answer(self, asked: Question) -> Any:
        raise Misuse(DIFFERENT.format(f"went on after {counted(len(self._before))}"))

    def _finish(self) -> None:
        if self._step < len(self._before):
            raise Misuse(DIFFERENT.format(f"stopped after {self._step} of {counted(len(self._before))}"))
        if self._loss != self._lost:
            raise Misuse(DIFFERENT.format(f"lost {self._loss} instead of {self._lost}"))
