"""Pictures of trees: one as SVG, any number on a web page."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import BinaryIO

from dodona.drawing.svg import svg
from dodona.drawing.svg_page import page
from dodona.errors import Error
from dodona.treebank.treebank import Treebank


def write_svg(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Draw the only sentence of treebanks.

    >>> import io
    >>> write_svg([Treebank.from_lists([["Oaks"], ["Doves"]])], io.BytesIO())
    Traceback (most recent call last):
        ...
    dodona.errors.Error: SVG holds one sentence, and there are more: write .html
    """
    found = list(islice(chain.from_iterable(treebanks), 2))
    if not found:
        raise Error("SVG holds one sentence, and there is none")
    if len(found) > 1:
        raise Error("SVG holds one sentence, and there are more: write .html")
    out.write(svg(found[0]).encode())


def write_html(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Draw all sentences on a web page.

    >>> import io
    >>> file = io.BytesIO()
    >>> write_html([Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]])], file)
    >>> file.getvalue().count(b"<svg")
    1
    """
    rest = iter(treebanks)
    first = next(rest, Treebank())
    sentences = chain.from_iterable(chain([first], rest))
    numbered = ((number, sentence, None) for number, sentence in enumerate(sentences, start=1))
    for piece in page(numbered, title=first.source or "Sentences"):
        out.write(piece.encode())
