"""Which of the paper's findings hold on the given treebanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from dodona.experiments.bjorkelund_nivre_2015.conditions import ORACLES, STATIC, SWAP_STANDARD
from dodona.experiments.bjorkelund_nivre_2015.duels import Duel
from dodona.experiments.bjorkelund_nivre_2015.report import SwapReproduction, together
from dodona.experiments.bjorkelund_nivre_2015.statistics_table import statistics

#: With fewer swaps than this, shares are meaningless: in the paper's French data it is one of six.
_FEW = 100


@dataclass(frozen=True)
class Finding:
    """A claim, the number of treebanks on which it holds, and the number on which it can be tested."""

    claim: str
    holds: int
    treebanks: int
    details: str = ""

    @property
    def verdict(self) -> str:
        """A description of the numbers.

        >>> Finding("Oaks speak", 2, 3, "not in winter").verdict
        'on 2 of 3 treebanks; not in winter'
        """
        where = f"on {self.holds} of {self.treebanks} treebank{'s' * (self.treebanks != 1)}"
        return f"{where}; {self.details}" if self.details else where


def findings(found: SwapReproduction) -> list[Finding]:
    """Return the findings that the treebanks can test."""
    made = [_swaps_saved(found)]
    for search in found.searches:
        made += [_fewest_swaps(found, search), _best_oracle(found, search), _test(found, search)]
    made += [_beam(found), _latent(found)]
    for search in found.searches:
        made += [_pseudo_projective(found, search), _half_right(found, search)]
    return [finding for finding in made if finding.treebanks]


def _swaps_saved(found: SwapReproduction) -> Finding:
    many = [statistics(counts) for counts in found.counts.values() if counts.eager >= _FEW]
    saved = [
        [share for share in (each["lazy"], each["minimal"]) if share is not None and each["eager"]]
        for each in many
    ]
    every = [share for shares in saved for share in shares]
    details = f"{min(every):.1f}% to {max(every):.1f}%, where there are {_FEW} or more" if every else ""
    return Finding(
        "LAZY and MINIMAL save half of EAGER's swaps or more",
        sum(min(shares) >= 50 for shares in saved),
        len(saved),
        details,
    )


def _fewest_swaps(found: SwapReproduction, search: str) -> Finding:
    """Test whether the static oracle with the fewest swaps is the best one on development data."""
    holds, gains = 0, []
    for experiment in found.experiments:
        swaps = found.counts[experiment.name].to_dict()
        las = {name: score for name in STATIC if (score := found.dev(experiment, search, name)) is not None}
        if len({swaps[name] for name in las}) > 1:
            fewest, most = (las[extreme(las, key=lambda name: swaps[name])] for extreme in (min, max))
            holds += fewest == max(las.values())
            gains.append(fewest - most)
    return Finding(
        f"{search.capitalize()}: of the static oracles, the one with the fewest swaps is best (dev)",
        holds,
        len(gains),
        f"{fmean(gains):+.2f} on average over the one with the most" if gains else "",
    )


def _best_oracle(found: SwapReproduction, search: str) -> Finding:
    several = [
        each
        for each in found.experiments
        if found.trained(each, search, "nd-all")
        and sum(bool(found.trained(each, search, name)) for name in ORACLES) > 1
    ]
    best = [found.best(each, search, ORACLES) for each in several]
    return Finding(
        f"{search.capitalize()}: ND-ALL is the best oracle (dev)", best.count("nd-all"), len(several)
    )


def _test(found: SwapReproduction, search: str) -> Finding:
    duels = found.test_duels(search)
    if search == "beam":  # where the paper finds a difference on one treebank only
        return Finding(
            "Beam: the best non-deterministic and the best static oracle do not differ significantly (test)",
            sum(each.p >= 0.05 for each in duels),
            len(duels),
            _gains(duels),
        )
    return Finding(
        "Greedy: the best non-deterministic oracle does not lose to the best static one (test)",
        sum(each.gain >= 0 for each in duels),
        len(duels),
        _gains(duels),
    )


def _gains(duels: Sequence[Duel]) -> str:
    if not duels:
        return ""
    better, worse = (sum(each.p < 0.05 and sign * each.gain > 0 for each in duels) for sign in (1, -1))
    mean = fmean(each.gain for each in duels)
    return f"{mean:+.2f} on average, significantly better on {better}, significantly worse on {worse}"


def _beam(found: SwapReproduction) -> Finding:
    gains = list(found.beam_gains().values())
    details = f"{fmean(gains):+.2f} on average, from {min(gains):+.2f} to {max(gains):+.2f}" if gains else ""
    return Finding(
        "A beam gains a point of LAS or more over greedy search (test)",
        sum(gain >= 1 for gain in gains),
        len(gains),
        details,
    )


def _latent(found: SwapReproduction) -> Finding:
    duels = found.sequence_duels("beam")
    return Finding(
        "Beam: the latent gold sequence beats the best correct configuration at every step (test)",
        sum(each.gain > 0 for each in duels),
        len(duels),
        _gains(duels),
    )


def _pseudo_projective(found: SwapReproduction, search: str) -> Finding:
    duels = found.crossing_duels(search)
    return Finding(
        f"{search.capitalize()}: swap-standard beats pseudo-projective arc-eager (test)",
        sum(each.gain > 0 for each in duels),
        len(duels),
        _gains(duels),
    )


def _half_right(found: SwapReproduction, search: str) -> Finding:
    """Count the treebanks where the best oracle of swap-standard finds half of the non-projective arcs."""
    heads, arcs = [], []
    for experiment in found.experiments:
        best = found.best(experiment, search, SWAP_STANDARD)
        runs = found.trained(experiment, search, best) if best else []
        if any(run.crossing_heads.gold_total for run in runs):
            heads.append(together([run.crossing_heads for run in runs]).recall)
            arcs.append(together([run.crossing_arcs for run in runs]).recall)
    return Finding(
        f"{search.capitalize()}: swap-standard gets half of the non-projective arcs right (test)",
        sum(recall >= 0.5 for recall in heads),
        len(heads),
        f"with their labels on {sum(recall >= 0.5 for recall in arcs)}",
    )
