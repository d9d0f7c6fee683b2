"""The best few trees of each sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dodona import _core
from dodona.confidence.decisions import PROBABILISTIC
from dodona.errors import ArgumentError, OptionError, is_whole
from dodona.treebank.nonprojective import as_meant
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

#: Wider beams would need more memory than most have, and more patience than anybody has.
_WIDEST = 10_000


#: At this temperature scores are so far apart that a beam does what greedy search does, whatever their scale.
_NEARLY_GREEDY = 0.001


class ScoredTree(NamedTuple):
    """A tree, and the sum of the scores of the transitions that built it.

    If the model learnt single decisions, they are logarithms of probabilities, that of a SWAP with 0.5 more.
    """

    sentence: Sentence
    score: float


def checked_beam(beam: int | None, info: Mapping[str, Any]) -> int:
    """Return the width of a beam: what the model was trained with, unless another is asked for.

    >>> checked_beam(None, {"recipe": {"beam": 8}}), checked_beam(1, {"recipe": {"beam": 8}})
    (8, 1)
    """
    if beam is None:
        return int(info["recipe"].get("beam", 1))
    return _counted("beam", beam)


#: How wide the beam is, at least, where arcs are kept and nothing else is asked for.
KEEPING_BEAM = 8


def checked_keeping_beam(beam: int | None, info: Mapping[str, Any]) -> int:
    """Return the width of a beam for parsing around arcs that are kept.

    Where the best move would lose an arc, greedy search takes the next best one, and is soon where it has
    never been: what it finds may be worse than without any arcs. A beam goes on with what fits the arcs as
    well as the model.

    >>> recipe = {"learner": "adagrad-rda"}
    >>> checked_keeping_beam(None, {"recipe": recipe}), checked_keeping_beam(1, {"recipe": recipe})
    (8, 1)
    """
    if beam is None and not lacks_temperature(info):
        return max(checked_beam(None, info), KEEPING_BEAM)
    return checked_beam(beam, info)


def search_temperature(info: Mapping[str, Any]) -> float:
    """Return the temperature at which a beam makes probabilities of scores.

    It is 0, and scores are added up as they are, if the model learnt whole sequences with a beam.

    >>> search_temperature({"recipe": {"beam": 8}}), search_temperature({"recipe": {}, "temperature": 25.5})
    (0.0, 25.5)
    """
    if info["recipe"].get("beam", 1) > 1:
        return 0.0
    if lacks_temperature(info):
        return _NEARLY_GREEDY
    return float((info.get("calibration") or info).get("temperature", 1.0))


def lacks_temperature(info: Mapping[str, Any]) -> bool:
    """Tell whether training was stopped before it found out what a beam needs to know.

    Probabilities need no temperature to be some.

    >>> [lacks_temperature({"recipe": {"learner": learner}}) for learner in ("perceptron", "adagrad-rda")]
    [True, False]
    """
    recipe = info["recipe"]
    found = (info.get("calibration") or info).get("temperature")
    return found is None and recipe.get("beam", 1) == 1 and recipe.get("learner") != PROBABILISTIC


def nbest_of(
    core: _core.Parser, info: Mapping[str, Any], treebank: Treebank, n: int, beam: int | None, threads: int
) -> list[list[ScoredTree]]:
    """Return the best few trees of each sentence, best first."""
    _counted("n", n)
    width = max(n, checked_beam(None, info)) if beam is None else _counted("beam", beam)
    if n > width:
        raise OptionError(
            f"cannot be {width} for the {n} best trees, since it holds no more than that: choose {n} or "
            "more, or leave it out",
            option="beam",
        )
    parsed, counts, scores = core.nbest(treebank._core, n, width, search_temperature(info), threads)
    trees = iter(zip(as_meant(Treebank._of(parsed, treebank.source), info), scores.tolist(), strict=True))
    return [_different([ScoredTree(*next(trees)) for _ in range(count)]) for count in counts.tolist()]


def _different(trees: list[ScoredTree]) -> list[ScoredTree]:
    """Leave out trees that are those before: with and without a mark, an arc may come to the same place."""
    kept: dict[tuple[bytes, tuple[str, ...]], ScoredTree] = {}
    for each in trees:
        kept.setdefault((each.sentence.heads.tobytes(), tuple(each.sentence.labels)), each)
    return list(kept.values())


def _counted(option: str, number: int) -> int:
    if not is_whole(number):
        raise ArgumentError(option, number, "a whole number")
    if not 1 <= number <= _WIDEST:
        raise OptionError(f"cannot be {number}: it is a number from 1 to {_WIDEST}", option=option)
    return int(number)
