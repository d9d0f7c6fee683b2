"""What is remembered of a run, so that it can be repeated."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from dodona.learning_to_search.actions import Choice
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, Advice, in_order
from dodona.learning_to_search.policy import Features, Learner, LearnerName

#: What is said of a task that does not do the same twice.
DIFFERENT = "given the same predictions again, the task {}: it must not depend on chance or on earlier runs"


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

    def again(self, allowed: Iterable[Action] | None, learner: LearnerName, tag: Hashable) -> Action:
        """Return the action, if the task asks for what it asked for then."""
        if learner != self.name or tag != self.tag or not _same(allowed, self.allowed):
            raise Misuse(DIFFERENT.format("asked for something else"))
        return self.action

    def but(self, action: Action) -> Step:
        """Return the same with another action; `dataclasses.replace` would take several times as long."""
        return Step(
            self.name, self.learner, self.tag, self.allowed, self.choice, self.features, self.advice, action
        )


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
