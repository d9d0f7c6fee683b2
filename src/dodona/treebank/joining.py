"""Several files as one treebank."""

from __future__ import annotations

from collections.abc import Callable

from dodona import _core
from dodona.errors import Error
from dodona.treebank.treebank import Treebank


def joined(
    treebanks: list[Treebank], files: list[str], check: Callable[[Treebank], None] = lambda _: None
) -> Treebank:
    """Return one treebank of several files; each is checked while its line numbers are known."""
    for treebank, name in zip(treebanks, files, strict=True):
        if treebank.format != treebanks[0].format:
            raise Error(f"{name}: this is {treebank.format}, and {files[0]} is {treebanks[0].format}")
        check(treebank)
    if len(treebanks) == 1:
        return treebanks[0]
    try:
        return Treebank._of(_core.concatenate([treebank._core for treebank in treebanks]), ", ".join(files))
    except ValueError as error:
        raise Error(f"{', '.join(files)}: {error}") from error
