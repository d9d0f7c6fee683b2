"""`dodona train`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import dodona
from dodona.cli.ending import INTERRUPTED
from dodona.cli.files import sources_of
from dodona.cli.options import (
    FormatOption,
    QuietOption,
    ResumeOption,
    SilverShareOption,
    format_name,
    with_recipe_options,
)
from dodona.cli.printing import tell
from dodona.cli.training_display import Display
from dodona.pipelines.training import parser_beside
from dodona.recipes import names as recipe_names
from dodona.recipes import recipe as recipe_called
from dodona.recipes.options import OF_PIPELINES
from dodona.training.checkpoint import Checkpoint
from dodona.training.preparing import check_trees
from dodona.treebank.joining import joined
from dodona.treebank.parts import cores

_GENERAL = ", ".join(name for name in recipe_names() if not any(map(str.isdigit, name)))


@with_recipe_options
def train(
    files: Annotated[list[str], typer.Argument(metavar="TRAIN...", help="Treebanks to learn from.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    dev: Annotated[
        str | None,
        typer.Option(
            "--dev",
            "-d",
            metavar="FILE",
            help="Development data: keep the epoch with the best LAS on it, without punctuation.",
        ),
    ] = None,
    recipe: Annotated[
        str,
        typer.Option(
            "--recipe",
            "-r",
            metavar="NAME|FILE",
            help=f"A set of options: {_GENERAL}, the recipe of a paper, or a TOML file.",
        ),
    ] = "default",
    pipeline: Annotated[
        bool,
        typer.Option(
            "--pipeline",
            help="Also train a tokeniser, tagger and lemmatiser, to parse raw text.",
        ),
    ] = False,
    resume: ResumeOption = False,
    *,
    patience: Annotated[
        int | None,
        typer.Option(
            "--patience",
            metavar="N",
            help="Stop after N epochs without a better LAS (needs --dev).",
        ),
    ] = None,
    jackknife: Annotated[
        int | None,
        typer.Option(
            "--jackknife",
            metavar="N",
            min=0,
            help="Train the parser on predicted tags: each of N parts of the training data is tagged by a "
            "tagger trained on the rest; 0: on the treebank's tags. Implies --pipeline.",
            show_default="0",
        ),
    ] = None,
    embed: Annotated[
        bool,
        typer.Option(
            "--embed",
            help="With --encoder: write the encoder and its tokeniser into the model, which is then "
            "complete; otherwise the model refers to the encoder.",
        ),
    ] = False,
    calibrate: Annotated[
        int | None,
        typer.Option(
            "--calibrate",
            metavar="N",
            min=0,
            help="Calibrate confidences on the training data too: each of N parts is parsed by a parser "
            "trained on the rest, which takes N more trainings; for any recipe without a beam. 0: on the "
            "development data only, if the recipe gives probabilities.",
            show_default="0",
        ),
    ] = None,
    silver: Annotated[
        list[str] | None,
        typer.Option(
            "--silver",
            metavar="FILE",
            help="A treebank that a parser has labelled, to learn from beside the gold trees; it may be "
            "larger than memory. Can be repeated.",
        ),
    ] = None,
    silver_share: SilverShareOption = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            min=1,
            metavar="N",
            help="Threads that share the sentences of a batch; the model does not depend on it.",
            show_default="all cores",
        ),
    ] = None,
    quiet: QuietOption = False,
    format: FormatOption = None,
    **options: Any,
) -> None:
    """Train a parser on a treebank, or everything from raw text to trees.

    [bold]dodona train train.conllu --dev dev.conllu -o my.model[/bold]

    [bold]dodona train --pipeline train.conllu --dev dev.conllu -o my.model[/bold]

    Prints a line for each epoch: the share of decisions that were wrong, UAS and LAS on the
    development data without punctuation, words learnt a second, and the time left. Keeps the epoch
    with the best LAS ([bold]*[/bold]), or the last one without development data.

    The model is written after every epoch. If the run is interrupted, the model so far can be used,
    and [bold]--resume[/bold] with the same files and options continues to the same model as an
    uninterrupted run. The same files, options and seed give the same model, byte for byte.

    With [bold]--pipeline[/bold] the model also splits text into sentences and words, and tags these;
    it learns that from the columns of the treebank and from SpaceAfter=No. Scores on the development
    data are then those with predicted tags. MODEL is written at the end; until then the parser is in
    MODEL.parser, where --resume finds it.

    Options that the recipe sets can be overridden one by one. The ranges of values, and what each
    option does in full, are in docs/reference/recipes.md.
    """
    began = time.perf_counter()
    learner = recipe_called(recipe).with_options(learner=options["learner"]).learner
    in_one = learner in OF_PIPELINES  # the model is complete after each epoch
    whole = pipeline or jackknife is not None or in_one
    Checkpoint(output).check()
    checkpoint = Checkpoint(parser_beside(output) if whole and not in_one else output)
    if checkpoint.path.exists() and not resume and not quiet:
        tell(f"starting over; --resume would continue from {checkpoint.path}", err=True)
    sources = sources_of([*files, *([] if dev is None else [dev])])
    treebanks = [dodona.read(source, format=format_name(format)) for source in sources]
    dev_treebank = None if dev is None else treebanks.pop()
    display = Display(Console(stderr=True))
    with _saying_what_is_left(checkpoint, whole and not in_one, display), display:
        treebank = joined(treebanks, files, check_trees)
        options |= {
            "recipe": recipe,
            "patience": patience,
            "output": output,
            "resume": resume,
            "threads": threads or min(cores(), 8),
            "calibrate": calibrate or 0,
            "silver": silver or None,
            "silver_share": silver_share,
            "progress": False,
            "on_step": None if quiet else display.step,
            "on_start": None if quiet else display.start,
            "on_epoch": None if quiet else display.epoch,
        }
        if whole:
            made = dodona.train_pipeline(
                treebank, dev_treebank, jackknife=jackknife or 0, embed=embed, **options
            )
            parser = made.parser
        else:
            if embed:
                raise dodona.OptionError("needs --encoder: leave it out", option="embed")
            parser = dodona.train(treebank, dev_treebank, **options)
    if not quiet:
        done = f"epoch {parser.info['best_epoch']}, {parser.size} ({time.perf_counter() - began:.1f} s)"
        if not display.started:
            done = "the run has ended, and the model is complete; leave out --resume to train it again"
        tell(f"{output}: {done}", err=True)


def _last_written(model: Path) -> int | None:
    return model.stat().st_mtime_ns if model.exists() else None


@contextmanager
def _saying_what_is_left(checkpoint: Checkpoint, pipeline: bool, display: Display) -> Iterator[None]:
    """Report on an interruption that nothing is lost."""
    before = _last_written(checkpoint.model)
    try:
        yield
    except (KeyboardInterrupt, SystemExit) as stopped:
        if checkpoint.path.exists():
            what = "contains only the parser so far" if pipeline else "can be used"
            what += ", not calibrated yet" if display.now.startswith("calibration") else ""
            tell(f"stopped; {checkpoint.model} {what}, and --resume continues from it", err=True)
        elif _last_written(checkpoint.model) != before:  # without a checkpoint
            tell(f"stopped; {checkpoint.model} can be used", err=True)
        else:
            tell("stopped before the end of the first epoch: nothing was written", err=True)
        raise SystemExit(stopped.code if isinstance(stopped, SystemExit) else INTERRUPTED) from stopped
