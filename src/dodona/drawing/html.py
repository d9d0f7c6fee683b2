"""Views for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from dodona.drawing.svg import svg, too_long
from dodona.drawing.width import printable

if TYPE_CHECKING:
    from dodona.treebank.treebank import Treebank

#: Of a treebank, so many sentences are drawn.
_DRAWN = 5


def preformatted(text: str) -> str:
    """Return a text of several lines as HTML.

    >>> preformatted("a < b")
    '<pre style="white-space: pre; overflow-x: auto">a &lt; b</pre>'
    """
    return f'<pre style="white-space: pre; overflow-x: auto">{escape(printable(text))}</pre>'


def of_treebank(treebank: Treebank) -> str:
    """Return the first sentences of a treebank, drawn, and how many there are.

    >>> from dodona import Treebank
    >>> html = of_treebank(Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9))
    >>> html.count("<svg"), html.endswith("<p>and 4 more sentences</p>")
    (5, True)
    """
    parts = [f"<p>{escape(repr(treebank))}</p>"]
    parts += [
        f'<div style="overflow-x: auto">{svg(sentence)}</div>'
        if too_long(sentence) is None
        else f"<p>{escape(sentence.text)}</p>"
        for sentence in treebank[:_DRAWN]
    ]
    if (more := len(treebank) - _DRAWN) > 0:
        parts.append(f"<p>and {more:,} more sentence{'s' * (more != 1)}</p>")
    return "\n".join(parts)
