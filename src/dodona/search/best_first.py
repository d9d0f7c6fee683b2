"""Best-first search: the most probable tree of each sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import ArgumentError, OptionError, is_whole
from dodona.search.beam import beam_width, lacks_temperature, search_temperature
from dodona.treebank.direction import in_direction
from dodona.treebank.nonprojective import decode_nonprojective
from dodona.treebank.treebank import Treebank

#: A limit on memory: some 130 MB for each thread.
MOST_HYPOTHESES = 1_000_000
#: The width of the beam that is searched first, unless the caller sets another.
_BEAM = 8


class MostProbable(NamedTuple):
    """The most probable trees, and what is known of each sentence."""

    treebank: Treebank
    #: The log-probability of the transitions.
    scores: NDArray[np.float64]
    #: Whether no other sequence of transitions is more probable; if not, the tree is that of the beam.
    proven: NDArray[np.bool_]
    #: The number of configurations that were scored.
    scored: NDArray[np.int64]


def most_probable_of(
    core: _core.Parser,
    info: Mapping[str, Any],
    treebank: Treebank,
    hypotheses: int,
    beam: int | None,
    threads: int,
) -> MostProbable:
    """Return the most probable tree of each sentence."""
    check_best_first("hypotheses", hypotheses, info)
    width, temperature = beam_width(_BEAM if beam is None else beam, info), search_temperature(info)
    given = in_direction(treebank, info)._core
    parsed, scores, proven, scored = core.most_probable(given, hypotheses, width, temperature, threads)
    decoded = decode_nonprojective(in_direction(Treebank._of(parsed, treebank.source), info), info)
    return MostProbable(decoded, scores, proven.astype(bool), scored)


def check_best_first(option: str, hypotheses: int, info: Mapping[str, Any]) -> None:
    """Refuse numbers out of range, and models without probabilities."""
    if not is_whole(hypotheses):
        raise ArgumentError(option, hypotheses, "a whole number")
    if not 1 <= hypotheses <= MOST_HYPOTHESES:
        raise OptionError(
            f"cannot be {hypotheses}: it is a number from 1 to {MOST_HYPOTHESES}", option=option
        )
    if info["recipe"].get("beam", 1) > 1:
        raise OptionError(
            "needs a model with probabilities, which training with a beam does not give: train with beam 1",
            option=option,
        )
    if lacks_temperature(info):
        raise OptionError(
            "needs the temperature of the model, which is set at the end of training: dodona train --resume "
            "completes it",
            option=option,
        )
