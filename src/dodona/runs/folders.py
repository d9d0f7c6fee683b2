"""Treebanks in folders: their training, development and test files."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from dodona.errors import Error, instance, listed, near

#: `train.conllu`, `test.conll.xz`, or as in UD, `en_ewt-ud-dev.conllu`.
_NAME = re.compile(r"(?:.*[-_.])?(train|dev|test)\.(?:conllu|conllx|conll)(?:\.xz|\.gz)?")


@dataclass(frozen=True)
class TreebankFiles:
    """The files of one treebank, named by its folder."""

    name: str
    train: Path
    test: Path
    dev: Path | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """All its files."""
        return tuple(path for path in (self.train, self.dev, self.test) if path)


def find_treebanks(folder: str | os.PathLike[str], only: Sequence[str] = ()) -> list[TreebankFiles]:
    """Return the treebanks in a folder and its subfolders, sorted by name.

    A treebank is a folder with a training file and a test file. `only` selects treebanks by their full names
    or by the last part of them; `*` and `?` are wildcards.
    """
    only = listed("only", only, "a list of names of treebanks")
    for name in only:
        instance("each of the names in only", name, str, "a string")
    top = Path(instance("folder", folder, (str, os.PathLike), "the path of a folder"))
    if not top.is_dir():
        raise Error(f"{top}: there is no such folder")
    found = [files for place in _folders(top) if (files := _files_in(place, top))]
    if not found:
        raise Error(
            f"{top}: no folder in it has a training and a test file, such as train.conllu, test.conllu"
        )
    names = [files.name for files in found]
    wanted = {match for pattern in only for match in _called(pattern, names, top)}
    return [files for files in found if not only or files.name in wanted]


def _folders(top: Path) -> list[Path]:
    return [top, *sorted(path for path in top.rglob("*") if path.is_dir())]


def _files_in(folder: Path, top: Path) -> TreebankFiles | None:
    parts: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        match = _NAME.fullmatch(path.name)
        if match and path.is_file():
            parts.setdefault(match[1], path)  # sorted: the plain file comes before its compressed copy
    if not {"train", "test"} <= parts.keys():
        return None
    name = folder.relative_to(top).as_posix() if folder != top else folder.resolve().name
    return TreebankFiles(name, parts["train"], parts["test"], parts.get("dev"))


def _called(pattern: str, names: Sequence[str], top: Path) -> list[str]:
    """Return the names that match a pattern: in full if any do, otherwise by their last part.

    >>> trees = ["eu", "ud13/eu", "ud13/got"]
    >>> _called("eu", trees, Path()), _called("got", trees, Path()), _called("ud13/*", trees, Path())
    (['eu'], ['ud13/got'], ['ud13/eu', 'ud13/got'])
    """
    whole = [name for name in names if fnmatchcase(name, pattern)]
    matches = whole or [name for name in names if fnmatchcase(name.rpartition("/")[2], pattern)]
    if not matches:
        raise Error(
            f"{top}: no treebank is called {pattern}{near(pattern, names)}: choose from {', '.join(names)}"
        )
    return matches
