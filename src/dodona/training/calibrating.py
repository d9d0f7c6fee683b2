"""Calibrate a parser on its training data, parsed by parsers trained on other parts of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from dodona.confidence.fitting import Trial, fit
from dodona.confidence.seen_sentences import SeenSentences
from dodona.errors import OptionError, is_whole
from dodona.parsing.parser import Parser
from dodona.recipes import Recipe
from dodona.training.folds import check_folds, folds_of
from dodona.training.loop import Run, TrainingRun
from dodona.training.preparing import Prepared, check_trees, prepare
from dodona.treebank.treebank import Treebank

#: About this many words of the training data are enough to measure confidence on known sentences.
_ENOUGH = 20_000


def check_calibration(treebank: Treebank, folds: int, recipe: Recipe) -> None:
    """Refuse a number of parts that the treebank or the recipe does not allow."""
    if is_whole(folds) and folds == 0:
        return
    check_trees(treebank)
    check_folds(treebank, folds, "calibrate")
    if recipe.beam > 1:
        raise OptionError(
            f"cannot be {folds} with a beam of {recipe.beam}, as confidences come from greedy search: "
            "choose 0, or a beam of 1",
            option="calibrate",
        )


def calibrate(
    parser: Parser,
    treebank: Treebank,
    dev: Treebank | None,
    run: Run,
    folds: int,
    say: Callable[[str], None],
) -> None:
    """Calibrate the parser of a `run` on `dev`, and on its treebank in `folds` parts.

    Each part is parsed by a parser trained on the others, in the same way and for as many epochs. Such
    parsers are slightly worse than this one, having less training data. But there is much more training data
    than development data, and calibration on few sentences is noisy.

    Training sentences get their own calibrators, since the parser may be more confident about them.
    """
    seen = SeenSentences.of(run.prepared.treebank, parser.input_columns)
    if folds and dev is not None and seen.among(dev).all():
        dev = None  # all of it is training data
    others: Iterator[Trial] = iter(())
    if folds:
        assert isinstance(run, TrainingRun)
        others = _others(treebank, run, folds, seen.columns, say)
    learnt = Trial(parser, _some_of(treebank, seen), seen)
    found = fit(parser, dev, others, learnt=learnt, threads=run.threads)
    parts = {"folds": folds} if folds else {}
    parser.info = {**parser.info, "calibration": {**found.to_dict(), **parts}}


def _some_of(treebank: Treebank, seen: SeenSentences) -> Treebank:
    """Return some of the trees that were trained on; some sentences may have been left out."""
    kept: list[int] = np.flatnonzero(seen.among(treebank)).tolist()
    return treebank[kept[:: treebank.word_count // _ENOUGH + 1]]


def _others(
    treebank: Treebank, run: TrainingRun, folds: int, columns: tuple[str, ...], say: Callable[[str], None]
) -> Iterator[Trial]:
    recipe = _settled(run.recipe, run.prepared, run.best_epoch)
    for number, (rest, part) in enumerate(folds_of(treebank, folds), 1):
        say(f"calibration, part {number} of {folds}")
        other = TrainingRun(prepare(rest, recipe), recipe, None, run.threads, run.silver, run.fit)
        for _ in other.epochs(None):
            pass
        yield Trial(other.finish(), part, SeenSentences.of(other.prepared.treebank, columns))


def _settled(recipe: Recipe, prepared: Prepared, epochs: int) -> Recipe:
    """Return the recipe with `auto` resolved, so that all parts are trained alike."""
    settled: dict[str, Any] = {"tag": prepared.tag, "punctuation": prepared.punctuation}
    return recipe.with_options(single_root="yes" if prepared.single_root else "no", epochs=epochs, **settled)
