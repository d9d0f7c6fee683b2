"""What `--output` writes: the ending of its name gives the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import PurePath
from typing import TypeVar

from dodona.cli.ending import complain
from dodona.conversion import FILE_FORMATS, Losses
from dodona.conversion.formats import output_format
from dodona.errors import OptionError
from dodona.treebank.source import written
from dodona.treebank.treebank import Treebank
from dodona.treebank.writing import write_batches, written_conll

Picture = TypeVar("Picture", bound=Enum)

#: Names with these endings are for CoNLL in the format of the input.
_AS_INPUT = ("", ".conll", ".txt")
_ENDINGS = {
    ending for name in ("jsonl", "parquet", "svg", "html") for ending in FILE_FORMATS[name].endings
} | {".conllu", ".conllup", ".conllx"}


def ending_of(output: str) -> str:
    """Return the extension of a name, without that of compression.

    >>> ending_of("oak.svg.gz"), ending_of("-")
    ('.svg', '')
    """
    suffixes = [suffix for suffix in PurePath(output).suffixes if suffix not in (".gz", ".xz")]
    return suffixes[-1] if suffixes else ""


def write_sentences(treebanks: Iterable[Treebank], output: str) -> None:
    """Write sentences in the format of the output's ending; otherwise in CoNLL, as they are."""
    ending = ending_of(output)
    if ending not in {*_AS_INPUT, *_ENDINGS}:
        known = ", ".join(sorted(_ENDINGS))
        raise OptionError(f"{output}: unknown format {ending}: end the name in {known}, .conll or .txt")
    if ending in _AS_INPUT:
        with written_conll(output) as out:
            write_batches(treebanks, out)
        return
    write = output_format(None, output).write
    losses = Losses()
    with written(output) as out:
        write(treebanks, out, losses)
    warn_of_losses(losses)


def warn_of_losses(losses: Losses) -> None:
    """Say what was left out."""
    if losses:
        complain(f"{losses} (CoNLL-X cannot hold them)")


def picture_of(output: str, to: Picture | None, endings: Mapping[str, Picture]) -> Picture | None:
    """Return the kind of picture to write: what `--to` says, or the ending; None on standard output."""
    if to is not None or output == "-":
        return to
    if ending_of(output) not in endings:
        known = " or ".join(endings)
        raise OptionError(f"{output}: unknown format: end the name in {known}, or give --to")
    return endings[ending_of(output)]
