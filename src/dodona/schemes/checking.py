"""Checks that rules can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType

from dodona.schemes.rules import Rules
from dodona.schemes.transforming import Tried, as_rules, try_rules
from dodona.tables import rendered, table
from dodona.treebank.treebank import Treebank

_NAMED = 10


@dataclass(frozen=True, repr=False)
class SchemeCheck:
    """The results of applying rules to treebanks and undoing them."""

    rules: str
    treebanks: tuple[Treebank, ...]
    tried: tuple[Tried, ...]

    def __repr__(self) -> str:
        return f"SchemeCheck({self.rules!r}, {len(self.tried)} treebanks)"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        made = table(
            f"The rules {self.rules}, applied everywhere and undone",
            "Treebank",
            "Sentences",
            "Changed",
            "Places",
            "Restored, %",
            "Not restored",
            "No longer projective",
        )
        for treebank, each in zip(self.treebanks, self.tried, strict=True):
            made.add_row(
                _name(treebank),
                f"{each.sentences:,}",
                f"{each.changed:,}",
                f"{each.places:,}",
                f"{100 * each.restored:.2f}",
                f"{len(each.lost):,}",
                f"{len(each.crossing):,}",
            )
        return Group(made, *self._named())

    def _named(self) -> list[str]:
        lines = []
        for treebank, each in zip(self.treebanks, self.tried, strict=True):
            for what, numbers in (("not restored", each.lost), ("no longer projective", each.crossing)):
                if numbers:
                    listed = ", ".join(_sentence(treebank, number) for number in numbers[:_NAMED])
                    more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
                    lines.append(f"{_name(treebank)}, {what}: {listed}{more}")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "rules": self.rules,
            "treebanks": [
                {
                    "name": _name(treebank),
                    "sentences": each.sentences,
                    "changed": each.changed,
                    "places": each.places,
                    "restored": each.restored,
                    "not_restored": [number + 1 for number in each.lost],
                    "projective": each.projective,
                    "no_longer_projective": [number + 1 for number in each.crossing],
                }
                for treebank, each in zip(self.treebanks, self.tried, strict=True)
            ],
        }


def check_schemes(treebanks: Sequence[Treebank], rules: str | Rules) -> SchemeCheck:
    """Apply rules to treebanks, undo them, and compare.

    >>> trees = Treebank.from_lists([["of", "Earth"]], heads=[[2, 0]], labels=[["case", "root"]])
    >>> check_schemes([trees], "case").tried[0].places
    1
    """
    chosen = as_rules(rules)
    return SchemeCheck(chosen.name, tuple(treebanks), tuple(try_rules(each, chosen) for each in treebanks))


def _name(treebank: Treebank) -> str:
    if treebank.source is None:
        return "treebank"
    path = Path(treebank.source)
    return f"{path.parent.name}/{path.name}" if path.parent.name else path.name


def _sentence(treebank: Treebank, number: int) -> str:
    return treebank[number].comment("sent_id") or str(number + 1)
