"""Which choices of a recipe go together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dodona.errors import OptionError
from dodona.transitions.systems import SYSTEMS, oracle_of, system_called

if TYPE_CHECKING:
    from dodona.recipes.recipe import Recipe

#: What training can follow, by what oracles know. The first is the usual one.
_EVERYWHERE = ("explore", "oracle", "ambiguity", "sample")
_POLICIES = {
    "dynamic": _EVERYWHERE,
    "static-dynamic": _EVERYWHERE,
    "nd-dynamic": _EVERYWHERE,
    "nd-sw": ("oracle", "ambiguity"),
    "nd-all": ("oracle", "ambiguity"),
}
_ONE_WAY = ("oracle",)
#: The base learners of learning to search, and the policy that goes with them.
SEARCH_LEARNERS = ("csoaa", "multiclass", "margin", "softmax-margin")
_SEARCH = "search"
#: How many bits their weights have unless told otherwise.
_BITS = 22


#: Options that only some recipes look at: which, and what it takes.
_LOOKED_AT: tuple[tuple[tuple[str, ...], Callable[[Recipe], bool], str], ...] = (
    (
        (
            *("rule", "rate", "hidden", "layer", "roll_in", "roll_out", "mixture_alpha", "mixing"),
            *("max_deviations", "dropout"),
        ),
        lambda recipe: recipe.learner in SEARCH_LEARNERS,
        f"learning to search (the learners {', '.join(SEARCH_LEARNERS)})",
    ),
    (("layer",), lambda recipe: recipe.hidden > 0, "hidden units"),
    (
        ("mixture_alpha", "mixing"),
        lambda recipe: "mixture" in (recipe.roll_in, recipe.roll_out),
        "a mixture, as the roll-in or the roll-out",
    ),
    (
        ("label_cost",),
        lambda recipe: tells_costs(recipe.oracle) or recipe.learner in SEARCH_LEARNERS,
        "an oracle that knows costs (dynamic, static-dynamic or nd-dynamic)",
    ),
    (("explore",), lambda recipe: recipe.policy == "explore", "the policy explore"),
    (("k",), lambda recipe: recipe.policy in ("explore", "sample"), "the policy explore or sample"),
    (("alpha", "rho", "l1"), lambda recipe: recipe.learner == "adagrad-rda", "the learner adagrad-rda"),
    (
        ("aggressiveness",),
        lambda recipe: recipe.learner == "passive-aggressive",
        "the learner passive-aggressive",
    ),
    (
        ("min_updates",),
        lambda recipe: counts_updates(recipe.learner, recipe.beam, recipe.hash_kernel),
        "the learner perceptron, greedy and with a table of features",
    ),
    (
        ("margin",),
        lambda recipe: keeps_margin(recipe.learner, recipe.beam),
        "the learner perceptron, greedy",
    ),
    (
        ("habits",),
        lambda recipe: forms_habits(recipe.system, recipe.learner, recipe.beam),
        "the system arc-eager, greedy, and a learner of whole transitions",
    ),
    (("update", "batch"), lambda recipe: recipe.beam > 1, "a beam"),
)


def check_combination(recipe: Recipe) -> None:
    """Refuse, by name, what cannot go together, before any training starts."""
    system_called(recipe.system, recipe.root)
    oracle_of(recipe.system, recipe.oracle)
    if recipe.prune > 0 and recipe.hash_kernel != 0:
        raise OptionError(
            f"cannot be {recipe.prune:g} with a hash kernel, whose size is fixed: choose 0 for either",
            option="prune",
        )
    if recipe.policy == _SEARCH or recipe.learner in SEARCH_LEARNERS:
        _check_search(recipe)
        return
    policies = _POLICIES.get(recipe.oracle, _ONE_WAY)
    if recipe.policy not in policies:
        knows = "its own path" if policies is _ONE_WAY else "the right paths"
        raise OptionError(
            f"cannot be {recipe.policy!r} with the {recipe.oracle} oracle, which knows nothing off {knows}: "
            f"choose {' or '.join(policies)}, or {_asked_anywhere(recipe)}",
            option="policy",
        )
    if recipe.policy == "sample" and recipe.learner != "adagrad-rda":
        raise OptionError(
            f"cannot be 'sample' with the learner {recipe.learner}, whose scores are no probabilities to "
            "draw from: choose explore, or the learner adagrad-rda",
            option="policy",
        )
    if recipe.cost_sensitive != "no":
        if recipe.learner != "passive-aggressive":
            raise OptionError(
                f"cannot be {recipe.cost_sensitive!r} with the learner {recipe.learner}, which keeps no "
                "margins: choose no, or the learner passive-aggressive",
                option="cost_sensitive",
            )
        if not tells_costs(recipe.oracle):
            raise OptionError(
                f"cannot be {recipe.cost_sensitive!r} with the {recipe.oracle} oracle, to which all wrong "
                f"moves are alike: choose no, or {_asked_anywhere(recipe)}",
                option="cost_sensitive",
            )
    if recipe.hash_kernel != 0 and recipe.learner == "adagrad-rda":
        raise OptionError(
            f"cannot be {recipe.hash_kernel} with the learner adagrad-rda, which keeps few weights by "
            "itself: choose 0, or the learner perceptron or passive-aggressive",
            option="hash_kernel",
        )
    if recipe.beam > 1:
        _check_structured(recipe)
    _check_trees(recipe)


def refuse_without_effect(changes: dict[str, Any], recipe: Recipe) -> None:
    """Complain of the first change that the recipe which came of it does not look at."""
    for name, needed in without_effect(recipe).items():
        if name in changes:
            raise OptionError(f"has no effect without {needed}: leave it out", option=name)


def without_effect(recipe: Recipe) -> dict[str, str]:
    """Return the options that a recipe does not look at, each with what that takes.

    >>> from dodona.recipes import recipe
    >>> without_effect(recipe("default"))["batch"]
    'a beam'
    """
    found: dict[str, str] = {}
    for names, is_looked_at, needed in _LOOKED_AT:
        if not is_looked_at(recipe):
            for name in names:
                found.setdefault(name, needed)
    return found


def _check_trees(recipe: Recipe) -> None:
    if recipe.nonprojective == "keep" and not swaps(recipe.system):
        raise OptionError(
            f"cannot be 'keep' in {recipe.system}, which has no SWAP to build such trees with: "
            "choose another, or the system swap-standard, swap-hybrid or swap-eager",
            option="nonprojective",
        )


def _check_search(recipe: Recipe) -> None:
    """Learning to search has its own learners, and asks oracles where only some of them know an answer."""
    if recipe.learner not in SEARCH_LEARNERS:
        raise OptionError(
            f"cannot be 'search' with the learner {recipe.learner}, which learns no costs of actions: choose "
            f"another, or the learner {' or '.join(SEARCH_LEARNERS)}",
            option="policy",
        )
    if recipe.policy != _SEARCH:
        raise OptionError(
            f"cannot be {recipe.policy!r} with the learner {recipe.learner}, for which the roll-in says "
            "what is followed: choose search",
            option="policy",
        )
    if recipe.beam > 1:
        raise OptionError(
            f"cannot be {recipe.learner!r} with a beam, where whole sequences are learnt: choose perceptron "
            "or passive-aggressive, or train with a beam of 1 and parse with a larger one",
            option="learner",
        )
    if recipe.cost_sensitive != "no":
        raise OptionError(
            f"cannot be {recipe.cost_sensitive!r} with the learner {recipe.learner}, which is or is not so "
            "by itself: choose no",
            option="cost_sensitive",
        )
    if recipe.hash_kernel == 0:
        raise OptionError(
            f"cannot be 0 with the learner {recipe.learner}, which has no table of features: choose a number "
            "of bits from 12 to 26",
            option="hash_kernel",
        )
    if not tells_costs(recipe.oracle):
        if recipe.roll_in != "reference":
            raise OptionError(
                f"cannot be {recipe.roll_in!r} with the {recipe.oracle} oracle, which knows nothing off the "
                f"right paths: choose reference, or {_asked_anywhere(recipe)}",
                option="roll_in",
            )
        if recipe.roll_out in ("learned", "mixture"):
            raise OptionError(
                f"cannot be {recipe.roll_out!r} with the {recipe.oracle} oracle, which knows nothing off the "
                f"right paths: choose reference or none, or {_asked_anywhere(recipe)}",
                option="roll_out",
            )
    _check_trees(recipe)


def _asked_anywhere(recipe: Recipe) -> str:
    """Name the oracle of the system that knows costs off the right paths."""
    names = [name for name in SYSTEMS[recipe.system].oracles if tells_costs(name)]
    return f"the oracle {' or '.join(names)}"


def _check_structured(recipe: Recipe) -> None:
    """Whole sequences are learnt otherwise than single decisions."""
    if recipe.learner == "adagrad-rda":
        raise OptionError(
            "cannot be 'adagrad-rda' with a beam, where whole sequences are learnt: choose perceptron "
            "or passive-aggressive, or train with a beam of 1 and parse with a larger one",
            option="learner",
        )
    if recipe.policy != "oracle":
        raise OptionError(
            f"cannot be {recipe.policy!r} with a beam, which goes astray by itself: choose oracle",
            option="policy",
        )
    if recipe.cost_sensitive != "no":
        raise OptionError(
            f"cannot be {recipe.cost_sensitive!r} with a beam, where whole sequences are learnt: choose no",
            option="cost_sensitive",
        )


def counts_updates(learner: str, beam: int, hash_kernel: int) -> bool:
    """Whether it is known how many updates a feature took part in.

    >>> counts_updates("perceptron", 1, 0), counts_updates("perceptron", 8, 0)
    (True, False)
    """
    return keeps_margin(learner, beam) and hash_kernel == 0


def keeps_margin(learner: str, beam: int) -> bool:
    """Whether a perceptron learns from one decision after the other, and so can keep a margin in each.

    >>> keeps_margin("perceptron", 1), keeps_margin("perceptron", 8), keeps_margin("adagrad-rda", 1)
    (True, False, False)
    """
    return learner == "perceptron" and beam == 1


def forms_habits(system: str, learner: str, beam: int) -> bool:
    """Whether greedy search can do what it has always done, without asking its model.

    >>> forms_habits("arc-eager", "perceptron", 1), forms_habits("arc-hybrid", "perceptron", 1)
    (True, False)
    """
    return system == "arc-eager" and beam == 1 and learner not in SEARCH_LEARNERS


def tells_costs(oracle: str) -> bool:
    """Whether an oracle knows how much is lost by a wrong move, and not only that it is wrong."""
    return _POLICIES.get(oracle) is _EVERYWHERE


def swaps(system: str) -> bool:
    """Whether a system can build any tree.

    >>> swaps("swap-hybrid"), swaps("arc-hybrid")
    (True, False)
    """
    return "SWAP" in SYSTEMS[system].moves


def _fit_for_search(changes: dict[str, Any], recipe: Recipe, oracle: str) -> dict[str, Any]:
    fitting: dict[str, Any] = {}
    if "policy" not in changes:
        fitting["policy"] = _SEARCH
    if "hash_kernel" not in changes and recipe.hash_kernel == 0:
        fitting["hash_kernel"] = _BITS
    if "roll_in" not in changes and not tells_costs(oracle):
        fitting["roll_in"] = "reference"
    return fitting


def _usual_oracle(system: str, beam: int) -> str:
    """Return the oracle that a system is trained with if nobody says which.

    Greedy parsers learn best from one that can be asked anywhere, beams, where nothing explores, from others.

    >>> _usual_oracle("swap-standard", beam=1), _usual_oracle("swap-standard", beam=8)
    ('nd-dynamic', 'lazy')
    """
    oracles = SYSTEMS[system].oracles
    return next((name for name in oracles if tells_costs(name) == (beam == 1)), oracles[0])


def made_to_fit(changes: dict[str, Any], recipe: Recipe) -> dict[str, Any]:
    """Return some changes, and with them those that they ask for.

    Whoever asks for another system, oracle or learner alone means what goes with it: oracle, policy, margins,
    weights and trees.
    """
    fitting = dict(changes)
    system = changes.get("system", recipe.system)
    if system not in SYSTEMS:
        return fitting
    if "oracle" not in changes and recipe.oracle not in SYSTEMS[system].oracles:
        fitting["oracle"] = _usual_oracle(system, changes.get("beam", recipe.beam))
    policies = _POLICIES.get(fitting.get("oracle", recipe.oracle), _ONE_WAY)
    if "policy" not in changes:
        if changes.get("beam", recipe.beam) != 1:
            fitting["policy"] = "oracle"
        elif recipe.policy not in policies:
            fitting["policy"] = policies[0]
    learner, oracle = changes.get("learner", recipe.learner), fitting.get("oracle", recipe.oracle)
    if learner in SEARCH_LEARNERS:
        fitting.update(_fit_for_search(changes, recipe, oracle))
    elif "policy" not in changes and recipe.policy == _SEARCH:
        fitting["policy"] = policies[0]
        if "hash_kernel" not in changes:
            fitting["hash_kernel"] = 0
    if "cost_sensitive" not in changes and (learner != "passive-aggressive" or not tells_costs(oracle)):
        fitting["cost_sensitive"] = "no"
    if "hash_kernel" not in changes and learner == "adagrad-rda":
        fitting["hash_kernel"] = 0
    beam, kernel = changes.get("beam", recipe.beam), fitting.get("hash_kernel", recipe.hash_kernel)
    if "min_updates" not in changes and not counts_updates(learner, beam, kernel):
        fitting["min_updates"] = 1
    if "margin" not in changes and not keeps_margin(learner, beam):
        fitting["margin"] = 0.0
    if "habits" not in changes and not forms_habits(system, learner, beam):
        fitting["habits"] = 0
    if "nonprojective" not in changes and swaps(system) != swaps(recipe.system):
        fitting["nonprojective"] = "keep" if swaps(system) else "baseline"
    return fitting
