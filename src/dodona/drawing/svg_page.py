"""Web pages of drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from dodona.drawing.svg import svg, too_long
from dodona.drawing.svg_style import FONTS
from dodona.drawing.width import visible

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

_START = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark;
  --page: #f6f8fa; --card: #ffffff; --edge: #d8dee4; --text: #1f2328; --quiet: #6e7781 }}
@media (prefers-color-scheme: dark) {{
  :root {{ --page: #010409; --card: #0d1117; --edge: #2a313a; --text: #f0f3f6; --quiet: #9198a1 }}
}}
body {{ margin: 2rem; background: var(--page); color: var(--text);
  font: 16px/1.5 {fonts} }}
h1 {{ font-size: 1.2rem; font-weight: 600 }}
figure {{ margin: 0 0 1.5rem; padding: 1rem 1.25rem; background: var(--card);
  border: 1px solid var(--edge); border-radius: 10px; overflow-x: auto }}
figcaption {{ margin-bottom: .75rem; position: sticky; left: 0 }}
figcaption a {{ color: var(--quiet); margin-right: .75em; text-decoration: none }}
figcaption span {{ color: var(--quiet); margin-right: .75em }}
svg {{ display: block }}
</style>
<h1>{title}</h1>
"""


def page(
    sentences: Iterable[tuple[int, Sentence, Sentence | None]],
    *,
    title: str,
    tags: bool = True,
    width: int = 1200,
    vertical: bool | None = None,
) -> Iterator[str]:
    """Yield the pieces of a self-contained HTML page of sentences: the number of each, the sentence, and the
    parse to compare it with, if any.

    >>> from dodona import Sentence
    >>> html = "".join(page([(7, Sentence(["Oaks", "speak"], heads=[2, 0]), None)], title="oaks.conllu"))
    >>> '<figure id="s7">' in html
    True
    """
    yield _START.format(title=escape(visible(title)), fonts=FONTS)
    for number, sentence, parse in sentences:
        name = sentence.comment("sent_id")
        named = f"<span>{escape(visible(name))}</span>" if name else ""
        text = escape(visible(sentence.text))
        problem = too_long(sentence, vertical)  # go on with the other sentences
        drawing = f"<p>{problem}</p>\n"
        if problem is None:
            drawing = svg(
                sentence, tags=tags, width=width, vertical=vertical, background=False, compare=parse
            )
        caption = f'<figcaption><a href="#s{number}">{number}</a>{named}<bdi>{text}</bdi></figcaption>'
        yield f'<figure id="s{number}">\n{caption}\n{drawing}</figure>\n'
    yield "</html>\n"
