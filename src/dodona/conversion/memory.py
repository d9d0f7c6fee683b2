"""Columns of CoNLL-X that CoNLL-U keeps in MISC, so that they can be restored exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass

FEATS, SPACES, PDEPREL, PHEAD = "CoNLLXFeats", "CoNLLXSpaces", "PDeprel", "PHead"

_ESCAPES = {"\\": "\\\\", "|": "\\p", ",": "\\c"}
_ESCAPED = {escape: character for character, escape in _ESCAPES.items()}


@dataclass(frozen=True)
class Memory:
    """The CoNLL-X columns of a word that have no column in CoNLL-U.

    >>> Memory(feats="UTR|PLU", phead="3").misc()
    'CoNLLXFeats=UTR,PLU|PHead=3'
    >>> Memory.of("CoNLLXFeats=UTR,PLU|PHead=3").feats
    'UTR|PLU'
    """

    feats: str | None = None
    phead: str = "_"
    pdeprel: str = "_"
    #: Whether a column has spaces, which CoNLL-X forbids but some files have.
    spaces: bool = False
    #: Whether MISC has other content too.
    more: bool = False

    def misc(self) -> str:
        """Format as a MISC column."""
        entries = []
        if self.feats is not None:
            entries.append(f"{FEATS}={_escape_list(self.feats)}")
        if self.spaces:
            entries.append(f"{SPACES}=Yes")
        if self.pdeprel != "_":
            entries.append(f"{PDEPREL}={_escape(self.pdeprel)}")
        if self.phead != "_":
            entries.append(f"{PHEAD}={_escape(self.phead)}")
        return "|".join(entries) or "_"

    @classmethod
    def of(cls, misc: str) -> Memory:
        """Parse a MISC column."""
        if misc == "_":
            return _NOTHING
        found: dict[str, str] = {}
        more = False
        for entry in misc.split("|"):
            name, equals, value = entry.partition("=")
            if equals and name in (FEATS, SPACES, PDEPREL, PHEAD) and name not in found:
                found[name] = value
            else:
                more = True
        feats = found.get(FEATS)
        return cls(
            feats=None if feats is None else _unescape(feats.replace(",", "|")),
            phead=_unescape(found.get(PHEAD, "_")),
            pdeprel=_unescape(found.get(PDEPREL, "_")),
            spaces=found.get(SPACES) == "Yes",
            more=more,
        )


_NOTHING = Memory()


def is_pairs(feats: str) -> bool:
    """Return whether a FEATS column is valid in CoNLL-U: empty, or Name=Value pairs.

    >>> is_pairs("Case=Nom|Number=Sing"), is_pairs("UTR|PLU"), is_pairs("_")
    (True, False, True)
    """
    return feats == "_" or all(re.fullmatch("[^=]+=.+", pair) for pair in feats.split("|"))


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\p")


def _escape_list(text: str) -> str:
    return text.replace("\\", "\\\\").replace(",", "\\c").replace("|", ",")


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(r"\\[\\pc]", lambda found: _ESCAPED[found.group()], text)
