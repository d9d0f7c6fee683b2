"""Help texts wrapped to the width of the terminal."""

from __future__ import annotations

import re

#: Lines that stand alone: an example, or one entry of a list.
_BEGINS = re.compile(r"\[bold\](?!-)")
_EXAMPLE = re.compile(r"\[bold\][^\[]*\[/bold\]")


def flowing(text: str) -> str:
    """Join the lines of each paragraph, except examples and lists, whose lines begin with bold words.

    Typer joins only those of the first paragraph; the others would be wrapped twice, in the source and in the
    terminal.

    >>> flowing("One\\nparagraph.\\n\\n[bold]A[/bold]: one\\nthing.\\n[bold]B[/bold]: two.")
    'One paragraph.\\n\\n[bold]A[/bold]: one thing.\\n[bold]B[/bold]: two.'
    """
    paragraphs = re.sub(r"\n[ \t]+", "\n", text.strip()).split("\n\n")
    return "\n\n".join("\n".join(_joined(paragraph.split("\n"))) for paragraph in paragraphs)


def _joined(lines: list[str]) -> list[str]:
    joined = lines[:1]
    for line in lines[1:]:
        if _BEGINS.match(line) or _EXAMPLE.fullmatch(joined[-1]):
            joined.append(line)
        else:
            joined[-1] += f" {line}"
    return joined
