"""The cache folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dodona.errors import Error


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Make a folder of the cache, and report what cannot be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise Error(f"{folder}: {error.strerror or error}: set DODONA_CACHE to a writable folder") from None


def cache_folder(kind: str) -> Path:
    """Return the folder of the user's cache for `treebanks` or `models`; it may not exist yet.

    It is in `DODONA_CACHE` if that is set, otherwise in `dodona` in the system's cache folder.
    """
    if chosen := os.environ.get("DODONA_CACHE"):
        return Path(chosen) / kind
    if sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        place = Path.home() / "Library" / "Caches"
    else:
        place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return place / "dodona" / kind
