"""Training: runs of a task give costs of actions, from which learners learn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dodona.errors import Error
from dodona.learning_to_search.credit import CreditAssignment
from dodona.learning_to_search.following import Following
from dodona.learning_to_search.policy import Policy
from dodona.learning_to_search.runs import Repetition, RollIn, RollOut
from dodona.learning_to_search.search import Meeting, Search
from dodona.learning_to_search.steps import Step
from dodona.learning_to_search.task import Task

#: The number of runs that are replayed, to check that the task is deterministic.
REPEATED = 100


@dataclass(frozen=True)
class Epoch:
    """The report of one epoch."""

    number: int
    examples: int
    #: The total loss of the roll-ins.
    loss: float
    #: The loss on development examples; None without any.
    dev_loss: float | None
    #: Predictions in roll-ins, the number of them learned from, and the number of roll-outs.
    steps: int
    updates: int
    roll_outs: int
    seconds: float = field(compare=False)


class Trainer:
    """The credit assignment compiler: makes cost-sensitive examples from a task, and learns from them."""

    def __init__(
        self, task: Task, examples: Sequence[Any], policy: Policy, credit: CreditAssignment, seed: int
    ) -> None:
        self.task, self.examples, self.policy, self.credit = task, examples, policy, credit
        self.random = Random(seed)
        #: The numbers of predictions in roll-ins and of roll-outs.
        self.steps = self.roll_outs = 0
        self._repeated = 0
        self._meet()
        policy.begin(seed)

    def _meet(self) -> None:
        """Run all examples to collect learners and actions: once with the oracle and once at random."""
        for number, example in enumerate(self.examples, 1):
            for drawn in (None, self.random.randrange):
                self.task.do(Meeting(self.policy, drawn), example, f"example {number}")

    def epoch(self, number: int) -> Epoch:
        """Train on the examples once, in random order."""
        start = time.perf_counter()
        steps, roll_outs, updates, loss = self.steps, self.roll_outs, self.policy.updates, 0.0
        order = list(range(len(self.examples)))
        self.random.shuffle(order)
        for place in order:
            loss += self.example(place)
        return Epoch(
            number=number,
            examples=len(self.examples),
            loss=loss,
            dev_loss=None,
            steps=self.steps - steps,
            updates=self.policy.updates - updates,
            roll_outs=self.roll_outs - roll_outs,
            seconds=time.perf_counter() - start,
        )

    def example(self, place: int) -> float:
        """Learn from one example, and return the loss of its roll-in."""
        credit, policy = self.credit, self.policy
        share = credit.reference_share(policy.updates)
        following = Following(credit.roll_in, credit.mixing, share, self.random)
        rolled_in = RollIn(policy, following)
        self._run(rolled_in, place)
        steps, loss = rolled_in.steps, rolled_in._loss or 0.0
        self.steps += len(steps)
        if self._repeated < REPEATED:
            self._repeated += 1
            self._run(Repetition(policy, steps, loss), place)
        lessons = []
        for deviation in self._deviations(steps):
            # The action taken has been rolled out already if the roll-out policy is the same.
            led = None if rolled_in.chose else following.always
            costs = self.costs(place, steps, deviation, loss, led)
            if min(costs) < max(costs):  # equal costs teach nothing
                lessons.append((steps[deviation], costs))
        # Only after all costs are known, since they should come from one policy.
        for step, costs in lessons:
            assert step.features is not None
            step.learner.update(step.features, step.choice, costs)
            policy.updates += 1
        return loss

    def _deviations(self, steps: list[Step]) -> Sequence[int]:
        """Return the steps to learn from: those with a choice, or some of them."""
        places = [place for place, step in enumerate(steps) if step.features is not None]
        most = self.credit.max_deviations
        return places if most is None or len(places) <= most else sorted(self.random.sample(places, most))

    def costs(
        self, place: int, steps: list[Step], deviation: int, loss: float, led: bool | None
    ) -> Sequence[float]:
        """Return the cost of each allowed action of a step.

        `loss` is that of the run, and `led` whether the reference led it from there on; None if neither did.
        """
        credit, step = self.credit, steps[deviation]
        if credit.roll_out == "none":
            if step.advice is None:
                raise Error(
                    f"{self.task.name}, example {place + 1}, step {deviation + 1}: there is no oracle, and "
                    "roll_out is 'none': the costs of actions are unknown"
                )
            return step.advice.costs
        share = credit.roll_out_share(self.policy.updates)
        following = Following(credit.roll_out, credit.mixing, share, self.random)
        if following.always and step.advice is not None and step.advice.exact and credit.exact_costs:
            return step.advice.costs
        known = following.always is not None and following.always == led
        costs = []
        for action in step.choice.actions:
            if known and action == step.action:
                costs.append(loss)
                continue
            following.again()
            rolled_out = RollOut(self.policy, steps, deviation, action, following)
            self._run(rolled_out, place)
            costs.append(rolled_out._loss or 0.0)
            self.roll_outs += 1
        return costs

    def _run(self, search: Search, place: int) -> None:
        self.task.do(search, self.examples[place], f"example {place + 1}")
