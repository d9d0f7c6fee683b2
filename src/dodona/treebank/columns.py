"""The names of the text columns."""

from __future__ import annotations

import unicodedata

from dodona import _core

#: The names of columns in Python and in the core.
COLUMNS: dict[str, _core.Text] = {
    "words": _core.Text.form,
    "lemmas": _core.Text.lemma,
    "tags": _core.Text.tag,
    "fine_tags": _core.Text.fine_tag,
    "feats": _core.Text.feats,
    "labels": _core.Text.label,
    "deps": _core.Text.deps,
    "misc": _core.Text.misc,
}

FORMATS: dict[str, _core.Format] = {"conllu": _core.Format.conllu, "conllx": _core.Format.conllx}

ENCODINGS: dict[str, _core.Encoding] = {
    "baseline": _core.Encoding.baseline,
    "head": _core.Encoding.head,
    "path": _core.Encoding.path,
    "head+path": _core.Encoding.head_path,
}


def can_be_column(text: str) -> bool:
    """Return whether a model may write a text into a column: it has no control characters.

    >>> can_be_column("nsubj"), can_be_column("a\x1b[31m"), can_be_column("")
    (True, False, False)
    """
    return text != "" and not any(unicodedata.category(each) in ("Cc", "Zl", "Zp") for each in text)
