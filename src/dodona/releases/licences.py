"""Licences of treebanks, and whether they allow commercial use."""

from __future__ import annotations

import re
from pathlib import Path

#: What the metadata of a treebank says if there is no licence in its folder.
UNKNOWN = "unknown"

_FREE = re.compile(
    r"cc[ -]?by(?:[ -]?sa)?[ -]?v?[\d.]*(?: \w+)?|cc[ -]?0.*|public domain.*|(?:gnu )?(?:lesser |a|l)?gpl.*"
    r"|mit\b.*|apache\b.*|bsd\b.*",
    re.IGNORECASE,
)
_NON_COMMERCIAL = re.compile(r"\bnc\b|non-?commercial\b", re.IGNORECASE)
_NO_DERIVATIVES = re.compile(r"\bnd\b|no-?deriv", re.IGNORECASE)
_STATED = re.compile(r"^Licen[cs]e:[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE)
_CREATIVE_COMMONS = re.compile(
    r"(?:CC[ -]BY|licen[cs]es/by|Creative Commons Attribution)"
    r"((?:[ -]?(?:NC|ND|SA|Non-?Commercial|No ?Deriv(?:ative)?s|Share ?Alike)\b)*)\W{0,3}(\d\.\d)?",
    re.IGNORECASE,
)
_GNU = re.compile(r"GNU (AFFERO |LESSER )?GENERAL PUBLIC LICENSE(?:\s+Version (\d))?", re.IGNORECASE)
_NAMES = {"": "GNU GPL", "affero": "GNU AGPL", "lesser": "GNU LGPL"}


def restriction(licence: str) -> str | None:
    """Return why models of a treebank with a licence are made only if asked for; None if it is free enough.

    >>> restriction("CC BY-SA 4.0"), restriction("LGPL-LR")
    (None, None)
    >>> restriction("CC BY-NC-SA 3.0")
    'its licence (CC BY-NC-SA 3.0) forbids commercial use'
    """
    if licence == UNKNOWN:
        return "its licence is unknown"
    if _NON_COMMERCIAL.search(licence):
        return f"its licence ({licence}) forbids commercial use"
    if _NO_DERIVATIVES.search(licence) or not _FREE.fullmatch(licence):
        return f"its licence ({licence}) is not known to allow commercial models"
    return None


def licence_of(folder: Path) -> str:
    """Return the licence of a treebank: that of its README's metadata, or else that of its LICENSE.txt."""
    readme, licence = (_content(folder, name) for name in ("README*", "LICEN[CS]E*"))
    stated = ["".join(filter(str.isprintable, " ".join(each.split()))) for each in _STATED.findall(readme)]
    written = named_in(licence)
    if not stated:
        return written or UNKNOWN
    if written and not restriction(stated[-1]) and restriction(written):
        return f"{stated[-1]} in README, {written} in LICENSE"
    return stated[-1]


def named_in(text: str) -> str | None:
    """Return the licence that a text is, or names first; None if it is not a usual one.

    >>> named_in("under the Creative Commons Attribution-NonCommercial-ShareAlike 3.0 License")
    'CC BY-NC-SA 3.0'
    """
    if found := _GNU.search(text):
        return f"{_NAMES[(found[1] or '').strip().lower()]} {found[2] or ''}".strip()
    if not (found := _CREATIVE_COMMONS.search(text)):
        return None
    parts = re.findall("(nc|non)|(nd|no)|(sa|share)", found[1].lower())
    short = ["NC" if nc else "ND" if nd else "SA" for nc, nd, _ in parts]
    return " ".join(filter(None, ("-".join(["CC BY", *short]), found[2])))


def _content(folder: Path, pattern: str) -> str:
    paths = sorted(folder.glob(pattern))
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file())
