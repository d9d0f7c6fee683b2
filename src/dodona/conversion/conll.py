"""Conversion between CoNLL-U and CoNLL-X, of treebanks and of streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from dodona.conversion.conllu import to_conllu
from dodona.conversion.conllx import to_conllx
from dodona.conversion.losses import Losses
from dodona.errors import instance, one_of
from dodona.treebank.treebank import Treebank, a_treebank
from dodona.treebank.writing import write_batches


def convert(treebank: Treebank, to: str, losses: Losses | None = None) -> Treebank:
    """Return a treebank in another format: `to` is `conllu` or `conllx`.

    Tags, features and labels do not change: this converts the format, not the annotation scheme. CoNLL-X to
    CoNLL-U and back gives the same treebank. CoNLL-U to CoNLL-X omits what CoNLL-X cannot hold, and counts it
    in `losses`.

    >>> treebank = Treebank.from_lists([["Oaks", "speak"]], comments=[["# newpar"]])
    >>> losses = Losses()
    >>> convert(treebank, "conllx", losses).format, losses.comments
    ('conllx', 1)
    """
    a_treebank("treebank", treebank, "a treebank (dodona.conversion.convert_file converts files)")
    if losses is not None:
        instance("losses", losses, Losses, "a dodona.conversion.Losses")
    if one_of("to", to, ("conllu", "conllx")) == "conllx":
        return to_conllx(treebank, losses)
    return to_conllu(treebank)


def write_conllu(treebanks: Iterable[Treebank], out: BinaryIO) -> None:
    """Write treebanks as CoNLL-U, with the column declaration of the first.

    >>> import io
    >>> import dodona
    >>> file = io.BytesIO()
    >>> plus = dodona.read("# global.columns = ID FORM\\n1\\tHush\\n")
    >>> write_conllu([plus, plus], file)
    >>> file.getvalue()
    b'# global.columns = ID FORM\\n1\\tHush\\n\\n1\\tHush\\n\\n'
    """

    def converted() -> Iterator[Treebank]:
        sentences = 0
        for treebank in treebanks:
            yield to_conllu(treebank, first=sentences + 1)
            sentences += len(treebank)

    write_batches(converted(), out)


def write_conllx(treebanks: Iterable[Treebank], out: BinaryIO, losses: Losses) -> None:
    """Write treebanks as CoNLL-X, and count what is omitted.

    >>> import io
    >>> file, losses = io.BytesIO(), Losses()
    >>> write_conllx([Treebank.from_lists([["Hush"]], comments=[["# newpar"]])] * 2, file, losses)
    >>> print(losses)
    left out 2 comments
    """
    write_batches((to_conllx(treebank, losses) for treebank in treebanks), out)
