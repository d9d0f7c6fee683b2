"""`dodona show`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import islice
from typing import Annotated, TypeAlias

import typer
from rich.text import Text

from dodona.cli.files import sources_of
from dodona.cli.options import (
    AsciiOption,
    FileArgument,
    FormatOption,
    IdOption,
    OutputOption,
    SentencesArgument,
    TagsBelowOption,
    VerticalOption,
    choice_of,
    console,
    format_name,
)
from dodona.cli.output import picture_of
from dodona.drawing.svg import svg as draw_svg
from dodona.drawing.svg_page import page
from dodona.drawing.terminal import picture
from dodona.drawing.width import isolated, visible
from dodona.errors import OptionError
from dodona.treebank.choice import chosen
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


class Picture(str, Enum):
    """The formats of pictures."""

    svg = "svg"
    html = "html"


def show(
    file: FileArgument,
    sentences: SentencesArgument = None,
    id: IdOption = None,
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
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Stop after this many sentences.")
    ] = None,
    output: OutputOption = "-",
    to: Annotated[
        Picture | None,
        typer.Option(
            "--to",
            help="Write SVG of one sentence, or a web page; by default given by the extension of the output, "
            "and on standard output a drawing in characters.",
            show_default=False,
        ),
    ] = None,
    vertical: VerticalOption = None,
    tags: TagsBelowOption = True,
    ascii: AsciiOption = False,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Draw wider sentences with one word per line. In columns, by default those of the terminal "
            f"or 100; of pictures in pixels, by default {_PIXELS}.",
        ),
    ] = None,
    format: FormatOption = None,
) -> None:
    """Draw sentences and their trees.

    [bold]dodona show train.conllu 1-5[/bold] draws the first five;
    [bold]dodona show train.conllu --search oak --nonprojective --limit 3[/bold]
    draws three that contain the word and have crossing arcs: filters are combined;
    [bold]dodona show train.conllu 6 -o six.svg[/bold] draws a picture.
    The file is read no further than needed.

    With all words on one line, an arc leads from the head up and down again to an
    arrow above the dependent. With one word per line, the line to a dependent starts
    in the column of its head and leads to the right. Non-projective arcs have a
    colour of their own in terminals and SVG. Trees with confidences are coloured by
    them instead.

    [bold]dodona show gold.conllu --compare parsed.conllu --differing --limit 3[/bold] draws the gold tree,
    and what differs in the parse below it, or at the right; [bold]≠[/bold] marks differences.
    """
    kind = picture_of(output, to, {".svg": Picture.svg, ".html": Picture.html})
    if ascii and kind is not None:
        raise OptionError("is for drawings in a terminal: leave it out", option="ascii")
    if differing and compare is None:
        raise OptionError("needs --compare", option="differing")
    source, *others = sources_of([file] if compare is None else [file, compare])
    parses = Parses(others[0], gold=name_of(source), format=format_name(format)) if others else None
    choice = replace(
        choice_of(sentences, id),
        word=search,
        nonprojective=nonprojective,
        differing=parses if differing else None,
        limit=limit,
    )
    found = (
        (number, sentence, None if parses is None else parses.of(number, sentence))
        for number, sentence in chosen(source, choice, format=format_name(format))
    )
    if kind is Picture.svg:
        _write_svg(output, found, tags, width or _PIXELS, vertical)
    elif kind is Picture.html:
        with written(output) as out:
            for piece in page(
                found, title=name_of(source), tags=tags, width=width or _PIXELS, vertical=vertical
            ):
                out.write(piece.encode())
    else:
        _draw(found, tags, width, vertical, ascii)


def _write_svg(target: str, found: Found, tags: bool, width: int, vertical: bool | None) -> None:
    drawn = list(islice(found, 2))
    if len(drawn) > 1:
        raise OptionError("SVG holds one sentence, and several are selected: select one, or write .html")
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
