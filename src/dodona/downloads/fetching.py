"""One file from the network, whole or not at all."""

from __future__ import annotations

import hashlib
import http.client
import urllib.error
import urllib.request
from pathlib import Path

from dodona.errors import Error
from dodona.treebank.source import written

#: Seconds without a byte after which a server is given up.
PATIENCE = 30


def fetch(url: str, to: Path, *, sha256: str | None = None) -> None:
    """Fetch `url` into the file `to`, whose folder is made; nothing is left if anything goes wrong.

    With `sha256` the content must have that checksum.
    """
    by_hand = f"fetch it yourself and put it at {to}"
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{to.parent}: {error.strerror or error}"
        raise Error(f"{what}: set DODONA_CACHE to a folder that can be written") from None
    digest = hashlib.sha256()
    coming = to.with_name(f"{to.name}.part")
    with written(coming) as file:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                expected = answer.headers.get("Content-Length")
                size = 0
                while piece := answer.read(1 << 20):
                    digest.update(piece)
                    file.write(piece)
                    size += len(piece)
        except urllib.error.HTTPError as error:
            error.close()
            raise Error(f"{url}: the server says {error.code} {error.reason}: is the name right?") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Error(f"{url}: cannot be reached ({reason}); without a network, {by_hand}") from None
        if expected is not None and expected.isdigit() and size != int(expected):
            raise Error(f"{url}: {size:,} bytes came instead of {int(expected):,}: try again, or {by_hand}")
        if sha256 is not None and digest.hexdigest() != sha256.lower():
            raise Error(f"{url}: its SHA-256 is {digest.hexdigest()}, not {sha256.lower()}: not kept")
    coming.replace(to)
