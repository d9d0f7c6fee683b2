"""Restoring the original text of sentences, byte for byte."""

from __future__ import annotations

import re

from dodona import _core
from dodona.errors import instance
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

_ESCAPE = re.compile(rb"\\(x[0-9A-F]{2}|.)", re.DOTALL)
_LETTERS = {b"s": b" ", b"t": b"\t", b"n": b"\n", b"r": b"\r", b"p": b"|", b"\\": b"\\"}


def original_text(sentences: Treebank | Sentence) -> bytes:
    """Return the original text of sentences, from the tokeniser's entries in MISC.

    Text of nothing but spaces and control characters has no sentence, and so is not restored.

    >>> misc = ["SpacesAfter=\\\\s\\\\s", "SpaceAfter=No"]
    >>> original_text(Sentence(["Oaks", "speak"], misc=misc))
    b'Oaks  speak'
    """
    instance("sentences", sentences, (Treebank, Sentence), "a dodona.Treebank or a dodona.Sentence")
    out: list[bytes] = []
    for sentence in [sentences] if isinstance(sentences, Sentence) else sentences:
        multiword = {token.first: token for token in sentence.multiword_tokens}
        words, misc = sentence.words, sentence.misc
        at = 1
        while at <= len(words):
            token = multiword.get(at)
            form, items = (words[at - 1], misc[at - 1]) if token is None else (token.form, token.misc)
            at = at + 1 if token is None else token.last + 1
            known = dict(item.partition("=")[::2] for item in items.split("|"))
            out.append(_unescaped(known.get("SpacesBefore", "")))
            out.append(_unescaped(known["Raw"]) if "Raw" in known else form.encode())
            if "SpacesAfter" in known:
                out.append(_unescaped(known["SpacesAfter"]))
            elif known.get("SpaceAfter") != "No":
                out.append(b" ")
    return b"".join(out)


def _unescaped(text: str) -> bytes:
    def replaced(match: re.Match[bytes]) -> bytes:
        what: bytes = match[1]
        return (
            bytes.fromhex(what[1:].decode())
            if what[:1] == b"x" and len(what) == 3
            else _LETTERS.get(what, what)
        )

    return _ESCAPE.sub(replaced, text.encode())


def text_of(treebank: Treebank) -> bytes:
    """Return the raw text of a manually tokenised treebank, according to `SpaceAfter=No`.

    An empty line precedes every sentence that starts a paragraph or a document.

    >>> text_of(Treebank.from_lists([["Oaks", "speak"]], misc=[["_", "SpaceAfter=No"]]))
    b'Oaks speak'
    """
    return _core.text_of(treebank._core)
