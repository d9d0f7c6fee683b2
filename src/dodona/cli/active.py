"""`dodona active`."""

from __future__ import annotations

import json
from enum import Enum
from typing import Annotated

import typer

import dodona
from dodona.annotation import active as choose
from dodona.cli.confidence import warn_of_greedy_search
from dodona.cli.files import same_file, sources_of
from dodona.cli.joining import joined
from dodona.cli.missing import warn_of_missing_columns
from dodona.cli.options import (
    Estimator,
    EstimatorOption,
    FormatOption,
    JsonOption,
    ModelArgument,
    ThreadsOption,
    format_name,
    is_given,
    print_tables,
)
from dodona.treebank.parts import cores


class By(str, Enum):
    """How unsure a parser is of a word."""

    least_confident = "least-confident"
    margin = "margin"


def active(
    context: typer.Context,
    model: ModelArgument,
    pool: Annotated[
        list[str],
        typer.Argument(
            metavar="POOL...", help="Tagged sentences to choose from; trees that are there are not looked at."
        ),
    ],
    budget: Annotated[
        int,
        typer.Option("--budget", "-b", metavar="WORDS", min=1, help="How many words can be annotated."),
    ] = 500,
    by: Annotated[
        By,
        typer.Option(
            "--by",
            help="What makes a word worth annotating: a head that is probably wrong (least-confident), or a "
            "transition that hardly won over the runner-up (margin).",
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
            "--parsed", help="Write them with the parser's trees, to be corrected, not as the pool has them."
        ),
    ] = False,
    estimator: EstimatorOption = Estimator.transition,
    threads: ThreadsOption = None,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Choose the sentences that are worth annotating next.

    [bold]dodona active my.model raw.conllu --budget 500 -o next.conllu --parsed[/bold]

    Parses the pool, and chooses sentences of which the parser is least sure, up
    to a budget of words, which is what annotators' time goes by. A sentence is
    worth the mean uncertainty of its words: what a word that is paid for brings.

    Sentences that are alike teach the same thing. By default a word therefore
    counts the more, the more common it is in the pool that its tag stands between
    the same two tags, and the less, the more often it did so in sentences chosen
    before; short and long sentences have their parts, and no sentence comes twice. With
    [bold]--no-diverse[/bold], what comes first is odd rather than useful.

    Prints the sentences, the most useful first. [bold]--output[/bold] writes them in that
    order, each with its reason in a comment [bold]# active = RANK: REASON[/bold]; CoNLL-X has
    no comments.
    """
    if by == By.margin and is_given(context, "estimator"):
        raise dodona.OptionError("has no effect on margins: leave it out", option="estimator")
    if parsed and output is None:
        raise dodona.OptionError("needs --output, which says where to write", option="parsed")
    if json_ and output == "-":
        raise dodona.OptionError("and the sentences do not both fit onto standard output", option="json")
    if output is not None and output != "-":
        _check_output(output, [model, *pool])
    parser = dodona.load(model)
    treebanks = [dodona.read(source, format=format_name(format)) for source in sources_of(pool)]
    sentences = joined(treebanks, pool)
    warn_of_missing_columns(parser, sentences)
    warn_of_greedy_search(parser)
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
        choice.treebank(parsed=parsed).write(output)
        if sentences.format == "conllx":
            typer.echo("CoNLL-X has no comments: why each was chosen is not in the file", err=True)
    if json_:
        typer.echo(json.dumps(choice.to_dict(), indent=2, ensure_ascii=False))
    elif output != "-":
        print_tables(choice)


def _check_output(output: str, inputs: list[str]) -> None:
    """Refuse to write a few sentences over the model, or over all that there was to choose from."""
    for file in inputs:
        if same_file(output, file):
            raise dodona.Error(f"{output}: this is read: choose another --output")
