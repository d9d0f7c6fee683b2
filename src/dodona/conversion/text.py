"""Plain text: one sentence per line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Target, written
from dodona.treebank.text import detokenise
from dodona.treebank.treebank import Treebank, treebanks_of


def to_text(treebank: Treebank | Iterable[Treebank], target: Target) -> None:
    """Write the text of every sentence on its own line.

    The text is `# text`, or the tokens with their spaces. An empty line precedes sentences with `# newpar` or
    `# newdoc`.

    >>> import io
    >>> file = io.StringIO()
    >>> oaks = [["Oaks", "speak"], ["Doves", "listen"]]
    >>> to_text(Treebank.from_lists(oaks, comments=[["# newpar"], ["# newpar"]]), file)
    >>> print(file.getvalue(), end="")
    Oaks speak
    <BLANKLINE>
    Doves listen
    """
    with written(target) as out:
        write(treebanks_of(treebank), out)


def write(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Write the text of treebanks.

    >>> import io
    >>> file = io.BytesIO()
    >>> write([Treebank.from_lists([["Oaks", "speak"]]), Treebank.from_lists([["Hush"]])], file)
    >>> file.getvalue()
    b'Oaks speak\\nHush\\n'
    """
    is_first = True
    for treebank in treebanks:
        lines = []
        for sentence in treebank:
            if not is_first and any(_begins(comment) for comment in sentence.comments):
                lines.append("")
            lines.append(_line(sentence))
            is_first = False
        out.write("".join(f"{line}\n" for line in lines).encode())


def _begins(comment: str) -> bool:
    """Return whether a comment starts a paragraph or a document."""
    return comment[1:].split("=", 1)[0].split(None, 1)[:1] in (["newpar"], ["newdoc"])


def _line(sentence: Sentence) -> str:
    """Return the text on one line: some characters are line breaks in a text but not in CoNLL-U."""
    return " ".join((sentence.text or detokenise(sentence)).splitlines())
