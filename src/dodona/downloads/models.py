"""Models by path, by name or by URL."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from dodona.downloads.cache import cache_folder, writing_to
from dodona.downloads.fetching import checked_url, fetch
from dodona.errors import ArgumentError, Error
from dodona.models.container import kind_of
from dodona.treebank.source import path_of, replacing

#: The models that come with the package, each under its name.
_INCLUDED = Path(__file__).parent.parent / "models"
#: The one that parses when no other is named.
ENGLISH = _INCLUDED / "english.model"

#: The most bytes of a model that are downloaded.
LARGEST = 4 << 30


@dataclass(frozen=True)
class Known:
    """A named model."""

    name: str
    path: Path

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.path.stat().st_size


def known_models() -> list[Known]:
    """Return the named models: those that come with the package, and those in the cache.

    >>> known_models()[0].name
    'english'
    """
    folders = (_INCLUDED, cache_folder("models"))
    found = (sorted(folder.glob("*.model"), key=lambda path: path.stem) for folder in folders)
    return [Known(path.stem, path) for paths in found for path in paths]


def find_model(model: str | os.PathLike[str]) -> Path:
    """Return the file of a model, given as a path, a name or a URL.

    A URL may end in `#sha256=` and a checksum, which the model must then have; without it, only https is
    accepted. The model is downloaded once and kept in the cache.

    >>> find_model("english").name
    'english.model'
    """
    if not isinstance(model, (str, os.PathLike)):
        raise ArgumentError("path", model, "the path, the name or the URL of a model")
    name = os.fspath(model)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", name):
        return _fetched(name)
    path = path_of(name)
    if not path.exists() and path.name == name:
        for known in known_models():
            if known.name == name:
                return known.path
        if not path.suffix:
            make = (
                f"`dodona download {name} --train` trains one"
                if name.startswith("UD_")
                else "`dodona models` lists them"
            )
            raise Error(f"{name}: no such file, and no model of that name: {make}")
    return path


def _fetched(url: str) -> Path:
    address, sha256 = checked_url(url)
    # The file name for readers, and a part of the URL's hash, since others may have the same name.
    stem = PurePosixPath(urlsplit(address).path).stem or "model"
    name = f"{stem[:50]}-{hashlib.sha256(address.encode()).hexdigest()[:8]}.model"
    kept = cache_folder("models") / name
    if kept.exists():
        if sha256 is not None and hashlib.sha256(kept.read_bytes()).hexdigest() != sha256:
            raise Error(f"{kept}: its SHA-256 is not {sha256}: delete it to download {address} again")
        return kept
    with writing_to(kept.parent), replacing(kept) as file:
        fetch(url, file, most=LARGEST, by_hand=kept)
        file.flush()
        if kind_of(file.name) is None:
            raise Error(f"{address}: this is not a Dodona model, or it has been cut off or damaged: not kept")
    return kept
