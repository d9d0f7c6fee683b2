"""Downloading a file."""

from __future__ import annotations

import hashlib
import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO
from urllib.parse import urldefrag, urlsplit

from dodona.errors import Error
from dodona.memory import in_words

#: The timeout in seconds.
PATIENCE = 30


class _ToHttps(urllib.request.HTTPRedirectHandler):
    """Follows redirects, but to https only: who reads or changes the network must gain nothing by one."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme != "https":
            raise Error(f"{req.full_url}: it redirects to {newurl}: only https is followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def checked_url(url: str) -> tuple[str, str | None]:
    """Split a URL into the address and the SHA-256 in its fragment; http needs one.

    >>> checked_url("https://example.org/oak.model")
    ('https://example.org/oak.model', None)
    """
    address, fragment = urldefrag(url)
    found = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", fragment)
    if fragment and not found:
        raise Error(f"{url}: after # there must be sha256= and 64 digits")
    scheme = urlsplit(address).scheme
    if scheme not in ("http", "https"):
        raise Error(f"{url}: only https is downloaded, and http with a checksum")
    if scheme == "http" and not found:
        raise Error(f"{url}: anyone on the way can change what http brings: use https, or add #sha256=...")
    return address, found[1].lower() if found else None


def fetch(url: str, to: BinaryIO, *, most: int, by_hand: Path) -> str:
    """Download `url`, at most so many bytes, and return the SHA-256 of the content.

    If the URL ends in `#sha256=`, it must be that one. Without a network, users can put the file `by_hand`.
    """
    address, right = checked_url(url)
    digest = hashlib.sha256()
    for piece in _pieces(address, most, f"download it yourself and save it as {by_hand}"):
        digest.update(piece)
        to.write(piece)
    check_digest(address, digest.hexdigest(), right)
    return digest.hexdigest()


def check_digest(name: str, found: str, right: str | None) -> None:
    """Refuse content with another SHA-256 than the right one, if that is known."""
    if right not in (None, found):
        raise Error(f"{name}: its SHA-256 is {found}, not {right}: not kept")


def _pieces(address: str, most: int, by_hand: str) -> Iterator[bytes]:
    size = 0
    try:
        with urllib.request.build_opener(_ToHttps).open(address, timeout=PATIENCE) as answer:
            length = answer.headers.get("Content-Length") or ""
            expected = int(length) if length.isdecimal() else None
            while (expected or 0) <= most and size <= most and (piece := answer.read(1 << 20)):
                size += len(piece)
                yield piece
    except urllib.error.HTTPError as error:
        error.close()
        raise Error(f"{address}: the server answered {error.code} {error.reason}: check the name") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise Error(f"{address}: cannot be reached ({reason}); without a network, {by_hand}") from None
    if max(size, expected or 0) > most:
        raise Error(f"{address}: it has more than {in_words(most)}: not kept; if that is right, {by_hand}")
    if expected is not None and size != expected:
        raise Error(f"{address}: received {size:,} bytes instead of {expected:,}: try again, or {by_hand}")
