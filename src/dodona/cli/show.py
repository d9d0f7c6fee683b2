"""`dodona show`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, TypeAlias

import typer
from rich.text import Text

from dodona.cli.files import sources_of
from dodona.cli.options import FileArgument, FormatOption, console, format_name
from dodona.drawing.svg import svg as draw_svg
from dodona.drawing.svg_page import page
from dodona.drawing.terminal import picture
from dodona.drawing.width import isolated, visible
from dodona.errors import OptionError
from dodona.treebank.choice import Choice, chosen, positions
from dodona.treebank.parses import Parses
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import name_of, written

_COLOURS = {
    "number": "bold",
    "name": "cyan",
    "arc": "dim",
    "root": "green",
    "label": "cyan",
    "word": "bold",
    "tag": "dim",
}
_COLOURS_OF_KINDS = {
    "crossing": "yellow",
    "gold": "bold green",
    "parse": "bold magenta",
    "conf-2": "default",
    "conf-1": "yellow",
    "conf-0": "bold red",
}
_PIXELS = 1200

#: Sentences with their numbers, and the parses to compare them with.
Found: TypeAlias = "Iterator[tuple[int, Sentence, Sentence | None]]"


def show(
    file: FileArgument,
    sentences: Annotated[
        str | None,
        typer.Argument(
            metavar="SENTENCES",
            help="Sentence numbers, from 1: [cyan]3[/cyan], [cyan]1-5[/cyan], [cyan]3,7-9[/cyan], "
            "[cyan]100-[/cyan]. The default is the first sentence, unless a filter below is given.",
        ),
    ] = None,
    id: Annotated[
        list[str] | None,
        typer.Option("--id", metavar="SENT_ID", help="The sentence with this sent_id; may be repeated."),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(metavar="WORD", help="Sentences with this form or lemma, ignoring case."),
    ] = None,
    nonprojective: Annotated[
        bool, typer.Option("--nonprojective", help="Sentences with non-projective trees.")
    ] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="PARSE",
            help="A file with other trees of the same words, to draw too where they differ.",
        ),
    ] = None,
    differing: Annotated[
        bool, typer.Option("--differing", help="With --compare, sentences with trees that differ.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop after this many sentences.")] = None,
    svg: Annotated[
        str | None, typer.Option(metavar="OUT.svg", help="Write one sentence as SVG; - for standard output.")
    ] = None,
    html: Annotated[
        str | None, typer.Option(metavar="OUT.html", help="Write a web page; - for standard output.")
    ] = None,
    vertical: Annotated[
        bool | None,
        typer.Option(
            "--vertical/--horizontal",
            help="One word per line, or all words on one line, whatever the width.",
            show_default=False,
        ),
    ] = None,
    tags: Annotated[
        bool, typer.Option("--tags/--no-tags", help="Part-of-speech tags below the words.")
    ] = True,
    ascii: Annotated[bool, typer.Option("--ascii", help="Use only ASCII characters.")] = False,
    width: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Draw wider sentences with one word per line. In columns, by default those of the terminal "
            f"or 100; with --svg and --html in pixels, by default {_PIXELS}.",
        ),
    ] = None,
    format: FormatOption = None,
) -> None:
    """Draw sentences and their trees.

    [bold]dodona show train.conllu 1-5[/bold] draws the first five;
    [bold]dodona show train.conllu --search oak --nonprojective --limit 3[/bold]
    draws three that contain the word and have crossing arcs: filters are combined.
    The file is read no further than needed.

    With all words on one line, an arc leads from the head up and down again to an
    arrow above the dependent. With one word per line, the line to a dependent starts
    in the column of its head and leads to the right. Non-projective arcs have a
    colour of their own in terminals and SVG. Trees with confidences are coloured by
    them instead.

    [bold]dodona show gold.conllu --compare parsed.conllu --differing --limit 3[/bold] draws the gold tree,
    and what differs in the parse below it, or at the right; [bold]≠[/bold] marks differences.
    """
    if svg is not None and html is not None:
        raise OptionError("--svg and --html cannot be combined: run the command twice")
    if ascii and (svg is not None or html is not None):
        raise OptionError("--ascii is for drawings in a terminal: leave it out with --svg and --html")
    if differing and compare is None:
        raise OptionError("--differing needs --compare")
    source, *others = sources_of([file] if compare is None else [file, compare])
    parses = Parses(others[0], gold=name_of(source), format=format_name(format)) if others else None
    choice = Choice(
        positions=None if sentences is None else positions(sentences),
        ids=frozenset(id or ()),
        word=search,
        nonprojective=nonprojective,
        differing=parses if differing else None,
        limit=limit,
    )
    found = (
        (number, sentence, None if parses is None else parses.of(number, sentence))
        for number, sentence in chosen(source, choice, format=format_name(format))
    )
    if svg is not None:
        _write_svg(svg, found, tags, width or _PIXELS, vertical)
    elif html is not None:
        with written(html) as out:
            for piece in page(
                found, title=name_of(source), tags=tags, width=width or _PIXELS, vertical=vertical
            ):
                out.write(piece.encode())
    else:
        _draw(found, tags, width, vertical, ascii)


def _write_svg(target: str, found: Found, tags: bool, width: int, vertical: bool | None) -> None:
    drawn = list(islice(found, 2))
    if len(drawn) > 1:
        raise OptionError("--svg holds one sentence, and several are selected: select one, or use --html")
    _, sentence, parse = drawn[0]
    with written(target) as out:
        out.write(draw_svg(sentence, compare=parse, tags=tags, width=width, vertical=vertical).encode())


def _draw(found: Found, tags: bool, width: int | None, vertical: bool | None, ascii: bool) -> None:
    terminal = console()
    coloured = terminal.is_terminal and _can_show_lines(terminal.encoding)
    ascii = ascii or (terminal.is_terminal and not coloured)
    for place, (number, sentence, parse) in enumerate(found):
        drawing = picture(sentence, tags=tags, width=width, vertical=vertical, ascii=ascii, compare=parse)
        lines = [[("", "")]] if place else []
        lines += [_heading(number, sentence), *drawing.runs()]
        if coloured:
            for line in lines:
                terminal.print(
                    Text.assemble(*((text, _colour(style)) for text, style in line)), soft_wrap=True
                )
        else:
            text = "".join("".join(text for text, _ in line) + "\n" for line in lines)
            encoding = terminal.encoding if terminal.is_terminal else "utf-8"
            sys.stdout.buffer.write(text.encode(encoding, "replace"))
            sys.stdout.buffer.flush()


def _colour(style: str) -> str:
    name, _, kind = style.partition("-")
    return _COLOURS_OF_KINDS.get(kind) or _COLOURS.get(name, "")


def _heading(number: int, sentence: Sentence) -> list[tuple[str, str]]:
    name = sentence.comment("sent_id")
    named = [(visible(name), "name"), ("  ", "")] if name else []
    return [(str(number), "number"), ("  ", ""), *named, (isolated(visible(sentence.text)), "")]


def _can_show_lines(encoding: str) -> bool:
    try:
        "╭─┼►▼".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
