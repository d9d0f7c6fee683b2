"""Treebanks and models are downloaded once, and completely or not at all."""

from __future__ import annotations

import hashlib
import io
import os
import re
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.app import app
from dodona.downloads import cache_folder, download_treebank, find_model, known_models
from dodona.downloads.treebanks import ARCHIVE

GROVE = Path(__file__).parent.parent / "data" / "grove.conllu"


def archive(**members: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return packed.getvalue()


def grove_archive(**more: str) -> bytes:
    trees = GROVE.read_text()
    names = {f"UD_Oak-Grove-master/oak_grove-ud-{part}.conllu": trees for part in ("train", "dev")}
    extra = {
        "UD_Oak-Grove-master/LICENSE.txt": "Creative Commons Attribution 4.0",
        "UD_Oak-Grove-master/../../evil.sh": "no",
    }
    return archive(**names, **extra, **more)


def understated(content: bytes) -> bytes:
    """Let the directory of an archive say that the first file has a single byte."""
    at = content.index(b"PK\x01\x02") + 24
    return content[:at] + (1).to_bytes(4, "little") + content[at + 4 :]


def test_a_treebank_is_fetched_once(server) -> None:
    url = server.put("/UD_Oak-Grove.zip", grove_archive())
    for archive in (url.replace("UD_Oak-Grove", "{name}"), url, None):
        folder = download_treebank("UD_Oak-Grove", archive=archive)
        assert sorted(path.name for path in folder.iterdir()) == [
            "LICENSE.txt",
            "SOURCE.txt",
            "oak_grove-ud-dev.conllu",
            "oak_grove-ud-train.conllu",
        ]
    assert server.asked == ["/UD_Oak-Grove.zip"]
    assert len(dodona.read(folder / "oak_grove-ud-train.conllu")) == 75
    assert [path.name for path in folder.parent.iterdir()] == ["UD_Oak-Grove"]
    assert (folder / "SOURCE.txt").read_text() == f"{url}\n"
    for other in ("https://example.org/oak.zip", f"{url[:-1]}{'1' if url[-1] == '0' else '0'}"):
        with pytest.raises(dodona.Error, match=f"this is from {re.escape(url)}: remove it to download"):
            download_treebank("UD_Oak-Grove", archive=other)


@pytest.mark.parametrize(
    "content, message",
    [
        (None, "404"),
        (b"<html>", "not a readable zip file"),
        (archive(README="no trees"), "it contains no trees"),
        (grove_archive()[:-500], "not a readable zip file"),
        (understated(grove_archive()), "not a readable zip file"),
    ],
)
def test_archives_without_treebanks_are_reported(server, content, message) -> None:
    url = server.put("/x.zip", content or b"")
    if content is None:
        server.files.clear()
    with pytest.raises(dodona.Error, match=message):
        download_treebank("UD_Oak-Grove", archive=url)
    assert list(cache_folder("treebanks").iterdir()) == []


@pytest.mark.parametrize("limit", ["treebank.source._FREELY", "downloads.treebanks.LARGEST_UNPACKED"])
def test_an_archive_that_unpacks_to_too_much(server, monkeypatch, limit) -> None:
    monkeypatch.setattr(f"dodona.{limit}", 1000)
    content = archive(**{"oak-ud-train.conllu": "#" * 10_000_000})
    with pytest.raises(dodona.Error, match=r"it unpacks to 0\.0 GiB, as no treebank does: not unpacked"):
        download_treebank("UD_Oak-Grove", archive=server.put("/x.zip", content))
    assert list(cache_folder("treebanks").iterdir()) == []


def test_a_manually_placed_archive_is_used(server) -> None:
    place = cache_folder("treebanks")
    content = grove_archive()
    url = "https://127.0.0.1:9/{name}.zip"
    with pytest.raises(dodona.Error, match=r"cannot be reached .* save it as .*UD_Oak-Grove\.zip"):
        download_treebank("UD_Oak-Grove", archive=url)
    (place / "UD_Oak-Grove.zip").write_bytes(content)
    with pytest.raises(dodona.Error, match=r"UD_Oak-Grove\.zip: its SHA-256 is "):
        download_treebank("UD_Oak-Grove", archive=f"{url}#sha256={'0' * 64}")
    for _ in range(2):
        assert download_treebank("UD_Oak-Grove", archive=url).is_dir()
    assert [path.name for path in place.iterdir()] == ["UD_Oak-Grove"]
    assert server.asked == []


def test_treebanks_are_those_of_a_release() -> None:
    assert re.search(r"/tags/r2\.\d+\.zip$", ARCHIVE)


def test_invalid_names(server) -> None:
    with pytest.raises(dodona.Error, match="UD_Language-TREEBANK"):
        download_treebank("../../etc")


def test_an_incomplete_download_is_not_kept(server) -> None:
    server.cut = True
    with pytest.raises(dodona.Error, match=r"bytes instead of|cannot be reached"):
        download_treebank("UD_Oak-Grove", archive=server.put("/UD_Oak-Grove.zip", grove_archive()))
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
    with pytest.raises(dodona.Error, match="use https, or add #sha256="):
        find_model(url)
    *included, fetched = [known.name for known in known_models()]
    assert included == ["english", "english-fast"] and fetched.startswith("oak-")


def test_a_model_with_another_checksum_is_not_kept(server) -> None:
    server.files["/oak.model"] = b"something else"
    with pytest.raises(dodona.Error, match="not kept"):
        dodona.load(f"{server.url}/oak.model#sha256={'0' * 64}")
    assert list(cache_folder("models").iterdir()) == []


def test_download_train_and_parse_by_name(server) -> None:
    runner = CliRunner()
    from_ = ["--from", server.put("/UD_Oak-Grove.zip", grove_archive())]
    listed = runner.invoke(app, ["download", "--treebank", "UD_Oak-Grove", *from_])
    assert "oak_grove-ud-train.conllu" in listed.output
    trained = runner.invoke(app, ["download", "UD_Oak-Grove", *from_, "--train"])
    assert trained.exit_code == 0, trained.output
    assert "UD_Oak-Grove, CC BY 4.0" in runner.invoke(app, ["models"]).output
    assert '"name": "oak_grove"' in runner.invoke(app, ["models", "--json"]).output
    assert dodona.load("UD_Oak-Grove")("The old oak spoke.")[0].heads.tolist() == [3, 3, 4, 0, 4]
    assert runner.invoke(app, ["info", "-m", "UD_Oak-Grove"]).exit_code == 0


def test_a_file_that_is_not_a_model_is_not_kept(server) -> None:
    with pytest.raises(dodona.Error, match="not a Dodona model"):
        find_model(server.put("/oak.model", b"<html>"))
    assert list(cache_folder("models").iterdir()) == []
    for url in ("ftp://example.org/oak.model", "file:///etc/passwd"):
        with pytest.raises(dodona.Error, match="only https is downloaded"):
            find_model(url)
    with pytest.raises(dodona.Error, match="dodona download UD_Oak-Grove` gets one"):
        find_model("UD_Oak-Grove")


@pytest.mark.parametrize("to", ["http://127.0.0.1:9/", "ftp://127.0.0.1:9/", "file:///etc/passwd"])
def test_redirects_to_anything_but_https_are_refused(server, to) -> None:
    server.moved["/oak.model"] = to
    with pytest.raises(dodona.Error, match=r"only https is followed|not allowed"):
        find_model(server.put("/oak.model", b"oak"))
    server.moved["/oak.model"] = "https://127.0.0.1:9/"
    with pytest.raises(dodona.Error, match="cannot be reached"):
        find_model(server.put("/oak.model", b"oak"))


@pytest.mark.parametrize("says_length", [True, False])
def test_too_large_downloads_are_stopped(server, monkeypatch, says_length) -> None:
    monkeypatch.setattr("dodona.downloads.models.LARGEST", 1 << 20)
    server.says_length = says_length
    with pytest.raises(dodona.Error, match=r"oak.model: it has more than 0\.0 GiB: not kept"):
        find_model(server.put("/oak.model", bytes(4 << 20)))
    assert list(cache_folder("models").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of Unix")
def test_a_full_disk_is_reported(server) -> None:
    """As such, and not as one of the network or of standard output."""
    import resource

    url = server.put("/oak", os.urandom(1 << 20))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, before[1]))
    try:
        with pytest.raises(dodona.Error, match="models: File too large: set DODONA_CACHE"):
            find_model(url)
        with pytest.raises(dodona.Error, match="treebanks: File too large: set DODONA_CACHE"):
            download_treebank("UD_Oak-Grove", archive=url)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not [*cache_folder("models").iterdir(), *cache_folder("treebanks").iterdir()]


def test_two_downloads_at_the_same_time(server) -> None:
    url = server.put("/UD_Oak-Grove.zip", grove_archive())
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(download_treebank("UD_Oak-Grove", archive=url)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(dodona.read(found[0] / "oak_grove-ud-train.conllu")) == 75
    assert [path.name for path in cache_folder("treebanks").iterdir()] == ["UD_Oak-Grove"]
