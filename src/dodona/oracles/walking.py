"""Stepping through a sentence with an oracle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, overload

from dodona.errors import Error, OptionError, flag, instance, item, listed
from dodona.errors import place as place_of
from dodona.oracles.dynamic import DynamicOracle
from dodona.oracles.explanation import Explanation
from dodona.oracles.grid import Grid, ShownAsGrid
from dodona.oracles.oracle import Oracle
from dodona.oracles.static import StaticOracle
from dodona.oracles.swap import SwapOracle
from dodona.oracles.walk_table import walk_grid
from dodona.transitions.configuration import Configuration
from dodona.transitions.systems import oracle_of
from dodona.transitions.transition import Transition, transitions
from dodona.treebank.sentence import Sentence

#: The most steps of a walk. Where nearly all words have to be swapped, there are as many as pairs of words.
_MOST_STEPS = 50_000


class _Made(NamedTuple):
    """A transition of a walk, the costs of all moves before it, and its own."""

    transition: Transition
    costs: dict[str, float]
    cost: float


@dataclass(frozen=True)
class Step:
    """One step: a configuration, the costs of its moves, and the transition followed.

    The last step has no transition. `scripted` says that the transition came from the script, not from the
    oracle.
    """

    number: int
    configuration: Configuration
    costs: dict[str, float]
    transition: Transition | None
    cost: float
    scripted: bool


class Walk(ShownAsGrid, Sequence[Step]):
    """The steps of a sentence, from its first configuration to its tree; prints as a table.

    Configurations are as large as the sentence: they are made when a step is asked for.
    """

    def __init__(
        self, oracle: Oracle, last: Configuration, made: Sequence[_Made], scripted: int, root_label: str
    ) -> None:
        self.oracle = instance("oracle", oracle, Oracle, "an oracle, such as a dodona.DynamicOracle")
        #: The configuration in which the walk ends.
        self.last = instance("last", last, Configuration, "a dodona.Configuration")
        self._made = listed("made", made, "a list of steps: dodona.oracles.walk makes them")
        self._scripted = scripted
        self._root_label = root_label

    def __len__(self) -> int:
        return len(self._made) + 1

    def __iter__(self) -> Iterator[Step]:
        """Return all steps, from the first."""
        return (replace(step, configuration=step.configuration.copy()) for step in self.follow())

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Step]: ...
    def __getitem__(self, place: int | slice) -> Step | Sequence[Step]:
        """Return a step, from 0."""
        if isinstance(place, slice):
            found: Sequence[Step] = item("step", self.steps, place)
            return found
        return next(islice(self.follow(), place_of("step", place, len(self)), None))

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return tuple(self)

    def follow(self) -> Iterator[Step]:
        """Yield all steps with the same configuration, which moves on: for those who look at it at once."""
        last = self.last
        at = Configuration(last.sentence, last.root, last.single_root, last.system)
        for place, made in enumerate(self._made):
            yield Step(place + 1, at, made.costs, made.transition, made.cost, place < self._scripted)
            at.apply(*made.transition)
        yield Step(len(self), at, {}, None, 0.0, False)

    @property
    def script(self) -> str:
        """The transitions, as the papers write them."""
        return self.last.script

    @cached_property
    def tree(self) -> Sentence:
        """The tree at the end."""
        return self.last.tree(self._root_label)

    @property
    def wrong(self) -> list[int]:
        """The words whose final head or label is not gold."""
        gold, tree = self.oracle.gold, self.tree
        rows = enumerate(zip(tree.heads.tolist(), tree.labels, strict=True), start=1)
        return [word for word, (head, label) in rows if (head, label) != (gold.head(word), gold.label(word))]

    @property
    def loss(self) -> float:
        """The loss of the final tree: 1 for a wrong head, `label_cost` for a wrong label alone."""
        heads = self.tree.heads.tolist()
        gold = self.oracle.gold.heads
        label_cost = self.oracle.label_cost
        costs = (label_cost if heads[word - 1] == gold[word - 1] else 1.0 for word in self.wrong)
        return sum(costs, start=0.0)

    def explanations(self) -> Iterator[Explanation]:
        """Explain the costs of all steps but the last."""
        for step in self.follow():
            if step.transition is not None:
                yield self.oracle.explain(step.configuration)

    def to_dict(self, *, explain: bool = False) -> dict[str, Any]:
        """Return the steps as plain data, with words by number and 0 for the root; `explain` adds reasons."""
        last = self.last
        return {
            "system": last.system,
            "oracle": self.oracle.name,
            "root": last.root,
            "single_root": last.single_root,
            "words": last.sentence.words,
            "steps": [self._step(step, flag("explain", explain)) for step in self.follow()],
            "loss": self.loss,
            "wrong": self.wrong,
            "guarantee": self.oracle.guarantee(last),
        }

    def _step(self, step: Step, explain: bool) -> dict[str, Any]:
        at, made = step.configuration, step.transition
        found = {"stack": at.stack, "buffer": at.buffer, "costs": step.costs}
        if made is None:
            return found
        if explain:
            explained = self.oracle.explain(at)
            found["reasons"] = {row.move: explained.lines(row) for row in explained}
        followed = {"transition": str(made), "scripted": step.scripted, "cost": step.cost}
        return {**found, **followed, "arc": at.arc(made.move)}

    @property
    def grid(self) -> Grid:
        """The table."""
        return walk_grid(self)


def walk(
    sentence: Sentence,
    oracle: str | None = None,
    root: str = "first",
    single_root: bool = False,
    script: str = "",
    label_cost: float = 1.0,
    root_label: str = "root",
    system: str = "arc-eager",
) -> Walk:
    """Step through a sentence: apply `script`, whatever it costs, then follow the oracle.

    The default oracle is the system's first one: dynamic in arc-eager. Among transitions of minimal cost,
    that of the static oracle is preferred.

    >>> gold = Sentence(["He", "wrote", "letters"], heads=[2, 0, 2], labels=["nsubj", "root", "obj"])
    >>> walk(gold).script
    'SH LA(nsubj) RA(root) RA(obj)'
    >>> for step in walk(gold, script="SH SH"):
    ...     print(step.configuration, step.transition, step.cost)
    ([ROOT], [He wrote letters], {}) SHIFT 0.0
    ([ROOT He], [wrote letters], {}) SHIFT 1.0
    ([ROOT He wrote], [letters], {}) RIGHT-ARC(obj) 0.0
    ([ROOT He wrote letters], [], {(wrote, obj, letters)}) None 0.0
    """
    name = oracle_of(system, oracle)
    asked: Oracle
    if name == "static":
        asked = StaticOracle(sentence)
    elif name == "dynamic":
        asked = DynamicOracle(sentence, label_cost, root_label)
    else:
        asked = SwapOracle(sentence, name)
    at = Configuration(sentence, root, single_root, system)
    try:
        planned = transitions(script)
    except OptionError as error:  # of one of its moves
        raise OptionError(str(error).removeprefix("move "), option="script") from error
    made: list[_Made] = []
    while not at.finished:
        if len(made) == _MOST_STEPS:
            raise Error(
                f"the sentence has {len(sentence):,} words: it takes more than the {_MOST_STEPS:,} steps "
                "that can be shown: choose a shorter one"
            )
        number = len(made)
        costs = asked.costs(at, by="move")
        chosen = planned[number] if number < len(planned) else asked.best(at)
        try:
            cost = asked.cost(at, *chosen)
            at.apply(*chosen)
        except Error as error:
            raise Error(f"step {number + 1} of the script: {error}") from error
        made.append(_Made(chosen, costs, cost))
    if len(planned) > len(made):
        raise Error(f"the script has {len(planned)} transitions, but the sentence is done after {len(made)}")
    return Walk(asked, at, made, len(planned), root_label)
