"""Training on many references (Algorithm 1 of the paper)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona import _core
from dodona.errors import Error, OptionError, flag, function, instance, whole_number
from dodona.evaluation.punctuation import punctuation_words
from dodona.features.templates import Templates, templates_of
from dodona.parsing.parser import Parser
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.schemes.references import References
from dodona.threads import checked_threads
from dodona.training.loop import file_names
from dodona.training.preparing import Prepared, prepare
from dodona.training.shortcuts import learn_shortcuts
from dodona.training.temperature import learn_temperature
from dodona.training.trainers import trainer_for
from dodona.treebank.lengths import check_lengths
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dodona.recipes.recipe import Options

#: The labels of a parser that learns heads alone: of arcs, and of arcs from the root.
UNLABELLED, ROOT = "dep", "root"

#: The most words of a sentence: every transition is compared with the references that are left.
_LONGEST = 1_000


@dataclass(frozen=True)
class ReferenceEpoch:
    """The report of one epoch."""

    number: int
    decisions: int
    updates: int
    #: UAS on development data against the nearest reference, without punctuation; None without such data.
    uas: float | None
    #: LAS in the same way; the same as UAS for a parser without labels.
    las: float | None
    #: The share of places where the surviving reference comes from a rule.
    applied: float
    best: bool


@dataclass(frozen=True)
class TrainedOnReferences:
    """A parser, its training curve, and the references that survived."""

    parser: Parser
    epochs: tuple[ReferenceEpoch, ...]
    #: The best epoch.
    best_epoch: int
    #: The alternative that survived in each group in that epoch, in the order of `References.flat`.
    survivors: tuple[int, ...]
    #: The share of places where it comes from a rule.
    applied: float


def train_on_references(
    references: References,
    dev: References | None = None,
    *,
    recipe: str | Recipe = "wisniewski-2018",
    labelled: bool = False,
    patience: int | None = 3,
    threads: int = 1,
    on_epoch: Callable[[ReferenceEpoch], Any] | None = None,
    **options: Unpack[Options],
) -> TrainedOnReferences:
    """Train a parser on sentences with multiple references.

    A transition is correct as long as one of the remaining references is reachable after it; unreachable ones
    are dropped. Training stops when the UAS on `dev`, compared with the nearest reference of each sentence,
    has not risen for `patience` epochs, or after the epochs of the recipe; the best epoch is kept. The
    recipe's system must be arc-eager and its learner `perceptron` or `adagrad-rda`. With the policy
    `explore`, training also follows wrong transitions of the model.

    >>> from dodona.schemes import references_by_rules
    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> trained = train_on_references(references_by_rules(trees, "case"), epochs=2)
    >>> trained.parser.parse(["of", "Earth"]).heads.tolist() in ([2, 0], [0, 1])
    True
    """
    instance("references", references, References, "a dodona.schemes.References")
    if dev is not None:
        instance("dev", dev, References, "a dodona.schemes.References")
    labelled, threads = flag("labelled", labelled), checked_threads(threads)
    if patience is not None:
        whole_number("patience", patience, 1, 2**63 - 1)
    function("on_epoch", on_epoch)
    chosen = recipe_called(recipe).with_options(**options)
    check_recipe(chosen)
    check_lengths(references.treebank, _LONGEST, "training on many references")
    named = templates_of(chosen)
    prepared = _prepared(references, chosen, labelled)
    trainer = _trainer(references, prepared, named, chosen, labelled, threads)
    scored = None if dev is None else ~punctuation_words(dev.treebank, "tag")
    done: list[ReferenceEpoch] = []
    best = None
    for number in range(1, chosen.epochs + 1):
        report = trainer.epoch(number)
        parser = Parser(trainer.parser(), {"recipe": named.choices(chosen)})
        uas = las = None
        if dev is not None and scored is not None:
            parsed = parser.parse(dev.treebank)
            total = max(int(scored.sum()), 1)
            uas = las = int((dev.nearest(parsed.heads) & scored).sum()) / total
            if labelled:
                las = int((dev.nearest(parsed.heads, parsed.column("labels")) & scored).sum()) / total
        survivors = trainer.survivors()
        highest = max((epoch.uas for epoch in done if epoch.uas is not None), default=-1.0)
        is_best = uas is None or uas > highest
        done.append(
            ReferenceEpoch(
                number,
                report.decisions,
                report.updates,
                uas,
                las,
                references.share_applied(survivors),
                is_best,
            )
        )
        if is_best:
            best = (number, parser, survivors)
        if on_epoch:
            on_epoch(done[-1])
        assert best is not None
        if patience is not None and dev is not None and number - best[0] >= patience:
            break
    assert best is not None
    kept = tuple(best[2].tolist())
    best[1].info = {
        **best[1].info,
        "single_root": prepared.single_root,
        "tag": prepared.tag,
        "punctuation": prepared.punctuation,
        "templates": {"name": named.name, "count": named.count},
        "treebank": {
            "name": file_names(references.treebank),
            "sentences": prepared.sentences,
            "words": prepared.words,
            "several_roots": 0,
            "dropped": 0,
            "projectivised": 0,
        },
        "dev": None if dev is None else {"name": file_names(dev.treebank), "words": dev.treebank.word_count},
        "references": {"places": references.places, "labelled": labelled},
        "curve": [_on_curve(epoch) for epoch in done],
        "best_epoch": best[0],
    }
    if chosen.shortcuts:
        learn_shortcuts(best[1], prepared.treebank, chosen.shortcuts)
    trees = None if dev is None else dev.treebank if labelled else without_labels(dev.treebank)
    learn_temperature(best[1], trees, prepared.treebank)
    return TrainedOnReferences(best[1], tuple(done), best[0], kept, references.share_applied(kept))


def check_recipe(recipe: Recipe) -> None:
    """Refuse a recipe that cannot be trained on many references."""
    for option, value, choices in (
        ("system", recipe.system, ("arc-eager",)),
        ("oracle", recipe.oracle, ("dynamic",)),
        (
            "learner",
            recipe.learner,
            ("perceptron", "adagrad-rda") if recipe.beam == 1 else ("perceptron", "passive-aggressive"),
        ),
        ("policy", recipe.policy, ("oracle", "explore")),
        ("hash_kernel", recipe.hash_kernel, (0,)),
        ("direction", recipe.direction, ("left-to-right",)),
    ):
        if value not in choices:
            raise OptionError(
                f"cannot be {value!r} with many references: choose {' or '.join(map(str, choices))}",
                option=option,
            )


def without_labels(treebank: Treebank) -> Treebank:
    """Return trees with one label for all arcs, so that parsers learn heads alone."""
    labels = [[ROOT if head == 0 else UNLABELLED for head in heads] for heads in treebank.head_arrays]
    return treebank.replace(labels=labels)


def _on_curve(epoch: ReferenceEpoch) -> dict[str, Any]:
    return {
        "epoch": epoch.number,
        "update_rate": round(epoch.updates / max(epoch.decisions, 1), 6),
        "swaps": 0,
        "uas": None if epoch.uas is None else round(epoch.uas, 6),
        "las": None if epoch.las is None else round(epoch.las, 6),
        "applied": round(epoch.applied, 6),
    }


def _prepared(references: References, recipe: Recipe, labelled: bool) -> Prepared:
    treebank = references.treebank if labelled else without_labels(references.treebank)
    prepared = prepare(treebank, recipe.with_options(nonprojective="baseline"))
    if prepared.projectivised or prepared.several_roots:
        raise Error(
            f"{treebank.source or 'the treebank'}: references must be projective, and have one root each if "
            "the parser is to have one: choose single_root no"
        )
    return prepared


def _trainer(
    references: References,
    prepared: Prepared,
    named: Templates,
    recipe: Recipe,
    labelled: bool,
    threads: int,
) -> _core.Trainer:
    flat = [group for _, group in references.flat()]
    alternatives = [alternative for group in flat for alternative in group.alternatives]
    heads = np.fromiter(chain.from_iterable(each.heads for each in alternatives), dtype=np.int32)
    if labelled:
        listed = list(chain.from_iterable(each.labels for each in alternatives))
        names = sorted(set(listed))
        numbers = {name: number for number, name in enumerate(names)}
        labels = np.array([numbers[label] for label in listed], dtype=np.int32)
    else:
        names, labels = [UNLABELLED, ROOT], (heads == 0).astype(np.int32)
    arrays = {
        "sentences": np.array([sentence for sentence, _ in references.flat()], dtype=np.int32),
        "sizes": np.array([len(group.words) for group in flat], dtype=np.int32),
        "alternatives": np.array([len(group.alternatives) for group in flat], dtype=np.int32),
        "words": np.fromiter(chain.from_iterable(group.words for group in flat), dtype=np.int32),
        "heads": heads,
        "labels": labels,
    }
    return trainer_for(prepared, named, recipe, threads, arrays, names)
