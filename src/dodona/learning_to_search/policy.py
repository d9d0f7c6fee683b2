"""The learned policy: a base learner for each learner name of a task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.learners import CostSensitiveLearner
from dodona.learners.cost_sensitive import check_room
from dodona.learning_to_search.actions import LATE, Actions, Choice, Stage
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action

#: Hashes and values of features.
Features: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.float32]]
LearnerName: TypeAlias = str | int
#: The options that determine the memory of a learner.
SIZES = ("update", "hidden", "shared", "bits", "averages")


class Learner:
    """A learner of a task: its actions and, once their number is known, its weights."""

    def __init__(self, declared: Sequence[Action] | None = None) -> None:
        #: Whether the actions are declared, so that oracles may name no others.
        self.declared = declared is not None
        self.actions = Actions(declared or ())
        self.base: CostSensitiveLearner | None = None

    def begin(self, options: Mapping[str, Any], seed: int) -> None:
        """Begin training."""
        self.actions.stage = Stage.LEARNING
        self.base = CostSensitiveLearner(len(self.actions), seed=seed, **options)
        # Without the checks of the public class, which were made here.
        self._predict, self._update = self.base._core.predict, self.base._core.update

    def best(self, features: Features, choice: Choice) -> int:
        """Return the index of the action with the lowest predicted cost; of several, the first."""
        best = int(self._predict(features[0], features[1], choice.numbers).argmin())
        return best if choice.places is None else choice.places[best]

    def best_among(self, features: Features, choice: Choice, places: Sequence[int]) -> int:
        """Return which of some indices has the lowest predicted cost; of several, the first."""
        predicted = self._predict(features[0], features[1], choice.numbers)
        return min(places, key=predicted.__getitem__)

    def update(self, features: Features, choice: Choice, costs: Sequence[float]) -> None:
        """Learn the costs of actions; only differences between them matter."""
        given = np.array(costs)
        self._update(features[0], features[1], choice.numbers, (given - given.min()).astype(np.float32))


class Policy:
    """All learners of a task, and the feature extraction for `predict`."""

    def __init__(
        self,
        options: Mapping[str, Any],
        combinations: Sequence[Sequence[str]] = (),
        declared: Mapping[LearnerName, Sequence[Action]] | None = None,
    ) -> None:
        self.options = dict(options)
        self.seed = 0
        self.hashed = _core.FeatureHasher([list(names) for names in combinations])
        self.stage = Stage.MEETING
        #: The number of steps learned from.
        self.updates = 0
        self.learners: dict[LearnerName, Learner] = {}
        for name, actions in (declared or {}).items():
            self.learners[name] = Learner(actions)

    def learner(self, name: LearnerName) -> Learner:
        """Return the learner with a name."""
        found = self.learners.get(name)
        return self._new(name) if found is None else found

    def _new(self, name: LearnerName) -> Learner:
        if not isinstance(name, (str, int)) or isinstance(name, bool):
            raise Misuse(f"learner is {name!r:.40}: learners are named by strings or whole numbers")
        if self.stage is Stage.LEARNING:
            raise Misuse(LATE.format(f"learner {name!r}"))
        if self.stage is Stage.LEARNED:
            raise Misuse(f"training had no learner {name!r}: is this another task?")
        made = self.learners[name] = Learner()
        return made

    def features(self, given: Any, condition: list[Action | None] | None) -> Features:
        """Hash the features of a step."""
        if callable(given):
            given = given()
        try:
            hashes, values = self.hashed(given, condition)
        except (TypeError, ValueError, OverflowError) as error:
            raise Misuse(f"features: {error}") from error
        return hashes, values

    def begin(self, seed: int) -> None:
        """Begin training with the learners and actions seen so far."""
        self.stage, self.seed = Stage.LEARNING, seed
        for number, learner in enumerate(self.learners.values()):
            learner.begin(self.options, seed + number)
            if number == 0:  # it has checked the options
                known = {name: value for name, value in self.options.items() if name in SIZES}
                check_room((len(each.actions) for each in self.learners.values()), **known)

    def state(self) -> list[dict[str, NDArray[Any]]]:
        """Return the state of all learners, in order."""
        return [learner.base.state() for learner in self.learners.values() if learner.base is not None]

    def restore(self, states: Iterable[dict[str, NDArray[Any]]]) -> None:
        """Restore a state."""
        for learner, state in zip(self.learners.values(), states, strict=True):
            if learner.base is not None:
                learner.base.restore(state)

    def restart_averages(self) -> None:
        """Exclude the weights so far from averages."""
        for learner in self.learners.values():
            if learner.base is not None:
                learner.base.restart_averages()

    def settle(self) -> None:
        """Predict with averaged weights, if learners keep them, until a state is restored."""
        for learner in self.learners.values():
            if learner.base is not None:
                learner.base.settle()

    def end(self) -> None:
        """End training: unseen actions are omitted from now on."""
        self.stage = Stage.LEARNED
        for learner in self.learners.values():
            learner.actions = Actions(learner.actions.names)
            learner.actions.stage = Stage.LEARNED
