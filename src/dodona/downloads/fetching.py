"""Downloading a file."""

from __future__ import annotations

import hashlib
import http.client
import urllib.error
import urllib.request
from pathlib import Path

from dodona.errors import Error
from dodona.treebank.source import written

#: The timeout in seconds.
PATIENCE = 30


def fetch(url: str, to: Path, *, sha256: str | None = None) -> None:
    """Download `url` to the file `to`, creating its folder; on errors nothing is left.

    With `sha256`, the content must have that checksum.
    """
    by_hand = f"download it yourself and save it as {to}"
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{to.parent}: {error.strerror or error}"
        raise Error(f"{what}: set DODONA_CACHE to a writable folder") from None
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
            raise Error(f"{url}: the server answered {error.code} {error.reason}: check the name") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise Error(f"{url}: cannot be reached ({reason}); without a network, {by_hand}") from None
        if expected is not None and expected.isdigit() and size != int(expected):
            raise Error(
                f"{url}: received {size:,} bytes instead of {int(expected):,}: try again, or {by_hand}"
            )
        if sha256 is not None and digest.hexdigest() != sha256.lower():
            raise Error(f"{url}: its SHA-256 is {digest.hexdigest()}, not {sha256.lower()}: not kept")
    coming.replace(to)
