"""Models by path, by name or by URL."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from dodona.downloads.cache import cache_folder, writing_to
from dodona.downloads.fetching import checked_url, digest_of, fetch
from dodona.errors import ArgumentError, Error, near
from dodona.models.container import about_of, kind_of
from dodona.releases.names import Names, called, plain, suggestions, ud_treebanks
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

    @property
    def about(self) -> dict[str, Any]:
        """What a pipeline says of itself: `language`, `treebank`, `licence`, and `las` from raw text."""
        info = about_of(self.path).get("info")
        if not isinstance(info, dict):
            return {}
        found = {key: info.get(key) for key in ("language", "treebank", "licence")}
        about: dict[str, Any] = {key: value for key, value in found.items() if isinstance(value, str)}
        with suppress(KeyError, TypeError, ValueError):  # nothing has checked it yet
            about["las"] = float(info["scores"]["test, raw text"]["LAS"])
        return about

    @property
    def names(self) -> Names:
        """What it can be called: also by its language and its treebank, if it says them."""
        return Names(self.name, self.about.get("language", ""), self.about.get("treebank", ""))


def known_models() -> list[Known]:
    """Return the named models: those that come with the package, and those in the cache.

    >>> known_models()[0].name
    'english'
    """
    folders = (_INCLUDED, cache_folder("models"))
    found = (sorted(folder.glob("*.model"), key=lambda path: path.stem) for folder in folders)
    return [Known(path.stem, path) for paths in found for path in paths]


def model_called(name: str) -> Path | None:
    """Return the model with a name, or the best one of a treebank or a language; None if there is none.

    >>> model_called("UD_English-EWT").name
    'english.model'
    """
    known = known_models()
    found = [each for each in known if each.name == name] or sorted(
        called(name, known, lambda each: each.names) if plain(name) else [],
        key=lambda each: each.about.get("las", -1.0),
        reverse=True,
    )
    return found[0].path if found else None


def find_model(model: str | os.PathLike[str]) -> Path:
    """Return the file of a model, given as a path, a name or a URL.

    A name may also be that of the language or of the treebank: then it is the model with the best LAS.

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
        if found := model_called(name):
            return found
        if not path.suffix:
            there = name.startswith("UD_") or called(name, ud_treebanks(), lambda each: each)
            make = f"`dodona download {name}` gets one" if there else "`dodona models` lists them"
            meant = near(name, suggestions([each.names for each in known_models()]))
            raise Error(f"{name}: no such file, and no model of that name{meant}: {make}")
    return path


def _fetched(url: str) -> Path:
    address, sha256 = checked_url(url)
    # The file name for readers, and a part of the URL's hash, since others may have the same name.
    stem = PurePosixPath(urlsplit(address).path).stem or "model"
    name = f"{stem[:50]}-{hashlib.sha256(address.encode()).hexdigest()[:8]}.model"
    kept = cache_folder("models") / name
    if kept.exists():
        if sha256 is not None and digest_of(kept) != sha256:
            raise Error(f"{kept}: its SHA-256 is not {sha256}: delete it to download {address} again")
        return kept
    with writing_to(kept.parent), replacing(kept) as file:
        fetch(url, file, most=LARGEST, by_hand=kept)
        file.flush()
        if kind_of(file.name) is None:
            raise Error(f"{address}: this is not a Dodona model, or it has been cut off or damaged: not kept")
    return kept
