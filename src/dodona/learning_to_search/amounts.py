"""Checks of losses and costs."""

from __future__ import annotations

from numbers import Real
from typing import Any

#: Base learners compute in single precision, whose range ends not far beyond.
LARGEST = 1e30


def finite(amount: Any) -> float | None:
    """Return an amount as a float; None if it is not a number or too large.

    >>> finite(2), finite("much"), finite(10**400), finite(-1e31)
    (2.0, None, None, None)
    """
    if not isinstance(amount, Real):
        return None
    try:
        number = float(amount)
    except OverflowError:
        return None
    return number if abs(number) <= LARGEST else None  # false for NaN


def shortly(amount: object) -> str:
    """Return an amount for a message.

    >>> shortly(float("inf")), shortly(10**5000)
    ('inf', 'a very long number')
    """
    try:
        return f"{amount!r:.40}"
    except ValueError:  # Python does not print numbers with thousands of digits
        return "a very long number"
