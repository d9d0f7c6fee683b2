"""The transition systems by name."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from dodona import _core
from dodona.errors import OptionError, one_of, shown


class System(NamedTuple):
    """A transition system: its moves, the positions of its root, and its oracles, the default first."""

    core: _core.SystemChoice
    moves: tuple[str, ...]
    roots: tuple[str, ...]
    oracles: tuple[str, ...]
    #: The oracle that temperatures and calibrations ask.
    widest: str


def _named(choice: Enum) -> str:
    return choice.name.replace("_", "-")


def _system(choice: _core.SystemChoice) -> System:
    moves, roots, oracles, widest = _core.system_info(choice)
    return System(
        choice,
        tuple(_named(move).upper() for move in moves),
        tuple(_named(root) for root in roots),
        tuple(_named(oracle) for oracle in oracles),
        _named(widest),
    )


#: The systems that the core has (core/transitions/system.h, and the tables in core/oracles).
SYSTEMS = {_named(choice): _system(choice) for choice in _core.SystemChoice}
#: All oracles, each once.
ORACLES = tuple(dict.fromkeys(oracle for system in SYSTEMS.values() for oracle in system.oracles))


def core_oracle(name: str) -> _core.OracleChoice:
    """Return the core's value of an oracle.

    >>> core_oracle("nd-all").name
    'nd_all'
    """
    return _core.OracleChoice[name.replace("-", "_")]


def system_called(name: str, root: str = "first") -> System:
    """Return a system by name, if it supports this position of the root.

    >>> system_called("swap-standard").moves
    ('SHIFT', 'LEFT-ARC', 'RIGHT-ARC', 'SWAP')
    >>> system_called("arc-hybrid", root="none")
    Traceback (most recent call last):
        ...
    dodona.errors.OptionError: root cannot be 'none' in arc-hybrid, where no other move takes the last word: choose from first, last
    """  # noqa: E501
    found = SYSTEMS[one_of("system", name, tuple(SYSTEMS))]
    one_of("root", root, ("first", "last", "none"))
    if root not in found.roots:
        raise OptionError(
            f"cannot be {root!r} in {name}, where no other move takes the last word: "
            f"choose from {', '.join(found.roots)}",
            option="root",
        )
    return found


def oracle_of(system: str, oracle: str | None = None) -> str:
    """Return the name of an oracle of a system; by default its first one.

    >>> oracle_of("swap-standard"), oracle_of("arc-standard", "static")
    ('lazy', 'static')
    >>> oracle_of("swap-standard", "dynamic")
    Traceback (most recent call last):
        ...
    dodona.errors.OptionError: oracle cannot be 'dynamic' for swap-standard: choose from lazy, eager, minimal, nd-sw, nd-all, nd-dynamic
    """  # noqa: E501
    has = system_called(system).oracles
    if oracle is None:
        return has[0]
    if not isinstance(oracle, str) or oracle not in has:
        raise OptionError(
            f"cannot be {shown(oracle)} for {system}: choose from {', '.join(has)}", option="oracle"
        )
    return oracle
