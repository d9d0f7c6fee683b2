"""`dodona distil`."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from enum import Enum
from types import TracebackType
from typing import Annotated, Any

import typer
from rich.console import Console

import dodona
from dodona.cli.files import sources_of
from dodona.cli.options import Format, ThreadsOption, format_name, with_recipe_options
from dodona.cli.printing import tell
from dodona.cli.training_display import Display
from dodona.distillation import Silver
from dodona.distillation.texts import Texts
from dodona.runs.progress import duration
from dodona.tables import counted


class Text(str, Enum):
    """The formats of text."""

    text = "text"
    horizontal = "horizontal"


@with_recipe_options
def distil(
    teacher: Annotated[
        str, typer.Argument(metavar="TEACHER", help="A model of a pipeline: a path, a name or a URL.")
    ],
    texts: Annotated[
        list[str],
        typer.Argument(metavar="TEXT...", help="Raw text: files, folders, or - for standard input."),
    ],
    gold: Annotated[str, typer.Option("--gold", "-g", metavar="TRAIN", help="The treebank to learn from.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="MODEL", help="Where to write the model.")],
    dev: Annotated[
        str | None,
        typer.Option("--dev", "-d", metavar="FILE", help="Development data: keep the best epoch."),
    ] = None,
    recipe: Annotated[
        str, typer.Option("--recipe", "-r", metavar="NAME|FILE", help="The student's recipe.")
    ] = "default",
    silver: Annotated[
        str | None,
        typer.Option(
            "--silver", "-s", metavar="FOLDER", help="Where to keep the silver trees.", show_default="MODEL.silver"
        ),
    ] = None,
    silver_share: Annotated[
        float | None,
        typer.Option("--silver-share", metavar="R", help="The share of silver words in an epoch."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without", "-w", metavar="FILE", help="Leave out sentences that are in this treebank, such as test data."
        ),
    ] = None,
    min_confidence: Annotated[
        float,
        typer.Option(
            "--min-confidence",
            min=0,
            max=1,
            metavar="P",
            help="Leave out sentences in which the teacher's mean confidence in heads is lower.",
        ),
    ] = 0.0,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue an interrupted run; the result is the same.")
    ] = False,
    *,
    input: Annotated[
        Text,
        typer.Option("--input", "-i", help="Text, or one tokenised sentence per line (horizontal)."),
    ] = Text.text,
    threads: ThreadsOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
    format: Annotated[
        Format | None,
        typer.Option("--format", "-f", help="The format of treebanks; by default detected from their content."),
    ] = None,
    **options: Any,
) -> None:
    """Train a fast model on raw text that a slow, accurate one labels.

    [bold]dodona distil teacher.model text/ --gold train.conllu --dev dev.conllu -o student.model[/bold]

    The teacher splits the text into sentences, tags and parses them. Sentences that repeat are left out. The student
    learns from these silver trees and from the gold ones together, as with [bold]dodona train --pipeline
    --silver[/bold].

    Text may be larger than memory, and compressed (gzip, xz, zstd). The silver trees stay in a folder, in files of
    about 180,000 words; [bold]--resume[/bold] continues an interrupted run from the last one.
    """
