"""A recipe says everything that training needs to know besides the treebank."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass, fields, replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from dodona.errors import ArgumentError, Error, OptionError, near, one_of, within
from dodona.recipes.combinations import check_combination, made_to_fit, refuse_without_effect

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_HERE = Path(__file__).parent

ROOTS = ("first", "last", "none")
TAGS = ("auto", "upos", "xpos", "both")
POLICIES = ("oracle", "ambiguity", "explore", "sample", "search")
LEARNERS = (
    "perceptron",
    "adagrad-rda",
    "passive-aggressive",
    "csoaa",
    "multiclass",
    "margin",
    "softmax-margin",
)
RULES = ("sgd", "sgd+", "ftrl")
ROLL_INS = ("reference", "learned", "mixture")
ROLL_OUTS = ("reference", "learned", "mixture", "none")
LAYERS = ("action", "shared")
MIXINGS = ("trajectory", "step")
COST_SENSITIVE = ("no", "max-loss", "prediction")
UPDATES = ("max-violation", "early")
SINGLE_ROOTS = ("auto", "yes", "no")
NONPROJECTIVE = ("keep", "drop", "baseline", "head", "path", "head+path")
PUNCTUATION = ("auto", "keep", "move", "mark")


@dataclass(frozen=True)
class Recipe:
    """The choices of a training run; any of them can be changed with `with_options`.

    >>> Recipe().with_options(epochs=5).epochs
    5
    """

    #: The transition system: `arc-eager`, `arc-standard`, `arc-hybrid`, or one for trees that are not
    #: projective, `swap-standard`, `swap-hybrid` or `swap-eager`.
    system: str = "arc-eager"
    #: Where the artificial root stands: `first` in the stack, `last` in the buffer, or `none`.
    root: str = "first"
    #: Exactly one word under the root: `yes`, `no`, or `auto` (if at least 99% of the trees have one).
    single_root: str = "auto"
    #: `static` knows one sequence of transitions for each tree, `dynamic` costs every move anywhere. In
    #: swap-hybrid and swap-eager `static-dynamic` does, in swap-standard `nd-dynamic`; that has also `eager`,
    #: `lazy` and `minimal`, that know one sequence each, and `nd-sw` and `nd-all`, which know several.
    #: swap-eager has `minimal`, too.
    oracle: str = "dynamic"
    #: What training follows: the `oracle`; `ambiguity`, any zero-cost move; `explore`, the model itself;
    #: `sample`, moves drawn from the model's distribution; `search` is learning to search, where `roll_in`
    #: says it.
    policy: str = "explore"
    #: With `explore`: how often the model is followed, whatever it costs.
    explore: float = 0.9
    #: With `explore` and `sample`: only after this many epochs.
    k: int = 2
    #: What a right head with a wrong label costs; a wrong head costs 1.
    label_cost: float = 1.0
    #: The feature templates: a name or a file.
    features: str = "default"
    #: What templates mean by `tag`: `upos`, `xpos`, `both`, or `auto` (`xpos` where
    #: most words have one and there are at most 250, as in any tag set).
    tag: str = "auto"
    #: The learner: the averaged `perceptron`; `adagrad-rda`, whose models give probabilities; or
    #: `passive-aggressive`, which also learns from what was right by too small a margin. For learning to
    #: search: `csoaa`, regression on costs; `multiclass`, on whether an action is the best one; `margin`,
    #: which learns differences of costs; or `softmax-margin`, which learns them as probabilities.
    learner: str = "perceptron"
    #: With learning to search: the rule by which weights learn, `sgd`, `sgd+` or `ftrl`, its learning rate,
    #: and the units of the hidden layer that each action has; 0 is a linear model.
    rule: str = "sgd"
    rate: float = 0.01
    hidden: int = 5
    #: With hidden units: whether every `action` has a layer of them, or all have one that is `shared`.
    layer: str = "action"
    #: With learning to search: what leads to the configurations that are learnt from, and what goes on after
    #: each action that could be taken there: the `reference`, what was `learned`, or a `mixture` in which the
    #: reference is followed with probability (1 - mixture_alpha)^t after t updates, drawn once for a
    #: `trajectory` or anew for each `step`. Roll-outs may also be `none`.
    roll_in: str = "mixture"
    roll_out: str = "reference"
    mixture_alpha: float = 1e-5
    mixing: str = "trajectory"
    #: With learning to search: learn from so many steps of each sentence, drawn at random; 0 is all.
    max_deviations: int = 0
    #: With learning to search: while learning, leave out each feature with this probability.
    dropout: float = 0.0
    #: With `adagrad-rda`: the learning rate, the ridge, and the L1 penalty times the number of words.
    alpha: float = 1.0
    rho: float = 0.01
    l1: float = 0.05
    #: With `passive-aggressive`: the greatest step (C), and whether a transition must score the lower the
    #: more it costs: `max-loss` looks at the one with the greatest loss, `prediction` at the one predicted.
    aggressiveness: float = 0.01
    cost_sensitive: str = "no"
    #: With `perceptron`, greedy and without a hash kernel: how many updates a feature must take part in
    #: before it counts (Goldberg and Elhadad 2011): in epoch e, no more than e. With more, models are smaller
    #: and parsing is faster.
    min_updates: int = 1
    #: With `perceptron`, greedy: learn not only from mistakes, but also where the right transition is ahead
    #: of all wrong ones by less than this.
    margin: float = 0.0
    #: In arc-eager, greedy: in contexts where the parser did the same every time on its training data, and at
    #: least so often, it does so without asking its model, which is faster; 0 is to ask always.
    habits: int = 0
    #: Keep weights in a hash kernel of 2 to the power of this (Bohnet 2010), where features share some by
    #: chance, instead of a table of features that grows; 0 is the table. Learning to search has no table.
    hash_kernel: int = 0
    #: Leave weights out of the model that are smaller than this, and round the others to eight bits: small
    #: files.
    prune: float = 0.0
    #: How many hypotheses search keeps; 1 is greedy. With more, whole sequences are learnt (structured
    #: training): those that the oracle knows must score higher than all others in the beam.
    beam: int = 1
    #: With a beam: where sequences are compared, at the step of the greatest violation (`max-violation`),
    #: or at that where the right one falls out of the beam (`early`).
    update: str = "max-violation"
    #: With a beam: how many sentences are parsed with the same weights before these change.
    batch: int = 4
    #: Trees that are not projective: `drop` them, make them projective (`baseline`), or mark their
    #: labels as well so that the parser can undo it (`head`, `path`, `head+path`); systems with
    #: SWAP `keep` them.
    nonprojective: str = "baseline"
    #: Punctuation that crosses other arcs: `keep` it, `move` it to the nearest word where it does not, or
    #: `mark` its label as well so that the parser can put it back; `auto` marks it if there is more than one
    #: such mark in a hundred sentences.
    punctuation: str = "auto"
    #: How often training goes through the treebank.
    epochs: int = 15
    #: For shuffling and exploring.
    seed: int = 1

    def __post_init__(self) -> None:
        one_of("root", self.root, ROOTS)
        one_of("single_root", self.single_root, SINGLE_ROOTS)
        one_of("policy", self.policy, POLICIES)
        one_of("tag", self.tag, TAGS)
        one_of("learner", self.learner, LEARNERS)
        one_of("cost_sensitive", self.cost_sensitive, COST_SENSITIVE)
        one_of("rule", self.rule, RULES)
        one_of("layer", self.layer, LAYERS)
        one_of("roll_in", self.roll_in, ROLL_INS)
        one_of("roll_out", self.roll_out, ROLL_OUTS)
        one_of("mixing", self.mixing, MIXINGS)
        one_of("update", self.update, UPDATES)
        one_of("nonprojective", self.nonprojective, NONPROJECTIVE)
        one_of("punctuation", self.punctuation, PUNCTUATION)
        check_combination(self)
        within("explore", self.explore, 0, 1)
        within("alpha", self.alpha, 0.001, 1000)
        within("rho", self.rho, 1e-8, 1000)
        within("l1", self.l1, 0, 1000)
        within("aggressiveness", self.aggressiveness, 1e-6, 1000)
        within("min_updates", self.min_updates, 1, 255)
        within("margin", self.margin, 0, 1_000_000)
        within("habits", self.habits, 0, 1_000_000)
        within("rate", self.rate, 1e-6, 1000)
        within("hidden", self.hidden, 0, 1000)
        within("mixture_alpha", self.mixture_alpha, 0, 1)
        within("max_deviations", self.max_deviations, 0, 1_000_000)
        within("dropout", self.dropout, 0, 0.9)
        if self.hash_kernel != 0 and not 12 <= self.hash_kernel <= 26:
            raise OptionError(
                f"cannot be {self.hash_kernel}: choose a number of bits from 12 to 26, or 0 for a table of "
                "features",
                option="hash_kernel",
            )
        within("label_cost", self.label_cost, 0.001, 1)
        within("prune", self.prune, 0, 1000)
        within("beam", self.beam, 1, 1000)
        within("batch", self.batch, 1, 1000)
        within("epochs", self.epochs, 1, 10_000)
        within("k", self.k, 0, 10_000)
        within("seed", self.seed, 0, 2**63 - 1)

    def with_options(self, **options: Any) -> Recipe:
        """Return the recipe with other choices; those that are None stay as they are.

        Choices of the recipe that a new system or oracle cannot do with give way to its usual ones.

        >>> swap = Recipe().with_options(system="swap-standard")
        >>> swap.oracle, swap.policy, swap.nonprojective
        ('nd-dynamic', 'explore', 'keep')
        """
        known = {field.name: field.type for field in fields(self)}
        for name in options:
            if name not in known:
                raise OptionError(
                    f"no option is called {name!r}{near(name, known)}: choose from {', '.join(known)}"
                )
        changes = {name: value for name, value in options.items() if value is not None}
        for name, value in changes.items():
            wanted = type(getattr(Recipe, name))
            # Numbers of numpy are numbers too.
            if wanted is float and isinstance(value, Real) and not isinstance(value, bool):
                changes[name] = float(value)
            elif wanted is int and isinstance(value, Integral) and not isinstance(value, bool):
                changes[name] = int(value)
            elif wanted is not str or not isinstance(value, str):
                raise OptionError(f"cannot be {value!r}: it must be {_KINDS[wanted]}", option=name)
        chosen = replace(self, **made_to_fit(changes, self))
        refuse_without_effect(changes, chosen)
        return chosen

    def to_dict(self) -> dict[str, Any]:
        """Return all choices by name."""
        return asdict(self)


_KINDS = {str: "a word", int: "a whole number", float: "a number"}


def names() -> tuple[str, ...]:
    """Return the names of the recipes that come with Dodona: those for everybody, then those of papers.

    >>> names()[:2]
    ('beam', 'default')
    """
    found = [path.stem for path in _HERE.glob("*.toml")]
    return tuple(sorted(found, key=lambda name: (any(map(str.isdigit, name)), name)))


def recipe(name: str | os.PathLike[str] = "default") -> Recipe:
    """Return a recipe by its name, or from a TOML file.

    >>> recipe("goldberg-nivre-2012-static").oracle
    'static'
    """
    if not isinstance(name, (str, os.PathLike)):
        raise ArgumentError("recipe", name, "the name of a recipe, a TOML file, or a dodona.Recipe")
    path = _HERE / f"{name}.toml" if name in names() else Path(name)
    try:
        if not name:
            raise FileNotFoundError
        choices = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise OptionError(
            f"cannot be {name!r}{near(name, names())}: choose from {', '.join(names())}, or name a TOML file",
            option="recipe",
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise Error(f"{name}: {error}") from error
    except (OSError, ValueError, RecursionError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not a TOML file"
        raise Error(f"{name}: {reason or error}") from error
    try:
        return Recipe().with_options(**choices)
    except OptionError as error:
        raise Error(f"{name}: {error}") from error
