"""Counts of what a conversion omits."""

from __future__ import annotations

from dataclasses import dataclass, fields

from dodona.errors import whole_number

_WORDS = {
    "comments": "comment",
    "multiword_tokens": "multiword token",
    "empty_nodes": "empty node",
    "deps": "enhanced dependency",
    "misc": "MISC entry",
    "columns": "value of other columns",
}
_PLURALS = {
    "enhanced dependency": "enhanced dependencies",
    "MISC entry": "MISC entries",
    "value of other columns": "values of other columns",
}


@dataclass
class Losses:
    """Counts what a conversion omits, so that nothing is lost silently.

    >>> losses = Losses(comments=2, multiword_tokens=1, spaces=1)
    >>> print(losses)
    left out 2 comments, 1 multiword token; wrote _ for the spaces of 1 column
    >>> bool(losses), bool(Losses())
    (True, False)
    """

    comments: int = 0
    multiword_tokens: int = 0
    empty_nodes: int = 0
    #: Words with a DEPS column.
    deps: int = 0
    #: Words with a MISC column that the format cannot hold.
    misc: int = 0
    #: Values in columns beyond those that CoNLL-U and CoNLL-X have.
    columns: int = 0
    #: Columns of words whose spaces became underscores.
    spaces: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            whole_number(field.name, getattr(self, field.name), 0, 2**63 - 1)

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))

    def __str__(self) -> str:
        parts = [_counted(getattr(self, name), word) for name, word in _WORDS.items() if getattr(self, name)]
        said = [f"left out {', '.join(parts)}"] if parts else []
        if self.spaces:
            said.append(f"wrote _ for the spaces of {_counted(self.spaces, 'column')}")
        return "; ".join(said) or "left out nothing"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word if count == 1 else _PLURALS.get(word, word + 's')}"
