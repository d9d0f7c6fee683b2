"""Names of languages and treebanks, and what a name means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Names:
    """The names of a treebank and of models of it."""

    #: Such as `el_gdt`: a code of a language, and a short name of the treebank.
    name: str
    language: str
    #: Such as `UD_Greek-GDT`.
    treebank: str

    @property
    def own(self) -> set[str]:
        """The names of this treebank alone."""
        return {plain(self.name), plain(self.treebank), plain(self.treebank.removeprefix("UD_"))}

    @property
    def shared(self) -> set[str]:
        """The names that all treebanks of the language have."""
        return {plain(self.language), plain(self.name.partition("_")[0])}

    @property
    def shown(self) -> tuple[str, ...]:
        """The names to suggest to users."""
        return (self.name, self.treebank, self.language.lower())


def plain(name: str) -> str:
    """Return a name without differences of case and of separators.

    >>> plain("Ancient Greek"), plain("UD_Greek-GDT")
    ('ancient_greek', 'ud_greek_gdt')
    """
    return re.sub(r"[\s_-]+", "_", name.casefold()).strip("_")


@cache
def ud_treebanks() -> tuple[Names, ...]:
    """Return the treebanks of UD 2.17; the usual one of each language comes first."""
    table = files("dodona").joinpath("releases", "treebanks.txt").read_text(encoding="utf-8")
    return tuple(
        Names(f"{code}_{short.lower()}", language.replace("_", " "), f"UD_{language}-{short}")
        for code, language, *treebanks in map(str.split, table.splitlines())
        for short in treebanks
    )


def language_of(code: str) -> str:
    """Return the language of a code; without one, the code itself.

    >>> language_of("el"), language_of("grc")
    ('Greek', 'Ancient Greek')
    """
    return next((each.language for each in ud_treebanks() if each.name.partition("_")[0] == code), code)


def called(name: str, items: Iterable[Item], names: Callable[[Item], Names]) -> list[Item]:
    """Return what has a name: a treebank by its own, or else all of a language.

    >>> [each.name for each in called("Hungarian", ud_treebanks(), lambda each: each)]
    ['hu_szeged']
    """
    listed = list(items)
    wanted = plain(name)
    own = [each for each in listed if wanted in names(each).own]
    return own or [each for each in listed if wanted in names(each).shared]


def suggestions(all_names: Sequence[Names]) -> list[str]:
    """Return the names from which to suggest one for a misspelt one."""
    return list(dict.fromkeys(name for each in all_names for name in each.shown))
