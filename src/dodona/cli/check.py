"""`dodona check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
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
from dodona.treebank.ud.rules import RULES


def check(
    files: FilesArgument,
    single_root: Annotated[
        bool | None,
        typer.Option(
            "--single-root/--many-roots",
            help="Whether a sentence must have exactly one root; by default in CoNLL-U only.",
        ),
    ] = None,
    ud: Annotated[
        bool,
        typer.Option(
            "--ud", help="Also check the rules of Universal Dependencies that hold for every language."
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the counts only.")] = False,
    format: FormatOption = None,
    json_: JsonOption = False,
) -> None:
    """Find errors of the format in treebanks, and with --ud of the annotation.

    Each is printed as [cyan]file:line: what is wrong[/cyan], with counts by kind at the
    end. The exit code is 1 if there are any, and 2 if a file cannot be opened.

    In every format: a wrong number of columns, word numbers out of order, heads
    that are not numbers or outside the sentence, cycles, no root, text that is
    not UTF-8, NUL bytes, misplaced blank lines, empty or truncated files.

    In CoNLL-U also: several roots, misplaced multiword tokens and empty nodes,
    [cyan]# text[/cyan] that does not match the words, a [cyan]sent_id[/cyan] used twice, the
    label [cyan]root[/cyan] anywhere but at the root, empty columns, enhanced heads that do
    not exist, and comments inside a sentence.

    With [cyan]--ud[/cyan] also what the UD validator finds at its levels 1 to 3: tags, features
    and relations that are not universal, relations that do not go with a tag,
    function words with dependents, crossing punctuation, enhanced graphs that are
    not connected, and more, with the [cyan]sent_id[/cyan] and with a sentence of help for
    each kind. Warnings do not change the exit code.
    """
    total = unreadable = 0
    reports = []
    for file, source in zip(files, sources_of(files), strict=True):
        checked = Checked()
        kinds: Counter[str] = Counter()
        warnings: Counter[str] = Counter()
        listed = []
        try:
            for problem in problems_in(
                source, format=format_name(format), single_root=single_root, ud=ud, checked=checked
            ):
                (warnings if problem.warning else kinds)[problem.kind] += 1
                if json_:
                    listed.append({name: value for name, value in asdict(problem).items() if value})
                elif not quiet:
                    tell(str(problem))
        except Error as error:  # go on with the other files
            complain(str(error))
            unreadable += 1
            continue
        total += kinds.total()
        report = {"source": file, **asdict(checked), "counts": dict(kinds.most_common()), "problems": listed}
        if ud:
            report |= {"warnings": dict(warnings.most_common()), "help": _help([*kinds, *warnings])}
        reports.append(report)
        if not json_:
            _summarise(name_of(source), kinds, warnings, checked)
    if json_:
        tell_json(reports)
    if total or unreadable:
        raise typer.Exit(2 if unreadable else 1)


def _help(kinds: Iterable[str]) -> dict[str, str]:
    return {kind: RULES[kind].help for kind in kinds if kind in RULES}


def _summarise(file: str, kinds: Counter[str], warnings: Counter[str], checked: Checked) -> None:
    read = f"{_counted(checked.sentences, 'sentence')} read, {_counted(checked.words, 'word')}"
    found = [_counted(kinds.total(), "problem")] if kinds else ["no problems"]
    found += [_counted(warnings.total(), "warning")] if warnings else []
    tell(f"{file}: {', '.join(found)} ({read})")
    for kind, number in [*kinds.most_common(), *warnings.most_common()]:
        tell(f"{number:9,}  {kind}")
        if kind in RULES:
            tell(f"{'':11}{RULES[kind].help}")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
