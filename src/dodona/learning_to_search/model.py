"""Trained tasks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from dodona.errors import ArgumentError, flag, instance, is_iterable
from dodona.learning_to_search.model_file import policy_of, read_task_model, task_parts, write_task_model
from dodona.learning_to_search.policy import Policy
from dodona.learning_to_search.search import Predicting, Scoring
from dodona.learning_to_search.task import Combinations, Task
from dodona.models.container import Arrays, check_overwriting
from dodona.treebank.source import path_of


class SearchModel:
    """A trained task, from `dodona.learn`: predicts an output for each example."""

    def __init__(self, task: Task, policy: Policy) -> None:
        self._task = instance("task", task, Task, "a compiled task: use dodona.learn or SearchModel.load")
        self._policy = instance(
            "policy", policy, Policy, "a trained policy: use dodona.learn or SearchModel.load"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return SearchModel._of_parts, (self._task, *task_parts(self._task, self._policy))

    @classmethod
    def _of_parts(cls, task: Task, arrays: Arrays, about: Mapping[str, Any]) -> SearchModel:
        return cls(task, policy_of(arrays, about, task))

    def __repr__(self) -> str:
        return f"SearchModel({self._task.name!r}: {self._policy.updates:,} updates)"

    def predict(self, example: Any) -> Any:
        """Return the task's output for an example, which need not have a gold output.

        Oracles and losses that are functions are not called.
        """
        return self._task.do(Predicting(self._policy), example, "predicting")

    def loss(self, examples: Iterable[Any]) -> float:
        """Return the total loss of the predictions for some examples."""
        if isinstance(examples, (str, bytes)) or not is_iterable(examples):
            raise ArgumentError("examples", examples, "a list of examples")
        total = 0.0
        for number, example in enumerate(examples, 1):
            search = Scoring(self._policy)
            self._task.do(search, example, f"example {number}")
            total += search._loss or 0.0
        return total

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the model to a file, which is safe to load from untrusted sources.

        An existing file is replaced if it is a model; any other only with `overwrite`.
        """
        target = path_of(path)
        if not flag("overwrite", overwrite):
            check_overwriting(target, "choose another name, remove it, or use overwrite=True")
        write_task_model(path, self._task, self._policy)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        task: Any,
        *,
        quadratic: Combinations | None = None,
        cubic: Combinations | None = None,
        actions: Any = None,
    ) -> SearchModel:
        """Read a model of a task, which must be the task that was trained.

        The file contains no code: the task and its declarations must be given. A model of another task is
        refused.
        """
        checked = Task(task, quadratic=quadratic, cubic=cubic, actions=actions)
        return cls(checked, read_task_model(path, checked))
