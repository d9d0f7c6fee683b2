"""Arguments that name files."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from dodona.cli.printing import tell
from dodona.errors import OptionError
from dodona.treebank.source import Source


@dataclass(frozen=True)
class FileName(os.PathLike[str]):
    """The name of a file; `dodona.read` takes a string with a tab or a line break for content."""

    name: str

    def __fspath__(self) -> str:
        return self.name


def source_of(argument: str) -> Source:
    """Return the source that an argument names: a file, or standard input.

    >>> source_of("-"), source_of("odd\\tname")
    ('-', FileName(name='odd\\tname'))
    """
    if not argument:
        raise OptionError("a file name cannot be empty")
    if argument != "-":
        return FileName(argument)
    if sys.stdin is not None and sys.stdin.isatty():  # otherwise it would seem to hang
        end = "Ctrl-Z and Enter end" if sys.platform == "win32" else "Ctrl-D at the start of a line ends"
        tell(f"reading standard input; {end} it", err=True)
    return argument


def sources_of(arguments: Sequence[str]) -> list[Source]:
    """Return the sources that arguments name; standard input can be read only once.

    >>> sources_of(["-", "dev.conllu", "-"])
    Traceback (most recent call last):
        ...
    dodona.errors.OptionError: only one of the files can be - (standard input)
    """
    if arguments.count("-") > 1:
        raise OptionError("only one of the files can be - (standard input)")
    return [source_of(argument) for argument in arguments]


def same_file(output: str, file: str) -> bool:
    """Return whether output and input are the same file; standard input and output never are."""
    if "-" in (output, file):
        return False
    return Path(output).exists() and Path(file).exists() and Path(output).samefile(file)


def names_of(files: list[str]) -> list[str]:
    """Name files by the shortest ends of their paths that differ.

    >>> names_of(["oak/dev.conllu", "elm/dev.conllu", "ash.conllu", "ash.conllu"])
    ['oak/dev.conllu', 'elm/dev.conllu', 'ash.conllu', 'ash.conllu (2)']
    """
    paths = [PurePath(file).parts for file in files]
    ends = Counter(path[-size:] for path in set(paths) for size in range(1, len(path) + 1))
    seen: Counter[tuple[str, ...]] = Counter()
    names = []
    for path in paths:
        size = next((size for size in range(1, len(path)) if ends[path[-size:]] == 1), len(path))
        name = PurePath(*path[-size:]).as_posix()
        seen[path] += 1
        names.append(name if seen[path] == 1 else f"{name} ({seen[path]})")
    return names
