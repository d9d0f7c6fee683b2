"""Training: runs of a task become costs of actions, from which learners learn."""

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

#: So many runs are repeated, to see whether the task does the same again.
REPEATED = 100


@dataclass(frozen=True)
class Epoch:
    """What came of going through the examples once."""

    number: int
    examples: int
    #: What the runs lost together that rolled in.
    loss: float
    #: What was lost on development examples; None if there are none.
    dev_loss: float | None
    #: Predictions while rolling in, how many of them were learned from, and runs that rolled out.
    steps: int
    updates: int
    roll_outs: int
    seconds: float = field(compare=False)


class Trainer:
    """The credit assignment compiler: makes cost-sensitive examples of a task, and learns from them."""

    def __init__(
        self, task: Task, examples: Sequence[Any], policy: Policy, credit: CreditAssignment, seed: int
    ) -> None:
        self.task, self.examples, self.policy, self.credit = task, examples, policy, credit
        self.random = Random(seed)
        #: Predictions while rolling in, and runs that rolled out.
        self.steps = self.roll_outs = 0
        self._repeated = 0
        self._meet()
        policy.begin(seed)

    def _meet(self) -> None:
        """Run through all examples to meet learners and actions: as the oracle says, and by chance."""
        for number, example in enumerate(self.examples, 1):
            for drawn in (None, self.random.randrange):
                self.task.do(Meeting(self.policy, drawn), example, f"example {number}")

    def epoch(self, number: int) -> Epoch:
        """Go through the examples once, in an order by chance."""
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
        """Learn from one example, and return what its run lost."""
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
            # The action that was taken has been rolled out already, if the same policy leads on.
            led = None if rolled_in.chose else following.always
            costs = self.costs(place, steps, deviation, loss, led)
            if min(costs) < max(costs):  # otherwise there is nothing to learn
                lessons.append((steps[deviation], costs))
        # Not before all costs are known: they should be those of one policy.
        for step, costs in lessons:
            assert step.features is not None
            step.learner.update(step.features, step.choice, costs)
            policy.updates += 1
        return loss

    def _deviations(self, steps: list[Step]) -> Sequence[int]:
        """Return the steps to learn from: those at which there is a choice, or some of them."""
        places = [place for place, step in enumerate(steps) if step.features is not None]
        most = self.credit.max_deviations
        return places if most is None or len(places) <= most else sorted(self.random.sample(places, most))

    def costs(
        self, place: int, steps: list[Step], deviation: int, loss: float, led: bool | None
    ) -> Sequence[float]:
        """Return what each action allowed at a step costs.

        `loss` is that of the run, and `led` whether the reference led it from there on; None if neither did.
        """
        credit, step = self.credit, steps[deviation]
        if credit.roll_out == "none":
            if step.advice is None:
                raise Error(
                    f"{self.task.name}, example {place + 1}, step {deviation + 1}: there is no oracle, and "
                    "roll_out is 'none': nothing says what actions cost"
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
