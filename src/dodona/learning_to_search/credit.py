"""Credit assignment: the policies of roll-ins and roll-outs, and the costs of actions."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from dodona.errors import OptionError, one_of, shown, whole_number

#: The policies of a run.
POLICIES = ("reference", "learned", "mixture")
#: How often a mixture is drawn.
DRAWS = ("trajectory", "step")


def _probability(name: str, value: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 <= value <= 1.0:
        raise OptionError(f"cannot be {shown(value)}: a number from 0 to 1 is needed", option=name)


@dataclass(frozen=True)
class CreditAssignment:
    """Roll-in, roll-out and deviations: every algorithm of learning to search is a setting of these.

    Training runs a task with the `roll_in` policy. At every step, or at `max_deviations` randomly drawn
    steps, each action is tried: the run is replayed up to the step, the action is taken, and the `roll_out`
    policy completes the run. The final losses are the costs of the actions. With `roll_out="none"`, the
    oracle is trusted instead: actions other than its own cost 1, unless it gives costs.

    A mixture follows the reference with probability (1 - `mixture_alpha`)^t after t updates, or
    `mixture_beta` in roll-outs if that is given, and otherwise the learned policy. It is drawn per trajectory
    or per step (`mixing`). All actions of a step share the draws, so that none is favoured.

    If the oracle gives a cost for every action, these costs replace a roll-out with the reference
    (`exact_costs`).

    >>> CreditAssignment().reference_share(0), round(CreditAssignment().reference_share(100_000), 3)
    (1.0, 0.368)
    """

    roll_in: str = "mixture"
    roll_out: str = "reference"
    mixing: str = "trajectory"
    mixture_alpha: float = 1e-5
    mixture_beta: float | None = None
    max_deviations: int | None = None
    exact_costs: bool = True

    def __post_init__(self) -> None:
        one_of("roll_in", self.roll_in, POLICIES)
        one_of("roll_out", self.roll_out, (*POLICIES, "none"))
        one_of("mixing", self.mixing, DRAWS)
        _probability("mixture_alpha", self.mixture_alpha)
        if self.mixture_beta is not None:
            _probability("mixture_beta", self.mixture_beta)
        if self.max_deviations is not None:
            whole_number("max_deviations", self.max_deviations, 1, 2**31 - 1)
        if not isinstance(self.exact_costs, bool):
            raise OptionError(
                f"cannot be {shown(self.exact_costs)}: choose True or False", option="exact_costs"
            )

    def reference_share(self, updates: int) -> float:
        """Return the probability that a mixture follows the reference."""
        return float((1.0 - self.mixture_alpha) ** whole_number("updates", updates, 0, 2**63 - 1))

    def roll_out_share(self, updates: int) -> float:
        """Return the same for roll-outs."""
        return self.reference_share(updates) if self.mixture_beta is None else self.mixture_beta


#: The named algorithms. Options that they do not set have the defaults of `CreditAssignment`.
ALGORITHMS = {
    "chang-2015": CreditAssignment(),
    "dagger": CreditAssignment(roll_in="learned", roll_out="reference"),
    "searn": CreditAssignment(roll_in="mixture", roll_out="mixture", mixing="step"),
    "aggrevate": CreditAssignment(roll_in="mixture", roll_out="reference", mixing="step", max_deviations=1),
    "lols": CreditAssignment(roll_in="learned", roll_out="mixture", mixing="trajectory", mixture_beta=0.5),
}


def credit_assignment(algorithm: str, options: dict[str, Any]) -> CreditAssignment:
    """Return a named algorithm with some options replaced.

    >>> credit_assignment("lols", {"mixture_beta": 0.2}).mixture_beta
    0.2
    """
    one_of("algorithm", algorithm, tuple(ALGORITHMS))
    return replace(ALGORITHMS[algorithm], **options)


#: The names of the options.
CHOICES = tuple(field.name for field in fields(CreditAssignment))
