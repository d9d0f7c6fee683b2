"""`dodona reproduce`."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.table import Table

from dodona.cli.options import JsonOption, print_tables
from dodona.errors import OptionError
from dodona.evaluation.tables import facts
from dodona.reproduce import PAPERS
from dodona.reproduce import paper as paper_called
from dodona.reproduce import reproduce as reproduction


def reproduce(
    paper: Annotated[
        str | None,
        typer.Argument(metavar="[PAPER]", help="Which one; without it, those that there are are listed."),
    ] = None,
    treebanks: Annotated[
        str | None,
        typer.Option(
            "--treebanks",
            metavar="DIR",
            help="A folder of folders, each with a training and a test file (train.conllu, test.conllu, "
            "compressed or not).",
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="N", min=1, help="Train everything with the seeds 1 to N.")
    ] = 3,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME,...",
            help="Only these treebanks, by the names of their folders; * may be anything.",
        ),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            "--epochs", metavar="N", min=1, help="How long to train.", show_default="as in the paper"
        ),
    ] = None,
    out_of_domain: Annotated[
        bool,
        typer.Option(
            "--out-of-domain/--in-domain",
            help="Where sentences name their genre (UD English-EWT): also train without each genre and test "
            "on it.",
        ),
    ] = True,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=1, help="How many parsers to train at a time.")
    ] = 1,
    cache: Annotated[
        str | None,
        typer.Option(
            "--cache", metavar="FILE", help="Keep results here, and do not repeat those that are there."
        ),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Do the experiment of a paper again, on your own treebanks.

    Every condition of the paper is trained on every treebank, with several
    seeds, and scored on the data that the paper tests on. The tables show the
    scores beside the paper's own, or the mean gains with their significance;
    and sizes and calibration, where the paper has them. Progress is told on
    standard error; with [bold]--cache[/bold] a run that was stopped goes on
    where it was.

    Needs scipy: [cyan]pip install 'dodona\\[compare]'[/cyan].
    """
    if paper is None:
        _list(json_)
        return
    paper_called(paper)
    if treebanks is None:
        raise OptionError("is needed: a folder of treebanks", option="treebanks")
    found = reproduction(
        paper,
        treebanks,
        seeds=seeds,
        only=[name for name in (only or "").split(",") if name],
        epochs=epochs,
        out_of_domain=out_of_domain,
        jobs=jobs,
        cache=cache,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    if json_:
        typer.echo(json.dumps(found.to_dict(), indent=2, ensure_ascii=False))
    else:
        print_tables(found)


def _list(json_: bool) -> None:
    if json_:
        typer.echo(json.dumps({name: paper.reference for name, paper in PAPERS.items()}, indent=2))
    else:
        print_tables(_papers())


def _papers() -> Table:
    return facts([(name, paper.reference) for name, paper in PAPERS.items()])
