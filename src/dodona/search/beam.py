"""The width of a beam, and the temperature at which it turns scores into probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dodona.errors import ArgumentError, OptionError, is_whole

#: The learner of linear models whose scores are logarithms of probabilities.
PROBABILISTIC = "adagrad-rda"
#: All learners whose scores are, up to a constant.
_PROBABILISTIC = (PROBABILISTIC, "network")
#: The minimum width of the beam with arc constraints, unless the caller sets another.
CONSTRAINED_BEAM = 8
#: A limit on memory.
_WIDEST = 10_000
#: At this temperature the best score has all the probability: a beam then finds what greedy search finds.
_GREEDY = 0.001


def beam_width(beam: int | None, info: Mapping[str, Any]) -> int:
    """Return the width of a beam; the default is that of training.

    >>> beam_width(None, {"recipe": {"beam": 8}}), beam_width(1, {"recipe": {"beam": 8}})
    (8, 1)
    """
    if beam is None:
        return int(info["recipe"].get("beam", 1))
    return checked_number("beam", beam)


def constrained_beam_width(beam: int | None, info: Mapping[str, Any]) -> int:
    """Return the width of a beam for search with arc constraints.

    Where the best move violates a constraint, greedy search takes the next best one and soon reaches
    configurations unlike those of training: its trees may be worse than without constraints. A beam keeps
    hypotheses that suit both the constraints and the model.

    >>> recipe = {"learner": "adagrad-rda"}
    >>> constrained_beam_width(None, {"recipe": recipe}), constrained_beam_width(1, {"recipe": recipe})
    (8, 1)
    """
    if beam is None and not lacks_temperature(info):
        return max(beam_width(None, info), CONSTRAINED_BEAM)
    return beam_width(beam, info)


def search_temperature(info: Mapping[str, Any]) -> float:
    """Return the temperature at which a beam turns scores into probabilities.

    It is 0 for models of structured training: their scores are added up as they are.

    >>> search_temperature({"recipe": {"beam": 8}}), search_temperature({"recipe": {}, "temperature": 25.5})
    (0.0, 25.5)
    """
    if info["recipe"].get("beam", 1) > 1:
        return 0.0
    if lacks_temperature(info):
        return _GREEDY
    return float((info.get("calibration") or info).get("temperature", 1.0))


def lacks_temperature(info: Mapping[str, Any]) -> bool:
    """Return whether training was interrupted before it found the temperature that a beam needs.

    Probabilistic models do not need one.

    >>> [lacks_temperature({"recipe": {"learner": learner}}) for learner in ("perceptron", "adagrad-rda")]
    [True, False]
    """
    recipe = info["recipe"]
    found = (info.get("calibration") or info).get("temperature")
    return found is None and recipe.get("beam", 1) == 1 and not is_probabilistic(info)


def is_probabilistic(info: Mapping[str, Any]) -> bool:
    """Return whether scores are logarithms of probabilities, up to a constant.

    >>> is_probabilistic({"recipe": {"learner": "network"}})
    True
    """
    return info["recipe"].get("learner") in _PROBABILISTIC


def checked_number(option: str, number: int) -> int:
    """Return a number of hypotheses or trees; refuse other values."""
    if not is_whole(number):
        raise ArgumentError(option, number, "a whole number")
    if not 1 <= number <= _WIDEST:
        raise OptionError(f"cannot be {number}: it is a number from 1 to {_WIDEST}", option=option)
    return int(number)
