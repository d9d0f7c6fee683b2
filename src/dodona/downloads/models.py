"""Models by path, by name or by URL."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import urldefrag, urlsplit

from dodona.downloads.cache import cache_folder
from dodona.downloads.fetching import fetch
from dodona.errors import ArgumentError, Error
from dodona.models.container import kind_of
from dodona.treebank.source import path_of

#: The English model that comes with the package, and its name.
ENGLISH = Path(__file__).parent.parent / "models" / "english.model"


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
    """Return the named models: `english`, and those in the cache.

    >>> known_models()[0].name
    'english'
    """
    known = [Known("english", ENGLISH)] if ENGLISH.exists() else []
    kept = sorted(cache_folder("models").glob("*.model"))
    return known + [Known(path.stem, path) for path in kept]


def find_model(model: str | os.PathLike[str]) -> Path:
    """Return the file of a model, given as a path, a name or a URL.

    A URL may end in `#sha256=` and a checksum, which the model must then have; the model is downloaded once
    and kept in the cache.

    >>> find_model("english").name
    'english.model'
    """
    if not isinstance(model, (str, os.PathLike)):
        raise ArgumentError("path", model, "the path, the name or the URL of a model")
    name = os.fspath(model)
    if scheme := re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", name):
        if scheme[1].lower() not in ("http", "https"):
            raise Error(f"{name}: models are downloaded by http and https only")
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
    address, fragment = urldefrag(url)
    sha256 = None
    if fragment:
        found = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", fragment)
        if not found:
            raise Error(f"{url}: after # there must be sha256= and 64 digits")
        sha256 = found[1].lower()
    # The file name for readers, and a part of the URL's hash, since others may have the same name.
    stem = PurePosixPath(urlsplit(address).path).stem or "model"
    kept = cache_folder("models") / f"{stem}-{hashlib.sha256(address.encode()).hexdigest()[:8]}.model"
    if kept.exists():
        if sha256 is not None and hashlib.sha256(kept.read_bytes()).hexdigest() != sha256:
            raise Error(f"{kept}: its SHA-256 is not {sha256}: delete it to download {address} again")
        return kept
    fetch(address, kept, sha256=sha256)
    if kind_of(kept) is None:
        kept.unlink()
        raise Error(f"{address}: this is not a Dodona model, or it has been cut off or damaged: not kept")
    return kept
