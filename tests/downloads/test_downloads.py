"""Treebanks and models are downloaded once, and completely or not at all."""

from __future__ import annotations

import hashlib
import io
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.app import app
from dodona.downloads import cache_folder, download_treebank, find_model, known_models

GROVE = Path(__file__).parent.parent / "data" / "grove.conllu"


@dataclass
class Server:
    """A server with content by path; it records requests."""

    url: str
    files: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    cut: bool = False


@pytest.fixture
def server(tmp_path, monkeypatch) -> Iterator[Server]:
    monkeypatch.setenv("DODONA_CACHE", str(tmp_path / "cache"))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append(self.path)
            content = made.files.get(self.path)
            if content is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if made.cut else content)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        made = Server(f"http://127.0.0.1:{http.server_address[1]}")
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        yield made
        http.shutdown()
        thread.join()


def archive(**members: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, content in members.items():
            file.writestr(name, content)
    return packed.getvalue()


def grove_archive() -> bytes:
    trees = GROVE.read_text()
    names = {f"UD_Oak-Grove-master/oak_grove-ud-{part}.conllu": trees for part in ("train", "dev")}
    extra = {"UD_Oak-Grove-master/LICENSE.txt": "free", "UD_Oak-Grove-master/../../evil.sh": "no"}
    return archive(**names, **extra)


def test_a_treebank_is_fetched_once(server) -> None:
    server.files["/UD_Oak-Grove.zip"] = grove_archive()
    for _ in range(2):
        folder = download_treebank("UD_Oak-Grove", archive=server.url + "/{name}.zip")
        assert sorted(path.name for path in folder.iterdir()) == [
            "LICENSE.txt",
            "oak_grove-ud-dev.conllu",
            "oak_grove-ud-train.conllu",
        ]
    assert server.asked == ["/UD_Oak-Grove.zip"]
    assert len(dodona.read(folder / "oak_grove-ud-train.conllu")) == 75
    assert [path.name for path in folder.parent.iterdir()] == ["UD_Oak-Grove"]


@pytest.mark.parametrize(
    "content, message",
    [
        (None, "404"),
        (b"<html>", "not a readable zip file"),
        (archive(README="no trees"), "it contains no trees"),
    ],
)
def test_archives_without_treebanks_are_reported(server, content, message) -> None:
    if content is not None:
        server.files["/x.zip"] = content
    with pytest.raises(dodona.Error, match=message):
        download_treebank("UD_Oak-Grove", archive=server.url + "/x.zip")
    assert not (cache_folder("treebanks") / "UD_Oak-Grove").exists()


def test_a_manually_placed_archive_is_used(server) -> None:
    place = cache_folder("treebanks")
    with pytest.raises(dodona.Error, match=r"cannot be reached .* save it as .*UD_Oak-Grove\.zip"):
        download_treebank("UD_Oak-Grove", archive="http://127.0.0.1:9/{name}.zip")
    (place / "UD_Oak-Grove.zip").write_bytes(grove_archive())
    assert download_treebank("UD_Oak-Grove").is_dir()
    assert server.asked == []


def test_invalid_names(server) -> None:
    with pytest.raises(dodona.Error, match="UD_Language-TREEBANK"):
        download_treebank("../../etc")


def test_an_incomplete_download_is_not_kept(server) -> None:
    server.files["/UD_Oak-Grove.zip"] = grove_archive()
    server.cut = True
    with pytest.raises(dodona.Error, match=r"bytes instead of|cannot be reached"):
        download_treebank("UD_Oak-Grove", archive=server.url + "/{name}.zip")
    assert list(cache_folder("treebanks").iterdir()) == []


def test_a_model_by_url(server) -> None:
    content = find_model("english").read_bytes()
    server.files["/models/oak.model"] = content
    sha256 = hashlib.sha256(content).hexdigest()
    url = f"{server.url}/models/oak.model"
    for _ in range(2):
        assert find_model(f"{url}#sha256={sha256}").read_bytes() == content
    assert server.asked == ["/models/oak.model"]
    with pytest.raises(dodona.Error, match="its SHA-256 is not"):
        find_model(f"{url}#sha256={'0' * 64}")
    with pytest.raises(dodona.Error, match="64 digits"):
        find_model(f"{url}#sha256=12")
    assert [known.name.split("-")[0] for known in known_models()] == ["english", "oak"]


def test_a_model_with_another_checksum_is_not_kept(server) -> None:
    server.files["/oak.model"] = b"something else"
    with pytest.raises(dodona.Error, match="not kept"):
        dodona.load(f"{server.url}/oak.model#sha256={'0' * 64}")
    assert list(cache_folder("models").iterdir()) == []


def test_download_train_and_parse_by_name(server) -> None:
    server.files["/UD_Oak-Grove.zip"] = grove_archive()
    runner = CliRunner()
    from_ = ["--from", server.url + "/{name}.zip"]
    listed = runner.invoke(app, ["download", "UD_Oak-Grove", *from_])
    assert "oak_grove-ud-train.conllu" in listed.output
    trained = runner.invoke(app, ["download", "UD_Oak-Grove", *from_, "--train"])
    assert trained.exit_code == 0, trained.output
    assert "UD_Oak-Grove" in runner.invoke(app, ["models"]).output
    assert '"name": "UD_Oak-Grove"' in runner.invoke(app, ["models", "--json"]).output
    assert dodona.pipeline("UD_Oak-Grove")("The old oak spoke.")[0].heads.tolist() == [3, 3, 4, 0, 4]
    assert runner.invoke(app, ["info", "UD_Oak-Grove"]).exit_code == 0


def test_a_file_that_is_not_a_model_is_not_kept(server) -> None:
    server.files["/oak.model"] = b"<html>"
    with pytest.raises(dodona.Error, match="not a Dodona model"):
        find_model(f"{server.url}/oak.model")
    assert list(cache_folder("models").iterdir()) == []
    with pytest.raises(dodona.Error, match="http and https only"):
        find_model("ftp://example.org/oak.model")
    with pytest.raises(dodona.Error, match="dodona download UD_Oak-Grove --train"):
        find_model("UD_Oak-Grove")
