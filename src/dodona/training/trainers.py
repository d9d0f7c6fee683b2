"""Trainers of the core for recipes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.errors import Error
from dodona.features import Templates
from dodona.learners.cost_sensitive import bytes_needed
from dodona.memory import TooLargeError, shortage
from dodona.recipes import Recipe
from dodona.recipes.conditions import SEARCH_LEARNERS
from dodona.training.preparing import Prepared
from dodona.transitions.systems import SYSTEMS, core_oracle
from dodona.treebank.direction import in_direction
from dodona.treebank.treebank import Treebank

#: Bytes per weight of a hash kernel, with its average.
_HASHED = 12
#: The base learners of learning to search: for moves, and for the labels of left and right arcs.
_SEARCH_LEARNERS = 3


def trainer_for(
    prepared: Prepared,
    templates: Templates,
    recipe: Recipe,
    threads: int = 1,
    references: dict[str, NDArray[np.int32]] | None = None,
    names: Sequence[str] = (),
    lexicon: Treebank | None = None,
    silver_share: float = 0.0,
) -> _core.Trainer:
    """Return the trainer for a recipe; with `references`, one for many references in each sentence.

    The words of `lexicon` are known besides those of the treebank, to which silver data of this share are
    added.

    >>> from dodona.features import templates
    >>> from dodona.training.preparing import prepare
    >>> from dodona.treebank.treebank import Treebank
    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> chosen = Recipe(beam=4, policy="oracle")
    >>> trainer_for(prepare(trees, chosen), templates("default"), chosen).epoch(1).decisions
    1
    """
    check_room(prepared, recipe)
    clusters = templates.clusters
    if clusters is not None:
        clusters.check(prepared.treebank)
    try:
        return _core.Trainer.make(
            in_direction(prepared.treebank, {"recipe": recipe.to_dict()})._core,
            templates=templates.text,
            tag=_core.TagChoice[prepared.tag],
            system=SYSTEMS[recipe.system].core,
            root=_core.Root[recipe.root],
            single_root=prepared.single_root,
            oracle=core_oracle(recipe.oracle),
            # The core divides by the words of the treebank, but an epoch has more.
            options={**recipe.to_dict(), "l1": recipe.l1 * (1 - silver_share)},
            threads=threads,
            references=references,
            names=names,
            lexicon=None if lexicon is None else lexicon._core,
            clusters=None if clusters is None else clusters.core,
        )
    except ValueError as error:
        raise Error(f"{prepared.treebank.source or 'the treebank'}: {error}") from error


def check_room(prepared: Prepared, recipe: Recipe) -> None:
    """Refuse a hash kernel that would not fit into memory."""
    labels = np.unique(prepared.treebank._core.ids(_core.Text.label)).size
    lacking = shortage(kernel_bytes(recipe, labels))
    if lacking is not None:
        raise TooLargeError(f"cannot be {recipe.hash_kernel}: {lacking}: choose fewer", option="hash_kernel")


def kernel_bytes(recipe: Recipe, labels: int = 0) -> int:
    """Return the memory of a hash kernel in training; labels matter little, and only to learning to search.

    >>> kernel_bytes(Recipe(hash_kernel=20)) / 2**20, kernel_bytes(Recipe())
    (12.0, 0)
    """
    if recipe.hash_kernel == 0:
        return 0
    if recipe.learner not in SEARCH_LEARNERS:
        return int(_HASHED * 2**recipe.hash_kernel)
    return _SEARCH_LEARNERS * bytes_needed(
        labels,
        update=recipe.rule,
        hidden=recipe.hidden,
        shared=recipe.layer == "shared",
        bits=recipe.hash_kernel,
        averages=True,
    )
