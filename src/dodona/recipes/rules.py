"""Rules about several options: combinations that are refused, and defaults that depend on other options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from dodona.errors import OptionError
from dodona.recipes.conditions import (
    LEARNING_TO_SEARCH,
    ONE_SEQUENCE,
    SEARCH_LEARNERS,
    learns_to_search,
    policies_of,
    swaps,
    tells_costs,
)
from dodona.recipes.options import ENCODER, NETWORK, OF_PIPELINES, Option
from dodona.transitions.systems import SYSTEMS, oracle_of, system_called

if TYPE_CHECKING:
    from dodona.recipes.recipe import Recipe

#: The size of the hash kernel in learning to search, in bits, unless another is given.
_BITS = 22
#: The learners of whole derivations, for beams; they also support the hash kernel.
_OF_SEQUENCES = ("perceptron", "passive-aggressive")
#: The core's kernels compute so many units at a time.
_WIDTH_STEP, _UNITS_STEP = 32, 16
_WITH_A_BEAM = (
    f"with a beam, where whole sequences are learnt: choose {' or '.join(_OF_SEQUENCES)}, or train with "
    "a beam of 1 and parse with a larger one"
)


class Rule(NamedTuple):
    """A refused combination: the option to report, the test, and the message after `X cannot be Y`."""

    option: str
    is_broken: Callable[[Recipe], bool]
    why: Callable[[Recipe], str]


def _oracles_with_costs(recipe: Recipe) -> str:
    names = [name for name in SYSTEMS[recipe.system].oracles if tells_costs(name)]
    return f"the oracle {' or '.join(names)}"


def _off_its_paths(recipe: Recipe, choices: str) -> str:
    knows = "its own path" if policies_of(recipe.oracle) is ONE_SEQUENCE else "the right paths"
    return (
        f"with the {recipe.oracle} oracle, which knows nothing off {knows}: choose {choices}, or "
        f"{_oracles_with_costs(recipe)}"
    )


#: Checked in this order; the first broken one is reported.
RULES = (
    Rule(
        "prune",
        lambda r: r.prune > 0 and r.hash_kernel != 0,
        lambda r: "with a hash kernel, whose size is fixed: choose 0 for either",
    ),
    Rule(
        "policy",
        lambda r: r.policy == LEARNING_TO_SEARCH and not learns_to_search(r),
        lambda r: (
            f"with the learner {r.learner}, which does not learn costs: choose another, or the learner "
            f"{' or '.join(SEARCH_LEARNERS)}"
        ),
    ),
    Rule(
        "policy",
        lambda r: r.policy != LEARNING_TO_SEARCH and learns_to_search(r),
        lambda r: (
            f"with the learner {r.learner}, which follows the roll-in policy: choose {LEARNING_TO_SEARCH}"
        ),
    ),
    Rule(
        "learner",
        lambda r: r.beam > 1 and r.learner not in (*_OF_SEQUENCES, ENCODER),
        lambda r: _WITH_A_BEAM,
    ),
    Rule(
        "policy",
        lambda r: not learns_to_search(r) and r.policy not in policies_of(r.oracle),
        lambda r: _off_its_paths(r, " or ".join(policies_of(r.oracle))),
    ),
    Rule(
        "policy",
        lambda r: r.policy == "sample" and r.learner not in ("adagrad-rda", *OF_PIPELINES),
        lambda r: (
            f"with the learner {r.learner}, whose scores are not probabilities: choose explore, or the "
            f"learner adagrad-rda or {NETWORK}"
        ),
    ),
    Rule(
        "cost_sensitive",
        lambda r: r.cost_sensitive != "no" and r.learner != "passive-aggressive",
        lambda r: (
            f"with the learner {r.learner}, which has no such variant: choose no, or the learner "
            "passive-aggressive"
        ),
    ),
    Rule(
        "cost_sensitive",
        lambda r: r.cost_sensitive != "no" and not tells_costs(r.oracle),
        lambda r: (
            f"with the {r.oracle} oracle, for which all wrong moves cost the same: choose no, or "
            f"{_oracles_with_costs(r)}"
        ),
    ),
    Rule(
        "hash_kernel",
        lambda r: r.hash_kernel != 0 and r.learner not in (*_OF_SEQUENCES, *SEARCH_LEARNERS, *OF_PIPELINES),
        lambda r: (
            f"with the learner {r.learner}, which needs a table of features: choose 0, or the learner "
            f"{' or '.join(_OF_SEQUENCES)}"
        ),
    ),
    Rule(
        "hash_kernel",
        lambda r: r.hash_kernel == 0 and learns_to_search(r),
        lambda r: f"with the learner {r.learner}, which has no table of features: choose from 12 to 26",
    ),
    Rule(
        "roll_in",
        lambda r: learns_to_search(r) and r.roll_in != "reference" and not tells_costs(r.oracle),
        lambda r: _off_its_paths(r, "reference"),
    ),
    Rule(
        "roll_out",
        lambda r: learns_to_search(r) and r.roll_out in ("learned", "mixture") and not tells_costs(r.oracle),
        lambda r: _off_its_paths(r, "reference or none"),
    ),
    Rule(
        "policy",
        lambda r: r.beam > 1 and r.policy != "oracle",
        lambda r: "with a beam, which explores by itself: choose oracle",
    ),
    Rule(
        "cost_sensitive",
        lambda r: r.beam > 1 and r.cost_sensitive != "no",
        lambda r: "with a beam, where whole sequences are learnt: choose no",
    ),
    Rule(
        "width",
        lambda r: r.learner == NETWORK and r.width % _WIDTH_STEP != 0,
        lambda r: f"in a network: choose a multiple of {_WIDTH_STEP}",
    ),
    Rule(
        "units",
        lambda r: r.learner == NETWORK and r.units % _UNITS_STEP != 0,
        lambda r: f"in a network: choose a multiple of {_UNITS_STEP}",
    ),
    Rule(
        "nonprojective",
        lambda r: r.nonprojective == "keep" and not swaps(r.system) and r.learner != ENCODER,
        lambda r: (
            f"in {r.system}, which builds only projective trees: choose another, or the system "
            f"{' or '.join(name for name in SYSTEMS if swaps(name))}"
        ),
    ),
)


def check_combination(recipe: Recipe) -> None:
    """Refuse incompatible options before training starts."""
    system_called(recipe.system, recipe.root)
    oracle_of(recipe.system, recipe.oracle)
    for rule in RULES:
        if rule.is_broken(recipe):
            value = getattr(recipe, rule.option)
            shown = repr(value) if isinstance(value, str) else f"{value:g}"
            raise OptionError(f"cannot be {shown} {rule.why(recipe)}", option=rule.option)


def fitted(changes: Mapping[str, Any], before: Any, options: Mapping[str, Option]) -> dict[str, Any]:
    """Return all options of a recipe after some changes, with the other options adapted to these.

    An option that is not among the changes is adapted where necessary: a new system sets its default oracle,
    an oracle its policy, a learner its hash kernel, and options that do not apply are switched off.
    """
    now = SimpleNamespace(**{name: changes.get(name, getattr(before, name)) for name in options})
    for name, follow in _FOLLOWING.items():
        if name not in changes:
            setattr(now, name, follow(now, before))
    for name, option in options.items():
        if name not in changes and option.off is not None and option.needs(now):
            setattr(now, name, option.off)
    return vars(now)


def _usual_oracle(system: str, beam: int) -> str:
    """Return the default oracle of a system.

    Greedy parsers learn best from an oracle that knows costs, parsers with a beam from the others.

    >>> _usual_oracle("swap-standard", beam=1), _usual_oracle("swap-standard", beam=8)
    ('nd-dynamic', 'lazy')
    """
    oracles = SYSTEMS[system].oracles
    return next((name for name in oracles if tells_costs(name) == (beam == 1)), oracles[0])


def _oracle(now: Any, before: Any) -> str:
    return (
        str(now.oracle) if now.oracle in SYSTEMS[now.system].oracles else _usual_oracle(now.system, now.beam)
    )


def _policy(now: Any, before: Any) -> str:
    if learns_to_search(now):
        return LEARNING_TO_SEARCH
    if now.beam != 1:
        return "oracle"
    return str(now.policy) if now.policy in policies_of(now.oracle) else policies_of(now.oracle)[0]


def _hash_kernel(now: Any, before: Any) -> int:
    if learns_to_search(now):
        return now.hash_kernel or _BITS
    return 0 if now.learner not in _OF_SEQUENCES or learns_to_search(before) else int(now.hash_kernel)


def _roll_in(now: Any, before: Any) -> str:
    return "reference" if learns_to_search(now) and not tells_costs(now.oracle) else str(now.roll_in)


def _nonprojective(now: Any, before: Any) -> str:
    if swaps(now.system) == swaps(before.system) and before.learner != ENCODER:
        return str(now.nonprojective)
    return "keep" if swaps(now.system) else "baseline"


#: Options that depend on others, in the order in which they are set if not given. The functions take the new
#: and the previous options.
_FOLLOWING: dict[str, Callable[[Any, Any], Any]] = {
    "oracle": _oracle,
    "policy": _policy,
    "hash_kernel": _hash_kernel,
    "roll_in": _roll_in,
    "nonprojective": _nonprojective,
}
