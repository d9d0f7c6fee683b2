"""The sentences of a parse next to those of a gold treebank."""

from __future__ import annotations

from dodona.drawing.view import mismatch
from dodona.errors import Error
from dodona.treebank.reading import stream
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Source, name_of


class Parses:
    """The sentences of a file, read no further than needed, with the words of those of another one.

    >>> gold = Sentence(["Oaks", "speak"], heads=[2, 0])
    >>> parses = Parses(gold.to_conllu() * 3, gold="gold.conllu")
    >>> parses.of(2, gold).words
    ['Oaks', 'speak']
    >>> parses.of(4, gold)
    Traceback (most recent call last):
        ...
    dodona.errors.Error: <string>: there is no sentence 4 to compare with gold.conllu: it has 3 sentences
    """

    def __init__(self, source: Source, *, gold: str, format: str | None = None) -> None:
        """Read the parses of the sentences of `gold`, which is a name for messages."""
        self.name, self._gold = name_of(source), gold
        self._sentences = enumerate(stream(source, format=format), start=1)
        self._last: tuple[int, Sentence | None] = (0, None)

    def of(self, number: int, gold: Sentence) -> Sentence:
        """Return the parse of a sentence by its number, which never decreases from call to call."""
        while self._last[0] < number:
            found = next(self._sentences, None)
            if found is None:
                count = self._last[0]
                raise Error(
                    f"{self.name}: there is no sentence {number} to compare with {self._gold}: "
                    f"it has {count:,} sentence{'s' * (count != 1)}"
                )
            self._last = found
        parse = self._last[1]
        assert parse is not None
        problem = mismatch(gold, parse)
        if problem is not None:
            raise Error(
                f"{self.name}:{parse.line}: sentence {number} cannot be compared with "
                f"{self._gold}:{gold.line}: {problem}"
            )
        return parse

    def end(self, count: int) -> None:
        """Raise an error if there are sentences after the last one of the other file."""
        number, parse = next(self._sentences, (0, None))
        if number > count and parse is not None:
            raise Error(
                f"{self.name}:{parse.line}: sentence {number} is not in {self._gold}: it has {count:,}"
            )

    def differ(self, number: int, gold: Sentence) -> bool:
        """Return whether the parse of a sentence has other heads or labels."""
        parse = self.of(number, gold)
        return parse.heads.tolist() != gold.heads.tolist() or parse.labels != gold.labels
