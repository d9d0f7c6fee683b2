"""Lists of words with head numbers, for sentences too long to draw."""

from __future__ import annotations

from collections.abc import Iterator

from dodona.drawing.width import display_width, isolated

#: The largest number of words in a terminal drawing. Drawings grow with the square of the words: a thousand
#: take a hundred megabytes, and are unreadable.
LONGEST_TREE = 1000

_WIDEST = 40  # longer words do not widen the columns


class Listing:
    """One word per line, with its number, its tag, the number of its head and its label.

    >>> print(Listing(["Oaks", "speak"], ["NOUN", "VERB"], ["nsubj", "root"], [2, 0]))
    2 words, too many to draw: each with the number of its head
    1  Oaks   NOUN  2  nsubj
    2  speak  VERB  0  root
    """

    def __init__(self, forms: list[str], tags: list[str], labels: list[str], heads: list[int]) -> None:
        numbers = [str(number) for number in range(1, len(forms) + 1)]
        columns = [
            (numbers, "tag"),
            (forms, "word"),
            (tags, "tag"),
            ([str(head) for head in heads], "arc"),
            (labels, "label"),
        ]
        self._what = "the number of its head" if heads else "its number"
        self._columns = [(texts, style) for texts, style in columns if any(texts)]
        self._widths = [min(max(map(display_width, texts)), _WIDEST) for texts, _ in self._columns]

    def runs(self) -> Iterator[list[tuple[str, str]]]:
        """Yield the rows from the top, each as pieces of text with styles."""
        words = len(self._columns[0][0])
        yield [(f"{words:,} words, too many to draw: each with {self._what}", "")]
        for row in range(words):
            pieces: list[tuple[str, str]] = []
            gap = 0
            for (texts, style), width in zip(self._columns, self._widths, strict=True):
                text = texts[row]
                if text:
                    pieces += [(" " * gap, ""), (isolated(text), style)] if gap else [(isolated(text), style)]
                    gap = 0
                gap += max(width - display_width(text), 0) + 2
            yield pieces

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _ in run) for run in self.runs())
