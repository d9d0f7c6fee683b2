"""The actions of a learner: the names that a task uses, and the numbers that the learner uses."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, is_action, listed, plain

#: The error for actions that no run had before training began.
LATE = "{} appeared only after training had begun: declare all actions of the learner with `actions`"


class Stage(Enum):
    """How new actions are treated."""

    MEETING = auto()
    LEARNING = auto()
    LEARNED = auto()


class Choice(NamedTuple):
    """The actions of one prediction."""

    actions: tuple[Action, ...]
    #: Their numbers. After training, unseen actions are omitted.
    numbers: NDArray[np.uint32]
    #: The index in `actions` of each number; None if none is omitted.
    places: tuple[int, ...] | None


class Actions:
    """The actions of a learner, numbered in order of appearance.

    >>> actions = Actions()
    >>> actions.choice(("left", "right")).numbers.tolist(), actions.choice(("shift", "left")).numbers.tolist()
    ([0, 1], [2, 0])
    >>> actions.everything().actions
    ('left', 'right', 'shift')
    """

    def __init__(self, declared: Iterable[Action] = ()) -> None:
        #: How new actions are treated: added before training begins, refused during training, omitted
        #: afterwards.
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
        """Return all actions so far."""
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
                f"training saw none of the allowed actions ({listed(allowed)}): is this another task?"
            )
        if self.stage is Stage.LEARNING and len(places) < len(allowed):
            new = [action for action, is_known in zip(allowed, known, strict=True) if not is_known]
            raise Misuse(LATE.format(listed(new)))
        numbers = np.array([self._numbers[plain(allowed[place])] for place in places], dtype=np.uint32)
        return Choice(allowed, numbers, None if len(places) == len(allowed) else tuple(places))
