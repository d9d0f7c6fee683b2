"""How sure may a parser be? Training data tells, too, if it is parsed by parsers that have not seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dodona.errors import OptionError
from dodona.recipes import Recipe
from dodona.search.fitting import fit
from dodona.search.parser import Parser
from dodona.training.folds import check_folds, folds_of
from dodona.training.loop import TrainingRun
from dodona.training.preparing import Prepared, check_trees, prepare
from dodona.treebank.treebank import Treebank


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
    """
    others = _others(treebank, run, folds, say)
    found = fit(parser, dev, others, threads=run.threads)
    parser.info = {**parser.info, "calibration": {**found.to_dict(), "folds": folds}}


def _others(
    treebank: Treebank, run: TrainingRun, folds: int, say: Callable[[str], None]
) -> Iterator[tuple[Parser, Treebank]]:
    recipe = _settled(run.recipe, run.prepared, run.best_epoch)
    for number, (rest, part) in enumerate(folds_of(treebank, folds), 1):
        say(f"calibration, part {number} of {folds}")
        other = TrainingRun(prepare(rest, recipe), recipe, None, run.threads)
        for _ in other.epochs(None):
            pass
        assert other.parser is not None
        yield other.parser, part


def _settled(recipe: Recipe, prepared: Prepared, epochs: int) -> Recipe:
    """Return the recipe with what `auto` came to, so that it comes to the same for parts."""
    return recipe.with_options(
        single_root="yes" if prepared.single_root else "no",
        tag=prepared.tag,
        punctuation=prepared.punctuation,
        epochs=epochs,
    )
