"""A scorer written in Python, which parses through the same search as the core's models."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Any

from dodona import _core
from dodona.errors import Error, flag, instance, listed, one_of
from dodona.parsing.parser import Parser
from dodona.recipes.recipe import Recipe
from dodona.search.beam import PROBABILISTIC
from dodona.transitions.configuration import Configuration
from dodona.transitions.systems import system_called
from dodona.transitions.transition import NAMES, Transition
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

#: Sums of scores below this, or above its opposite, might not fit the floating-point numbers of the core.
_LOWEST = -1e30


class Scorer(ABC):
    """Reads a sentence, then scores every transition of a configuration.

    Derive from it: `parser()` returns a parser with greedy, beam and constrained search and with confidences,
    for any transition system. It parses a few hundred words per second. Beams and confidences treat scores as
    log probabilities up to a constant. Each thread of each parse works with a shallow copy of the scorer.

    >>> class RightBranching(Scorer):
    ...     def score(self, configuration):
    ...         wanted = {"RIGHT-ARC": 2, "SHIFT": 1}
    ...         return [wanted.get(transition.move, 0) for transition in self.transitions]
    >>> RightBranching().parser(["dep", "root"]).parse(["Oaks", "speak", "softly"]).heads
    array([0, 1, 2], dtype=int32)
    """

    #: The transitions that `score` must score, in order; set by `parser`.
    transitions: tuple[Transition, ...] = ()

    def start(self, sentence: Sentence) -> None:  # noqa: B027
        """Begin a sentence, whose configurations are scored next. Does nothing unless overridden."""

    @abstractmethod
    def score(self, configuration: Configuration) -> Sequence[float]:
        """Return a score for each of `transitions`, legal or not: search considers the legal ones.

        Scores are numbers; -inf stands for a transition that is made only if there is no other.
        """

    def parser(
        self,
        labels: Sequence[str],
        *,
        system: str = "arc-eager",
        root: str = "first",
        single_root: bool = False,
        root_label: str = "root",
    ) -> Parser:
        """Return a parser that chooses transitions by these scores.

        Every arc may have any of the `labels`; words that no transition attaches get the `root_label`.
        """
        names = listed("labels", labels, "a list of labels")
        for name in names:
            instance("each of the labels", name, str, "a string")
        single_root = flag("single_root", single_root)
        if not names:
            raise Error("labels must not be empty")
        choice = system_called(system, root).core
        one_of("root_label", root_label, tuple(names))
        numbers = list(range(len(names)))
        try:
            spec = _core.ParserSpec(
                system=choice,
                root=_core.Root[root],
                single_root=single_root,
                labels=names,
                left=numbers,
                right=numbers,
                root_left=numbers if root == "last" else [],
                root_right=numbers if root == "first" else [],
                root_label=names.index(root_label),
            )
        except ValueError as error:
            raise Error(f"labels: {error}") from error
        core = _core.Parser(spec, _Adapter(self, system, root, single_root, names))
        self.transitions = tuple(
            Transition(NAMES[move], names[label] if label >= 0 else None)
            for move, label in _core.transitions_of(core)
        )
        # Like those of a probabilistic learner, its scores give confidences without calibration.
        choices: dict[str, Any] = {"system": system, "root": root, "learner": PROBABILISTIC}
        recipe = Recipe(**choices)
        return Parser(core, {"recipe": recipe.to_dict(), "punctuation": "keep"})


class _Adapter:
    """Called by the core with its own treebanks and configurations."""

    def __init__(self, scorer: Scorer, system: str, root: str, single_root: bool, labels: list[str]) -> None:
        self.scorer, self.system, self.root, self.single_root = scorer, system, root, single_root
        self.labels = labels

    def copy(self) -> _Adapter:
        """Return one for another thread, which begins sentences of its own."""
        made = copy(self)
        made.scorer = copy(self.scorer)
        return made

    def start(self, core: _core.Treebank) -> None:
        self.sentence = Treebank._of(core, None)[0]
        self.scorer.start(self.sentence)

    def score(self, core: _core.Configuration) -> list[float]:
        configuration = Configuration(self.sentence, self.root, self.single_root, self.system)
        configuration._core, configuration._labels = core, self.labels
        return self._checked(self.scorer.score(configuration))

    def _checked(self, returned: Sequence[float]) -> list[float]:
        """Refuse what search could not compare."""
        where = f"{type(self.scorer).__name__}.score"
        try:
            scores = [max(float(score), _LOWEST) for score in returned]
        except (TypeError, ValueError) as error:
            raise Error(f"{where} must return a number for each transition, not {returned!r:.60}") from error
        if len(scores) != len(self.scorer.transitions):
            raise Error(
                f"{where} returned {len(scores)} scores for {len(self.scorer.transitions)} transitions"
            )
        for score in scores:
            if not score <= -_LOWEST:
                raise Error(f"{where} returned {score:g}: scores are finite numbers, or -inf")
        return scores
