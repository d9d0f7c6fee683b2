"""Lists of words with head numbers, for sentences too long to draw."""

from __future__ import annotations

from collections.abc import Iterator

from dodona.drawing.canvas import style
from dodona.drawing.view import View
from dodona.drawing.width import display_width, isolated

#: The largest number of words in a terminal drawing. Drawings grow with the square of the words: a thousand
#: take a hundred megabytes, and are unreadable.
LONGEST_TREE = 1000

_WIDEST = 40  # longer words do not widen the columns


class Listing:
    """One word per line, with its number, its tag, the number of its head and its label.

    >>> from dodona.drawing.view import Link
    >>> print(Listing(View(["Oaks", "speak"], ["NOUN", "VERB"], [Link(2, "nsubj"), Link(0, "root")])))
    2 words, too many to draw: each with the number of its head
    1  Oaks   NOUN  2  nsubj
    2  speak  VERB  0  root
    """

    def __init__(self, view: View) -> None:
        columns = [
            ([str(number) for number in range(1, len(view.forms) + 1)], "tag"),
            (view.forms, "word"),
            (view.tags, "tag"),
            (view.numbers, "tag"),
        ]
        for side, kind in ((view.tree, ""), (view.other, "parse")):
            columns.append(([str(link.head) if link.head >= 0 else "" for link in side], style("arc", kind)))
            columns.append(([link.label for link in side], style("label", kind)))
        self._what = "the number of its head" if view.tree[0].head >= 0 else "its number"
        self._legend = "".join(f"; {text}" for _, text in view.legend[:1])
        self._columns = [(texts, style) for texts, style in columns if any(texts)]
        self._widths = [min(max(map(display_width, texts)), _WIDEST) for texts, _ in self._columns]

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Yield the rows from the top, each as pieces of text with styles."""
        words = len(self._columns[0][0])
        yield [(f"{words:,} words, too many to draw: each with {self._what}{self._legend}", "")]
        for row in range(words):
            pieces: list[tuple[str, str]] = []
            gap = 0
            for (texts, kind), width in zip(self._columns, self._widths, strict=True):
                text = texts[row]
                if text:
                    pieces += [(" " * gap, ""), (isolated(text), kind)] if gap else [(isolated(text), kind)]
                    gap = 0
                gap += max(width - display_width(text), 0) + 2
            yield pieces

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in run) for run in self.runs())
