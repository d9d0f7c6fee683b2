"""The core's trainers: the one that a recipe needs, and its arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from dodona import _core
from dodona.errors import Error
from dodona.features import Templates
from dodona.learners.cost_sensitive import REDUCTIONS, RULES, bytes_needed
from dodona.memory import TooLargeError, shortage
from dodona.recipes import Recipe
from dodona.recipes.conditions import SEARCH_LEARNERS
from dodona.training.preparing import Prepared
from dodona.transitions.systems import SYSTEMS, core_oracle

#: Bytes per weight of a hash kernel, with its average.
_HASHED = 12
#: Base learners of learning to search: for moves, and for labels of left and of right arcs.
_SEARCH_LEARNERS = 3


def trainer_for(
    prepared: Prepared, templates: Templates, recipe: Recipe, threads: int = 1
) -> _core.Trainer | _core.StructuredTrainer | _core.SearchTrainer:
    """Return the trainer for a recipe: online, structured if there is a beam, or learning to search.

    >>> from dodona.features import templates
    >>> from dodona.training.preparing import prepare
    >>> from dodona.treebank.treebank import Treebank
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> chosen = Recipe(beam=4, policy="oracle")
    >>> type(trainer_for(prepare(trees, chosen), templates("default"), chosen)).__name__
    'StructuredTrainer'
    """
    shared: dict[str, Any] = {
        **common_options(prepared, templates, recipe),
        "system": SYSTEMS[recipe.system].core,
        "oracle": core_oracle(recipe.oracle),
        "aggressiveness": recipe.aggressiveness,
        "hash_kernel": recipe.hash_kernel,
    }
    check_room(prepared, recipe)
    try:
        if recipe.learner in SEARCH_LEARNERS:
            return _search_trainer(prepared, shared, recipe)
        if recipe.beam > 1:
            return _core.StructuredTrainer(
                prepared.treebank._core, **sequence_options(recipe, threads), **shared
            )
        return _core.Trainer(
            prepared.treebank._core,
            **online_options(prepared, recipe),
            cost_sensitive=_core.CostSensitive[_named(recipe.cost_sensitive)],
            **shared,
        )
    except ValueError as error:
        raise Error(f"{prepared.treebank.source or 'the treebank'}: {error}") from error


def common_options(prepared: Prepared, templates: Templates, recipe: Recipe) -> dict[str, Any]:
    """Return the arguments of every trainer."""
    return {
        "templates": templates.text,
        "tag": _core.TagChoice[prepared.tag],
        "root": _core.Root[recipe.root],
        "single_root": prepared.single_root,
        "label_cost": recipe.label_cost,
        "seed": recipe.seed,
    }


def online_options(prepared: Prepared, recipe: Recipe) -> dict[str, Any]:
    """Return the arguments of online trainers, which learn from one decision after the other."""
    return {
        "policy": _core.Policy[recipe.policy],
        "explore": recipe.explore,
        "after": recipe.k,
        "learner": _core.LearnerChoice[_named(recipe.learner)],
        "alpha": recipe.alpha,
        "rho": recipe.rho,
        "lambda_": recipe.l1 / prepared.treebank.word_count,
        "min_updates": recipe.min_updates,
        "margin": recipe.margin,
    }


def sequence_options(recipe: Recipe, threads: int) -> dict[str, Any]:
    """Return the arguments of structured trainers, which learn whole sequences."""
    return {
        "beam": recipe.beam,
        "update": _core.UpdateChoice[_named(recipe.update)],
        "step": _core.LearnerChoice[_named(recipe.learner)],
        "batch": recipe.batch,
        "threads": threads,
    }


def check_room(prepared: Prepared, recipe: Recipe) -> None:
    """Refuse a hash kernel that would not fit into memory."""
    if recipe.hash_kernel == 0:
        return
    needed = _HASHED * 2**recipe.hash_kernel
    if recipe.learner in SEARCH_LEARNERS:
        labels = np.unique(prepared.treebank._core.ids(_core.Text.label)).size
        needed = _SEARCH_LEARNERS * bytes_needed(
            labels,
            update=recipe.rule,
            hidden=recipe.hidden,
            shared=recipe.layer == "shared",
            bits=recipe.hash_kernel,
            averages=True,
        )
    lacking = shortage(needed)
    if lacking is not None:
        raise TooLargeError(f"cannot be {recipe.hash_kernel}: {lacking}: choose fewer", option="hash_kernel")


def _search_trainer(prepared: Prepared, shared: dict[str, Any], recipe: Recipe) -> _core.SearchTrainer:
    """Return a trainer for learning to search."""
    options = {name: value for name, value in shared.items() if name not in ("aggressiveness", "hash_kernel")}
    return _core.SearchTrainer(
        prepared.treebank._core,
        roll_in=_core.RollIn[recipe.roll_in],
        roll_out=_core.RollOut[recipe.roll_out],
        per_step=recipe.mixing == "step",
        mixture_alpha=recipe.mixture_alpha,
        max_deviations=recipe.max_deviations,
        dropout=recipe.dropout,
        reduction=REDUCTIONS[recipe.learner],
        rule=RULES[recipe.rule],
        rate=recipe.rate,
        power_t=0.0,
        hidden=recipe.hidden,
        shared=recipe.layer == "shared",
        bits=recipe.hash_kernel,
        **options,
    )


def _named(choice: str) -> str:
    """Return the value of an option as the core spells it."""
    return choice.replace("-", "_")
