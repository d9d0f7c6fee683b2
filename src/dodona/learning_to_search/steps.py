"""The record of a run, for replays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from dodona.learning_to_search.actions import Choice
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, Advice, in_order
from dodona.learning_to_search.policy import Features, Learner, LearnerName

#: The error for a task that is not deterministic.
DIFFERENT = (
    "given the same predictions again, the task {}: it must not depend on randomness or on earlier runs"
)


@dataclass(slots=True)
class Step:
    """The record of a prediction."""

    name: LearnerName
    learner: Learner
    tag: Hashable
    #: The actions that the task allowed; None if it did not say.
    allowed: tuple[Action, ...] | None
    choice: Choice
    #: None where there is no choice.
    features: Features | None
    advice: Advice | None
    action: Action

    def again(self, allowed: Iterable[Action] | None, learner: LearnerName, tag: Hashable) -> Action:
        """Return the action, if the call has the same arguments as the recorded one."""
        if learner != self.name or tag != self.tag or not _same(allowed, self.allowed):
            raise Misuse(DIFFERENT.format("asked for something else"))
        return self.action

    def but(self, action: Action) -> Step:
        """Return a copy with another action; `dataclasses.replace` would take several times as long."""
        return Step(
            self.name, self.learner, self.tag, self.allowed, self.choice, self.features, self.advice, action
        )


def counted(steps: int) -> str:
    """Return a number of steps for a message.

    >>> counted(1)
    '1 step'
    """
    return f"{steps} step{'' if steps == 1 else 's'}"


def _same(allowed: Iterable[Action] | None, before: tuple[Action, ...] | None) -> bool:
    if allowed is None or before is None:
        return allowed is before
    return tuple(in_order(allowed)) == before
