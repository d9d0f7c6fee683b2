"""`dodona calibrate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import dodona
from dodona.cli.confidence import (
    check_estimator,
    warn_of_greedy_search,
    warn_of_seen_sentences,
    warn_uncalibrated,
)
from dodona.cli.evaluate import Punctuation
from dodona.cli.files import same_file, sources_of
from dodona.cli.joining import joined
from dodona.cli.missing import warn_of_missing_columns
from dodona.cli.options import (
    BeamOption,
    CalibratedOption,
    Estimator,
    EstimatorOption,
    FormatOption,
    JsonOption,
    ModelArgument,
    SamplesOption,
    TagsOption,
    ThreadsOption,
    check_tags,
    format_name,
    is_given,
    print_tables,
)
from dodona.downloads import find_model
from dodona.evaluation.checks import check_trees
from dodona.evaluation.reliability import reliability
from dodona.evaluation.reliability_plot import check_plot, plot_reliability
from dodona.pipelines.loading import parser_and_whole
from dodona.tables import counted
from dodona.training.checkpoint import Checkpoint
from dodona.treebank.parts import cores

#: Fewer words than this are too few to learn from how sure a parser may be of itself.
_FEW_WORDS = 1000
#: What is about measuring, and has no effect on what is learnt.
_MEASURING = (
    "estimator",
    "samples",
    "beam",
    "calibrated",
    "bins",
    "punctuation",
    "plot",
    "resamples",
    "seed",
    "json_",
)


def check_fitted(output: str, gold: list[str]) -> None:
    """Refuse to write a model over anything but a model."""
    for file in gold:
        if same_file(output, file):
            raise dodona.Error(f"{output}: this is what is learnt from: choose another name for the model")
    Checkpoint(output).check()


def calibrate(
    context: typer.Context,
    model: ModelArgument,
    gold: Annotated[
        list[str],
        typer.Argument(metavar="GOLD...", help="Treebanks with the right trees; - for standard input."),
    ],
    estimator: EstimatorOption = Estimator.transition,
    samples: SamplesOption = 20,
    beam: BeamOption = 8,
    calibrated: CalibratedOption = True,
    bins: Annotated[
        int, typer.Option("--bins", metavar="N", min=1, help="How many bins of equal mass to make.")
    ] = 15,
    punctuation: Annotated[
        Punctuation,
        typer.Option(
            "--punctuation",
            help="Leave out punctuation told by the gold tag, the gold label or the form, as in [bold]dodona "
            "evaluate[/bold]; none leaves nothing out. In whole trees it always counts.",
        ),
    ] = Punctuation.none,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the reliability diagram and the risk-coverage curve; the ending says which kind: svg, "
            "png, pdf.",
        ),
    ] = None,
    fit: Annotated[
        str | None,
        typer.Option(
            "--fit",
            metavar="OUTPUT",
            help="Learn from GOLD how sure the model may be of itself, and write a model that knows; nothing "
            "is measured, since that would flatter it.",
        ),
    ] = None,
    resamples: Annotated[
        int,
        typer.Option(
            "--resamples", metavar="N", help="How often to resample, and to simulate: 100 to 1,000,000."
        ),
    ] = 1000,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**63 - 1,
            help="Makes chance repeatable: same seed, same numbers.",
        ),
    ] = 1,
    tags: TagsOption = None,
    threads: ThreadsOption = None,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Say how far a model's confidences can be believed.

    [bold]dodona calibrate my.model test.conllu --plot reliability.svg[/bold]

    Parses GOLD, and compares how sure the parser is with how often it is right:
    for heads, for labels, for whole trees, and for words that went to the root
    because nothing else attached them. Use data that the model has not seen.

    [bold]ECE[/bold]: expected calibration error, the mean difference between sure and right
    over bins of equal mass, with a bootstrap interval over sentences, and with
    what a perfectly calibrated parser would show by chance on as much data: its
    mean, and what it exceeds in one case of twenty. [bold]MCE[/bold]: the same of the worst
    bin. [bold]Brier[/bold]: the mean squared difference. [bold]AUROC[/bold]: how well low confidence
    finds what is wrong, from 0.5 (not at all) to 1.

    The surest part: how good are the sentences, and the words, of which the
    parser is surest? The threshold is the confidence to ask for.

    Models with probabilities (recipe probabilistic) are calibrated when they are
    trained with development data. [bold]--fit[/bold] does it afterwards, for any model: the
    perceptron too can say how sure it is, once it has been calibrated. Use data
    that the model was not trained on, and another part of it to measure. Of a model
    that takes raw text, the parser is calibrated and the rest stays as it is; use
    [bold]--tags predict[/bold], since of raw text the parser sees the tags that are predicted.

    [bold]--plot[/bold] needs matplotlib: [cyan]pip install 'dodona\\[plot]'[/cyan].
    """
    check_estimator(estimator, samples, beam)
    for option in _MEASURING if fit is not None else ():
        if is_given(context, option):
            name = "uncalibrated" if option == "calibrated" and not calibrated else option.strip("_")
            raise dodona.OptionError("goes without --fit, which measures nothing", option=name)
    if plot is not None:
        check_plot(plot)
    parser, whole = parser_and_whole(find_model(model))
    if whole is None:
        check_tags(tags)
    if fit is not None:
        check_fitted(fit, gold)
    treebanks = [dodona.read(file, format=format_name(format)) for file in sources_of(gold)]
    right = joined(treebanks, gold, lambda treebank: check_trees(treebank, "gold"))
    text = right if whole is None else whole.tag(right, tags=tags and tags.value, threads=threads or cores())
    warn_of_missing_columns(parser, text)
    warn_of_greedy_search(parser)
    if fit is not None:
        parser.calibrate(text, threads=threads or cores())
        words = right.word_count - warn_of_seen_sentences(parser, text, left_out=True)
        if words < _FEW_WORDS:
            typer.echo(f"{counted(words, 'word')} teach little: some thousand are needed", err=True)
        (whole or parser).save(fit)
        temperature = parser.info["calibration"]["temperature"]
        typer.echo(f"{fit}: calibrated on {counted(words, 'word')}, temperature {temperature:g}", err=True)
        return
    warn_of_seen_sentences(parser, text, left_out=False)
    confidences = parser.confidence(
        text,
        estimator=estimator.value,
        calibrated=calibrated,
        samples=samples,
        beam=beam,
        seed=seed,
        threads=threads or cores(),
    )
    found = reliability(
        right, confidences, punctuation=punctuation.value, bins=bins, resamples=resamples, seed=seed
    )
    how = f"{estimator.value}, {'calibrated' if confidences.calibrated else 'not calibrated'}"
    if plot is not None:
        plot_reliability(found, plot, title=f"{Path(model).name} ({how})")
    if not confidences.calibrated and calibrated:
        warn_uncalibrated()
    if json_:
        typer.echo(
            json.dumps(
                {
                    "estimator": estimator.value,
                    "calibrated": confidences.calibrated,
                    "in_training_data": int(parser.knows(text).sum()),
                }
                | found.to_dict(),
                indent=2,
            )
        )
    else:
        typer.echo(f"Model          {model}: {how}")
        print_tables(found)
