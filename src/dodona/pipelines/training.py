"""Everything from one treebank."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from dodona.errors import ArgumentError
from dodona.pipelines.jackknifing import check_folds
from dodona.pipelines.jackknifing import jackknife as jackknifed
from dodona.pipelines.pipeline import Pipeline
from dodona.pipelines.tagger import train_tagger
from dodona.pipelines.tokeniser import train_tokeniser
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.training import train
from dodona.treebank.treebank import Treebank


def train_pipeline(
    treebank: Treebank,
    dev: Treebank | None = None,
    *,
    jackknife: int = 0,
    output: str | os.PathLike[str] | None = None,
    recipe: str | os.PathLike[str] | Recipe = "default",
    on_step: Callable[[str], None] | None = None,
    **options: Any,
) -> Pipeline:
    """Train tokeniser, tagger, lemmatiser and parser on a treebank.

    `jackknife` is into how many parts the treebank is cut so that the parser learns from tags as they are
    predicted: each part is tagged by a tagger that has not seen it; 0 is to learn from the treebank's own.
    The best epoch of the parser is chosen by how it parses `dev` with predicted tags. `recipe` and the other
    options are those of `dodona.train`; `seed` is for all parts, and `prune` for all but the tokeniser, which
    is small. With `output` the pipeline is written there. `on_step` is told what is done next.

    >>> trees = Treebank.from_lists([["Oaks", "speak", "."]] * 9, tags=[["NOUN", "VERB", "PUNCT"]] * 9,
    ...     heads=[[2, 0, 2]] * 9, labels=[["nsubj", "root", "punct"]] * 9,
    ...     misc=[["_", "SpaceAfter=No", "_"]] * 9)
    >>> train_pipeline(trees, epochs=2)("Oaks speak.")[0].heads
    array([2, 0, 2], dtype=int32)
    """
    if not isinstance(treebank, Treebank):
        raise ArgumentError("treebank", treebank, "a dodona.Treebank")
    say = on_step or (lambda _: None)
    base = recipe if isinstance(recipe, Recipe) else recipe_called(recipe)
    own = {name: options.pop(name) for name in list(options) if name in base.to_dict()}
    chosen = base.with_options(**own)
    if jackknife:
        check_folds(treebank, jackknife)
    shared: dict[str, Any] = {"seed": chosen.seed, "prune": chosen.prune}
    say("tokeniser")
    tokeniser = train_tokeniser(treebank, seed=chosen.seed)  # small as it is, and worth every weight
    say("tagger and lemmatiser")
    tagger = train_tagger(treebank, **shared)
    learnt_from = treebank
    if jackknife:
        say(f"tags of the training data, in {jackknife} parts")
        learnt_from = jackknifed(treebank, jackknife, **shared)
    say("parser")
    parser = train(
        learnt_from, None if dev is None else tagger.tag(dev), recipe=chosen, output=output, **options
    )
    pipeline = Pipeline(tokeniser, tagger, parser, {"jackknife": jackknife})
    if output is not None:
        pipeline.save(output)
    return pipeline
