"""The conditions: the paper's five oracles, and other parsers to compare with the best of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dodona.experiments.paper import Condition, Paper
from dodona.oracles.swap_counts import SwapCounts
from dodona.recipes import Recipe, recipe

NONDETERMINISTIC = ("nd-sw", "nd-all")
STATIC = ("eager", "lazy", "minimal")
#: In the order of the paper's tables.
ORACLES = NONDETERMINISTIC + STATIC
#: Not in the paper: ND-ALL with costs in every configuration, so that training can explore.
EXPLORING = "nd-dynamic"
SWAP_STANDARD = (*ORACLES, EXPLORING)
#: With a beam: updates against the best correct configuration at every step, which section 5 rejects.
EACH_STEP = {name: f"{name.upper()} each-step" for name in NONDETERMINISTIC}

#: The choices of `search`, and what each trains: the faster one first.
SEARCHES: Mapping[str, tuple[str, ...]] = {
    "both": ("greedy", "beam"),
    "greedy": ("greedy",),
    "beam": ("beam",),
}

#: Arc-eager with each pseudo-projective encoding, and the other systems with SWAP. Greedy parsers explore;
#: search, learner and templates are those of the paper's oracles.
PSEUDO_PROJECTIVE = ("arc-eager (head)", "arc-eager (path)", "arc-eager (head+path)")
SWAP_HYBRID = "swap-hybrid"
SWAP_EAGER = "swap-eager"
_OTHERS: Mapping[str, Mapping[str, Any]] = {
    **{
        name: {
            "system": "arc-eager",
            "oracle": "dynamic",
            "nonprojective": name[len("arc-eager (") : -1],
        }
        for name in PSEUDO_PROJECTIVE
    },
    EXPLORING: {"oracle": EXPLORING},
    SWAP_HYBRID: {"system": "swap-hybrid", "oracle": "static-dynamic"},
    SWAP_EAGER: {"system": "swap-eager", "oracle": "static-dynamic"},
}
#: Structured training works better with one sequence than with several.
_WITH_A_BEAM: Mapping[str, Mapping[str, Any]] = {SWAP_EAGER: {"oracle": "minimal"}}
_EXPLORE = {"policy": "explore", "explore": 0.9, "k": 2}

BJORKELUND_NIVRE_2015 = Paper(
    name="bjorkelund-nivre-2015",
    reference=(
        "Anders Björkelund and Joakim Nivre. 2015. Non-Deterministic Oracles for Unrestricted "
        "Non-Projective Transition-Based Dependency Parsing. IWPT."
    ),
    conditions=tuple(Condition(name.upper(), "bjorkelund-nivre-2015-greedy") for name in ORACLES),
    tables={},
    tested_on="dev",
    layout="swap oracles",
    folds=10,
)


def condition(search: str, name: str) -> str:
    """Return the name of a condition in results.

    >>> condition("greedy", "nd-all")
    'greedy ND-ALL'
    """
    return f"{search} {name.upper() if name in SWAP_STANDARD else name}"


def recipe_for(search: str, name: str) -> Recipe:
    """Return the recipe of a condition: one of the paper's oracles, or another parser.

    >>> recipe_for("greedy", "lazy").oracle, recipe_for("greedy", "arc-eager (path)").nonprojective
    ('lazy', 'path')
    """
    shared = recipe(f"{BJORKELUND_NIVRE_2015.name}-{search}")
    for oracle, each in EACH_STEP.items():
        if name == each:
            return shared.with_options(oracle=oracle, gold_sequence="each-step")
    if name not in _OTHERS:
        return shared.with_options(oracle=name)
    more = _EXPLORE if search == "greedy" else _WITH_A_BEAM.get(name, {})
    return shared.with_options(**{**_OTHERS[name], **more})


def oracles_for(counts: SwapCounts, wanted: Sequence[str] = ORACLES) -> tuple[str, ...]:
    """Return the oracles that differ on a treebank, as the paper chooses them.

    Where LAZY already needs the fewest swaps, MINIMAL is left out. Where no swaps are needed, only EAGER and
    ND-ALL differ.

    >>> oracles_for(SwapCounts(9, projective=9, eager=0, lazy=0, minimal=0, over_budget=0, unique=0))
    ('nd-all', 'eager')
    >>> oracles_for(SwapCounts(9, projective=6, eager=9, lazy=4, minimal=4, over_budget=0, unique=0))
    ('nd-sw', 'nd-all', 'eager', 'lazy')
    """
    left_out = (
        {"nd-sw", "lazy", "minimal"}
        if not counts.eager
        else {"minimal"}
        if counts.minimal == counts.lazy
        else set()
    )
    return tuple(name for name in ORACLES if name in wanted and name not in left_out)


def others_for(search: str, counts: SwapCounts) -> tuple[str, ...]:
    """Return the other parsers that are trained on a treebank: none where no arcs cross.

    A beam reaches the parser's errors by itself, so oracles for exploration are for greedy search only.
    """
    names = tuple(_OTHERS) if counts.eager else ()
    return tuple(name for name in names if search == "greedy" or name != EXPLORING)


def each_step_for(search: str, counts: SwapCounts, wanted: Sequence[str] = ORACLES) -> tuple[str, ...]:
    """Return the conditions with the best correct configuration at every step, for a beam only.

    >>> counts = SwapCounts(9, projective=6, eager=9, lazy=4, minimal=4, over_budget=0, unique=0)
    >>> each_step_for("beam", counts)
    ('ND-SW each-step', 'ND-ALL each-step')
    """
    if search != "beam":
        return ()
    return tuple(EACH_STEP[name] for name in oracles_for(counts, wanted) if name in EACH_STEP)
