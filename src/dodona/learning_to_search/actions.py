"""The actions of one learner: what a task calls them, and what the learner does."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, is_action, listed, plain

#: What is said of actions that no run had met before learning began.
LATE = "{} turned up only after learning had begun: name all actions of the learner with `actions`"


class Stage(Enum):
    """How far a task has got with its actions."""

    MEETING = auto()
    LEARNING = auto()
    LEARNED = auto()


class Choice(NamedTuple):
    """Actions among which one is predicted."""

    actions: tuple[Action, ...]
    #: Their numbers. When predicting, those that training never saw are not among them.
    numbers: NDArray[np.uint32]
    #: Which of `actions` each number stands for; None if all are there.
    places: tuple[int, ...] | None


class Actions:
    """The actions of a learner, numbered as they are met.

    >>> actions = Actions()
    >>> actions.choice(("left", "right")).numbers.tolist(), actions.choice(("shift", "left")).numbers.tolist()
    ([0, 1], [2, 0])
    >>> actions.everything().actions
    ('left', 'right', 'shift')
    """

    def __init__(self, declared: Iterable[Action] = ()) -> None:
        #: What is done with new actions: training takes them until it begins to learn, and then refuses
        #: them; whoever predicts with what has been learned leaves them out.
        self.stage = Stage.MEETING
        self._numbers: dict[Action, int] = {}
        self._choices: dict[tuple[Action, ...], Choice] = {}
        for action in declared:
            self.add(action)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def names(self) -> list[Action]:
        """All actions, in the order of their numbers."""
        return list(self._numbers)

    def add(self, action: Action) -> None:
        """Number an action if it is new."""
        if not is_action(action):
            raise Misuse(f"{action!r:.40} cannot be predicted: actions are strings or whole numbers")
        self._numbers.setdefault(plain(action), len(self._numbers))

    def everything(self) -> Choice:
        """Return all actions met so far."""
        return self.choice(tuple(self._numbers))

    def choice(self, allowed: tuple[Action, ...]) -> Choice:
        """Return some actions with their numbers."""
        found = self._choices.get(allowed)
        if found is None:
            found = self._choices[allowed] = self._made(allowed)
        return found

    def _made(self, allowed: tuple[Action, ...]) -> Choice:
        if not allowed:
            raise Misuse("no action is allowed")
        if len(set(allowed)) < len(allowed):
            raise Misuse(f"an action is allowed twice ({listed(allowed)})")
        if self.stage is Stage.MEETING:
            for action in allowed:
                self.add(action)
        known = [is_action(action) and plain(action) in self._numbers for action in allowed]
        places = [place for place, is_known in enumerate(known) if is_known]
        if not places:
            raise Misuse(
                f"training never saw any of the actions allowed ({listed(allowed)}): is this another task?"
            )
        if self.stage is Stage.LEARNING and len(places) < len(allowed):
            new = [action for action, is_known in zip(allowed, known, strict=True) if not is_known]
            raise Misuse(LATE.format(listed(new)))
        numbers = np.array([self._numbers[plain(allowed[place])] for place in places], dtype=np.uint32)
        return Choice(allowed, numbers, None if len(places) == len(allowed) else tuple(places))
