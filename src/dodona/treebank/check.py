"""Checking treebanks in memory or in files."""

from __future__ import annotations

import os
from dataclasses import replace

from dodona.errors import Problem
from dodona.treebank.checking import problems_in
from dodona.treebank.treebank import Treebank, a_treebank


def check(
    treebank: Treebank | str | os.PathLike[str],
    *,
    format: str | None = None,
    single_root: bool | None = None,
    ud: bool = False,
) -> list[Problem]:
    """Return the problems of a treebank or of a file, and with `ud` those of UD's rules; see `problems_in`.

    >>> twice = Treebank.from_lists([["Oaks", "speak"]], heads=[[0, 0]], labels=[["root", "root"]])
    >>> [problem.kind for problem in check(twice)]
    ['several roots']
    """
    if isinstance(treebank, (str, os.PathLike)):
        return list(problems_in(treebank, format=format, single_root=single_root, ud=ud))
    wanted = "a dodona.Treebank, or the path of one"
    lines = a_treebank("treebank", treebank, wanted).to_conll()
    found = problems_in(lines, format=format, single_root=single_root, ud=ud)
    name = treebank.source or "<treebank>"
    return [replace(each, source=name) for each in found]
