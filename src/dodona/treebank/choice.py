"""Which sentences of a file to draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dodona.errors import Error, OptionError
from dodona.treebank.reading import batches
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Source, name_of

#: Ranges of numbers counted from 1, both ends included; None is the end of the file.
Positions = list[tuple[int, int | None]]


@dataclass(frozen=True)
class Choice:
    """What a sentence must have to be chosen; a choice of nothing is the first sentence.

    A limit alone is that many of the first sentences, or all if there are fewer.
    """

    positions: Positions | None = None
    ids: frozenset[str] = frozenset()
    word: str | None = None
    nonprojective: bool = False
    limit: int | None = None

    @property
    def filters(self) -> bool:
        """Whether it takes a look at a sentence to choose it."""
        return bool(self.ids) or self.word is not None or self.nonprojective

    def takes(self, sentence: Sentence) -> bool:
        """Whether a sentence has what it must have, apart from its number.

        >>> oaks = Sentence(["Oaks", "speak"], lemmas=["oak", "speak"])
        >>> Choice(word="OAK").takes(oaks), Choice(nonprojective=True).takes(oaks)
        (True, False)
        """
        if self.ids and sentence.comment("sent_id") not in self.ids:
            return False
        if self.nonprojective and (not sentence.has_tree or sentence.is_projective):
            return False
        if self.word is None:
            return True
        wanted = self.word.casefold()
        return any(text.casefold() == wanted for text in (*sentence.words, *sentence.lemmas))

    def __str__(self) -> str:
        said = ["is non-projective"] if self.nonprojective else []
        said += [f"has the form or lemma {self.word!r}"] if self.word is not None else []
        said += [f"has the sent_id {' or '.join(sorted(self.ids))}"] if self.ids else []
        return " and ".join(said)


def positions(text: str) -> Positions:
    """Read numbers and ranges of numbers, counted from 1.

    >>> positions("3,7-9,100-")
    [(3, 3), (7, 9), (100, None)]
    """
    found: Positions = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not _is_number(first) or not (_is_number(last) or last == ""):
            raise OptionError(f"{part!r} is no sentence: write numbers and ranges, such as 3 or 1-5 or 3,7-9")
        start = int(first)
        end = int(last) if last else None if dash else start
        if start == 0 or end == 0:
            raise OptionError("there is no sentence 0: they are counted from 1")
        if end is not None and end < start:
            raise OptionError(f"the range {part.strip()} ends before it starts: write {end}-{start}")
        found.append((start, end))
    return found


def chosen(source: Source, choice: Choice, *, format: str | None = None) -> Iterator[tuple[int, Sentence]]:
    """Give the chosen sentences of a file with their numbers, and read no further than they are.

    Raises `dodona.Error` in the end if a number or a sent_id is not there, or if nothing was found.

    >>> treebank = "1\\tOaks\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\t_\\n\\n" * 9
    >>> [number for number, _ in chosen(treebank, Choice(positions("2,4-6"), limit=3))]
    [2, 4, 5]
    """
    ranges = choice.positions
    if ranges is None:
        ranges = [(1, None)] if choice.filters or choice.limit is not None else [(1, 1)]
    last = None if any(end is None for _, end in ranges) else max(end for _, end in ranges if end is not None)
    missing = set(choice.ids)
    count = found = 0
    for batch in batches(source, size=1, format=format):  # as few as come at a time
        for place in range(len(batch)):
            number = count + place + 1
            if last is not None and number > last:
                break
            if not any(start <= number and (end is None or number <= end) for start, end in ranges):
                continue
            sentence = batch[place]
            if not choice.takes(sentence):
                continue
            yield number, sentence
            found += 1
            missing.discard(sentence.comment("sent_id") or "")
            if found == choice.limit or (choice.ids and not missing):
                return
        count += len(batch)
        if last is not None and count >= last:
            break
    _complain(name_of(source), choice, ranges, count, found, missing)


def _complain(
    name: str, choice: Choice, ranges: Positions, count: int, found: int, missing: set[str]
) -> None:
    """Say what of a choice was not there, once everything that could hold it has been read."""
    there_are = f": it has {count:,} sentence{'s' * (count != 1)}"
    if choice.positions is not None or not choice.filters:
        for start, end in ranges:
            if count < (start if end is None else end):
                raise Error(f"{name}: there is no sentence {max(start, count + 1)}{there_are}")
        there_are = " among those with the numbers that you gave"
    if missing:
        raise Error(f"{name}: no sentence has the sent_id {' or '.join(sorted(missing))}{there_are}")
    if not found:
        raise Error(f"{name}: no sentence {choice}{there_are}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
