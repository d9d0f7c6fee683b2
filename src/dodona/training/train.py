"""`dodona.train`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rich.console import Console

from dodona.errors import ArgumentError, Error, OptionError, flag, function, is_whole, true_or_false
from dodona.features.templates import templates_of
from dodona.models.container import kind_of
from dodona.parsing.parser import Parser, load_parser
from dodona.recipes import Recipe
from dodona.recipes import recipe as recipe_called
from dodona.recipes.options import OF_PIPELINES
from dodona.threads import checked_threads
from dodona.training.calibrating import calibrate as calibrate_parser
from dodona.training.calibrating import check_calibration
from dodona.training.checkpoint import Checkpoint
from dodona.training.loop import Run, TrainingRun, file_names
from dodona.training.preparing import Prepared, prepare
from dodona.training.scoring import DevelopmentData
from dodona.training.silver import Fit, Silver
from dodona.training.temperature import learn_temperature
from dodona.treebank.reading import treebank_of
from dodona.treebank.source import path_of
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dodona.recipes.recipe import Options


@dataclass(frozen=True)
class Running:
    """The arguments of a run besides its recipe, which `train` and `train_pipeline` share."""

    patience: int | None
    output: str | os.PathLike[str] | None
    resume: bool
    threads: int | None
    calibrate: int
    on_start: Callable[[Prepared, Run], None] | None
    on_epoch: Callable[[Any], None] | None
    on_step: Callable[[str], None] | None
    silver: Iterable[str | os.PathLike[str] | Treebank] | None = None
    silver_share: float | None = None

    @contextmanager
    def shown(self, progress: bool | None) -> Iterator[Running]:
        """Yield the run with its progress shown: by default if there is a screen and no callback."""
        true_or_false("progress", progress)
        console = Console(stderr=True)
        if progress is None:
            is_silent = all(each is None for each in (self.on_start, self.on_epoch, self.on_step))
            progress = is_silent and (console.is_terminal or console.is_jupyter)
        if not progress:
            yield self
            return
        from dodona.cli.training_display import Display

        with Display(console) as display:
            yield replace(self, on_start=display.start, on_epoch=display.epoch, on_step=display.step)

    def check(self, dev: Treebank | None) -> None:
        """Refuse arguments of the wrong type, and incompatible ones."""
        if self.patience is not None and not is_whole(self.patience):
            raise ArgumentError("patience", self.patience, "a whole number")
        if self.patience is not None and dev is None:
            raise OptionError("needs development data", option="patience")
        if self.patience is not None and self.patience < 1:
            raise OptionError(f"cannot be {self.patience}: at least 1 is needed", option="patience")
        if flag("resume", self.resume) and self.output is None:
            raise OptionError("needs the output of the run to continue", option="resume")
        if self.silver_share is not None and self.silver is None:
            raise OptionError("needs silver data", option="silver_share")
        for name in ("on_start", "on_epoch", "on_step"):
            function(name, getattr(self, name))
        if self.output is not None:
            path_of(self.output, "output")
            Checkpoint(self.output).check()

    def read_silver(self, treebank: Treebank, epochs: int) -> Silver | None:
        """Read the silver data once, to check them and to count words."""
        if self.silver is None:
            return None
        self.say("silver data")
        return Silver(self.silver, treebank, epochs=epochs, share=self.silver_share)

    def has_ended(
        self,
        info: Mapping[str, Any],
        choices: Mapping[str, Any],
        treebank: Treebank,
        dev: Treebank | None,
        silver: Silver | None,
    ) -> bool:
        """Whether a model is the result of this run, with these choices, as far as its metadata tells."""
        epochs = len(info["curve"])
        waited = epochs - info["best_epoch"]
        # What the end of training adds, but for beams, and for networks without development data.
        adds_nothing = choices["beam"] > 1 or (choices["learner"] in OF_PIPELINES and dev is None)
        last = {"calibration"} if self.calibrate else {"calibration", "temperature"}
        return (
            info["recipe"] == choices
            and (epochs == choices["epochs"] or (self.patience is not None and waited >= self.patience))
            and (adds_nothing or not last.isdisjoint(info))
            and _size(info["treebank"]) == (file_names(treebank), treebank.word_count)
            and info.get("silver") == (None if silver is None else silver.about())
            and _size(info["dev"]) == (None if dev is None else (file_names(dev), dev.word_count))
        )

    def say(self, step: str) -> None:
        """Report the next step."""
        if self.on_step:
            self.on_step(step)


def _size(treebank: Mapping[str, Any] | None) -> tuple[str | None, int] | None:
    """Return the name and the words of a treebank in a model's metadata."""
    return None if treebank is None else (treebank["name"], treebank["words"])


def train(
    treebank: Treebank | str | os.PathLike[str],
    dev: Treebank | str | os.PathLike[str] | None = None,
    *,
    recipe: str | os.PathLike[str] | Recipe = "default",
    patience: int | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    threads: int | None = None,
    calibrate: int = 0,
    silver: Iterable[str | os.PathLike[str] | Treebank] | None = None,
    silver_share: float | None = None,
    progress: bool | None = None,
    on_start: Callable[[Prepared, Run], None] | None = None,
    on_epoch: Callable[[Any], None] | None = None,
    on_step: Callable[[str], None] | None = None,
    **options: Unpack[Options],
) -> Parser:
    """Train a parser on a treebank.

    `treebank` and `dev`, the development data, may be paths. `recipe` is a name, a TOML file or a
    `dodona.Recipe`; `options` override its options by name: `oracle="static"`, `epochs=5`,
    `features="my-templates.txt"`, or the templates themselves, as a list or in lines. With `dev`, the epoch
    with the best LAS on it is kept, and training stops after `patience` epochs without improvement; without
    `dev`, the last epoch is kept. With `output`, the model is written to that file after every epoch, with a
    checkpoint from which `resume=True` continues; if the run has ended, the result is the model of the file.

    `threads` share a `batch` when training with a beam. A learner that gives probabilities is calibrated on
    `dev` at the end (see `Parser.confidence`). With `calibrate`, parsers are also calibrated on the treebank,
    split into that many parts: each is parsed by a parser trained on the others. This works for every
    learner, but not with a beam, and does not need `dev`.

    `silver` are treebanks labelled by a parser, as paths or in memory: the parser learns from them too.
    An epoch has all sentences of `treebank`, and so many silver ones that they have `silver_share` of its
    words; the next epoch goes on with the following ones. By default, an epoch has all silver sentences, up
    to six times the words of `treebank`, or as many as it takes to go through them four times in all. They
    are read from disk in chunks, so they may be larger than memory. Labels and tags that `treebank` lacks are
    not learnt: of words with such a label, only the head.

    `on_start` is called before the first epoch, `on_epoch` with each `Epoch`, and `on_step` with the name of
    each step after the last one. If none of them is given, the run is shown in a terminal or a notebook;
    `progress` says whether to show it.

    The same treebank, recipe and seed give the same parser, bit by bit.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> train(trees, epochs=2).labels
    ['nsubj', 'root']
    """
    running = Running(
        patience, output, resume, threads, calibrate, on_start, on_epoch, on_step, silver, silver_share
    )
    treebank, dev = treebanks_of_run(treebank, dev)
    running.check(dev)
    chosen = recipe_called(recipe).with_options(**options)
    if chosen.learner in OF_PIPELINES:
        raise OptionError(
            f"cannot be {chosen.learner!r}, which trains more than a parser: use dodona.train_pipeline",
            option="learner",
        )
    check_dev(dev)
    check_calibration(treebank, calibrate, chosen)
    with running.shown(progress) as shown:
        return _run(treebank, dev, chosen, shown)


def treebanks_of_run(treebank: Any, dev: Any) -> tuple[Treebank, Treebank | None]:
    """Return the training and the development data of a run, which may be given as paths."""
    return treebank_of("treebank", treebank), None if dev is None else treebank_of("dev", dev)


def _run(treebank: Treebank, dev: Treebank | None, chosen: Recipe, running: Running) -> Parser:
    checkpoint = None if running.output is None else Checkpoint(running.output)
    read_silver = running.read_silver(treebank, chosen.epochs)
    if (
        checkpoint
        and running.resume
        and not checkpoint.path.exists()
        and kind_of(checkpoint.model) == "model"
    ):
        parser = load_parser(checkpoint.model)
        choices = templates_of(chosen).choices(chosen)
        if running.has_ended(parser.info, choices, treebank, dev, read_silver):
            return parser
    parser = trained(treebank, dev, chosen, checkpoint, running, read_silver)
    if checkpoint:
        checkpoint.remove()
    return parser


def check_dev(dev: Treebank | None) -> None:
    """Refuse development data without trees."""
    if dev is not None and (not len(dev) or (dev.heads < 0).any()):
        raise Error(f"{dev.source or 'the development data'}: there are no trees to compare with")


def trained(
    treebank: Treebank,
    dev: Treebank | None,
    chosen: Recipe,
    checkpoint: Checkpoint | None,
    running: Running,
    silver: Silver | None = None,
    fit: Fit = lambda trees, place: trees,
) -> Parser:
    """Train a parser like `train`, but keep its checkpoint; silver sentences go through `fit` first."""
    prepared = prepare(treebank, chosen, dev)
    development = None if dev is None else DevelopmentData(dev)
    run = TrainingRun(prepared, chosen, development, checked_threads(running.threads), silver, fit)
    parser: Parser = finished(run, prepared, checkpoint, running)
    if running.calibrate or (dev is not None and parser.probabilistic):
        calibrate_parser(parser, treebank, dev, run, running.calibrate, running.say)
    learn_temperature(parser, dev, prepared.treebank)
    if checkpoint:
        parser.save(checkpoint.model)
    return parser


def finished(run: Run, prepared: Prepared, checkpoint: Checkpoint | None, running: Running) -> Any:
    """Return the best model of a run after its last epoch."""
    if checkpoint and running.resume:
        checkpoint.restore(run)
    if running.on_start:
        running.on_start(prepared, run)
    for epoch in run.epochs(running.patience):
        if checkpoint:
            checkpoint.save(run)
        if running.on_epoch:
            running.on_epoch(epoch)
    return run.finish()
