"""Tasks: functions or objects that make a structured prediction step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dodona.errors import ArgumentError, Error, OptionError
from dodona.learning_to_search.misuse import Misuse
from dodona.learning_to_search.oracle import Action, in_order, is_action
from dodona.learning_to_search.search import Search

#: "word condition, word before", or the same as a list, of strings or of lists of names.
Combinations = str | Sequence[str | Sequence[str]]


class Task:
    """A task with its declarations: a name, combinations of namespaces, and optionally its actions.

    A function is called with a `Search` and an example; of an object or a class, the method `run` is, and the
    attributes `quadratic`, `cubic` and `actions` are its declarations.

    >>> def tagger(search, sentence):
    ...     pass
    >>> task = Task(tagger, quadratic="word condition, word before")
    >>> task.name, task.combinations
    ('tagger', [('word', 'condition'), ('word', 'before')])
    """

    def __init__(
        self,
        task: Any,
        *,
        quadratic: Combinations | None = None,
        cubic: Combinations | None = None,
        actions: Any = None,
    ) -> None:
        if isinstance(task, type):
            task = task()
        run = getattr(task, "run", None) or (task if callable(task) else None)
        if not callable(run):
            raise ArgumentError(
                "task", task, "a function of (search, example), or an object with a method run"
            )
        self.run: Callable[[Search, Any], Any] = run
        self.name = str(getattr(task, "__qualname__", None) or type(task).__qualname__)
        self.name = self.name.rpartition("<locals>.")[2]
        quadratic = getattr(task, "quadratic", ()) if quadratic is None else quadratic
        cubic = getattr(task, "cubic", ()) if cubic is None else cubic
        self.combinations = [*_combined("quadratic", quadratic, 2), *_combined("cubic", cubic, 3)]
        self.actions = _by_learner(getattr(task, "actions", None) if actions is None else actions)

    def do(self, search: Search, example: Any, where: str) -> Any:
        """Run the task; errors are reported with the step, after `where`."""
        try:
            output = self.run(search, example)
            search._finish()
        except Misuse as error:
            raise Error(f"{self.name}, {where}, step {search._step}: {error}") from error
        return output


def _combined(option: str, given: Any, size: int) -> list[tuple[str, ...]]:
    if isinstance(given, str):
        given = given.split(",")
    if not isinstance(given, Iterable):
        raise OptionError(f"cannot be {given!r:.60}: names are needed, such as {_LIKE[size]}", option=option)
    found = []
    for item in given:
        names = tuple(item.split() if isinstance(item, str) else item if isinstance(item, Sequence) else ())
        if len(names) != size or not all(isinstance(name, str) for name in names):
            raise OptionError(
                f"cannot have {item!r:.60}: {size} names are needed, such as {_LIKE[size]}", option=option
            )
        if names in found:
            raise OptionError(f"has {' '.join(names)!r} twice", option=option)
        found.append(names)
    return found


_LIKE = {2: "'word condition, word before'", 3: "'word before condition'"}


def _by_learner(given: Any) -> dict[str | int, list[Action]] | None:
    if given is None:
        return None
    several = given if isinstance(given, Mapping) else {0: given}
    found = {}
    for name, actions in several.items():
        if isinstance(actions, str) or not isinstance(actions, Iterable):
            raise OptionError(
                f"cannot be {given!r:.60}: a list is needed, or lists by learner", option="actions"
            )
        listed = list(in_order(actions))
        if not listed or not all(is_action(action) for action in listed):
            raise OptionError("must be strings or whole numbers, at least one", option="actions")
        found[name] = listed
    return found
