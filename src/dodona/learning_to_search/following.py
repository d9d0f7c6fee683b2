"""The policy that a run follows at each step: the reference or the learned policy."""

from __future__ import annotations

from random import Random


class Following:
    """The policy of a run; `next` returns for each step whether to follow the reference.

    A mixture per trajectory is drawn on construction, a mixture per step on each call.

    >>> run = Following("mixture", "step", 0.5, Random(8))
    >>> [run.next() for _ in range(4)]
    [False, False, True, True]
    >>> Following("mixture", "trajectory", 0.5, Random(8)).always
    True
    """

    def __init__(self, policy: str, mixing: str, share: float, random: Random) -> None:
        self._random, self._share = random, share
        #: Whether to follow the reference at every step; None if drawn per step.
        self.always: bool | None = None
        if policy != "mixture":
            self.always = policy == "reference"
        elif share in (0.0, 1.0):
            self.always = share == 1.0
        elif mixing == "trajectory":
            self.always = random.random() < share
        else:
            # Several runs may share the same draws.
            self._state = random.getrandbits(64)
            self.again()

    def again(self) -> None:
        """Restart the same draws."""
        if self.always is None:
            self._random = Random(self._state)

    def next(self) -> bool:
        """Return whether the next step follows the reference."""
        return self._random.random() < self._share if self.always is None else self.always
