"""`dodona distil`."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer
from rich.console import Console

import dodona
from dodona.cli.files import sources_of
from dodona.cli.options import (
    QuietOption,
    ResumeOption,
    SilverShareOption,
    TextFormat,
    ThreadsOption,
    format_name,
    with_recipe_options,
)
from dodona.cli.printing import tell
from dodona.cli.training_display import Display
from dodona.distillation import Silver
from dodona.distillation.texts import Texts
from dodona.runs.progress import duration
from dodona.tables import counted
from dodona.training.checkpoint import Checkpoint
from dodona.training.sampled import MOST_SAMPLED
from dodona.treebank.parts import cores

#: Seconds between two lines of progress.
_PAUSE = 10


@with_recipe_options
def distil(
    texts: Annotated[
        list[str],
        typer.Argument(metavar="TEXT...", help="Raw text: files, folders, or - for standard input."),
    ],
    model: Annotated[
        list[str],
        typer.Option(
            "--model",
            "-m",
            metavar="MODEL",
            help="The teacher, a model of a pipeline: a path, a name or a URL. Several label by their votes, "
            "and the first one also splits and tags.",
        ),
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
            "--silver",
            "-s",
            metavar="FOLDER",
            help="Where to keep the silver trees.",
            show_default="MODEL.silver",
        ),
    ] = None,
    silver_share: SilverShareOption = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            "-w",
            metavar="FILE",
            help="Leave out sentences that are in this treebank, such as test data.",
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
    soft: Annotated[
        int,
        typer.Option(
            "--soft",
            min=0,
            max=MOST_SAMPLED,
            metavar="N",
            help="Beside each tree, draw so many others from the distribution of a teacher with an encoder, "
            "for a network to learn from.",
        ),
    ] = 0,
    resume: ResumeOption = False,
    *,
    threads: ThreadsOption = None,
    quiet: QuietOption = False,
    format: Annotated[
        list[TextFormat] | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help="The format of TEXT: text, or horizontal, one tokenised sentence per line; or that of the "
            "treebanks: conllu or conllx. May be given for both.",
            show_default="text, and that of treebanks detected from their content",
        ),
    ] = None,
    **options: Any,
) -> None:
    """Train a fast model on raw text that a slow, accurate one labels.

    [bold]dodona distil -m teacher.model text/ --gold train.conllu --dev dev.conllu -o student.model[/bold]

    The teacher splits the text into sentences, tags and parses them. Sentences that repeat are left out. The
    student learns from these silver trees and from the gold ones together, as with [bold]dodona train
    --pipeline --silver[/bold].

    [bold]dodona distil -m a.model -m b.model -m c.model text/ --gold train.conllu -o student.model[/bold]

    Several calibrated models label by their votes, as in [bold]dodona parse[/bold].

    Text may be larger than memory, and compressed (gzip, xz, Zstandard). The silver trees stay in a folder,
    in files of about 200,000 words; [bold]--resume[/bold] continues an interrupted run from the last one.
    """
    folder = silver or f"{output}.silver"
    Checkpoint(output).check()
    sources = sources_of([gold, *([] if dev is None else [dev])])
    of_treebanks = _only(format, TextFormat.conllu, TextFormat.conllx)
    of_text = _only(format, TextFormat.text, TextFormat.horizontal) or TextFormat.text
    treebanks = [dodona.read(source, format=format_name(of_treebanks)) for source in sources]
    began = time.perf_counter()
    display, labelling = Display(Console(stderr=True)), _Labelling()
    with display:
        made = dodona.distil(
            model,
            sources_of(texts),
            *treebanks,
            silver=folder,
            silver_share=silver_share,
            input=of_text.value,
            without=sources_of(without or []),
            min_confidence=min_confidence,
            soft=soft,
            resume=resume,
            threads=threads or min(cores(), 8),
            on_shard=None if quiet else labelling.show,
            progress=False,
            on_step=None if quiet else display.step,
            on_start=None if quiet else display.start,
            on_epoch=None if quiet else display.epoch,
            output=output,
            recipe=recipe,
            **options,
        )
    if not quiet:
        info = made.parser.info
        seconds = time.perf_counter() - began
        tell(f"{output}: epoch {info['best_epoch']}, {made.parser.size} ({duration(seconds)})", err=True)


def _only(given: list[TextFormat] | None, *choices: TextFormat) -> TextFormat | None:
    """Return the only one of the choices that is given, if any."""
    found = [each for each in given or () if each in choices]
    if len(found) > 1:
        both = " and ".join(each.value for each in found)
        raise dodona.OptionError(f"cannot be {both} at once: choose one", option="format")
    return found[0] if found else None


class _Labelling:
    """Lines that say how far labelling is, at most one every ten seconds."""

    def __init__(self) -> None:
        self._began = self._told = time.perf_counter()
        self._words = self._read = self._shown = 0

    def show(self, silver: Silver, texts: Texts) -> None:
        """Show the progress after a shard."""
        now = time.perf_counter()
        if not self._words:  # what an interrupted run has labelled does not count
            self._words, self._read = silver.words, texts.read
        elif silver.words == self._shown or (not silver.complete and now - self._told < _PAUSE):
            return
        self._told, self._shown = now, silver.words
        seconds = max(now - self._began, 1e-9)
        line = f"{counted(len(silver.shards), 'file')} of silver trees, {counted(silver.words, 'word')}"
        if texts.size and texts.read > self._read:
            left = (texts.size - texts.read) * seconds / (texts.read - self._read)
            line += f", {silver.words / seconds:,.0f} words a second, about {duration(left)} left"
        tell(line, err=True)
