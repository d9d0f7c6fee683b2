"""A server on this machine."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Server:
    """A server with content by path; it records requests."""

    url: str
    files: dict[str, bytes] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    #: Whether to send half of each file, or the path of the one to cut.
    cut: bool | str = False
    says_length: bool = True

    def put(self, path: str, content: bytes) -> str:
        """Serve a file, and return its URL with its checksum, which http needs."""
        self.files[path] = content
        return f"{self.url}{path}#sha256={hashlib.sha256(content).hexdigest()}"


@pytest.fixture
def server(tmp_path, monkeypatch) -> Iterator[Server]:
    monkeypatch.setenv("DODONA_CACHE", str(tmp_path / "cache"))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append(self.path)
            if self.path in made.moved:
                self.send_response(302)
                self.send_header("Location", made.moved[self.path])
                self.end_headers()
                return
            content = made.files.get(self.path)
            if content is None:
                self.send_error(404)
                return
            self.send_response(200)
            if made.says_length:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            cut = made.cut in (True, self.path)
            self.wfile.write(content[: len(content) // 2] if cut else content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        made = Server(f"http://127.0.0.1:{http.server_address[1]}")
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        yield made
        http.shutdown()
        thread.join()
