"""The choice of sentences to draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dodona.errors import Error, OptionError
from dodona.treebank.parses import Parses
from dodona.treebank.reading import batches
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Source, name_of

#: Ranges of sentence numbers from 1, inclusive; None is the end of the file.
Positions = list[tuple[int, int | None]]


@dataclass(frozen=True)
class Choice:
    """Conditions on the sentences to choose; without any, the first sentence.

    A limit alone chooses that many sentences from the start.
    """

    positions: Positions | None = None
    ids: frozenset[str] = frozenset()
    word: str | None = None
    nonprojective: bool = False
    #: Take only sentences that differ from these.
    differing: Parses | None = None
    limit: int | None = None

    @property
    def filters(self) -> bool:
        """Whether the choice depends on the content of sentences."""
        return bool(self.ids) or self.word is not None or self.nonprojective or self.differing is not None

    def takes(self, sentence: Sentence, number: int = 1) -> bool:
        """Return whether a sentence meets the conditions other than its number.

        >>> oaks = Sentence(["Oaks", "speak"], lemmas=["oak", "speak"])
        >>> Choice(word="OAK").takes(oaks), Choice(nonprojective=True).takes(oaks)
        (True, False)
        """
        if self.ids and sentence.comment("sent_id") not in self.ids:
            return False
        if self.nonprojective and (not sentence.has_tree or sentence.is_projective):
            return False
        if self.word is not None:
            wanted = self.word.casefold()
            if all(text.casefold() != wanted for text in (*sentence.words, *sentence.lemmas)):
                return False
        return self.differing is None or self.differing.differ(number, sentence)

    def __str__(self) -> str:
        said = ["is non-projective"] if self.nonprojective else []
        said += [f"has the form or lemma {self.word!r}"] if self.word is not None else []
        said += [f"has the sent_id {' or '.join(sorted(self.ids))}"] if self.ids else []
        said += [f"differs from {self.differing.name}"] if self.differing is not None else []
        return " and ".join(said)


def positions(text: str) -> Positions:
    """Parse numbers and ranges of numbers, from 1.

    >>> positions("3,7-9,100-")
    [(3, 3), (7, 9), (100, None)]
    """
    found: Positions = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not _is_number(first) or not (_is_number(last) or last == ""):
            raise OptionError(
                f"{part!r} is not a sentence number: write numbers and ranges, such as 3 or 1-5 or 3,7-9"
            )
        start = int(first)
        end = int(last) if last else None if dash else start
        if start == 0 or end == 0:
            raise OptionError("there is no sentence 0: they are counted from 1")
        if end is not None and end < start:
            raise OptionError(f"the range {part.strip()} ends before it starts: write {end}-{start}")
        found.append((start, end))
    return found


def chosen(source: Source, choice: Choice, *, format: str | None = None) -> Iterator[tuple[int, Sentence]]:
    """Yield the chosen sentences of a file with their numbers, reading no further than needed.

    Raises `dodona.Error` at the end if a number or a sent_id does not exist, or if nothing was found.

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
    for batch in batches(source, size=1, format=format):  # in the smallest batches
        for place in range(len(batch)):
            number = count + place + 1
            if last is not None and number > last:
                break
            if not any(start <= number and (end is None or number <= end) for start, end in ranges):
                continue
            sentence = batch[place]
            if not choice.takes(sentence, number):
                continue
            yield number, sentence
            found += 1
            missing.discard(sentence.comment("sent_id") or "")
            if found == choice.limit or (choice.ids and not missing):
                return
        count += len(batch)
        if last is not None and count >= last:
            break
    else:
        if choice.differing is not None:
            choice.differing.end(count)
    _complain(name_of(source), choice, ranges, count, found, missing)


def _complain(
    name: str, choice: Choice, ranges: Positions, count: int, found: int, missing: set[str]
) -> None:
    """Raise an error for the parts of a choice that were not found."""
    there_are = f": it has {count:,} sentence{'s' * (count != 1)}"
    if choice.positions is not None or not choice.filters:
        for start, end in ranges:
            if count < (start if end is None else end):
                raise Error(f"{name}: there is no sentence {max(start, count + 1)}{there_are}")
        there_are = " among the given numbers"
    if missing:
        raise Error(f"{name}: no sentence has the sent_id {' or '.join(sorted(missing))}{there_are}")
    if not found:
        raise Error(f"{name}: no sentence {choice}{there_are}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
