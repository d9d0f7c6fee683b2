"""`dodona.learn`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import signature
from typing import Any

from dodona.errors import ArgumentError, Error, OptionError, function, listed, one_of, whole_number
from dodona.learners import CostSensitiveLearner
from dodona.learning_to_search.credit import CHOICES, credit_assignment
from dodona.learning_to_search.model import SearchModel
from dodona.learning_to_search.policy import Policy
from dodona.learning_to_search.task import Combinations, Task
from dodona.learning_to_search.trainer import Epoch, Trainer

#: The base learners of the paper's Table 4, as options of `dodona.learners.CostSensitiveLearner`.
LEARNERS: dict[str, dict[str, Any]] = {
    "sgd": {"update": "sgd"},
    "sgd+": {"update": "sgd+"},
    "ftrl": {"update": "ftrl"},
    "nn": {"update": "sgd+", "hidden": 5},
    "nn+ftrl": {"update": "ftrl", "hidden": 5},
    "multiclass": {"update": "ftrl", "hidden": 5, "reduction": "multiclass"},
    # Not in the table; best for parsing.
    "max-margin": {
        "update": "sgd",
        "hidden": 5,
        "reduction": "max-margin",
        "rate": 0.01,
        "power_t": 0.0,
        "averages": True,
    },
}

#: Averages exclude this many epochs at the start, when weights are far from their final values.
FORGOTTEN = 2


def learn(
    task: Any,
    examples: Iterable[Any],
    *,
    dev: Iterable[Any] | None = None,
    algorithm: str = "dagger",
    learner: str | Mapping[str, Any] = "sgd+",
    quadratic: Combinations | None = None,
    cubic: Combinations | None = None,
    actions: Any = None,
    epochs: int = 5,
    seed: int = 1,
    on_epoch: Callable[[Epoch], None] | None = None,
    **choices: Any,
) -> SearchModel:
    """Train a task: a function of (search, example), or an object with such a method `run`.

    The task makes a structured prediction step by step: it calls `search.predict` for each decision, reports
    `search.loss`, and returns its output; see `Search`. It is run with `examples`, which include the gold
    output.

    `algorithm` is `dagger`, `chang-2015`, `searn`, `aggrevate` or `lols`; their settings can also be given
    directly: `roll_in`, `roll_out`, `mixing`, `mixture_alpha`, `mixture_beta`, `max_deviations`,
    `exact_costs` (see `CreditAssignment`). `learner` is `sgd`, `sgd+`, `ftrl`, `nn`, `nn+ftrl`, `multiclass`
    or `max-margin`, or a dictionary of options of `dodona.learners.CostSensitiveLearner`.

    `quadratic` and `cubic` name namespaces of features to combine. `actions` are the actions where a task
    does not pass `allowed`, as a list or as a dictionary by learner; by default, those that oracles name.

    With `dev`, the epoch with the smallest loss on those examples is kept, otherwise the last. `on_epoch` is
    called with each `Epoch`. The same examples, options and seed give the same model, bit by bit.

    >>> def tagger(search, sentence):
    ...     output = []
    ...     for n, (word, tag) in enumerate(sentence):
    ...         output.append(search.predict({"word": word}, oracle=tag, tag=n, condition=n - 1))
    ...     search.loss(sum(tag != found for (_, tag), found in zip(sentence, output)))
    ...     return output
    >>> old = [("old", "ADJ"), ("oaks", "NOUN"), ("speak", "VERB")]
    >>> model = learn(tagger, [old, [("oaks", "NOUN"), ("fall", "VERB")]])
    >>> model.predict([("old", None), ("oaks", None), ("fall", None)])
    ['ADJ', 'NOUN', 'VERB']
    """
    checked = Task(task, quadratic=quadratic, cubic=cubic, actions=actions)
    unknown = [name for name in choices if name not in CHOICES]
    if unknown:
        raise OptionError(f"there is no option {unknown[0]}: choose from {', '.join(CHOICES)}")
    credit = credit_assignment(algorithm, choices)
    epochs = whole_number("epochs", epochs, 1, 1_000_000)
    seed = whole_number("seed", seed, 0, 2**32 - 1)
    function("on_epoch", on_epoch)
    kept = _listed("examples", examples)
    held_out = None if dev is None else _listed("dev", dev)
    policy = Policy(_options(learner), checked.combinations, checked.actions)
    trainer = Trainer(checked, kept, policy, credit, seed)
    model = SearchModel(checked, policy)
    best: float | None = None
    state = None
    for number in range(1, epochs + 1):
        if number == FORGOTTEN + 1:
            policy.restart_averages()
        epoch = trainer.epoch(number)
        if number == 1:
            _complain_of_unseen(policy)
        if held_out is not None:
            before = policy.state()
            policy.settle()
            lost = model.loss(held_out)
            epoch = replace(epoch, dev_loss=lost)
            if best is None or lost < best:
                best, state = lost, policy.state()
            policy.restore(before)
        if on_epoch is not None:
            on_epoch(epoch)
    if state is None:
        policy.settle()
    else:
        policy.restore(state)
    policy.end()
    return model


def _listed(name: str, examples: Iterable[Any]) -> list[Any]:
    found = listed(name, examples, "a list of examples")
    if not found:
        raise Error(f"{name}: there are no examples")
    return found


def _options(learner: str | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(learner, Mapping):
        known = [
            name for name in signature(CostSensitiveLearner).parameters if name not in ("actions", "seed")
        ]
        for name in learner:
            if name not in known:
                raise OptionError(f"has no option {name!r}: choose from {', '.join(known)}", option="learner")
        return dict(learner)
    if not isinstance(learner, str):
        raise ArgumentError("learner", learner, f"a dictionary of options, or one of {', '.join(LEARNERS)}")
    return LEARNERS[one_of("learner", learner, tuple(LEARNERS))]


def _complain_of_unseen(policy: Policy) -> None:
    unseen = policy.hashed.unseen()
    if unseen:
        raise Error(
            f"quadratic or cubic names a namespace {unseen[0]!r}, which no prediction had: check the spelling"
        )
