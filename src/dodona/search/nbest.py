"""The n best trees of each sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dodona import _core
from dodona.errors import OptionError
from dodona.search.beam import beam_width, checked_number, search_temperature
from dodona.treebank.direction import in_direction
from dodona.treebank.nonprojective import decode_nonprojective
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank


class ScoredTree(NamedTuple):
    """A tree and the sum of the scores of its transitions.

    Scores are logarithms of probabilities (0.5 more for a SWAP), unless training was structured.
    """

    sentence: Sentence
    score: float


def nbest_of(
    core: _core.Parser, info: Mapping[str, Any], treebank: Treebank, n: int, beam: int | None, threads: int
) -> list[list[ScoredTree]]:
    """Return the n best trees of each sentence, best first."""
    checked_number("n", n)
    width = max(n, beam_width(None, info)) if beam is None else checked_number("beam", beam)
    if n > width:
        raise OptionError(
            f"cannot be {width} for the {n} best trees, since it holds no more than that: choose {n} or "
            "more, or leave it out",
            option="beam",
        )
    given = in_direction(treebank, info)._core
    parsed, counts, scores = core.nbest(given, n, width, search_temperature(info), threads)
    decoded = decode_nonprojective(in_direction(Treebank._of(parsed, treebank.source), info), info)
    trees = iter(zip(decoded, scores.tolist(), strict=True))
    return [_different([ScoredTree(*next(trees)) for _ in range(count)]) for count in counts.tolist()]


def _different(trees: list[ScoredTree]) -> list[ScoredTree]:
    """Drop duplicates: trees that differ only in marks may decode to the same tree."""
    kept: dict[tuple[bytes, tuple[str, ...]], ScoredTree] = {}
    for each in trees:
        kept.setdefault((each.sentence.heads.tobytes(), tuple(each.sentence.labels)), each)
    return list(kept.values())
