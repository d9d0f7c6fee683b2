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
from dodona.cli.joining import joined
from dodona.cli.options import FormatOption, format_name
from dodona.cli.training_display import Display
from dodona.features.templates import names as template_names
from dodona.pipelines.training import parser_beside
from dodona.recipes import names as recipe_names
from dodona.recipes import recipe as recipe_called
from dodona.recipes.recipe import (
    COST_SENSITIVE,
    LAYERS,
    LEARNERS,
    MIXINGS,
    NONPROJECTIVE,
    POLICIES,
    PUNCTUATION,
    ROLL_INS,
    ROLL_OUTS,
    ROOTS,
    RULES,
    SINGLE_ROOTS,
    TAGS,
    UPDATES,
)
from dodona.training.checkpoint import Checkpoint
from dodona.training.preparing import check_trees
from dodona.transitions.systems import ORACLES, SYSTEMS
from dodona.treebank.parts import cores

_CHOICES, _RAW, _RUN = "Choices (each overrides the recipe)", "From raw text", "Running"


_DEFAULT = recipe_called().to_dict()


def _choice(name: str, choices: tuple[str, ...], help: str) -> object:
    return _number(name, help, metavar="|".join(choices))


def _number(name: str, help: str, metavar: str | None = None) -> object:
    default = str(_DEFAULT[name.removeprefix("--").replace("-", "_")])
    return typer.Option(name, metavar=metavar, help=help, rich_help_panel=_CHOICES, show_default=default)


def train(
    files: Annotated[list[str], typer.Argument(metavar="TRAIN...", help="Treebanks to learn from.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    dev: Annotated[
        str | None,
        typer.Option(
            "--dev",
            "-d",
            metavar="FILE",
            help="A treebank to choose the best epoch by (LAS, without punctuation).",
        ),
    ] = None,
    recipe: Annotated[
        str,
        typer.Option(
            "--recipe",
            "-r",
            metavar="NAME|FILE",
            help=f"A set of choices: {', '.join(recipe_names())}, or a TOML file.",
        ),
    ] = "default",
    system: Annotated[
        str | None,
        _choice("--system", tuple(SYSTEMS), "The transition system; with SWAP, crossing arcs."),
    ] = None,
    root: Annotated[str | None, _choice("--root", ROOTS, "Where the artificial root stands.")] = None,
    single_root: Annotated[
        str | None,
        _choice(
            "--single-root",
            SINGLE_ROOTS,
            "Exactly one word under the root; auto: if 99% of the trees have it.",
        ),
    ] = None,
    oracle: Annotated[
        str | None, _choice("--oracle", ORACLES, "What tells right moves from wrong ones.")
    ] = None,
    policy: Annotated[
        str | None,
        _choice(
            "--policy",
            POLICIES,
            "What is followed: the oracle, any zero-cost move, the model, or draws from its distribution.",
        ),
    ] = None,
    explore: Annotated[
        float | None,
        _number("--explore", "How often the model is followed, whatever it costs (policy explore)."),
    ] = None,
    k: Annotated[int | None, _number("--k", "Explore or sample only after this many epochs.")] = None,
    learner: Annotated[
        str | None,
        _choice("--learner", LEARNERS, "How weights are learnt; adagrad-rda gives probabilities."),
    ] = None,
    alpha: Annotated[float | None, _number("--alpha", "The learning rate (learner adagrad-rda).")] = None,
    rho: Annotated[float | None, _number("--rho", "The ridge (learner adagrad-rda).")] = None,
    l1: Annotated[
        float | None,
        _number("--l1", "The L1 penalty times the number of training words (learner adagrad-rda)."),
    ] = None,
    aggressiveness: Annotated[
        float | None, _number("--aggressiveness", "The greatest step, C (learner passive-aggressive).")
    ] = None,
    cost_sensitive: Annotated[
        str | None,
        _choice(
            "--cost-sensitive",
            COST_SENSITIVE,
            "Keep the greater margins the more a move costs (learner passive-aggressive, dynamic oracles).",
        ),
    ] = None,
    min_updates: Annotated[
        int | None,
        _number("--min-updates", "Features count after N updates (learner perceptron); 1: at once.", "N"),
    ] = None,
    margin: Annotated[
        float | None,
        _number(
            "--margin", "Learn also where right is ahead by less (learner perceptron); 0: from mistakes."
        ),
    ] = None,
    habits: Annotated[
        int | None,
        _number(
            "--habits",
            "Skip the model where it always did the same N times (greedy arc-eager); 0: never.",
            "N",
        ),
    ] = None,
    hash_kernel: Annotated[
        int | None,
        _number("--hash-kernel", "Keep 2^BITS weights, not a table of features; 0: a table.", "BITS"),
    ] = None,
    rule: Annotated[
        str | None, _choice("--rule", RULES, "How weights follow gradients (learning to search).")
    ] = None,
    rate: Annotated[float | None, _number("--rate", "The learning rate (learning to search).")] = None,
    hidden: Annotated[
        int | None, _number("--hidden", "Units of a hidden layer (learning to search); 0: linear.")
    ] = None,
    layer: Annotated[
        str | None,
        _choice("--layer", LAYERS, "Who has a hidden layer: each action, or all share one."),
    ] = None,
    roll_in: Annotated[
        str | None,
        _choice("--roll-in", ROLL_INS, "What leads to what is learnt from (learning to search)."),
    ] = None,
    roll_out: Annotated[
        str | None,
        _choice("--roll-out", ROLL_OUTS, "What goes on from there, to see the cost (learning to search)."),
    ] = None,
    mixture_alpha: Annotated[
        float | None,
        _number("--mixture-alpha", "With a mixture: how fast the reference is left behind."),
    ] = None,
    mixing: Annotated[
        str | None, _choice("--mixing", MIXINGS, "With a mixture: how often it is drawn.")
    ] = None,
    max_deviations: Annotated[
        int | None,
        _number("--max-deviations", "Steps of a sentence to learn from (learning to search); 0: all."),
    ] = None,
    dropout: Annotated[
        float | None,
        _number("--dropout", "Features left out while learning (learning to search), from 0 to 0.9."),
    ] = None,
    prune: Annotated[
        float | None,
        _number("--prune", "Leave weights out of the model that are smaller than this; 0: none."),
    ] = None,
    beam: Annotated[
        int | None, _number("--beam", "Keep this many hypotheses, and learn whole sequences of transitions.")
    ] = None,
    update: Annotated[
        str | None, _choice("--update", UPDATES, "Where sequences are compared (with --beam).")
    ] = None,
    batch: Annotated[
        int | None, _number("--batch", "Sentences parsed before weights change (with --beam).")
    ] = None,
    label_cost: Annotated[
        float | None,
        _number(
            "--label-cost",
            "What the right head with the wrong label costs; a wrong head costs 1. For --cost-sensitive and "
            "learning to search; others hardly see it.",
        ),
    ] = None,
    features: Annotated[
        str | None,
        _number("--features", f"Feature templates: {', '.join(template_names())}, or a file.", "NAME|FILE"),
    ] = None,
    tag: Annotated[
        str | None,
        _choice("--tag", TAGS, "The column that templates call tag; auto: xpos if it is a tag set."),
    ] = None,
    nonprojective: Annotated[
        str | None,
        _choice(
            "--nonprojective",
            NONPROJECTIVE,
            "Crossing arcs: keep them (systems with SWAP), drop the tree, make it projective, or mark in "
            "its labels the way back.",
        ),
    ] = None,
    punctuation: Annotated[
        str | None,
        _choice(
            "--punctuation",
            PUNCTUATION,
            "Punctuation that crosses other arcs: keep it, move it to where it does not, or mark in its "
            "label the way back as well; auto: mark it if there is much of it.",
        ),
    ] = None,
    epochs: Annotated[int | None, _number("--epochs", "How often to go through the treebank.")] = None,
    seed: Annotated[int | None, _number("--seed", "For shuffling and exploring.")] = None,
    pipeline: Annotated[
        bool,
        typer.Option(
            "--pipeline",
            help="Train tokeniser, tagger and lemmatiser as well, all into one file that takes raw text.",
            rich_help_panel=_RAW,
        ),
    ] = False,
    jackknife: Annotated[
        int | None,
        typer.Option(
            "--jackknife",
            metavar="N",
            min=0,
            help="Let the parser learn from predicted tags: those of each Nth of the training data by a "
            "tagger trained on the rest; 0: from the tags that are there. Implies --pipeline.",
            show_default="0",
            rich_help_panel=_RAW,
        ),
    ] = None,
    calibrate: Annotated[
        int | None,
        typer.Option(
            "--calibrate",
            metavar="N",
            min=0,
            help="Calibrate confidences with the training data, too: each Nth is parsed by a parser trained "
            "on the rest, and N trainings more take their time; for any recipe without a beam; 0: with the "
            "development data only, if the recipe gives probabilities.",
            show_default="0",
            rich_help_panel=_RUN,
        ),
    ] = None,
    patience: Annotated[
        int | None,
        typer.Option(
            "--patience",
            metavar="N",
            help="Stop when this many epochs have brought no better LAS.",
            rich_help_panel=_RUN,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with a run that was stopped, as if it had not been.", rich_help_panel=_RUN
        ),
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            min=1,
            metavar="N",
            help="How many threads share the sentences of a batch; the model does not depend on it.",
            show_default="all cores",
            rich_help_panel=_RUN,
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing.", rich_help_panel=_RUN)] = False,
    format: FormatOption = None,
) -> None:
    """Train a parser on a treebank, or all that leads from raw text to trees.

    [bold]dodona train train.conllu --dev dev.conllu -o my.model[/bold]

    [bold]dodona train --pipeline train.conllu --dev dev.conllu -o my.model[/bold]

    Prints a line an epoch: the share of decisions that were wrong and changed the weights, UAS and
    LAS on the development data without punctuation, words learnt a second, and the time left. The
    best epoch by LAS is kept ([bold]*[/bold]), or the last one without development data.

    The model is written after every epoch. Whatever stops the run, what is there can be used, and
    [bold]--resume[/bold] with the same files and options goes on to the same model as if nothing
    had happened. The same files, choices and seed make the same model, byte for byte.

    With [bold]--pipeline[/bold] the model also cuts text into sentences and words, and tags these; it
    learns that from the columns of the treebank and from SpaceAfter=No. Scores on the development data are
    then those with predicted tags. MODEL is written when all is done; until then the parser is in
    MODEL.parser, where --resume finds it.
    """
    began = time.perf_counter()
    whole = pipeline or jackknife is not None
    Checkpoint(output).check()
    checkpoint = Checkpoint(parser_beside(output) if whole else output)
    if checkpoint.path.exists() and not resume and not quiet:
        typer.echo(f"beginning anew; --resume would go on from {checkpoint.path}", err=True)
    sources = sources_of([*files, *([] if dev is None else [dev])])
    treebanks = [dodona.read(source, format=format_name(format)) for source in sources]
    dev_treebank = None if dev is None else treebanks.pop()
    display = Display(Console(stderr=True))
    with _saying_what_is_left(checkpoint, whole, display), display:
        treebank = joined(treebanks, files, check_trees)
        options: dict[str, Any] = {
            "recipe": recipe,
            "patience": patience,
            "output": output,
            "resume": resume,
            "threads": threads or min(cores(), 8),
            "calibrate": calibrate or 0,
            "on_step": None if quiet else display.step,
            "on_start": None if quiet else display.start,
            "on_epoch": None if quiet else display.epoch,
            "system": system,
            "root": root,
            "single_root": single_root,
            "oracle": oracle,
            "policy": policy,
            "explore": explore,
            "k": k,
            "learner": learner,
            "alpha": alpha,
            "rho": rho,
            "l1": l1,
            "aggressiveness": aggressiveness,
            "cost_sensitive": cost_sensitive,
            "min_updates": min_updates,
            "margin": margin,
            "habits": habits,
            "hash_kernel": hash_kernel,
            "rule": rule,
            "rate": rate,
            "hidden": hidden,
            "layer": layer,
            "roll_in": roll_in,
            "roll_out": roll_out,
            "mixture_alpha": mixture_alpha,
            "mixing": mixing,
            "max_deviations": max_deviations,
            "dropout": dropout,
            "prune": prune,
            "beam": beam,
            "update": update,
            "batch": batch,
            "label_cost": label_cost,
            "features": features,
            "tag": tag,
            "nonprojective": nonprojective,
            "punctuation": punctuation,
            "epochs": epochs,
            "seed": seed,
        }
        if whole:
            parser = dodona.train_pipeline(
                treebank,
                dev_treebank,
                jackknife=jackknife or 0,
                **options,
            ).parser
        else:
            parser = dodona.train(treebank, dev_treebank, **options)
    if not quiet:
        best = parser.info["best_epoch"]
        typer.echo(
            f"{output}: epoch {best}, {parser.size} ({time.perf_counter() - began:.1f} s)",
            err=True,
        )


def _last_written(model: Path) -> int | None:
    return model.stat().st_mtime_ns if model.exists() else None


@contextmanager
def _saying_what_is_left(checkpoint: Checkpoint, pipeline: bool, display: Display) -> Iterator[None]:
    """Say, to somebody who stops the run, that nothing is lost."""
    before = _last_written(checkpoint.model)
    try:
        yield
    except (KeyboardInterrupt, SystemExit) as stopped:
        if checkpoint.path.exists():
            what = "is a parser alone so far" if pipeline else "can be used"
            what += ", not calibrated yet" if display.now.startswith("calibration") else ""
            typer.echo(f"stopped; {checkpoint.model} {what}, and --resume goes on from it", err=True)
        elif _last_written(checkpoint.model) != before:  # its checkpoint is not there yet, or not any more
            typer.echo(f"stopped; {checkpoint.model} can be used", err=True)
        else:
            typer.echo("stopped before the first epoch was done: nothing is written", err=True)
        raise SystemExit(stopped.code if isinstance(stopped, SystemExit) else INTERRUPTED) from stopped
