"""Releases are built completely, and are the same after interruptions."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dodona
from dodona.releases.building import build, making

WAIT = 60  # seconds; far more than needed
FREE, RESTRICTED = "CC BY-SA 4.0", "CC BY-NC-SA 3.0"


def put(folder: Path, name: str, licence: str, **parts: dodona.Treebank | str) -> Path:
    """Write a treebank as releases of UD have them."""
    place = folder / name
    place.mkdir(parents=True)
    (place / "README.md").write_text(f"# {name}\n\nLicense: {licence}\n", encoding="utf-8")
    prefix = name.removeprefix("UD_").replace("-", "_").lower()
    for part, trees in parts.items():
        path = place / f"{prefix}-ud-{part}.conllu"
        if isinstance(trees, str):
            path.write_text(trees, encoding="utf-8")
        else:
            trees.write(path)
    return place


@pytest.fixture
def treebanks(tmp_path: Path, grove: dodona.Treebank) -> Path:
    folder = tmp_path / "ud-treebanks-v2.17"
    put(folder, "UD_Oak-Grove", FREE, train=grove[:40], dev=grove[40:55], test=grove[55:])
    put(folder, "UD_Ash-Grove", FREE, train=grove[:20], test=grove[20:30])
    put(folder, "UD_Elm-Grove", RESTRICTED, train=grove[:30], test=grove[30:40])
    return folder


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def built(treebanks: Path, output: Path, **options: Any) -> tuple[dict[str, bytes], list[str]]:
    said: list[str] = []
    how = making("default", options.pop("epochs", 2), options.pop("jackknife", 2))
    _, failures = build(treebanks, output, how, tell=said.append, **options)
    assert not failures
    return files_of(output), said


def test_a_release(treebanks: Path, tmp_path: Path, grove: dodona.Treebank) -> None:
    underscores = grove.replace(words=[["_"] * len(words) for words in grove.lists("words")])
    put(treebanks, "UD_Yew-Hidden", FREE, train=underscores)
    put(treebanks, "UD_Fir-Test", FREE, test=grove)
    put(treebanks.with_name("ud-treebanks-v2.16"), "UD_Ash-Grove", FREE, train=grove)
    put(treebanks, "UD_Lime-Many", FREE, train=dodona.read(grove.to_conllu() * 2))
    files, said = built(tmp_path, tmp_path / "out", jobs=2)
    assert set(files) == {
        "README.md", "SHA256SUMS", "models.json", "ash_grove.model", "lime_many.model", "oak_grove.model"
    }  # fmt: skip
    left_out = {line.split(": ")[0].rpartition("/")[2]: line for line in said if "left out" in line}
    assert f"its licence ({RESTRICTED}) forbids commercial use; if that" in left_out["UD_Elm-Grove"]
    assert "underscores instead of words" in left_out["UD_Yew-Hidden"]
    assert "no training data" in left_out["UD_Fir-Test"]
    assert "v2.17/UD_Ash-Grove is taken instead" in left_out["UD_Ash-Grove"]
    sums = dict(line.split("  ")[::-1] for line in files.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    ash, lime, oak = json.loads(files["models.json"])["models"]
    assert (oak["language"], oak["treebank"], oak["ud"], oak["licence"], oak["words"]) == (
        "Oak", "UD_Oak-Grove", "2.17", FREE, grove[:40].word_count
    )  # fmt: skip
    assert [each["dev"] for each in (ash, lime, oak)] == [
        "none", "every tenth training sentence", "the treebank's"
    ]  # fmt: skip
    assert (lime["scores"], lime["words"] < 2 * grove.word_count) == (None, True)
    pipeline = dodona.load(tmp_path / "out" / oak["file"])
    assert {"language": "Oak", "treebank": "UD_Oak-Grove", "licence": FREE}.items() <= pipeline.info.items()
    parsed = pipeline.parse(grove[55:], tags="predict")
    las = round(100 * dodona.conll18(grove[55:], parsed).las.f1, 2)
    assert oak["scores"]["gold words"]["LAS"] == las
    page = files["README.md"].decode()
    assert "| `oak_grove.model` | Oak | [UD_Oak-Grove](https://github.com/" in page
    assert f"| {las:.2f} |" in page.partition("## From gold words")[2]
    again, said = built(tmp_path, tmp_path / "out", jobs=1)
    assert "3 of 3 models are complete" in said and not any("epoch" in line for line in said)
    assert again.pop("SHA256SUMS") and again == files
    assert built(tmp_path, tmp_path / "alone", jobs=1)[0]["models.json"] == files["models.json"]


class Killed(BaseException):
    """Ends a run where it is."""


def test_a_run_killed_at_any_moment(treebanks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just after any file gets its name."""
    chosen: dict[str, Any] = {"only": ["ash"], "epochs": 1, "jackknife": 0, "jobs": 1}
    whole, _ = built(treebanks, tmp_path / "whole", **chosen)
    replace = Path.replace
    left = kills = 0

    def dying(path: Path, target: Path) -> Path:
        nonlocal left
        left -= 1
        replace(path, target)
        if left == 0:
            raise Killed
        return target

    while True:
        output = tmp_path / f"out-{kills}"
        left = kills + 1
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", dying)
            try:
                built(treebanks, output, **chosen)
                break
            except Killed:
                kills += 1
        assert built(treebanks, output, **chosen)[0] == whole
    assert kills >= 3 + 2 + 2 + 1 + 3  # descriptions, an epoch, the pipeline, its move, descriptions again


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of Unix")
def test_sigkill(treebanks: Path, tmp_path: Path) -> None:
    whole, _ = built(treebanks, tmp_path / "whole", only=["oak", "ash"], jobs=1)
    output = tmp_path / "out"
    options = ["--epochs", "2", "--jackknife", "2", "--only", "oak,ash", "--jobs", "1"]
    command = [
        sys.executable,
        "-m",
        "dodona",
        "models",
        "--build",
        str(treebanks),
        "-o",
        str(output),
        *options,
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    until = time.monotonic() + WAIT
    while not [*output.glob("*.model")]:
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=WAIT)
    files, _ = built(treebanks, output, only=["oak", "ash"], jobs=1)
    assert files == whole


def test_what_is_there_is_kept(treebanks: Path, tmp_path: Path, grove: dodona.Treebank) -> None:
    output = tmp_path / "out"
    whole, _ = built(treebanks, output, non_commercial=True)
    with pytest.raises(dodona.Error, match="epochs was 2 there and is now 3: use another --output"):
        built(treebanks, output, epochs=3, non_commercial=True)
    with pytest.raises(dodona.Error, match=r"elm_grove.model: its licence \(CC BY-NC-SA 3.0\) forbids"):
        built(treebanks, output)
    (output / "oak_grove.model").write_bytes(whole["oak_grove.model"][:-1])
    (output / "ash_grove.model").unlink()
    files, said = built(treebanks, output, non_commercial=True)
    assert sum("missing or damaged: building it again" in line for line in said) == 2
    assert files == whole
    grove[:41].write(treebanks / "UD_Oak-Grove" / "oak_grove-ud-train.conllu")
    with pytest.raises(dodona.Error, match="UD_Oak-Grove has changed since this was built"):
        built(treebanks, output, non_commercial=True)
    assert files_of(output) == whole
    (output / "models.json").write_text("{}", encoding="utf-8")
    with pytest.raises(dodona.Error, match="this is not an index of models, or it is damaged"):
        built(treebanks, output, non_commercial=True)


def test_a_bad_treebank_does_not_end_the_others(treebanks: Path, tmp_path: Path, run: Any) -> None:
    put(treebanks, "UD_Bad-Grove", FREE, train="1\toak\n")
    (put(treebanks, "UD_Cut-Grove", FREE) / "train.conllu.xz").write_bytes(b"\xfd7zXZ\x00")
    output = tmp_path / "out"
    command = ["models", "--build", str(treebanks), "-o", str(output), "--epochs", "1", "--jackknife", "0"]
    code, _, said = run(*command)
    assert code == 2 and "failed: bad_grove: " in said and "bad_grove-ud-train.conllu:1: 2 columns" in said
    assert f"dodona: {output}: 2 treebanks failed, the others are complete; the first: " in said
    assert {"ash_grove.model", "oak_grove.model"} < set(files_of(output))
    code, _, said = run(*command, "--only", "oak,ash")
    assert (code, said.splitlines()[-1]) == (0, f"{output}: 2 models")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--epochs", "3"], "--epochs needs --build"),
        (["--build", "{}", "--json"], "--json has no effect with --build"),
        (["--build", "{}", "--only", "pine"], "no treebank is called pine"),
        (
            ["--build", "{}", "--only", "elm"],
            "no treebank is left to train on: its licence (CC BY-NC-SA 3.0)",
        ),
        (["--build", "{}", "--recipe", "encoder"], "--recipe cannot be an encoder"),
        (["--build", "{}", "--recipe", "network", "--jobs", "2"], "--jobs must be 1 with networks"),
        (["--build", "{}", "--output", "{}/UD_Oak-Grove/README.md"], "README.md: "),
    ],
)
def test_mistakes(treebanks: Path, run: Any, options: list[str], message: str) -> None:
    code, _, said = run("models", *(option.format(treebanks) for option in options))
    assert code == 2
    assert said.splitlines()[-1].startswith("dodona: ") and message in said.splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of Unix")
def test_two_builds_in_one_folder(treebanks: Path, tmp_path: Path) -> None:
    from dodona.releases.building import unfinished

    with (
        unfinished(tmp_path / "out"),
        pytest.raises(dodona.Error, match="another process builds models there"),
    ):
        built(treebanks, tmp_path / "out")
