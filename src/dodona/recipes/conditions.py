"""Conditions under which options apply, and the abilities of systems and oracles."""

from __future__ import annotations

from typing import Any

from dodona.recipes.options import ENCODER, NETWORK, OF_PIPELINES, Condition
from dodona.transitions.systems import SYSTEMS

#: The policies that an oracle allows, by what it knows; the first is the default.
_ANY_CONFIGURATION = ("explore", "oracle", "ambiguity", "sample")
_SEVERAL_SEQUENCES = ("oracle", "ambiguity")
ONE_SEQUENCE = ("oracle",)
_POLICIES = {
    "dynamic": _ANY_CONFIGURATION,
    "static-dynamic": _ANY_CONFIGURATION,
    "nd-dynamic": _ANY_CONFIGURATION,
    "nd-sw": _SEVERAL_SEQUENCES,
    "nd-all": _SEVERAL_SEQUENCES,
}
#: The base learners of learning to search, and the policy that goes with them.
SEARCH_LEARNERS = ("csoaa", "multiclass", "max-margin", "softmax-margin")
LEARNING_TO_SEARCH = "learning-to-search"


def policies_of(oracle: str) -> tuple[str, ...]:
    """Return the policies that an oracle allows, the default first.

    >>> policies_of("nd-all"), policies_of("static")
    (('oracle', 'ambiguity'), ('oracle',))
    """
    return _POLICIES.get(oracle, ONE_SEQUENCE)


def tells_costs(oracle: str) -> bool:
    """Whether an oracle knows the cost of every transition in any configuration.

    >>> tells_costs("dynamic"), tells_costs("nd-all")
    (True, False)
    """
    return policies_of(oracle) is _ANY_CONFIGURATION


def swaps(system: str) -> bool:
    """Whether a system has SWAP, and can therefore build any tree.

    >>> swaps("swap-hybrid"), swaps("arc-hybrid")
    (True, False)
    """
    return "SWAP" in SYSTEMS[system].moves


def learns_to_search(recipe: Any) -> bool:
    """Whether the learner of a recipe is one for learning to search."""
    return recipe.learner in SEARCH_LEARNERS


def _is_greedy_perceptron(recipe: Any) -> bool:
    return bool(recipe.learner == "perceptron" and recipe.beam == 1)


def _learner(name: str) -> Condition:
    return Condition(f"the learner {name}", lambda recipe: recipe.learner == name)


OF_ENCODERS = _learner(ENCODER)
OF_NETWORKS = _learner(NETWORK)
BY_GRADIENTS = Condition(f"the learner {ENCODER} or {NETWORK}", lambda recipe: recipe.learner in OF_PIPELINES)
ADAGRAD_RDA = _learner("adagrad-rda")
PASSIVE_AGGRESSIVE = _learner("passive-aggressive")
GREEDY_PERCEPTRON = Condition("the learner perceptron, greedy", _is_greedy_perceptron)
COUNTED_UPDATES = Condition(
    "the learner perceptron, greedy and with a table of features",
    lambda recipe: _is_greedy_perceptron(recipe) and recipe.hash_kernel == 0,
)
WEIGHT_TABLE = Condition(
    "the learner perceptron or passive-aggressive, with a table of features",
    lambda recipe: recipe.learner in ("perceptron", "passive-aggressive") and recipe.hash_kernel == 0,
)
TAG_CONTEXTS = Condition(
    "the system arc-eager, greedy, and a learner of whole transitions",
    lambda recipe: recipe.system == "arc-eager" and recipe.beam == 1 and not learns_to_search(recipe),
)
COSTS = Condition(
    "an oracle that knows costs (dynamic, static-dynamic or nd-dynamic)",
    lambda recipe: tells_costs(recipe.oracle) or learns_to_search(recipe),
)
EXPLORING = Condition("the policy explore", lambda recipe: recipe.policy == "explore")
LEAVING_THE_ORACLE = Condition(
    "the policy explore or sample", lambda recipe: recipe.policy in ("explore", "sample")
)
BEAM = Condition("a beam", lambda recipe: recipe.beam > 1)
MAX_VIOLATION = Condition("the update max-violation", lambda recipe: recipe.update == "max-violation")
SEVERAL_DERIVATIONS = Condition(
    "an oracle that knows several derivations",
    lambda recipe: policies_of(recipe.oracle) is not ONE_SEQUENCE,
)
SEARCH = Condition(f"learning to search (the learners {', '.join(SEARCH_LEARNERS)})", learns_to_search)
HIDDEN_UNITS = Condition("hidden units", lambda recipe: recipe.hidden > 0)
MIXTURE = Condition(
    "a mixture, as the roll-in or the roll-out",
    lambda recipe: "mixture" in (recipe.roll_in, recipe.roll_out),
)
