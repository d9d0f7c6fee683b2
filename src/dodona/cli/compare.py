"""`dodona compare`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

import dodona
from dodona.cli.evaluate import GoldArgument, Labels
from dodona.cli.files import names_of, sources_of
from dodona.cli.options import (
    FormatOption,
    JsonOption,
    Punctuation,
    PunctuationOption,
    ResamplesOption,
    SeedOption,
    format_name,
    print_tables,
)
from dodona.cli.printing import tell_json
from dodona.evaluation import compare as comparison


class Metric(str, Enum):
    """The metrics that can be compared."""

    uas = "uas"
    las = "las"
    label_accuracy = "label_accuracy"
    clas = "clas"
    exact_match = "exact_match"
    unlabelled_exact_match = "unlabelled_exact_match"


def compare(
    gold: GoldArgument,
    parses: Annotated[
        list[str],
        typer.Argument(metavar="A B [C...]", help="The same words, with the trees of two or more parsers."),
    ],
    metric: Annotated[
        list[Metric] | None,
        typer.Option(
            "--metric",
            metavar="METRIC",
            help=f"What to compare: {', '.join(Metric.__members__)}. May be given several times.",
            show_default="uas, las",
        ),
    ] = None,
    punctuation: PunctuationOption = Punctuation.none,
    labels: Annotated[
        Labels, typer.Option("--labels", help="Compare labels in full, or without subtypes (universal).")
    ] = Labels.full,
    confidence: Annotated[
        float,
        typer.Option(
            "--confidence", metavar="SHARE", help="The level of the confidence intervals, between 0 and 1."
        ),
    ] = 0.95,
    resamples: ResamplesOption = 10_000,
    seed: SeedOption = 1,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Compare parses of the same words: intervals and significance tests.

    Every score has a bootstrap confidence interval over sentences. For every
    pair, the difference (second minus first) has an interval and two p-values,
    of the Wilcoxon signed-rank test over sentences and of a paired permutation
    test. [bold]†[/bold] marks p < 0.05 and [bold]‡[/bold] p < 0.01, without correction for
    multiple comparisons.

    All files must have the same words in the same sentences.
    Needs scipy: [cyan]pip install 'dodona\\[compare]'[/cyan].
    """
    files = sources_of([gold, *parses])
    right, *parsed = (dodona.read(file, format=format_name(format)) for file in files)
    found = comparison(
        right,
        dict(zip(names_of(parses), parsed, strict=True)),
        metrics=[chosen.value for chosen in metric or (Metric.uas, Metric.las)],
        punctuation=punctuation.value,
        labels=labels.value,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
    )
    if json_:
        tell_json(found.to_dict())
    else:
        print_tables(found)
