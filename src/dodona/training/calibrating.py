"""How sure may a parser be? Training data tells, too, if it is parsed by parsers that have not seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dodona.confidence.fitting import Trial, fit
from dodona.confidence.seen_sentences import SeenSentences as Familiar
from dodona.errors import OptionError
from dodona.parsing.columns import input_columns as all_asked_for
from dodona.parsing.parser import Parser
from dodona.recipes import Recipe
from dodona.training.folds import check_folds, folds_of
from dodona.training.loop import TrainingRun
from dodona.training.preparing import Prepared, check_trees, prepare
from dodona.treebank.treebank import Treebank

#: About so many words of what a parser knows by heart are enough to tell how well.
_ENOUGH = 20_000


def check_calibration(treebank: Treebank, folds: int, recipe: Recipe) -> None:
    """Complain if a parser cannot be calibrated with its training data in so many parts."""
    if folds == 0 and not isinstance(folds, bool):
        return
    check_trees(treebank)
    check_folds(treebank, folds, "calibrate")
    if recipe.beam > 1:
        raise OptionError(
            f"cannot be {folds} with a beam of {recipe.beam}: how sure a parser is, greedy search tells; "
            "choose 0, or a beam of 1",
            option="calibrate",
        )


def calibrate(
    parser: Parser,
    treebank: Treebank,
    dev: Treebank | None,
    run: TrainingRun,
    folds: int,
    say: Callable[[str], None],
) -> None:
    """Calibrate a parser that a `run` has made of a treebank, with `dev` and the treebank in so many parts.

    Each part is parsed by a parser that was trained on the others, in the same way and for as many epochs.
    Such parsers have learnt from less, so that they are a little worse than this one; but there is much more
    training data than development data, and what few sentences teach about confidence is off by chance.

    What the parser has learnt it knows by heart, and should it meet it again, it may be surer of it.
    """
    familiar = Familiar.of(run.prepared.treebank, all_asked_for(parser))
    if folds and dev is not None and familiar.among(dev).all():
        dev = None  # it says nothing of new text, and the parts do
    others = _others(treebank, run, folds, familiar.columns, say) if folds else ()
    learnt = Trial(parser, _some_of(treebank, familiar), familiar)
    found = fit(parser, dev, others, learnt=learnt, threads=run.threads)
    parts = {"folds": folds} if folds else {}
    parser.info = {**parser.info, "calibration": {**found.to_dict(), **parts}}


def _some_of(treebank: Treebank, familiar: Familiar) -> Treebank:
    """Return some of the trees that were learnt; some sentences may have been left out of training."""
    kept: list[int] = np.flatnonzero(familiar.among(treebank)).tolist()
    return treebank[kept[:: treebank.word_count // _ENOUGH + 1]]


def _others(
    treebank: Treebank, run: TrainingRun, folds: int, columns: tuple[str, ...], say: Callable[[str], None]
) -> Iterator[Trial]:
    recipe = _settled(run.recipe, run.prepared, run.best_epoch)
    for number, (rest, part) in enumerate(folds_of(treebank, folds), 1):
        say(f"calibration, part {number} of {folds}")
        other = TrainingRun(prepare(rest, recipe), recipe, None, run.threads)
        for _ in other.epochs(None):
            pass
        yield Trial(other.finish(), part, Familiar.of(other.prepared.treebank, columns))


def _settled(recipe: Recipe, prepared: Prepared, epochs: int) -> Recipe:
    """Return the recipe with what `auto` came to, so that it comes to the same for parts."""
    return recipe.with_options(
        single_root="yes" if prepared.single_root else "no",
        tag=prepared.tag,
        punctuation=prepared.punctuation,
        epochs=epochs,
    )
