"""A recipe: every option of training, each declared once.

The command line, the checks, the signature of `dodona.train`, the TOML reader and the reference page are made
from these declarations. To add an option, declare it in `Recipe` and run `python scripts/recipe_options.py`,
which writes `Options` at the end of this file and the tables of docs/reference/recipes.md.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from dodona.errors import OptionError, instance, near
from dodona.features.templates import names as template_names
from dodona.recipes import renamed
from dodona.recipes.conditions import (
    ADAGRAD_RDA,
    BEAM,
    BY_GRADIENTS,
    COSTS,
    COUNTED_UPDATES,
    EXPLORING,
    GREEDY_PERCEPTRON,
    HIDDEN_UNITS,
    LEAVING_THE_ORACLE,
    MAX_VIOLATION,
    MIXTURE,
    OF_ENCODERS,
    OF_NETWORKS,
    PASSIVE_AGGRESSIVE,
    SEARCH,
    SEVERAL_DERIVATIONS,
    TAG_CONTEXTS,
    WEIGHT_TABLE,
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
_BEAM, _SEARCH, _ENCODER, _NETWORK = "Beam", "Learning to search", "Encoder", "Network"
_GRADIENTS = "Encoder and network"


@dataclass(frozen=True, init=False)
class Recipe:
    """The options of a training run; `Recipe()` is the recipe `default`.

    Options that are not given have the values of `default`, or others where those would not fit.

    >>> Recipe(epochs=5).epochs, Recipe(system="swap-standard").oracle
    (5, 'nd-dynamic')
    """

    system: str = option(
        "arc-eager",
        "The transition system; those with SWAP build crossing arcs.",
        group=MOST_USED,
        choices=tuple(SYSTEMS),
        more="It sets a suitable oracle, policy and treatment of non-projective trees, unless they are "
        "given.",
        for_networks=True,
    )
    oracle: str = option(
        "dynamic",
        "The oracle, which says what each transition costs.",
        group=_ORACLE,
        metavar="|".join(ORACLES),
        more="`static`, `eager`, `lazy` and `minimal` know one derivation of each tree, `nd-sw` and `nd-all` "
        "several or all. `dynamic` knows the cost of every transition in any configuration; `nd-dynamic` and "
        "`static-dynamic` approximate it. Systems and their oracles: "
        + "; ".join(f"{name}: {', '.join(f'`{o}`' for o in has.oracles)}" for name, has in SYSTEMS.items())
        + ".",
        for_networks=True,
    )
    policy: Literal["oracle", "ambiguity", "explore", "sample", "learning-to-search"] = option(
        "explore",
        "Which transition training follows: the oracle's, any of zero cost, the model's, or one drawn from "
        "its distribution.",
        group=_ORACLE,
        more="`oracle`: the best zero-cost one. `ambiguity`: the model's if it has zero cost, otherwise any "
        "that has. `explore`: the model's, whatever its cost. `sample`: one drawn from the model's "
        "distribution over legal transitions; only for `adagrad-rda` and `network`. An oracle that knows one "
        "derivation allows only `oracle`, one that knows several also `ambiguity`. With a beam, the "
        "policy is `oracle`. `learning-to-search` is for the learners that [learn to "
        "search](../science/chang-2015.md); `roll_in` then decides.",
        for_networks=True,
    )
    explore: float = option(
        0.9,
        "The probability of following the model where it is wrong.",
        group=_ORACLE,
        least=0,
        most=1,
        when=EXPLORING,
        more="1 − p in the paper.",
        for_networks=True,
    )
    k: int = option(
        1,
        "Explore or sample only after this many epochs.",
        group=_ORACLE,
        least=0,
        most=10_000,
        when=LEAVING_THE_ORACLE,
        more="Until then, `explore` works like `ambiguity`, and `sample` like `oracle`.",
        for_networks=True,
    )
    label_cost: float = option(
        1.0,
        "The cost of a right head with a wrong label; a wrong head costs 1.",
        group=_ORACLE,
        least=0.001,
        most=1,
        when=COSTS,
        more="It matters to `cost_sensitive` and to learning to search. Other learners only use which "
        "transitions cost least.",
    )
    learner: Literal[
        "perceptron",
        "adagrad-rda",
        "passive-aggressive",
        "csoaa",
        "multiclass",
        "max-margin",
        "softmax-margin",
        "encoder",
        "network",
    ] = option(
        "perceptron",
        "The learning algorithm; adagrad-rda gives probabilities, the four after passive-aggressive are for "
        "learning to search, encoder fine-tunes a pretrained encoder, and network trains a small network.",
        group=_LEARNER,
        for_encoders=True,
        for_networks=True,
        more="`perceptron` is averaged. `adagrad-rda` is logistic regression over the zero-cost transitions "
        "(Goldberg 2013); its models are smaller. `passive-aggressive` is PA-I (Crammer et al. 2006), "
        "averaged; it also learns from right decisions with too small a margin. For [learning to "
        "search](../science/chang-2015.md): `csoaa`, regression on costs; `multiclass`, regression on "
        "whether an action is the best one; `max-margin`, differences of costs by a hinge loss "
        "(Crammer and Singer 2001, with margins that grow with costs); `softmax-margin`, the same by a "
        "logistic loss (Gimpel and Smith 2010). `encoder` trains no transitions: see [Use an "
        "encoder](../how-to/use-an-encoder.md). `network` trains a tagger, a lemmatiser and a parser in one: "
        "see [Train a network](../how-to/train-a-network.md).",
    )
    shortcuts: int = option(
        40,
        "Skip scoring in tag contexts where the model always took one transition, at least N times; 0: "
        "never.",
        group=_LEARNER,
        least=0,
        most=1_000_000,
        when=TAG_CONTEXTS,
        off=0,
        more="[Tag-context shortcuts](../science/tag-context-shortcuts.md) make parsing faster. Decisions "
        "are counted on the training data when training ends.",
    )
    hash_kernel: int = option(
        0,
        "Keep 2^BITS weights that features share by hashing; 0: a table of features.",
        group=_LEARNER,
        least=12,
        most=26,
        zero="a table of features",
        metavar="BITS",
        more="A [hash kernel](../science/hash-kernel.md) (Bohnet 2010) has a fixed size. It is for "
        "`perceptron` and `passive-aggressive`, and for learning to search, which has no table and "
        "uses 22 bits by default.",
    )
    prune: float = option(
        0.0,
        "Drop weights smaller than this from the model and round the others to eight bits; 0: none.",
        group=_LEARNER,
        least=0,
        most=1000,
        more="The value applies to averaged weights. 1.0 halves a model and costs a few tenths of a point.",
    )
    max_features: int = option(
        0,
        "Bound the number of features in learning, dropping those with the fewest updates; 0: no bound.",
        group=_LEARNER,
        least=1000,
        most=1_000_000_000,
        when=WEIGHT_TABLE,
        off=0,
        zero="no bound",
        more="When there are more, a quarter is dropped. It also bounds the tagger of a pipeline, and "
        "keeps memory small when learning from [silver data](../how-to/learn-from-silver-data.md).",
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
        "Also learn where the right transition wins by less than this; 0: from errors only.",
        group=_PERCEPTRON,
        least=0,
        most=1_000_000,
        when=GREEDY_PERCEPTRON,
        off=0.0,
        more="Parsers are [more accurate](../science/margin.md) and as fast.",
    )
    aggressiveness: float = option(
        0.01,
        "The largest step (C in the paper).",
        group=_PASSIVE_AGGRESSIVE,
        least=1e-6,
        most=1000,
        when=PASSIVE_AGGRESSIVE,
    )
    cost_sensitive: Literal["no", "max-loss", "prediction"] = option(
        "no",
        "Make margins grow with the cost of a wrong transition.",
        group=_PASSIVE_AGGRESSIVE,
        when=(PASSIVE_AGGRESSIVE, COSTS),
        off="no",
        more="The best zero-cost transition must outscore the others by 1 with `no`, otherwise by the "
        "square root of the other's cost. `max-loss` updates against the one with the largest "
        "violation, `prediction` against the predicted one, if that is wrong.",
    )
    alpha: float = option(1.0, "The learning rate.", group=_ADAGRAD, least=0.001, most=1000, when=ADAGRAD_RDA)
    rho: float = option(
        0.01,
        "The ridge, added to the sum of squared gradients before taking the root.",
        group=_ADAGRAD,
        least=1e-8,
        most=1000,
        when=ADAGRAD_RDA,
    )
    l1: float = option(
        0.05,
        "The L1 penalty (lambda in the paper) times the number of training words; larger means fewer "
        "weights.",
        group=_ADAGRAD,
        least=0,
        most=1000,
        when=ADAGRAD_RDA,
    )
    beam: int = option(
        1,
        "The beam width in training, and by default in parsing; 1: greedy.",
        group=_BEAM,
        least=1,
        most=1000,
        more="With more than 1, training is structured: it learns whole derivations.",
    )
    update: Literal["max-violation", "early"] = option(
        "max-violation",
        "Where the gold derivation is compared with the best one.",
        group=_BEAM,
        when=BEAM,
        more="`max-violation`: at the step where it is furthest behind. `early`: where it falls out of the "
        "beam.",
    )
    gold_sequence: Literal["latent", "each-step"] = option(
        "latent",
        "If the oracle knows several derivations: learn the best one, or the best start of one at each step.",
        group=_BEAM,
        when=(BEAM, MAX_VIOLATION, SEVERAL_DERIVATIONS),
        off="latent",
        more="`latent`: the best correct derivation, found by a beam of correct ones (Björkelund and Nivre "
        "2015). `each-step`: at each step the best item of that beam, which may belong to another "
        "derivation than the one before (Yu et al. 2013).",
    )
    batch: int = option(
        4,
        "Sentences parsed with the same weights before an update; threads share them.",
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
        "A hidden layer per action, or one shared by all.",
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
        "The policy that completes the tree after each action, to determine its cost.",
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
        "Draw from a mixture once per trajectory, or for each step.",
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
        "The probability of leaving out each feature in training.",
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
        more="In Python also a list of templates. See [Templates](templates.md).",
    )
    clusters: str = option(
        "",
        "Clusters of words, for features: a file with a word, a tab and its cluster a line, or the paths of "
        "Brown clustering.",
        group=_LEARNER,
        metavar="FILE",
        off="",
        more="The named sets of templates then read them, too, and so does the tagger of a pipeline. "
        "[`dodona clusters`](../how-to/use-word-clusters.md) makes such a file.",
    )
    tag: Literal["auto", "upos", "xpos", "both"] = option(
        "auto",
        "The column that templates call tag.",
        group=_TREES,
        more="`auto`: `xpos` if more than half of the words have one and there are at most 250 different "
        "ones, otherwise `upos`.",
    )
    direction: Literal["left-to-right", "right-to-left"] = option(
        "left-to-right",
        "The order in which the parser reads the words of a sentence.",
        group=_TREES,
        off="left-to-right",
        more="`right-to-left` reverses sentences before training and parsing. Such a parser makes other "
        "errors, so it is of use in an [ensemble](../how-to/parse-with-an-ensemble.md).",
    )
    root: Literal["first", "last", "none"] = option(
        "first",
        "The artificial root: first on the stack, last in the buffer, or none.",
        group=_TREES,
        more="At the end, words without a head are attached to the root.",
        for_networks=True,
    )
    single_root: Literal["auto", "yes", "no"] = option(
        "auto",
        "Allow exactly one word under the root; auto: if at least 99% of the trees have one.",
        group=_TREES,
        more="Other trees are then left out of training.",
        for_encoders=True,
        for_networks=True,
    )
    nonprojective: Literal["keep", "drop", "baseline", "head", "path", "head+path"] = option(
        "baseline",
        "Non-projective trees: keep them (SWAP only), drop them, make them projective (baseline), or also "
        "mark their labels so that the parser can undo it.",
        group=MOST_USED,
        off="keep",
        more="The default is `keep` with SWAP. [Pseudo-projective trees](../science/pseudo-projective.md) "
        "explains the marks `head`, `path` and `head+path`.",
        for_networks=True,
    )
    punctuation: Literal["auto", "keep", "move", "mark"] = option(
        "auto",
        "Punctuation that crosses other arcs: keep it, move it to where it crosses none, or also mark its "
        "label so that the parser can undo it.",
        group=_TREES,
        off="keep",
        more="`auto`: `mark` if there is more than one such word per hundred sentences, otherwise `keep`.",
        for_networks=True,
    )
    epochs: int = option(
        15,
        "Passes over the treebank.",
        group=MOST_USED,
        least=1,
        most=10_000,
        for_encoders=True,
        for_networks=True,
    )
    seed: int = option(
        1,
        "The random seed, for shuffling and exploring.",
        group=MOST_USED,
        least=0,
        most=2**63 - 1,
        for_encoders=True,
        for_networks=True,
    )
    encoder: str = option(
        "",
        "The pretrained encoder: a name of the Hugging Face hub, or a folder.",
        group=_ENCODER,
        metavar="NAME|FOLDER",
        when=OF_ENCODERS,
        for_encoders=True,
    )
    encoder_rate: float = option(
        6e-5,
        "The highest learning rate of the encoder.",
        group=_ENCODER,
        least=0,
        most=1,
        when=OF_ENCODERS,
        more="Rates rise, then fall to 0. Small encoders need more: 0.0002 for one of 6 layers of 384.",
        for_encoders=True,
    )
    head_rate: float = option(
        1e-3,
        "The highest learning rate of what tags and parses.",
        group=_ENCODER,
        least=0,
        most=1,
        when=OF_ENCODERS,
        for_encoders=True,
    )
    warmup: float = option(
        0.06,
        "The share of training in which rates rise.",
        group=_GRADIENTS,
        least=0,
        most=0.9,
        when=BY_GRADIENTS,
        for_encoders=True,
        for_networks=True,
    )
    head_dropout: float = option(
        0.33,
        "The probability of leaving out each value of what tags and parses, in training.",
        group=_ENCODER,
        least=0,
        most=0.9,
        when=OF_ENCODERS,
        for_encoders=True,
    )
    batch_words: int = option(
        0,
        "Words that are learnt from at a time; 0: as many as suit the treebank.",
        group=_GRADIENTS,
        least=1,
        most=1_000_000,
        zero="as many as suit the treebank",
        when=BY_GRADIENTS,
        more="For an encoder, 2,000; for a network, so many that an epoch has 200 batches, from 100 to "
        "1,000.",
        for_encoders=True,
        for_networks=True,
    )
    freeze: Literal["no", "embeddings", "all"] = option(
        "no",
        "Leave the encoder as it is: its embeddings of pieces, or all of it.",
        group=_ENCODER,
        when=OF_ENCODERS,
        more="A model that refers to its encoder contains only what training has changed.",
        for_encoders=True,
    )
    width: int = option(
        256,
        "The size of the vectors of words in context, a multiple of 32.",
        group=_NETWORK,
        least=32,
        most=2048,
        when=OF_NETWORKS,
        for_networks=True,
    )
    layers: int = option(
        3,
        "The number of recurrent layers.",
        group=_NETWORK,
        least=1,
        most=16,
        when=OF_NETWORKS,
        for_networks=True,
    )
    units: int = option(
        128,
        "The number of units of the hidden layer that scores transitions, a multiple of 16.",
        group=_NETWORK,
        least=16,
        most=1024,
        when=OF_NETWORKS,
        for_networks=True,
    )
    buckets: int = option(
        50_000,
        "The number of vectors that character n-grams share by hashing.",
        group=_NETWORK,
        least=16,
        most=10_000_000,
        when=OF_NETWORKS,
        more="With the words, they are most of the size of a model.",
        for_networks=True,
    )
    min_count: int = option(
        2,
        "A word has a vector of its own if the treebank has it N times.",
        group=_NETWORK,
        least=1,
        most=1_000_000,
        when=OF_NETWORKS,
        more="Other words are read by their n-grams and their shape only. Of [silver "
        "data](../how-to/learn-from-silver-data.md), words that occur twice have one.",
        for_networks=True,
    )
    max_words: int = option(
        100_000,
        "So many words at most have a vector of their own: the most frequent ones.",
        group=_NETWORK,
        least=1,
        most=10_000_000,
        when=OF_NETWORKS,
        more="The words of the treebank come before those of silver data.",
        for_networks=True,
    )
    vectors: str = option(
        "",
        "Pretrained vectors of words to begin with: a text file of word2vec, GloVe or fastText.",
        group=_NETWORK,
        metavar="FILE",
        when=OF_NETWORKS,
        more="It may be compressed. The vectors of all words then have the size of these, and words that the "
        "treebank lacks are known.",
        for_networks=True,
    )
    network_rate: float = option(
        2e-3,
        "The highest learning rate.",
        group=_NETWORK,
        least=0,
        most=1,
        when=OF_NETWORKS,
        more="Rates rise, then fall to 0.",
        for_networks=True,
    )
    layer_dropout: float = option(
        0.25,
        "The probability of leaving out each value of vectors and layers in training.",
        group=_NETWORK,
        least=0,
        most=0.9,
        when=OF_NETWORKS,
        for_networks=True,
    )
    word_dropout: float = option(
        0.1,
        "The probability of reading a word as an unknown one in training.",
        group=_NETWORK,
        least=0,
        most=0.9,
        when=OF_NETWORKS,
        for_networks=True,
    )

    def __init__(self, **options: Unpack[Options]) -> None:
        self._set(_checked(options), _DEFAULTS)

    def with_options(self, **options: Unpack[Options]) -> Recipe:
        """Return a copy with other options; those that are None do not change.

        Options that do not fit a new system, oracle or learner are adapted, unless they are given. An option
        without effect is refused.

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
    """Return the options that have no effect in a recipe, with the condition that each needs.

    >>> without_effect(Recipe())["batch"]
    'a beam'
    """
    needs = {name: each.needs(recipe) for name, each in OPTIONS.items()}
    return {name: needed for name, needed in needs.items() if needed}


def _checked(options: Any) -> dict[str, Any]:
    """Check the type and range of the options that are not None, and return them."""
    for name in options:
        if name in renamed.OPTIONS:
            raise OptionError(f"unknown option {name!r}: it is now called {renamed.OPTIONS[name]!r}")
        if name not in OPTIONS:
            raise OptionError(
                f"unknown option {name!r}{near(name, OPTIONS)}: choose from {', '.join(OPTIONS)}"
            )
    options = {
        name: os.fspath(value) if isinstance(value, os.PathLike) else value for name, value in options.items()
    }
    features = options.get("features")
    if isinstance(features, (list, tuple)):
        lines = [instance("each of the features", line, str, "a template") for line in features]
        options = {**options, "features": "".join(f"{line}\n" for line in lines)}
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
            "encoder",
            "network",
        ]
        | None
    )
    shortcuts: int | None
    hash_kernel: int | None
    prune: float | None
    max_features: int | None
    min_updates: int | None
    margin: float | None
    aggressiveness: float | None
    cost_sensitive: Literal["no", "max-loss", "prediction"] | None
    alpha: float | None
    rho: float | None
    l1: float | None
    beam: int | None
    update: Literal["max-violation", "early"] | None
    gold_sequence: Literal["latent", "each-step"] | None
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
    features: str | list[str] | None
    clusters: str | None
    tag: Literal["auto", "upos", "xpos", "both"] | None
    direction: Literal["left-to-right", "right-to-left"] | None
    root: Literal["first", "last", "none"] | None
    single_root: Literal["auto", "yes", "no"] | None
    nonprojective: Literal["keep", "drop", "baseline", "head", "path", "head+path"] | None
    punctuation: Literal["auto", "keep", "move", "mark"] | None
    epochs: int | None
    seed: int | None
    encoder: str | None
    encoder_rate: float | None
    head_rate: float | None
    warmup: float | None
    head_dropout: float | None
    batch_words: int | None
    freeze: Literal["no", "embeddings", "all"] | None
    width: int | None
    layers: int | None
    units: int | None
    buckets: int | None
    min_count: int | None
    max_words: int | None
    vectors: str | None
    network_rate: float | None
    layer_dropout: float | None
    word_dropout: float | None
