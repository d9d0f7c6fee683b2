"""Declarations of options, and checks of values against them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from numbers import Integral, Real
from typing import Any, Literal, get_args, get_origin, get_type_hints

from dodona.errors import OptionError, one_of, shown, within
from dodona.recipes.renamed import VALUES

#: The learner that trains an encoder, without transitions, and the one that trains a small network.
ENCODER, NETWORK = "encoder", "network"
#: The learners that train more than a parser.
OF_PIPELINES = (ENCODER, NETWORK)
_KINDS = {str: "a word", int: "a whole number", float: "a number"}


@dataclass(frozen=True)
class Condition:
    """When an option applies: a test of the recipe, and its description in messages."""

    needs: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True)
class Option:
    """A declared option; `Recipe` lists them all."""

    name: str
    #: `str`, `int` or `float`.
    kind: type
    default: Any
    #: For a choice, its values; for a number, its range.
    choices: tuple[str, ...]
    least: float
    most: float
    #: What 0 means, for a number that may be 0 although `least` is more.
    zero: str
    #: Conditions that must all hold; without them the option has no effect.
    when: tuple[Condition, ...]
    #: The value that is set where the option does not apply; None leaves it unchanged.
    off: Any
    #: One line for `dodona train --help`, and the rest for the reference page.
    help: str
    more: str
    #: The heading under which the command line and the reference page list it.
    group: str
    metavar: str
    #: Whether it applies to training an encoder, and a network; all others are about linear parsers.
    for_encoders: bool
    for_networks: bool

    @property
    def flag(self) -> str:
        """The name on the command line, such as `--hash-kernel`."""
        return f"--{self.name.replace('_', '-')}"

    def checked(self, value: object) -> Any:
        """Convert a value to the option's type, or raise OptionError."""
        if self.kind is str and isinstance(value, str):
            if value in VALUES.get(self.name, {}):
                raise OptionError(
                    f"cannot be {value!r}, which is now called {VALUES[self.name][value]!r}", option=self.name
                )
            return one_of(self.name, value, self.choices) if self.choices else value
        # NumPy's numbers count as numbers.
        number = {int: Integral, float: Real}.get(self.kind)
        if number is None or not isinstance(value, number) or isinstance(value, bool):
            raise OptionError(f"cannot be {shown(value)}: it must be {_KINDS[self.kind]}", option=self.name)
        converted = self.kind(value)
        if self.zero and converted != 0 and not self.least <= converted <= self.most:
            raise OptionError(
                f"cannot be {converted}: choose from {self.least} to {self.most}, or 0 for {self.zero}",
                option=self.name,
            )
        return converted if self.zero else within(self.name, converted, self.least, self.most)

    def needs(self, recipe: Any) -> str | None:
        """Return the first condition that a recipe does not meet; None if the option applies."""
        unmet = next((each.needs for each in self.when if not each.holds(recipe)), None)
        if unmet is None and getattr(recipe, "learner", None) == ENCODER and not self.for_encoders:
            return "a transition-based parser (any learner but encoder)"
        if unmet is None and getattr(recipe, "learner", None) == NETWORK and not self.for_networks:
            return "a linear parser (any learner but encoder and network)"
        return unmet


def option(
    default: Any,
    help: str,
    *,
    group: str,
    choices: tuple[str, ...] = (),
    least: float = 0,
    most: float = 0,
    zero: str = "",
    when: Condition | tuple[Condition, ...] = (),
    off: Any = None,
    more: str = "",
    metavar: str = "",
    for_encoders: bool = False,
    for_networks: bool = False,
) -> Any:
    """Declare an option of a recipe, as a field of a dataclass."""
    known = {
        "choices": choices,
        "least": least,
        "most": most,
        "zero": zero,
        "when": when if isinstance(when, tuple) else (when,),
        "off": off,
        "help": help,
        "more": more,
        "group": group,
        "metavar": metavar,
        "for_encoders": for_encoders,
        "for_networks": for_networks,
    }
    return field(default=default, metadata=known)


def declared_in(kind: type) -> dict[str, Option]:
    """Return the options that a dataclass declares, in order; a `Literal` gives the choices."""
    types = get_type_hints(kind)
    found = {}
    for each in fields(kind):
        known, type_ = dict(each.metadata), types[each.name]
        if get_origin(type_) is Literal:
            known["choices"], type_ = get_args(type_), str
        known["metavar"] = known["metavar"] or "|".join(known["choices"]) or ("N" if type_ is int else "X")
        found[each.name] = Option(name=each.name, kind=type_, default=each.default, **known)
    return found
