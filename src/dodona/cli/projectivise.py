"""`dodona projectivise` and `dodona deprojectivise`."""

from __future__ import annotations

from collections.abc import Callable

from dodona.cli.files import source_of
from dodona.cli.options import Encoding, EncodingOption, FileArgument, FormatOption, OutputOption, format_name
from dodona.cli.output import write_sentences
from dodona.treebank.reading import batches
from dodona.treebank.treebank import Treebank


def projectivise(
    file: FileArgument,
    output: OutputOption = "-",
    encoding: EncodingOption = Encoding.head,
    format: FormatOption = None,
) -> None:
    """Make every tree projective; labels encode where lifted arcs came from.

    The shortest crossing arc is lifted to the head of its head until none is
    left (Nivre and Nilsson 2005). The labels then encode:

    [bold]head[/bold]: a lifted [cyan]nsubj[/cyan] whose head had the label [cyan]xcomp[/cyan]
    becomes [cyan]nsubj↑xcomp[/cyan].
    [bold]path[/bold]: it becomes [cyan]nsubj↑[/cyan], and the arcs it was lifted over get a [cyan]↓[/cyan].
    [bold]head+path[/bold]: both.
    [bold]baseline[/bold]: nothing; this cannot be undone.

    Train a projective parser on the result, and run [bold]dodona deprojectivise[/bold] on its output.
    """
    _transform(file, output, format_name(format), lambda batch: batch.projectivise(encoding.value))


def deprojectivise(
    file: FileArgument,
    output: OutputOption = "-",
    encoding: EncodingOption = Encoding.head,
    format: FormatOption = None,
) -> None:
    """Restore lifted arcs from their labels, and remove the marks.

    Use the same encoding as in [bold]dodona projectivise[/bold]: a label that it does not produce
    is an error.
    """
    _transform(file, output, format_name(format), lambda batch: batch.deprojectivise(encoding.value))


def _transform(file: str, output: str, format: str | None, change: Callable[[Treebank], Treebank]) -> None:
    write_sentences(map(change, batches(source_of(file), format=format)), output)
