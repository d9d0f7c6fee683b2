"""The genres of the English Web Treebank, which are prefixes of its sentence ids."""

from __future__ import annotations

import os

from dodona.treebank.reading import stream
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

GENRES = ("answers", "email", "newsgroup", "reviews", "weblog")


def genre_of(sentence: Sentence) -> str | None:
    """Return the genre of a sentence; None if its id names none.

    >>> genre_of(Sentence(["Oaks"], comments=["# sent_id = weblog-oak.example_20041120-0001"]))
    'weblog'
    """
    start = (sentence.comment("sent_id") or "").partition("-")[0]
    return start if start in GENRES else None


def has_genres(path: str | os.PathLike[str]) -> bool:
    """Return whether the first sentence of a treebank has a genre."""
    first = next(stream(path), None)
    return first is not None and genre_of(first) is not None


def split(treebank: Treebank, genre: str) -> tuple[Treebank, Treebank]:
    """Return the sentences of other genres, and those of this one.

    >>> ids = [["# sent_id = email-1"], ["# sent_id = answers-7"], ["# sent_id = email-2"]]
    >>> split(Treebank.from_lists([["Oaks"]] * 3, comments=ids), "email")
    (Treebank(1 sentence, 1 word), Treebank(2 sentences, 2 words))
    """
    of_genre = [genre_of(sentence) == genre for sentence in treebank]
    return treebank[[not it_is for it_is in of_genre]], treebank[of_genre]
