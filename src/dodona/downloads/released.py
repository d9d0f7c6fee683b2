"""Models of a release, at an address."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urldefrag

from dodona.downloads.cache import cache_folder, writing_to
from dodona.downloads.fetching import digest_of, fetch
from dodona.downloads.models import LARGEST
from dodona.errors import Error
from dodona.models.container import kind_of
from dodona.releases.index import INDEX, Released, choose, read_index
from dodona.treebank.source import replacing

#: The environment variable with the address of a release.
VARIABLE = "DODONA_MODELS"
#: The most bytes of an index.
_LARGEST_INDEX = 16 << 20


@dataclass(frozen=True)
class Found:
    """A model in the cache, and others of the same language."""

    path: Path
    model: Released
    others: list[Released]


def address_of_release(given: str | None) -> str | None:
    """Return the address of the release to download from, if there is one.

    >>> address_of_release("https://example.org/models/")
    'https://example.org/models/'
    """
    return given or os.environ.get(VARIABLE) or None


def read_release(address: str) -> tuple[str, list[Released]]:
    """Return the address of a release's folder without its checksum, and its models.

    The checksum, `#sha256=` at the end of the address, is that of the index; `http://` needs one.
    """
    base, checksum = urldefrag(address)
    base = f"{base.removesuffix(INDEX).rstrip('/')}/"
    index = f"{base}{INDEX}"
    content = io.BytesIO()
    url = f"{index}#{checksum}" if checksum else index
    fetch(url, content, most=_LARGEST_INDEX, by_hand=None)
    return base, read_index(content.getvalue(), index)[0]


def download_released(base: str, models: list[Released], name: str, *, non_commercial: bool) -> Found | None:
    """Download the best model that has a name, unless it is in the cache; None if there is none."""
    found = choose(models, name, base, non_commercial=non_commercial)
    if not found:
        return None
    model, *others = found
    kept = cache_folder("models") / model.file
    if not kept.exists() or digest_of(kept) != model.sha256:
        url = f"{base}{model.file}#sha256={model.sha256}"
        with writing_to(kept.parent), replacing(kept) as file:
            fetch(url, file, most=LARGEST, by_hand=kept)
            file.flush()
            if kind_of(file.name) is None:
                raise Error(f"{base}{model.file}: this is not a Dodona model: not kept")
    return Found(kept, model, others)
