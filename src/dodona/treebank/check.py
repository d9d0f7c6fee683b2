"""Checking treebanks in memory or in files."""

from __future__ import annotations

import os

from dodona.errors import Problem
from dodona.treebank.checking import problems_in
from dodona.treebank.treebank import Treebank, a_treebank


def check(
    treebank: Treebank | str | os.PathLike[str], *, format: str | None = None, single_root: bool | None = None
) -> list[Problem]:
    """Return every problem of a treebank or of a file, in the order of lines; see `problems_in`.

    >>> twice = Treebank.from_lists([["Oaks", "speak"]], heads=[[0, 0]], labels=[["root", "root"]])
    >>> [problem.kind for problem in check(twice)]
    ['several roots']
    """
    if isinstance(treebank, (str, os.PathLike)):
        return list(problems_in(treebank, format=format, single_root=single_root))
    wanted = "a dodona.Treebank, or the path of one"
    found = problems_in(
        a_treebank("treebank", treebank, wanted).to_conll(), format=format, single_root=single_root
    )
    name = treebank.source or "<treebank>"
    return [Problem(name, each.line, each.kind, each.message) for each in found]
