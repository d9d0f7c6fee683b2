"""`dodona calibrate`."""

from __future__ import annotations

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
from dodona.cli.files import sources_of
from dodona.cli.missing import warn_of_missing_columns
from dodona.cli.options import (
    CalibratedOption,
    Estimator,
    EstimatorOption,
    FormatOption,
    JsonOption,
    ModelOption,
    Punctuation,
    PunctuationOption,
    ResamplesOption,
    SamplesOption,
    SeedOption,
    TagsOption,
    ThreadsOption,
    beam_option,
    check_tags,
    format_name,
    is_given,
    print_tables,
)
from dodona.cli.printing import tell, tell_json
from dodona.downloads import find_model
from dodona.evaluation.checks import check_trees
from dodona.evaluation.reliability import reliability
from dodona.evaluation.reliability_plot import check_plot, plot_reliability
from dodona.pipelines.loading import parser_and_whole
from dodona.tables import counted
from dodona.training.checkpoint import Checkpoint
from dodona.treebank.joining import joined
from dodona.treebank.parts import cores

#: With fewer words than this, calibration is unreliable.
_FEW_WORDS = 1000
#: Options about measuring, which have no effect with --output.
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


def calibrate(
    context: typer.Context,
    gold: Annotated[
        list[str],
        typer.Argument(metavar="GOLD...", help="Gold treebanks; - for standard input."),
    ],
    model: ModelOption = "english",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="MODEL",
            help="Calibrate the model on GOLD and write it here. Nothing is measured, since results on the "
            "same data would be too good.",
        ),
    ] = None,
    estimator: EstimatorOption = Estimator.transition,
    samples: SamplesOption = 20,
    beam: Annotated[int, beam_option("With --estimator beam: its width.")] = 8,
    calibrated: CalibratedOption = True,
    bins: Annotated[
        int, typer.Option("--bins", metavar="N", min=1, help="The number of bins of equal mass.")
    ] = 15,
    punctuation: PunctuationOption = Punctuation.none,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw the reliability diagram and the risk-coverage curve; the extension gives the format: "
            "svg, png, pdf.",
        ),
    ] = None,
    resamples: ResamplesOption = 1000,
    seed: SeedOption = 1,
    tags: TagsOption = None,
    threads: ThreadsOption = None,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Measure how reliable a model's confidences are, or calibrate them.

    [bold]dodona calibrate -m my.model test.conllu --plot reliability.svg[/bold]

    [bold]dodona calibrate -m my.model dev.conllu -o calibrated.model[/bold]

    Parses GOLD and compares confidence with accuracy: for heads, for labels, for
    whole trees, which include punctuation, and for words that were left over and attached to the root. Use
    data that the model has not seen.

    [bold]ECE[/bold]: expected calibration error, the mean difference between confidence
    and accuracy over bins of equal mass, with a bootstrap interval over sentences,
    and with what a perfectly calibrated parser would show by chance on as much data:
    the mean, and the value exceeded in one case of twenty. [bold]MCE[/bold]: the same for
    the worst bin. [bold]Brier[/bold]: the mean squared difference. [bold]AUROC[/bold]: how well low
    confidence finds errors, from 0.5 (not at all) to 1.

    The last table shows the accuracy of the most confident sentences and words. The
    threshold is the least confidence among them.

    Models with probabilities (recipe probabilistic) are calibrated when they are
    trained with development data. [bold]--output[/bold] calibrates any model afterwards,
    perceptrons included. Use data that the model was not trained on, and measure on
    other data. Of a model for raw text, only the parser is calibrated; use
    [bold]--tags predict[/bold], since on raw text the parser sees predicted tags.

    [bold]--plot[/bold] needs matplotlib: [cyan]pip install 'dodona\\[plot]'[/cyan].
    """
    check_estimator(estimator, samples, beam)
    for option in _MEASURING if output is not None else ():
        if is_given(context, option):
            name = "uncalibrated" if option == "calibrated" and not calibrated else option.strip("_")
            raise dodona.OptionError("cannot be combined with --output, which measures nothing", option=name)
    if plot is not None:
        check_plot(plot)
    parser, whole = parser_and_whole(find_model(model))
    if whole is None:
        check_tags(tags)
    if output is not None:
        Checkpoint(output).check()
    treebanks = [dodona.read(file, format=format_name(format)) for file in sources_of(gold)]
    right = joined(treebanks, gold, lambda treebank: check_trees(treebank, "gold"))
    text = (
        right
        if whole is None
        else whole.prepared(right, tags=tags and tags.value, threads=threads or cores())
    )
    warn_of_missing_columns(parser, text)
    warn_of_greedy_search(parser, estimator.value)
    if output is not None:
        parser.calibrate(text, threads=threads or cores())
        words = right.word_count - warn_of_seen_sentences(parser, text, left_out=True)
        if words < _FEW_WORDS:
            tell(f"{counted(words, 'word')} are few for calibration: use several thousand", err=True)
        (whole or parser).save(output)
        temperature = parser.info["calibration"]["temperature"]
        tell(f"{output}: calibrated on {counted(words, 'word')}, temperature {temperature:g}", err=True)
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
    used = estimator.value if estimator.value in parser.estimators else parser.estimators[0]
    how = f"{used}, {'calibrated' if confidences.calibrated else 'not calibrated'}"
    if plot is not None:
        plot_reliability(found, plot, title=f"{Path(model).name} ({how})")
    if not confidences.calibrated and calibrated:
        warn_uncalibrated()
    if json_:
        tell_json(
            {
                "estimator": used,
                "calibrated": confidences.calibrated,
                "in_training_data": int(parser.knows(text).sum()),
            }
            | found.to_dict()
        )
    else:
        tell(f"Model          {model}: {how}")
        print_tables(found)
