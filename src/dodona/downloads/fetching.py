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
from dodona.treebank.source import PIECE

#: The timeout in seconds.
PATIENCE = 30


class NotReached(Error):
    """A server cannot be reached, or does not have a file."""


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


def fetch(url: str, to: BinaryIO, *, most: int, by_hand: Path | None) -> str:
    """Download `url`, at most so many bytes, and return the SHA-256 of the content.

    If the URL ends in `#sha256=`, it must be that one. Without a network, users can put the file `by_hand`,
    unless that is None.
    """
    address, right = checked_url(url)
    digest = hashlib.sha256()
    advice = "" if by_hand is None else f"download it yourself and save it as {by_hand}"
    for piece in _pieces(address, most, advice):
        digest.update(piece)
        to.write(piece)
    check_digest(address, digest.hexdigest(), right)
    return digest.hexdigest()


def sha256_of(file: BinaryIO) -> str:
    """Return the SHA-256 of an open file."""
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return sha256_of(file)


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
        raise NotReached(
            f"{address}: the server answered {error.code} {error.reason}: check the name"
        ) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise NotReached(
            f"{address}: cannot be reached ({reason}){by_hand and f'; without a network, {by_hand}'}"
        ) from None
    if max(size, expected or 0) > most:
        by_hand = by_hand and f"; if that is right, {by_hand}"
        raise Error(f"{address}: it has more than {in_words(most)}: not kept{by_hand}")
    if expected is not None and size != expected:
        by_hand = by_hand and f", or {by_hand}"
        raise Error(f"{address}: received {size:,} bytes instead of {expected:,}: try again{by_hand}")
