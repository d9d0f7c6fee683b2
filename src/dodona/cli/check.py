"""`dodona check`."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Annotated

import typer

from dodona.cli.ending import complain
from dodona.cli.files import sources_of
from dodona.cli.options import FilesArgument, FormatOption, JsonOption, format_name
from dodona.cli.printing import tell, tell_json
from dodona.errors import Error
from dodona.treebank.checking import Checked, problems_in
from dodona.treebank.source import name_of


def check(
    files: FilesArgument,
    single_root: Annotated[
        bool | None,
        typer.Option(
            "--single-root/--many-roots",
            help="Whether a sentence must have exactly one root; by default in CoNLL-U only.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the counts only.")] = False,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Find every error in treebanks; exit with 1 if there are any.

    Each is printed as [cyan]file:line: what is wrong[/cyan], with counts by kind at the
    end. If a file cannot be opened, the exit code is 2.

    In every format: a wrong number of columns, word numbers out of order, heads
    that are not numbers or outside the sentence, cycles, no root, text that is
    not UTF-8, NUL bytes, misplaced blank lines, empty or truncated files.

    In CoNLL-U also: several roots, misplaced multiword tokens and empty nodes,
    [cyan]# text[/cyan] that does not match the words, a [cyan]sent_id[/cyan] used twice, the
    label [cyan]root[/cyan] anywhere but at the root, empty columns, enhanced heads that do
    not exist, and comments inside a sentence.
    """
    total = unreadable = 0
    reports = []
    for file, source in zip(files, sources_of(files), strict=True):
        checked = Checked()
        kinds: Counter[str] = Counter()
        listed = []
        try:
            for problem in problems_in(
                source, format=format_name(format), single_root=single_root, checked=checked
            ):
                kinds[problem.kind] += 1
                if json_:
                    listed.append(asdict(problem))
                elif not quiet:
                    tell(str(problem))
        except Error as error:  # go on with the other files
            complain(str(error))
            unreadable += 1
            continue
        total += kinds.total()
        reports.append(
            {"source": file, **asdict(checked), "counts": dict(kinds.most_common()), "problems": listed}
        )
        if not json_:
            _summarise(name_of(source), kinds, checked)
    if json_:
        tell_json(reports)
    if total or unreadable:
        raise typer.Exit(2 if unreadable else 1)


def _summarise(file: str, kinds: Counter[str], checked: Checked) -> None:
    read = f"{_counted(checked.sentences, 'sentence')} read, {_counted(checked.words, 'word')}"
    count = kinds.total()
    if not count:
        tell(f"{file}: no problems ({read})")
        return
    tell(f"{file}: {_counted(count, 'problem')} ({read})")
    for kind, number in kinds.most_common():
        tell(f"{number:9,}  {kind}")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
