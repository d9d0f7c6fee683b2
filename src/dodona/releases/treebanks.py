"""Treebanks to train on, in folders as releases of Universal Dependencies have them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from dodona.downloads.treebanks import SOURCE
from dodona.errors import Error, near
from dodona.releases.licences import licence_of
from dodona.releases.names import Names, called, language_of, plain, suggestions, ud_treebanks
from dodona.treebank.joining import joined
from dodona.treebank.reading import read
from dodona.treebank.source import pieces
from dodona.treebank.treebank import Treebank

#: `el_gdt-ud-train.conllu`, `train.conllu.xz`, and one of several, as in `de_hdt-ud-train-a-1.conllu`.
_FILE = re.compile(r"(?:(.+)-ud-|.*[-_.])?(train|dev|test)(?:-[\w-]+)?\.conllu(?:\.xz|\.gz)?")
_RELEASE = re.compile(r"ud-treebanks-v(\d+\.\d+)")
_ARCHIVE = re.compile(r"/r(\d+\.\d+)\.zip")


@dataclass(frozen=True)
class Source:
    """A treebank, with what its folder says of it."""

    folder: Path
    names: Names
    #: The release of Universal Dependencies, if known.
    ud: str | None
    licence: str
    #: The files of `train`, `dev` and `test`.
    parts: Mapping[str, Sequence[Path]]

    def read(self, part: str) -> Treebank:
        """Read one of its parts."""
        paths = self.parts[part]
        return joined([read(path) for path in paths], [str(path) for path in paths])

    @property
    def size(self) -> int:
        """The bytes of the training data, for estimates of time."""
        return sum(path.stat().st_size for path in self.parts.get("train", ()))

    def digest(self) -> str:
        """Return a digest of the files, unpacked."""
        digest = hashlib.sha256()
        for part, paths in sorted(self.parts.items()):
            for path in paths:
                digest.update(f"\0{part}\0".encode())
                for piece in pieces(path):
                    digest.update(piece)
        return digest.hexdigest()


def find_sources(folder: str | os.PathLike[str], only: Sequence[str] = ()) -> list[Source]:
    """Return the treebanks in a folder and its subfolders, sorted by name; of a treebank, all releases.

    `only` selects them by their names or languages; `*` and `?` are wildcards.
    """
    top = Path(folder)
    if not top.is_dir():
        raise Error(f"{top}: there is no such folder")
    found = [source_in(place) for place in _folders(top)]
    if not found:
        raise Error(f"{top}: no treebanks: no folder in it has CoNLL-U files such as el_gdt-ud-train.conllu")
    found.sort(key=lambda each: (each.names.name, [-int(part) for part in (each.ud or "0").split(".")]))
    wanted = [source for pattern in only for source in _selected(pattern, found, top)]
    return [source for source in found if not only or source in wanted]


def source_in(folder: Path) -> Source:
    """Return the treebank of a folder."""
    parts = _parts_in(folder)
    return Source(folder, _names_of(folder, parts), _release_of(folder), licence_of(folder), parts)


def _folders(top: Path) -> Iterator[Path]:
    """Yield the folders of treebanks: those with trees, and those named like one."""
    if _parts_in(top) or re.fullmatch(r"UD_\w+-\w+", top.name):
        yield top
        return
    for path in sorted(top.iterdir()):
        if path.is_dir() and not path.name.startswith("."):
            yield from _folders(path)


def _parts_in(folder: Path) -> dict[str, list[Path]]:
    parts: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.iterdir()):
        found = _FILE.fullmatch(path.name)
        if found and path.is_file():  # sorted: a plain file comes before its compressed copy
            plain_name = path.name.removesuffix(".xz").removesuffix(".gz")
            parts.setdefault(found[2], {}).setdefault(plain_name, path)
    return {part: list(paths.values()) for part, paths in parts.items()}


def _names_of(folder: Path, parts: Mapping[str, Sequence[Path]]) -> Names:
    """Name a treebank by its files (`el_gdt-ud-train.conllu`), or by its folder (`UD_Greek-GDT`)."""
    called_so = "".join(filter(str.isprintable, folder.resolve().name))
    prefixes = [
        found[1] for paths in parts.values() for path in paths if (found := _FILE.fullmatch(path.name))
    ]
    prefix = (
        re.sub(r"[^\w-]+", "_", next(filter(None, prefixes), called_so).lower()).strip("_-") or "treebank"
    )
    known = [each for each in ud_treebanks() if plain(prefix) in each.own]
    if of_ud := re.fullmatch(r"UD_(\w+?)(?:-\w+)?", called_so):
        return Names(known[0].name if known else prefix, of_ud[1].replace("_", " "), called_so)
    return known[0] if known else Names(prefix, language_of(prefix.partition("_")[0]), called_so)


def _release_of(folder: Path) -> str | None:
    for place in reversed(folder.resolve().parts):
        if found := _RELEASE.search(place):
            return found[1]
    source = folder / SOURCE
    found = (
        _ARCHIVE.search(source.read_text(encoding="utf-8", errors="replace")) if source.is_file() else None
    )
    return found[1] if found else None


def _selected(pattern: str, sources: Sequence[Source], top: Path) -> list[Source]:
    matches = called(pattern, sources, lambda each: each.names) or [
        each
        for each in sources
        if any(fnmatchcase(name.lower(), pattern.lower()) for name in each.names.shown)
    ]
    if not matches:
        names = [each.names for each in sources]
        raise Error(f"{top}: no treebank is called {pattern}{near(pattern, suggestions(names))}")
    return matches
