"""The table of chosen sentences."""

from __future__ import annotations

from rich.console import Group as Renderables
from rich.console import RenderableType

from dodona.annotation.choosing import Choice
from dodona.annotation.uncertainty import WAYS
from dodona.evaluation.tables import facts
from dodona.tables import counted, table

#: The widths of ids, forms and sentences.
_ID, _FORM, _TEXT = 24, 16, 40


def choice_table(choice: Choice) -> RenderableType:
    """Return a table of the chosen sentences, the most useful first, and a description of the pool."""
    made = table("Chosen", "", "Sentence", "Words", "Uncertainty", "Novelty", "Least sure of", "Text")
    for column in (1, 5, 6):
        made.columns[column].justify = "left"
    for rank, chosen in enumerate(choice, start=1):
        made.add_row(
            f"{rank}",
            _short(chosen.sent_id or f"{chosen.place + 1}", _ID),
            f"{chosen.words}",
            f"{chosen.uncertainty:.3f}",
            f"{chosen.novelty:.3f}" if choice.diverse else "–",
            _short(chosen.least_sure_form, _FORM),
            chosen.text if len(chosen.text) <= _TEXT else f"{chosen.text[: _TEXT - 1]}…",
        )
    return Renderables(facts(_circumstances(choice)), "", made)


def _circumstances(choice: Choice) -> list[tuple[str, str]]:
    pool = choice.pool
    sentences, words = counted(len(pool), "sentence"), counted(pool.word_count, "word")
    unsure = sum(chosen.words * chosen.uncertainty for chosen in choice) / max(choice.words, 1)
    spent = f"{counted(len(choice), 'sentence')}, {choice.words:,} of {counted(choice.budget, 'word')}"
    if choice.repeated:
        spent += f"; {counted(choice.repeated, 'repeated sentence')} passed over"
    return [
        ("Pool", f"{pool.source or 'pool'}: {sentences}, {words}"),
        ("Chosen", spent),
        ("Uncertainty", f"{WAYS[choice.by]}; {unsure:.3f} a word, {choice.pool_uncertainty:.3f} in the pool"),
    ]


def _short(text: str, most: int) -> str:
    """Shorten in the middle: ids differ at their ends.

    >>> _short("weblog-oak.example-0042", 13)
    'weblog…e-0042'
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - half]}…{text[-half:]}"
