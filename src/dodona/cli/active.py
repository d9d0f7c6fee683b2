"""`dodona active`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

import dodona
from dodona.annotation import active as choose
from dodona.cli.confidence import warn_of_greedy_search
from dodona.cli.files import sources_of
from dodona.cli.missing import warn_of_missing_columns
from dodona.cli.options import (
    Estimator,
    EstimatorOption,
    FormatOption,
    JsonOption,
    ModelOption,
    ThreadsOption,
    format_name,
    is_given,
    print_tables,
)
from dodona.cli.output import write_sentences
from dodona.cli.printing import tell, tell_json
from dodona.downloads import find_model
from dodona.pipelines.loading import parser_and_whole
from dodona.treebank.joining import joined
from dodona.treebank.parts import cores


class By(str, Enum):
    """How the uncertainty of a word is measured."""

    least_confident = "least-confident"
    margin = "margin"


def active(
    context: typer.Context,
    pool: Annotated[
        list[str],
        typer.Argument(metavar="POOL...", help="Tagged sentences to choose from; their trees are ignored."),
    ],
    model: ModelOption = "english",
    budget: Annotated[
        int,
        typer.Option("--budget", metavar="WORDS", min=1, help="The number of words to annotate."),
    ] = 500,
    by: Annotated[
        By,
        typer.Option(
            "--by",
            help="The uncertainty of a word: one minus the confidence of its head (least-confident), or a "
            "small lead of its transition over the runner-up (margin).",
        ),
    ] = By.least_confident,
    diverse: Annotated[
        bool,
        typer.Option(
            "--diverse/--no-diverse",
            help="Prefer tag sequences that have not been chosen yet, and sentences of all lengths.",
        ),
    ] = True,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the chosen sentences; - for standard output."
        ),
    ] = None,
    parsed: Annotated[
        bool,
        typer.Option(
            "--parsed",
            help="Write them with the parser's trees, ready to correct, instead of those of the pool.",
        ),
    ] = False,
    estimator: EstimatorOption = Estimator.transition,
    threads: ThreadsOption = None,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Choose the sentences that are worth annotating next.

    [bold]dodona active -m my.model raw.conllu --budget 500 -o next.conllu --parsed[/bold]

    Parses the pool and chooses the sentences on which the parser is least confident,
    up to a budget of words, since annotation time depends on the number of words. A
    sentence ranks by the mean uncertainty of its words.

    Similar sentences teach the same thing. By default, a word therefore counts more
    if its tag trigram is common in the pool, and less if that trigram is common in
    the sentences chosen before. Short and long sentences each get a share of the
    budget, and no sentence is chosen twice. With [bold]--no-diverse[/bold], the first
    sentences tend to be odd rather than useful.

    Prints the sentences, the most useful first. [bold]--output[/bold] writes them in that
    order, each with its reason in a comment [bold]# active = RANK: REASON[/bold]; CoNLL-X has
    no comments.
    """
    if by == By.margin and is_given(context, "estimator"):
        raise dodona.OptionError("has no effect on margins: leave it out", option="estimator")
    if parsed and output is None:
        raise dodona.OptionError("needs --output, which says where to write", option="parsed")
    if json_ and output == "-":
        raise dodona.OptionError(
            "cannot be combined with --output -: both write to standard output", option="json"
        )
    parser, _ = parser_and_whole(find_model(model))
    if not isinstance(parser, dodona.Parser):
        raise dodona.Error(f"{model}: this is an encoder, and only parsers with transitions choose sentences")
    treebanks = [dodona.read(source, format=format_name(format)) for source in sources_of(pool)]
    sentences = joined(treebanks, pool)
    warn_of_missing_columns(parser, sentences)
    warn_of_greedy_search(parser, estimator.value)
    choice = choose(
        parser,
        sentences,
        budget=budget,
        by=by.value,
        diverse=diverse,
        estimator=estimator.value,
        threads=threads or cores(),
    )
    if output is not None:
        write_sentences([choice.treebank(parsed=parsed)], output)
        if sentences.format == "conllx":
            tell("CoNLL-X has no comments: the reasons are not in the file", err=True)
    if json_:
        tell_json(choice.to_dict())
    elif output != "-":
        print_tables(choice)
