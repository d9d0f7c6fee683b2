"""Whom a run follows from step to step: the reference, or what has been learned."""

from __future__ import annotations

from random import Random


class Following:
    """Whom a run follows; `next` says for each step whether it is the reference.

    A mixture for the whole trajectory is drawn when this is made, one for each step as it is asked.

    >>> run = Following("mixture", "step", 0.5, Random(8))
    >>> [run.next() for _ in range(4)]
    [False, False, True, True]
    >>> Following("mixture", "trajectory", 0.5, Random(8)).always
    True
    """

    def __init__(self, policy: str, mixing: str, share: float, random: Random) -> None:
        self._random, self._share = random, share
        #: Whether it is the reference at every step; None if that is drawn at each.
        self.always: bool | None = None
        if policy != "mixture":
            self.always = policy == "reference"
        elif share in (0.0, 1.0):
            self.always = share == 1.0
        elif mixing == "trajectory":
            self.always = random.random() < share
        else:
            # Several runs may have to be given the same draws.
            self._state = random.getrandbits(64)
            self.again()

    def again(self) -> None:
        """Begin the same draws once more."""
        if self.always is None:
            self._random = Random(self._state)

    def next(self) -> bool:
        """Tell whether the next step follows the reference."""
        return self._random.random() < self._share if self.always is None else self.always
