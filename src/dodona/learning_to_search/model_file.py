"""Files of trained tasks: safetensors, like parsers."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.errors import Error, whole_number
from dodona.learners.cost_sensitive import bytes_needed
from dodona.learning_to_search.policy import SIZES, Policy
from dodona.learning_to_search.task import Task
from dodona.memory import TooLargeError, in_words
from dodona.models.container import FORMAT, Arrays, check_finite, read_arrays, write_arrays
from dodona.recipes.renamed import with_new_names

_KIND = "task model"
#: A file without zeros may expand to this many bytes, or to this many times its size.
_MEMORY, _EXPANSION = 2**30, 64


def write_task_model(path: str | os.PathLike[str], task: Task, policy: Policy) -> None:
    """Write a trained task; the same content gives the same bytes."""
    arrays, about = task_parts(task, policy)
    check_finite(path, arrays, about)
    write_arrays(path, arrays, about, overwrite=True)  # checked by the caller


def task_parts(task: Task, policy: Policy) -> tuple[Arrays, dict[str, Any]]:
    """Return the content of a trained task, for files and pickles."""
    whole = {
        f"{number}.{name}": array
        for number, state in enumerate(policy.state())
        for name, array in state.items()
    }
    arrays: Arrays = {}
    for name, array in whole.items():
        arrays.update(_packed(name, array))
    if _size(whole) > _most_memory(arrays):
        arrays = whole
    about = {
        "kind": _KIND,
        "format": FORMAT,
        "task": task.name,
        "combinations": [list(names) for names in task.combinations],
        "options": policy.options,
        "seed": policy.seed,
        "updates": policy.updates,
        "learners": [[name, learner.actions.names] for name, learner in policy.learners.items()],
    }
    return arrays, about


def read_task_model(path: str | os.PathLike[str], task: Task) -> Policy:
    """Read a trained task; that of another task is refused."""
    arrays, about = read_arrays(path, _KIND)
    name = os.fspath(path)
    try:
        refusal = _refusal(about, task)
    except (KeyError, AttributeError, TypeError, ValueError) as error:
        raise _damaged(name) from error
    if refusal:
        raise Error(f"{name}: {refusal}")
    try:
        return policy_of(arrays, about, task)
    except TooLargeError as error:
        raise Error(f"{name}: {error}") from error
    except (Error, KeyError, AttributeError, TypeError, ValueError, IndexError, MemoryError) as error:
        raise _damaged(name) from error


def policy_of(arrays: Arrays, about: Mapping[str, Any], task: Task) -> Policy:
    """Restore a trained task; raises the errors of Python and the core if the content is invalid."""
    options, learners = with_new_names(about["options"]), dict(about["learners"])
    sizes = _sizes(options, learners)
    if sum(sizes) > _most_memory(arrays):
        raise TooLargeError(f"the weights would take {in_words(sum(sizes))}, far more than the file holds")
    policy = Policy(options, task.combinations, learners)
    policy.begin(about["seed"])
    policy.updates = whole_number("updates", about["updates"], 0, 2**63 - 1)
    policy.restore(
        {part: _unpacked(f"{number}.{part}", arrays, size) for part in ("counters", "values")}
        for number, size in enumerate(sizes)
    )
    policy.end()
    return policy


def _sizes(options: Mapping[str, Any], learners: Mapping[Any, Sequence[Any]]) -> list[int]:
    """Return the memory that the weights of each learner take; the options may be anything."""
    known = {name: value for name, value in options.items() if name in SIZES}
    whole_number("bits", known.get("bits", 22), 8, 30)
    whole_number("hidden", known.get("hidden", 0), 0, 10_000)
    return [bytes_needed(len(actions), **known) for actions in learners.values()]


def _size(arrays: Arrays) -> int:
    return sum(array.nbytes for array in arrays.values())


def _most_memory(arrays: Arrays) -> int:
    """Return the memory that weights in a file may take; others are written with their zeros."""
    return max(_MEMORY, _EXPANSION * _size(arrays))


def _damaged(name: str) -> Error:
    return Error(f"{name}: the {_KIND} is damaged (something is missing or invalid)")


def _refusal(about: dict[str, Any], task: Task) -> str | None:
    """Return why a model does not belong to this task, or None."""
    if about["task"] != task.name:
        return f"this is a model of the task {about['task']!r:.60}, not of {task.name!r}"
    if about["combinations"] != [list(names) for names in task.combinations]:
        return f"{task.name!r} combines other namespaces (quadratic, cubic) than when it was trained"
    known = dict(about["learners"])
    if any(known.get(learner) != actions for learner, actions in (task.actions or {}).items()):
        return f"{task.name!r} declares other actions than when it was trained"
    return None


def _packed(name: str, array: NDArray[Any]) -> Arrays:
    """Return an array without its zeros if there are many: small tasks should have small files."""
    places = np.flatnonzero(array)
    if 2 * len(places) >= len(array):
        return {name: array}
    sizes = np.array([len(array)], dtype=np.uint64)
    return {f"{name}.size": sizes, f"{name}.places": places.astype(np.uint32), f"{name}.rest": array[places]}


def _unpacked(name: str, arrays: Arrays, most: int) -> NDArray[Any]:
    """Undo `_packed`; the array may take `most` bytes."""
    if name in arrays:
        return arrays[name]
    size, rest = int(arrays[f"{name}.size"][0]), arrays[f"{name}.rest"]
    if not 0 <= size * rest.itemsize <= most:
        raise ValueError("invalid size")
    array = np.zeros(size, rest.dtype)
    array[arrays[f"{name}.places"]] = rest
    return array
