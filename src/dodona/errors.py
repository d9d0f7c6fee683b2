"""The errors of Dodona, and checks of arguments."""

from __future__ import annotations

import difflib
import errno
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind")


class Error(Exception):
    """The base class of all errors of Dodona.

    >>> import dodona
    >>> try:
    ...     dodona.read("1\\tHello\\n")
    ... except dodona.Error as error:
    ...     print(error)
    <string>:1: 2 columns where there should be 10, separated by tabs
    """


class OptionError(Error, ValueError):
    """An option has an invalid value; the message lists the valid ones.

    If its type is wrong, the error is a TypeError too. `option` is the name at the start of the message, if
    any: the command line writes `--` before it.

    >>> error = OptionError("cannot be 0: choose 1 or more", option="width")
    >>> print(error)
    width cannot be 0: choose 1 or more
    """

    def __init__(self, message: str, *, option: str | None = None) -> None:
        super().__init__(f"{option} {message}" if option else message)
        self.option = option


class _OptionTypeError(OptionError, TypeError):
    """An option has a value of the wrong type."""


class ArgumentError(Error, TypeError):
    """An argument has the wrong type; the message says what it must be.

    >>> print(ArgumentError("source", None, "a path"))
    source must be a path, not None
    """

    def __init__(self, name: str, value: object, wanted: str) -> None:
        given = "None" if value is None else shown(value) if isinstance(value, str) else _a(type(value))
        super().__init__(f"{name} must be {wanted}, not {given}")


class PlaceError(Error, IndexError):
    """There is nothing at an index; the message says how many things there are."""


class UnknownKeyError(Error, KeyError):
    """There is nothing with a name; the message lists the names."""

    __str__ = Exception.__str__  # KeyError quotes its message


def shown(value: object) -> str:
    """Return a value on one short line, for messages.

    >>> shown([1, 2]), shown(10**5000)
    ('[1, 2]', 'an int')
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # Python does not print numbers with thousands of digits, and a class may refuse
        return _a(type(value))
    return text if len(text) <= 60 else text[:57] + "..."


def _a(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"


class MissingExtraError(Error):
    """An optional package is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs packages that are not installed: pip install 'dodona[{extra}]'")


@dataclass(frozen=True)
class Problem:
    """An error in a file: its place, its kind, and a message.

    >>> print(Problem("train.conllu", 1042, "head", "head 31 is outside the sentence (12 words)"))
    train.conllu:1042: head 31 is outside the sentence (12 words)
    """

    source: str
    line: int
    kind: str
    message: str
    #: The `sent_id` of the sentence, if it has one and UD's rules are checked.
    sent_id: str | None = None
    #: Whether this is not forbidden, only probably an error.
    warning: bool = False

    def __str__(self) -> str:
        sentence = f"sentence {self.sent_id}: " if self.sent_id else ""
        return f"{self.source}:{self.line}: {'warning: ' * self.warning}{sentence}{self.message}"


class ReadError(Error):
    """A file cannot be read as a treebank; `problem` has the place and the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def file_error(name: str | os.PathLike[str], error: OSError) -> Error:
    """Return an error about a file; a name that the system refuses for its length is shortened.

    >>> print(file_error("oak.conllu", FileNotFoundError(2, "No such file or directory")))
    oak.conllu: No such file or directory
    """
    shown = os.fspath(name)
    if error.errno == errno.ENAMETOOLONG:
        shown = f"{shown[:40]}...{shown[-20:]}"
    return Error(f"{shown}: {error.strerror or error}")


def near(name: object, names: Iterable[str]) -> str:
    """Return a suggestion of a similar name for a message, or an empty string.

    >>> near("stat", ["stats", "show"]), near("xyz", ["stats", "show"])
    (" (did you mean 'stats'?)", '')
    """
    found = difflib.get_close_matches(str(name), list(names), n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def one_of(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Return `value` if it is among `choices`; otherwise raise an error that lists them.

    >>> one_of("format", "conllu", ("conllu", "conllx"))
    'conllu'
    """
    if not isinstance(value, str) or value not in choices:
        is_text = isinstance(value, str)
        kind, meant = (OptionError, near(value, choices)) if is_text else (_OptionTypeError, "")
        raise kind(f"cannot be {shown(value)}{meant}: choose from {', '.join(choices)}", option=name)
    return value


def within(name: str, value: float, least: float, most: float) -> float:
    """Return `value` if it is a number within limits; otherwise raise an error that names them.

    >>> within("explore", 0.9, 0, 1)
    0.9
    """
    a_number(name, value)
    if not least <= value <= most:
        raise OptionError(f"cannot be {shown(value)}: choose from {least} to {most}", option=name)
    return value


def a_number(name: str, value: object) -> None:
    """Raise an error if a value is not a number.

    >>> a_number("seed", 1)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        raise _OptionTypeError(f"cannot be {shown(value)}: it must be a number", option=name)


def function(name: str, value: object) -> None:
    """Raise an error if a value is neither callable nor None.

    >>> function("on_epoch", print)
    """
    if value is not None and not callable(value):
        raise ArgumentError(name, value, "a function")


def true_or_false(name: str, value: object) -> None:
    """Raise an error if a value is not True, False or None.

    >>> true_or_false("vertical", None)
    """
    if value is not None and not isinstance(value, bool):
        raise _OptionTypeError(f"cannot be {shown(value)}: choose True, False or None", option=name)


def flag(name: str, value: object) -> bool:
    """Return `value` if it is True or False, of Python or NumPy.

    >>> flag("keep", True)
    True
    """
    return bool(instance(name, value, (bool, np.bool_), "True or False"))


def whole_number(name: str, value: int, least: int, most: int) -> int:
    """Return `value` if it is a whole number within limits; otherwise raise an error that names them.

    >>> whole_number("samples", 20, 1, 10_000)
    20
    """
    if not is_whole(value) or not least <= value <= most:
        limit = "2^63 - 1" if most == 2**63 - 1 else f"{most:,}"
        kind = OptionError if is_whole(value) else _OptionTypeError
        raise kind(
            f"cannot be {shown(value)}: a whole number from {least:,} to {limit} is needed", option=name
        )
    return int(value)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, of Python or NumPy; True and False are not.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def instance(name: str, value: Kind, kind: type | tuple[type, ...], wanted: str) -> Kind:
    """Return `value` if it has a type; otherwise raise an error that says what it must be.

    >>> instance("text", "Oaks speak", (str, bytes), "a string or bytes")
    'Oaks speak'
    """
    if not isinstance(value, kind):
        raise ArgumentError(name, value, wanted)
    return value


def listed(name: str, value: Any, wanted: str) -> list[Any]:
    """Return the items of a list or of another iterable; a string is none.

    >>> listed("words", ("Oaks", "speak"), "a list of words")
    ['Oaks', 'speak']
    """
    if isinstance(value, (str, bytes)) or not is_iterable(value):
        raise ArgumentError(name, value, wanted)
    return list(value)


def is_iterable(value: object) -> bool:
    """Return whether a value has items; an array without dimensions has none.

    >>> is_iterable([]), is_iterable(np.array(1))
    (True, False)
    """
    return isinstance(value, Iterable) and getattr(value, "ndim", 1) != 0


def place(what: str, index: object, length: int) -> int:
    """Return an index from 0; negative ones count from the end.

    >>> place("sentence", -1, 3)
    2
    """
    if not isinstance(index, (int, Integral)):  # the first is faster
        raise ArgumentError(f"the number of a {what}", index, "a whole number")
    number = int(index)
    if not -length <= number < length:
        raise PlaceError(f"no {what} {shown(index)}: there {'is' if length == 1 else 'are'} {length}")
    return number % length


def sliced(index: slice, length: int) -> range:
    """Return the indices of a slice.

    >>> list(sliced(slice(-2, None), 5))
    [3, 4]
    """
    try:
        return range(*index.indices(length))
    except (TypeError, ValueError) as error:
        raise ArgumentError("index", index, "a slice of whole numbers with a step other than 0") from error


def item(what: str, items: Sequence[Any], index: object) -> Any:
    """Return an item of a sequence, or the items of a slice.

    >>> item("step", "oak", -1)
    'k'
    """
    if not isinstance(index, slice):
        return items[place(what, index, len(items))]
    sliced(index, len(items))  # refuses limits that are no numbers
    return items[index]


def array(name: str, values: Any, dtype: type[np.generic], wanted: str) -> NDArray[Any]:
    """Return numbers as an array with one dimension.

    >>> array("confidence", [0.5, 1], np.float64, "a list of numbers")
    array([0.5, 1. ])
    """
    try:
        if isinstance(values, np.ndarray) and values.dtype.kind not in "biufO":  # text, or complex numbers
            raise TypeError
        found = np.asarray(values, dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise ArgumentError(name, values, wanted) from error
    if found.ndim != 1:
        raise ArgumentError(name, values, wanted)
    return np.ascontiguousarray(found)


def same_length(**arrays: Sequence[Any] | NDArray[Any]) -> None:
    """Raise an error unless all arguments have the same length.

    >>> same_length(confidence=[0.5, 1.0], right=[True])
    Traceback (most recent call last):
        ...
    dodona.errors.Error: confidence and right must be of the same length: 2 and 1 were given
    """
    lengths = [str(len(each)) for each in arrays.values()]
    if len(set(lengths)) > 1:
        names = [*arrays]
        said = [f"{', '.join(words[:-1])} and {words[-1]}" for words in (names, lengths)]
        raise Error(f"{said[0]} must be of the same length: {said[1]} were given")
