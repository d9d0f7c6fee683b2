"""`dodona.train`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from dodona.errors import ArgumentError, Error, OptionError, function, is_whole
from dodona.parsing.parser import Parser
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.threads import checked_threads
from dodona.training.calibrating import calibrate as calibrate_parser
from dodona.training.calibrating import check_calibration
from dodona.training.checkpoint import Checkpoint
from dodona.training.loop import Epoch, TrainingRun
from dodona.training.preparing import Prepared, prepare
from dodona.training.scoring import DevelopmentData
from dodona.training.temperature import learn_temperature
from dodona.treebank.treebank import Treebank


def train(
    treebank: Treebank,
    dev: Treebank | None = None,
    *,
    recipe: str | Recipe = "default",
    patience: int | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    calibrate: int = 0,
    on_start: Callable[[Prepared, TrainingRun], None] | None = None,
    on_epoch: Callable[[Epoch], None] | None = None,
    on_step: Callable[[str], None] | None = None,
    **options: Any,
) -> Parser:
    """Train a parser on a treebank.

    `recipe` names a set of choices, and any of them can be given by name: `oracle="static"`,
    `epochs=5`, `features="my-templates.txt"`; `dodona.Recipe` lists them all. With `dev` the best epoch
    by LAS is kept, and training stops when `patience` epochs brought nothing better; without it the
    last one is. With `output` the model is written to that file after every epoch, and beside it what
    is needed to go on with `resume=True` after an interruption. `on_epoch` is called with each `Epoch`.
    `threads` share the work of learning with a beam, if `batch` gives them sentences to share. A
    learner that gives probabilities is calibrated in the end with `dev` (see `Parser.confidence`).
    `calibrate` is into how many parts the treebank is cut to calibrate with it as well, each part parsed by
    a parser that was trained on the others, which takes as many times longer; this works for every learner,
    and without `dev`. `on_step` is told what is done after the last epoch.

    The same treebank, recipe and seed give the same parser, bit by bit.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> train(trees, epochs=2).labels
    ['nsubj', 'root']
    """
    check_request(treebank, dev, patience, output, resume)
    for name, value in {"on_start": on_start, "on_epoch": on_epoch, "on_step": on_step}.items():
        function(name, value)
    checkpoint = None if output is None else Checkpoint(output)
    if checkpoint:
        checkpoint.check()
    chosen = (recipe if isinstance(recipe, Recipe) else recipe_called(recipe)).with_options(**options)
    check_dev(dev)
    check_calibration(treebank, calibrate, chosen)
    parser = trained(
        treebank,
        dev,
        chosen,
        checkpoint,
        patience=patience,
        resume=resume,
        threads=threads,
        calibrate=calibrate,
        on_start=on_start,
        on_epoch=on_epoch,
        on_step=on_step,
    )
    if checkpoint:
        checkpoint.remove()
    return parser


def check_request(
    treebank: Treebank,
    dev: Treebank | None,
    patience: int | None,
    output: str | os.PathLike[str] | None,
    resume: bool,
) -> None:
    """Complain of what cannot be asked for."""
    for name, value in (("treebank", treebank), ("dev", dev)):
        if not isinstance(value, Treebank) and not (name == "dev" and value is None):
            raise ArgumentError(name, value, "a dodona.Treebank")
    if patience is not None and not is_whole(patience):
        raise ArgumentError("patience", patience, "a whole number")
    if patience is not None and (dev is None or patience < 1):
        reason = (
            f"cannot be {patience}: at least 1 is needed" if dev is not None else "needs development data"
        )
        raise OptionError(reason, option="patience")
    if resume and output is None:
        raise OptionError("needs the output that the run before had", option="resume")


def check_dev(dev: Treebank | None) -> None:
    """Complain of development data without trees."""
    if dev is not None and (not len(dev) or (dev.heads < 0).any()):
        raise Error(f"{dev.source or 'the development data'}: there are no trees to compare with")


def trained(
    treebank: Treebank,
    dev: Treebank | None,
    chosen: Recipe,
    checkpoint: Checkpoint | None,
    *,
    patience: int | None = None,
    resume: bool = False,
    threads: int | None = None,
    calibrate: int = 0,
    on_start: Callable[[Prepared, TrainingRun], None] | None = None,
    on_epoch: Callable[[Epoch], None] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> Parser:
    """Train a parser as `train` does; its checkpoint stays."""
    prepared = prepare(treebank, chosen, dev)
    run = TrainingRun(
        prepared, chosen, None if dev is None else DevelopmentData(dev), checked_threads(threads)
    )
    if checkpoint and resume:
        checkpoint.restore(run)
    if on_start:
        on_start(prepared, run)
    for epoch in run.epochs(patience):
        if checkpoint:
            checkpoint.save(run)
        if on_epoch:
            on_epoch(epoch)
    parser = run.finish()
    if calibrate or (dev is not None and parser.probabilistic):
        calibrate_parser(parser, treebank, dev, run, calibrate, on_step or (lambda _: None))
    learn_temperature(parser, dev, prepared.treebank)
    if checkpoint:
        parser.save(checkpoint.model)
    return parser
