"""A recipe: every option of training, each declared once.

The command line, the checks, the signature of `dodona.train`, the TOML reader and the reference page are made
from these declarations. To add an option, declare it in `Recipe` and run `python scripts/recipe_options.py`,
which writes `Options` at the end of this file and the tables of docs/reference/recipes.md.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from dodona.errors import OptionError, near
from dodona.features.templates import names as template_names
from dodona.recipes import renamed
from dodona.recipes.conditions import (
    ADAGRAD_RDA,
    BEAM,
    COSTS,
    COUNTED_UPDATES,
    EXPLORING,
    GREEDY_PERCEPTRON,
    HIDDEN_UNITS,
    LEAVING_THE_ORACLE,
    MIXTURE,
    PASSIVE_AGGRESSIVE,
    SEARCH,
    TAG_CONTEXTS,
)
from dodona.recipes.options import declared_in, option
from dodona.recipes.rules import check_combination, fitted
from dodona.transitions.systems import ORACLES, SYSTEMS

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: Headings. The command line shows the options under the first one together with its own.
MOST_USED = "Most used"
_ORACLE, _LEARNER, _TREES = "Oracle and exploration", "Learner and model", "Trees and tags"
_PERCEPTRON, _PASSIVE_AGGRESSIVE, _ADAGRAD = "Perceptron", "Passive-aggressive", "AdaGrad-RDA"
_BEAM, _SEARCH = "Beam", "Learning to search"


@dataclass(frozen=True, init=False)
class Recipe:
    """The options of a training run; `Recipe()` is the recipe `default`.

    Options that are not given are those of `default`, as far as they go with those that are.

    >>> Recipe(epochs=5).epochs, Recipe(system="swap-standard").oracle
    (5, 'nd-dynamic')
    """

    system: str = option(
        "arc-eager",
        "The transition system; those with SWAP build crossing arcs.",
        group=MOST_USED,
        choices=tuple(SYSTEMS),
        more="Another system brings an oracle, a policy and a treatment of non-projective trees that go "
        "with it, unless these are given.",
    )
    oracle: str = option(
        "dynamic",
        "What tells correct transitions from wrong ones.",
        group=_ORACLE,
        metavar="|".join(ORACLES),
        more="`static`, `eager`, `lazy` and `minimal` know one sequence of transitions for each tree, "
        "`nd-sw` and `nd-all` several or all of them. `dynamic` knows what every transition costs in "
        "any configuration (`nd-dynamic` and `static-dynamic` nearly so). Each system has its own: "
        + "; ".join(f"{name} has {', '.join(f'`{o}`' for o in has.oracles)}" for name, has in SYSTEMS.items())
        + ".",
    )
    policy: Literal["oracle", "ambiguity", "explore", "sample", "learning-to-search"] = option(
        "explore",
        "What training follows: the oracle, any zero-cost transition, the model, or draws from its "
        "distribution.",
        group=_ORACLE,
        more="`oracle`: the best zero-cost one. `ambiguity`: the model's own if it has zero cost, "
        "otherwise any that has. `explore`: the model's own, zero-cost or not. `sample`: one drawn "
        "from the model's distribution over all legal transitions, which only `adagrad-rda` has. An "
        "oracle that knows one sequence goes with `oracle` only, one that knows several also with "
        "`ambiguity`. With a beam, it is `oracle`. `learning-to-search` goes with the learners that "
        "[learn to search](../science/chang-2015.md), for which `roll_in` says what is followed.",
    )
    explore: float = option(
        0.9,
        "With policy explore: how often to follow the model where it is wrong.",
        group=_ORACLE,
        least=0,
        most=1,
        when=EXPLORING,
        more="In the paper, 1 − p.",
    )
    k: int = option(
        1,
        "Explore or sample only after this many epochs.",
        group=_ORACLE,
        least=0,
        most=10_000,
        when=LEAVING_THE_ORACLE,
        more="Until then, `explore` does as `ambiguity`, and `sample` as `oracle`.",
    )
    label_cost: float = option(
        1.0,
        "The cost of a right head with a wrong label; a wrong head costs 1.",
        group=_ORACLE,
        least=0.001,
        most=1,
        when=COSTS,
        more="It matters to `cost_sensitive` and to learning to search. Other learners only ask which "
        "transitions cost least, and these are hardly ever others.",
    )
    learner: Literal[
        "perceptron",
        "adagrad-rda",
        "passive-aggressive",
        "csoaa",
        "multiclass",
        "max-margin",
        "softmax-margin",
    ] = option(
        "perceptron",
        "How weights are learnt; adagrad-rda gives probabilities, and the last four learn to search.",
        group=_LEARNER,
        more="`perceptron` is averaged. `adagrad-rda` is logistic regression over the zero-cost "
        "transitions (Goldberg 2013); its models are smaller. `passive-aggressive` is PA-I (Crammer "
        "et al. 2006), averaged; it also learns where the right transition wins by too small a "
        "margin. For [learning to search](../science/chang-2015.md): `csoaa`, regression on costs; "
        "`multiclass`, regression on whether an action is the best one; `max-margin`, differences of "
        "costs by a hinge loss (Crammer and Singer 2001, with margins that grow with costs); "
        "`softmax-margin`, the same by a logistic loss (Gimpel and Smith 2010).",
    )
    shortcuts: int = option(
        40,
        "Greedy arc-eager: skip the model in tag contexts where it always took one transition, N times or "
        "more.",
        group=_LEARNER,
        least=0,
        most=1_000_000,
        when=TAG_CONTEXTS,
        off=0,
        more="The decisions are counted on the training data when training ends; 0 is to score always. "
        "Parsing is faster with them: [tag-context shortcuts](../science/tag-context-shortcuts.md).",
    )
    hash_kernel: int = option(
        0,
        "Keep 2^BITS weights that features share by hashing; 0: a table of features.",
        group=_LEARNER,
        least=12,
        most=26,
        zero="a table of features",
        metavar="BITS",
        more="The [hash kernel](../science/hash-kernel.md) (Bohnet 2010) never grows. It is for "
        "`perceptron` and `passive-aggressive`; learning to search has no table, and takes 22 bits "
        "unless told otherwise.",
    )
    prune: float = option(
        0.0,
        "Drop weights smaller than this from the model and round the others to eight bits; 0: none.",
        group=_LEARNER,
        least=0,
        most=1000,
        more="The size is that of averaged weights. 1.0 halves a model, and costs a few tenths of a point.",
    )
    min_updates: int = option(
        10,
        "A feature counts once N updates have changed it; 1: at once.",
        group=_PERCEPTRON,
        least=1,
        most=255,
        when=COUNTED_UPDATES,
        off=1,
        more="In epoch e, e updates are always enough (Goldberg and Elhadad 2011). Models are "
        "[smaller and parse faster](../science/sparse-perceptron.md).",
    )
    margin: float = option(
        60.0,
        "Learn also where the right transition wins by less than this; 0: from mistakes only.",
        group=_PERCEPTRON,
        least=0,
        most=1_000_000,
        when=GREEDY_PERCEPTRON,
        off=0.0,
        more="Parsers are [more accurate](../science/margin.md), and as fast.",
    )
    aggressiveness: float = option(
        0.01,
        "The greatest step (C in the paper).",
        group=_PASSIVE_AGGRESSIVE,
        least=1e-6,
        most=1000,
        when=PASSIVE_AGGRESSIVE,
    )
    cost_sensitive: Literal["no", "max-loss", "prediction"] = option(
        "no",
        "Let margins grow with what a wrong transition costs.",
        group=_PASSIVE_AGGRESSIVE,
        when=(PASSIVE_AGGRESSIVE, COSTS),
        off="no",
        more="The best zero-cost transition must outscore the others: with `no`, by 1; otherwise by the "
        "square root of what the other costs. `max-loss` looks at the one that falls short the most, "
        "`prediction` at the predicted one, if that is wrong.",
    )
    alpha: float = option(1.0, "The learning rate.", group=_ADAGRAD, least=0.001, most=1000, when=ADAGRAD_RDA)
    rho: float = option(
        0.01,
        "The ridge, added to the sum of squared gradients before the root is taken.",
        group=_ADAGRAD,
        least=1e-8,
        most=1000,
        when=ADAGRAD_RDA,
    )
    l1: float = option(
        0.05,
        "The L1 penalty (the paper's lambda) times the number of training words; more of it, fewer weights.",
        group=_ADAGRAD,
        least=0,
        most=1000,
        when=ADAGRAD_RDA,
    )
    beam: int = option(
        1,
        "How many hypotheses search keeps, in training and by default in parsing; 1: greedy.",
        group=_BEAM,
        least=1,
        most=1000,
        more="With more than one, whole sequences of transitions are learnt (structured training).",
    )
    update: Literal["max-violation", "early"] = option(
        "max-violation",
        "Where the gold sequence and the best one are compared.",
        group=_BEAM,
        when=BEAM,
        more="`max-violation`: at the step where the gold one is furthest behind. `early`: where it falls "
        "out of the beam.",
    )
    batch: int = option(
        4,
        "Parse N sentences with the same weights before these change; threads share them.",
        group=_BEAM,
        least=1,
        most=1000,
        when=BEAM,
    )
    rule: Literal["sgd", "sgd+", "ftrl"] = option(
        "sgd",
        "The update rule.",
        group=_SEARCH,
        when=SEARCH,
        more="`sgd`: stochastic gradient descent. `sgd+`: adaptive, normalised and importance-invariant. "
        "`ftrl`: FTRL-Proximal.",
    )
    rate: float = option(0.01, "The learning rate.", group=_SEARCH, least=1e-6, most=1000, when=SEARCH)
    hidden: int = option(
        5, "Units of the hidden layer; 0: a linear model.", group=_SEARCH, least=0, most=1000, when=SEARCH
    )
    layer: Literal["action", "shared"] = option(
        "action",
        "One hidden layer for each action, or one that all share.",
        group=_SEARCH,
        when=(SEARCH, HIDDEN_UNITS),
    )
    roll_in: Literal["reference", "learned", "mixture"] = option(
        "mixture",
        "The policy that leads to the configurations to learn from.",
        group=_SEARCH,
        when=SEARCH,
    )
    roll_out: Literal["reference", "learned", "mixture", "none"] = option(
        "reference",
        "The policy that completes the tree after each action there, to find out what the action costs.",
        group=_SEARCH,
        when=SEARCH,
        more="With `reference`, costs are those of the oracle. With `none`, an action costs 1 unless the "
        "reference would take it.",
    )
    mixture_alpha: float = option(
        1e-5,
        "A mixture follows the reference with probability (1 - X)^t after t updates.",
        group=_SEARCH,
        least=0,
        most=1,
        when=(SEARCH, MIXTURE),
    )
    mixing: Literal["trajectory", "step"] = option(
        "trajectory",
        "Draw from a mixture once for each trajectory, or anew for each step.",
        group=_SEARCH,
        when=(SEARCH, MIXTURE),
    )
    max_deviations: int = option(
        0,
        "Learn from N steps of each sentence, drawn at random; 0: from all.",
        group=_SEARCH,
        least=0,
        most=1_000_000,
        when=SEARCH,
    )
    dropout: float = option(
        0.0,
        "Leave out each feature with this probability while learning.",
        group=_SEARCH,
        least=0,
        most=0.9,
        when=SEARCH,
    )
    features: str = option(
        "default",
        f"Feature templates: {', '.join(template_names())}, or a file.",
        group=MOST_USED,
        metavar="NAME|FILE",
        more="See [Templates](templates.md).",
    )
    tag: Literal["auto", "upos", "xpos", "both"] = option(
        "auto",
        "The column that templates call tag.",
        group=_TREES,
        more="`auto`: `xpos` if more than half of the words have one and there are at most 250 different "
        "ones, otherwise `upos`.",
    )
    root: Literal["first", "last", "none"] = option(
        "first",
        "The artificial root: first in the stack, last in the buffer, or none.",
        group=_TREES,
        more="Words that are left over are attached to the root at the end.",
    )
    single_root: Literal["auto", "yes", "no"] = option(
        "auto",
        "Allow exactly one word under the root; auto: if at least 99% of the trees have one.",
        group=_TREES,
        more="Trees with several are then left out of training.",
    )
    nonprojective: Literal["keep", "drop", "baseline", "head", "path", "head+path"] = option(
        "baseline",
        "Non-projective trees: keep them (SWAP only), drop them, make them projective (baseline), or do "
        "that with marks in labels that let the parser undo it.",
        group=MOST_USED,
        more="Systems with SWAP `keep` them unless told otherwise. "
        "[Pseudo-projective trees](../science/pseudo-projective.md) explains the marks `head`, `path` and "
        "`head+path`.",
    )
    punctuation: Literal["auto", "keep", "move", "mark"] = option(
        "auto",
        "Punctuation that crosses other arcs: keep it, move it to where it crosses none, or move it with a "
        "mark in its label that lets the parser undo it.",
        group=_TREES,
        more="`auto`: `mark` if there is more than one such punctuation mark in a hundred sentences, "
        "otherwise `keep`.",
    )
    epochs: int = option(15, "Passes over the treebank.", group=MOST_USED, least=1, most=10_000)
    seed: int = option(
        1, "The random seed, for shuffling and exploring.", group=MOST_USED, least=0, most=2**63 - 1
    )

    def __init__(self, **options: Unpack[Options]) -> None:
        self._set(_checked(options), _DEFAULTS)

    def with_options(self, **options: Unpack[Options]) -> Recipe:
        """Return the recipe with other options; those that are None stay as they are.

        Options that do not go with a new system, oracle or learner follow it, unless they are given. An
        option that has no effect is refused.

        >>> swap = Recipe().with_options(system="swap-standard")
        >>> swap.oracle, swap.policy, swap.nonprojective
        ('nd-dynamic', 'explore', 'keep')
        """
        changes = _checked(options)
        chosen = object.__new__(Recipe)
        chosen._set(changes, self)
        for name, needs in without_effect(chosen).items():
            if name in changes and changes[name] != OPTIONS[name].off:
                raise OptionError(f"has no effect without {needs}: leave it out", option=name)
        return chosen

    def to_dict(self) -> dict[str, Any]:
        """Return all options by name."""
        return asdict(self)

    def _set(self, changes: dict[str, Any], before: Any) -> None:
        for name, value in fitted(changes, before, OPTIONS).items():
            object.__setattr__(self, name, value)
        check_combination(self)


#: All options by name.
OPTIONS = declared_in(Recipe)
_DEFAULTS = SimpleNamespace(**{name: each.default for name, each in OPTIONS.items()})


def without_effect(recipe: Recipe) -> dict[str, str]:
    """Return the options that have no effect in a recipe, each with what it needs.

    >>> without_effect(Recipe())["batch"]
    'a beam'
    """
    needs = {name: each.needs(recipe) for name, each in OPTIONS.items()}
    return {name: needed for name, needed in needs.items() if needed}


def _checked(options: Any) -> dict[str, Any]:
    """Return the options that are not None, each with a value of its type and range."""
    for name in options:
        if name in renamed.OPTIONS:
            raise OptionError(f"unknown option {name!r}: it is now called {renamed.OPTIONS[name]!r}")
        if name not in OPTIONS:
            raise OptionError(
                f"unknown option {name!r}{near(name, OPTIONS)}: choose from {', '.join(OPTIONS)}"
            )
    return {name: OPTIONS[name].checked(value) for name, value in options.items() if value is not None}


# Written by scripts/recipe_options.py: do not edit below this line.
class Options(TypedDict, total=False):
    """All options, for type checkers."""

    system: str | None
    oracle: str | None
    policy: Literal["oracle", "ambiguity", "explore", "sample", "learning-to-search"] | None
    explore: float | None
    k: int | None
    label_cost: float | None
    learner: (
        Literal[
            "perceptron",
            "adagrad-rda",
            "passive-aggressive",
            "csoaa",
            "multiclass",
            "max-margin",
            "softmax-margin",
        ]
        | None
    )
    shortcuts: int | None
    hash_kernel: int | None
    prune: float | None
    min_updates: int | None
    margin: float | None
    aggressiveness: float | None
    cost_sensitive: Literal["no", "max-loss", "prediction"] | None
    alpha: float | None
    rho: float | None
    l1: float | None
    beam: int | None
    update: Literal["max-violation", "early"] | None
    batch: int | None
    rule: Literal["sgd", "sgd+", "ftrl"] | None
    rate: float | None
    hidden: int | None
    layer: Literal["action", "shared"] | None
    roll_in: Literal["reference", "learned", "mixture"] | None
    roll_out: Literal["reference", "learned", "mixture", "none"] | None
    mixture_alpha: float | None
    mixing: Literal["trajectory", "step"] | None
    max_deviations: int | None
    dropout: float | None
    features: str | None
    tag: Literal["auto", "upos", "xpos", "both"] | None
    root: Literal["first", "last", "none"] | None
    single_root: Literal["auto", "yes", "no"] | None
    nonprojective: Literal["keep", "drop", "baseline", "head", "path", "head+path"] | None
    punctuation: Literal["auto", "keep", "move", "mark"] | None
    epochs: int | None
    seed: int | None
