"""Models of a release are found by their names, checked, and kept; otherwise they are trained."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.downloads import cache_folder, find_model
from dodona.releases.building import build, making

#: Names, licences, and sentences to learn from.
TREEBANKS = {
    "UD_Oak-Small": ("CC BY 4.0", 15),
    "UD_Oak-Large": ("CC BY 4.0", 45),
    "UD_Elm-Grove": ("CC BY-NC 4.0", 20),
}


@pytest.fixture(scope="session")
def release(grove: dodona.Treebank, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three models."""
    top = tmp_path_factory.mktemp("release")
    for name, (licence, size) in TREEBANKS.items():
        folder = top / "ud-treebanks-v2.17" / name
        folder.mkdir(parents=True)
        (folder / "README.md").write_text(f"License: {licence}\n", encoding="utf-8")
        prefix = name.removeprefix("UD_").replace("-", "_").lower()
        grove[:size].write(folder / f"{prefix}-ud-train.conllu")
        grove[45:].write(folder / f"{prefix}-ud-test.conllu")
    build(top, top / "models", making("default", 2, 0), non_commercial=True)
    return top / "models"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train for one epoch where a model is missing."""
    monkeypatch.setattr("dodona.cli.download.making", lambda *_: making("default", 1, 0))


@pytest.fixture
def served(server: Any, release: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The release at a server, whose address DODONA_MODELS is."""
    for path in release.iterdir():
        server.files[f"/v1/{path.name}"] = path.read_bytes()
    monkeypatch.setenv("DODONA_MODELS", address_of(server))
    return server


def address_of(server: Any) -> str:
    return f"{server.url}/v1/#sha256={hashlib.sha256(server.files['/v1/models.json']).hexdigest()}"


def change(served: Any, change: Any) -> str:
    """Change the index, and return the address with its new checksum."""
    index = json.loads(served.files["/v1/models.json"])
    change(index)
    served.files["/v1/models.json"] = json.dumps(index).encode()
    return address_of(served)


def archive_of(name: str, trees: bytes, licence: str) -> bytes:
    packed = io.BytesIO()
    prefix = name.removeprefix("UD_").replace("-", "_").lower()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr(f"{name}/{prefix}-ud-train.conllu", trees)
        file.writestr(f"{name}/README.md", f"License: {licence}\n")
    return packed.getvalue()


def test_a_model_by_any_of_its_names(served, run, release) -> None:
    for name in ("oak", "Oak", "oak_large", "UD_Oak-Large", "ud_oak-large", "Oak-Large"):
        code, out, err = run("download", name)
        kept = cache_folder("models") / "oak_large.model"
        assert (code, out) == (0, f"{kept}\n")
        assert err.startswith("oak_large (UD_Oak-Large 2.17, CC BY 4.0, LAS ")
        assert err.endswith("; also: oak_small\n") == (name.lower() == "oak")
        assert find_model(name) == kept
    assert kept.read_bytes() == (release / "oak_large.model").read_bytes()
    assert [path for path in served.asked if path.endswith(".model")] == ["/v1/oak_large.model"]
    assert dodona.load("oak")("The old oak spoke.").word_count == 5
    code, out, _ = run("models", "--json")
    about = json.loads(out)[-1]
    assert (about["name"], about["language"], about["licence"]) == ("oak_large", "Oak", "CC BY 4.0")
    assert run("download", "oak_small")[0] == 0
    assert (find_model("oak"), find_model("oak_small").stem) == (kept, "oak_small")
    kept.write_bytes(b"damaged")
    assert run("download", "oak")[0] == 0
    assert kept.read_bytes() == (release / "oak_large.model").read_bytes()


def test_non_commercial_models_must_be_asked_for(served, run) -> None:
    for name in ("elm", "UD_Elm-Grove"):
        code, out, err = run("download", name)
        assert (code, out) == (2, "")
        assert "elm_grove.model: its licence (CC BY-NC 4.0) forbids commercial use; if that is right" in err
    assert not any(path.endswith(".model") for path in served.asked)
    assert run("download", "elm", "--non-commercial")[0] == 0
    assert dodona.load("elm").info["licence"] == "CC BY-NC 4.0"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html>", "its SHA-256 is "),
        (None, "https://127.0.0.1:9/UD_Oak-Large.zip: cannot be reached"),
    ],
)
def test_a_wrong_model_is_not_kept(served, run, content, message) -> None:
    served.files["/v1/oak_large.model"] = content
    code, _, err = run("download", "oak_large", "--from", "https://127.0.0.1:9/UD_Oak-Large.zip")
    assert code == 2
    assert message in err.splitlines()[-1] and len(err.splitlines()) == (1 if content else 2)
    assert not [*cache_folder("models").glob("*")]


def test_a_download_that_is_cut_off(served, run) -> None:
    for served.cut in ("/v1/models.json", "/v1/oak_large.model"):
        code, _, err = run("download", "oak")
        assert code == 2 and "bytes instead of" in err.splitlines()[-1]
        assert not [*cache_folder("models").glob("*")]


def test_wrong_indexes(served, run) -> None:
    right = served.files["/v1/models.json"]
    address = f"{served.url}/v1"
    code, _, err = run("download", "oak", "--models", address)
    assert code == 2 and "use https, or add #sha256=..." in err
    code, _, err = run("download", "oak", "--models", f"{address}#sha256={'0' * 64}")
    assert code == 2 and "models.json: its SHA-256 is " in err
    wrong: list[Any] = [
        lambda index: index.update(format=2),
        lambda index: index.pop("models"),
        lambda index: index["models"][0].pop("sha256"),
        lambda index: index["models"][0].update(name="../evil", file="../evil.model"),
        lambda index: index["models"][0].update(file="/etc/passwd"),
        lambda index: index["models"][0].update(scores={"raw text": {"LAS": "best"}}),
        lambda index: index["models"][0].update(language="\x1b[31m"),
        lambda index: index["models"][0].update(licence=None),
    ]
    for each in wrong:
        served.files["/v1/models.json"] = right
        code, _, err = run("download", "oak", "--models", change(served, each))
        assert code == 2 and ("not an index of models" in err or "another version of Dodona" in err), err
    assert not [*cache_folder("models").glob("*")]


def test_what_is_not_there_is_trained(served, run, grove_path) -> None:
    url = served.put("/pine.zip", archive_of("UD_Pine-Grove", grove_path.read_bytes(), "CC BY-NC 4.0"))
    code, _, err = run("download", "UD_Pine-Grove", "--from", url)
    said = err.splitlines()
    assert code == 2 and said[0].endswith(
        "/v1/: no model is called UD_Pine-Grove; training on the treebank instead"
    )
    assert said[1].startswith("dodona: UD_Pine-Grove: its licence (CC BY-NC 4.0) forbids commercial use; if")
    assert not [*cache_folder("models").glob("*")]
    code, out, _ = run("download", "UD_Pine-Grove", "--from", url, "--non-commercial")
    assert (code, out) == (0, f"{cache_folder('models') / 'pine_grove.model'}\n")
    assert dodona.load("pine").info["treebank"] == "UD_Pine-Grove"
    assert [path.name for path in cache_folder("models").iterdir()] == ["pine_grove.model"]
    asked = len(served.asked)
    code, out, err = run("download", "pine")  # there already
    assert code == 0 and "using the one that is there" in err
    assert served.asked[asked:] == ["/v1/models.json"]


@pytest.mark.parametrize("address", [None, "https://127.0.0.1:9/models"])
def test_without_a_server(server, run, monkeypatch, grove_path, address) -> None:
    monkeypatch.delenv("DODONA_MODELS", raising=False)
    url = server.put("/greek.zip", archive_of("UD_Greek-GDT", grove_path.read_bytes(), "CC BY 4.0"))
    where = [] if address is None else ["--models", address]
    code, out, err = run("download", "greek", "--from", url, *where)
    assert (code, out) == (0, f"{cache_folder('models') / 'el_gdt.model'}\n")
    why = "no address of models in DODONA_MODELS or --models" if address is None else "cannot be reached"
    assert why in err.splitlines()[0] and "training on the treebank instead" in err.splitlines()[0]
    assert "UD_Greek-GDT, CC BY 4.0; other treebanks of the language: UD_Greek-Cretan" in err.splitlines()[1]
    assert run("download", "greek", *where)[:2] == (0, out)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["grek"], "grek: no language, treebank or model is called that (did you mean 'greek'?)"),
        (["oak_larg"], "(did you mean 'oak_large'?)"),
        (["greek", "--treebank", "--train"], "--treebank downloads no more than a treebank"),
        (
            ["greek", "--train", "--models", "https://example.org"],
            "--models has no effect with --treebank or",
        ),
        (["https://example.org/x.model", "--train"], "--train needs a name, not a URL"),
        (
            ["--treebank", "UD_Grek-GDT", "--from", "https://127.0.0.1:9/x.zip"],
            "(did you mean 'UD_Greek-GDT'?)",
        ),
    ],
)
def test_mistakes(served, run, options, message) -> None:
    code, _, err = run("download", *options)
    assert code == 2 and message in err and len(err.splitlines()) == 1


def test_models_that_come_with_dodona(served, run) -> None:
    code, out, _ = run("download", "English")
    assert code == 0 and out.endswith("english.model\n") and not served.asked
