"""The errors of Dodona, and checks of arguments."""

from __future__ import annotations

import difflib
import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral, Real


class Error(Exception):
    """The base class of all errors of Dodona.

    >>> import dodona
    >>> try:
    ...     dodona.read("1\\tHello\\n")
    ... except dodona.Error as error:
    ...     print(error)
    <string>:1: 2 columns where there should be 10, separated by tabs
    """


class OptionError(Error):
    """An option has an invalid value; the message lists the valid ones.

    `option` is the name at the start of the message, if any: the command line writes `--` before it.

    >>> error = OptionError("cannot be 0: choose 1 or more", option="width")
    >>> print(error)
    width cannot be 0: choose 1 or more
    """

    def __init__(self, message: str, *, option: str | None = None) -> None:
        super().__init__(f"{option} {message}" if option else message)
        self.option = option


class ArgumentError(Error, TypeError):
    """An argument has the wrong type; the message says what it must be.

    >>> print(ArgumentError("source", None, "a path"))
    source must be a path, not None
    """

    def __init__(self, name: str, value: object, wanted: str) -> None:
        given = "None" if value is None else _quoted(value) if isinstance(value, str) else _a(type(value))
        super().__init__(f"{name} must be {wanted}, not {given}")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


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

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.message}"


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
    if value not in choices:
        raise OptionError(
            f"cannot be {value!r}{near(value, choices)}: choose from {', '.join(choices)}", option=name
        )
    return value


def within(name: str, value: float, least: float, most: float) -> float:
    """Return `value` if it is a number within limits; otherwise raise an error that names them.

    >>> within("explore", 0.9, 0, 1)
    0.9
    """
    a_number(name, value)
    if not least <= value <= most:
        raise OptionError(f"cannot be {value}: choose from {least} to {most}", option=name)
    return value


def a_number(name: str, value: object) -> None:
    """Raise an error if a value is not a number.

    >>> a_number("seed", 1)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        raise OptionError(f"cannot be {value!r:.40}: it must be a number", option=name)


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
        raise OptionError(f"cannot be {value!r:.40}: choose True, False or None", option=name)


def whole_number(name: str, value: int, least: int, most: int) -> int:
    """Return `value` if it is a whole number within limits; otherwise raise an error that names them.

    >>> whole_number("samples", 20, 1, 10_000)
    20
    """
    if not is_whole(value) or not least <= value <= most:
        limit = "2^63 - 1" if most == 2**63 - 1 else f"{most:,}"
        raise OptionError(
            f"cannot be {value!r}: a whole number from {least:,} to {limit} is needed", option=name
        )
    return int(value)


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, of Python or NumPy; True and False are not.

    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)
