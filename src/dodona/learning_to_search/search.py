"""The interface of tasks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

from dodona.learning_to_search.actions import Choice
from dodona.learning_to_search.amounts import finite, shortly
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, Advice, Oracle, advice, in_order, named_by
from dodona.learning_to_search.policy import Features, Learner, LearnerName, Policy
from dodona.learning_to_search.steps import Step

#: The arguments of `predict`: features, oracle, allowed actions, learner, tag and condition. A tuple, since
#: there are millions of calls, and creating an object takes longer than most answers.
Question: TypeAlias = tuple[
    Any, Oracle, Iterable[Action] | None, LearnerName, Hashable, Hashable | list[Hashable]
]


class Search(ABC):
    """The interface of tasks: `predict` returns the next action, `loss` takes the loss of the output.

    In training, a task is run many times for each example, and `predict` returns the action of the roll-in
    policy, a recorded action, an action to try, or the action of the roll-out policy. After training, it
    returns the action with the lowest predicted cost. The task is the same in all cases.
    """

    __slots__ = ("_before", "_loss", "_named", "_policy", "_step")

    #: Whether the oracle and the loss are used.
    training = True

    def __init__(self, policy: Policy, before: Sequence[Step] = ()) -> None:
        self._policy = policy
        #: The predictions of an earlier run, which are replayed first.
        self._before = before
        #: The number of predictions so far.
        self._step = 0
        self._loss: float | None = None
        self._named: dict[Hashable, Action] = {}

    def predict(
        self,
        features: Any = None,
        *,
        oracle: Oracle = None,
        allowed: Iterable[Action] | None = None,
        learner: LearnerName = 0,
        tag: Hashable = None,
        condition: Hashable | list[Hashable] = None,
    ) -> Any:
        """Return the action to take.

        `features` describe the state of the task: a string, a number, an array, a list or a dictionary of
        these, in which each key names a namespace. `oracle` is the best action, several equally good ones, or
        a dictionary with a cost for each. `allowed` are the possible actions; by default, all of the learner.
        A task may have several learners, distinguished by name. `tag` is a name for this prediction;
        `condition` is the tag of an earlier one, or a list of tags, whose predictions become features.

        Features and oracle may be functions without arguments, which are called only if needed.
        """
        step = self._step
        self._step = step + 1
        if step < len(self._before):
            action = self._before[step].again(allowed, learner, tag)
        else:
            action = self._answer((features, oracle, allowed, learner, tag, condition))
        if tag is not None:
            try:
                self._named[tag] = action
            except TypeError as error:
                raise Misuse(f"tag is {tag!r:.40}, which cannot be a key ({error})") from error
        return action

    def loss(self, amount: float | Callable[[], float]) -> None:
        """Report the loss of the output; several amounts are added up.

        A function without arguments is called only in training, when the gold output is known.
        """
        if callable(amount):
            if not self.training:
                return
            amount = amount()
        added = finite(amount)
        if added is None:
            raise Misuse(f"the loss is {shortly(amount)}, not a number of at most 1e30")
        self._loss = (self._loss or 0.0) + added

    @abstractmethod
    def _answer(self, asked: Question) -> Any:
        """Return the action to take."""

    def _finish(self) -> None:
        """Raise errors that only the end of a run reveals."""
        if self.training and self._loss is None:
            raise Misuse("the task ended without calling search.loss: there is nothing to learn from")

    def _choice(self, learner: Learner, allowed: Iterable[Action] | None) -> Choice:
        if allowed is not None:
            return learner.actions.choice(tuple(in_order(allowed)))
        if not len(learner.actions):
            raise Misuse("no actions are known: give `allowed` or an oracle, or declare `actions`")
        return learner.actions.everything()

    def _advice(self, oracle: Oracle, choice: Choice) -> Advice | None:
        if callable(oracle):
            oracle = oracle()
        return None if oracle is None else advice(oracle, choice.actions)

    def _learned(self, learner: Learner, choice: Choice, asked: Question) -> Action:
        """Return the action with the lowest predicted cost."""
        if len(choice.actions) == 1:
            return choice.actions[0]
        return choice.actions[learner.best(self._features(asked), choice)]

    def _features(self, asked: Question) -> Features:
        given, _, _, _, _, condition = asked
        if condition is None:
            return self._policy.features(given, None)
        tags = condition if isinstance(condition, list) else [condition]
        try:
            found = [self._named.get(tag) for tag in tags]
        except TypeError as error:
            raise Misuse(f"condition is {condition!r:.40}, not a tag or a list of tags ({error})") from error
        return self._policy.features(given, found)


class Predicting(Search):
    """Follows the learned policy."""

    __slots__ = ()
    training = False

    def _answer(self, asked: Question) -> Any:
        _, _, allowed, learner, _, _ = asked
        who = self._policy.learner(learner)
        return self._learned(who, self._choice(who, allowed), asked)


class Scoring(Predicting):
    """Follows the learned policy and records the loss, where the gold output is known."""

    __slots__ = ()
    training = True


class Meeting(Search):
    """Collects learners and actions before training: follows the oracle, or takes any action."""

    __slots__ = ("_drawn",)

    def __init__(self, policy: Policy, drawn: Callable[[int], int] | None = None) -> None:
        super().__init__(policy)
        self._drawn = drawn

    def _answer(self, asked: Question) -> Any:
        _, oracle, allowed, learner, _, _ = asked
        who = self._policy.learner(learner)
        if callable(oracle):
            oracle = oracle()
        if allowed is None and oracle is not None and not who.declared:
            for action in named_by(oracle):
                who.actions.add(action)
        choice = self._choice(who, allowed)
        given = self._advice(oracle, choice)
        if self._drawn is not None:
            return choice.actions[self._drawn(len(choice.actions))]
        return choice.actions[0] if given is None else given.action
