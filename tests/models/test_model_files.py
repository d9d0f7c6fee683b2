"""Model files: valid ones load, all others are refused in one line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

import dodona
from dodona.models.container import read_arrays, write_arrays


def refused(path: Path, said: str = "model") -> None:
    with pytest.raises(dodona.Error, match=said) as caught:
        dodona.load(path)
    message = str(caught.value)
    assert "\n" not in message and len(message) < 400
    assert message.startswith(str(path))


def refused_or_parses(path: Path, grove: dodona.Treebank) -> None:
    try:
        parser = dodona.load(path)
    except dodona.Error:
        return
    assert len(parser.parse(grove)) == 75


def test_saving_and_loading(
    parser: dodona.Parser, model: Path, grove: dodona.Treebank, tmp_path: Path
) -> None:
    loaded = dodona.load(model)
    assert loaded.info == parser.info and loaded.labels == parser.labels
    assert loaded.parse(grove) == parser.parse(grove)
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == model.read_bytes()
    assert dodona.load(str(model)).features == parser.features


def test_no_such_file(tmp_path: Path) -> None:
    refused(tmp_path / "nowhere", "No such file or directory")
    refused(tmp_path, "Is a directory|Permission denied")
    with pytest.raises(dodona.ArgumentError, match="the name or the URL of a model, not an int"):
        dodona.load(7)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 8, b"\xff" * 8, b"1\tOaks\t_\n", b"PK\x03\x04", b"\x80\x04K\x01.", b"{}" * 500]
)
def test_not_a_model(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "m"
    path.write_bytes(content)
    refused(path, "this is not a Dodona model, or it has been cut off or damaged")


def test_safetensors_of_other_programs(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.write_bytes(save({"weight": np.zeros(3, np.float32)}))
    refused(path, "this is not a Dodona model")
    path.write_bytes(save({"weight": np.zeros(3, np.float32)}, metadata={"dodona": "[" * 100_000}))
    refused(path, "this is not a Dodona model")


def test_truncated_files(model: Path, tmp_path: Path) -> None:
    content, path = model.read_bytes(), tmp_path / "m"
    for end in [*range(0, 200, 7), *range(200, len(content), len(content) // 50), len(content) - 1]:
        path.write_bytes(content[:end])
        refused(path)
    path.write_bytes(content + b"more")
    refused(path)


def test_changed_bytes(model: Path, tmp_path: Path) -> None:
    content, path, chance = model.read_bytes(), tmp_path / "m", random.Random(1)
    header = int.from_bytes(content[:8], "little") + 8
    places = [*range(0, header, 11), *(chance.randrange(len(content)) for _ in range(100))]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        refused(path)


def test_another_kind(grove: dodona.Treebank, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(epoch: object) -> None:
        raise Stop

    with pytest.raises(Stop):
        dodona.train(grove, epochs=2, output=tmp_path / "m", on_epoch=stop)
    refused(tmp_path / "m.checkpoint", "this is not a model but a checkpoint")


def test_another_version(model: Path, tmp_path: Path) -> None:
    arrays, about = read_arrays(model, "model")
    write_arrays(tmp_path / "m", arrays, {**about, "format": 99})
    refused(tmp_path / "m", "this model has format 99, and this version of Dodona reads")


BUCKET = 32  # bytes: four fingerprints and four references to weights
TABLES = ("buckets", "rows", "shifts", "entries")

Change = Callable[[dict[str, Any], dict[str, Any]], None]


def in_about(**values: Any) -> Change:
    return lambda arrays, about: about.update(values)


def in_values(**values: Any) -> Change:
    return lambda arrays, about: about["model"]["values"].update(values)


def in_info(**values: Any) -> Change:
    return lambda arrays, about: about["info"].update(values)


def without(name: str) -> Change:
    def change(arrays: dict[str, Any], about: dict[str, Any]) -> None:
        about.pop(name, None)
        arrays.pop(name, None)

    return change


def no_end(arrays: dict[str, Any], about: dict[str, Any]) -> None:
    arrays["buckets"] = arrays["buckets"][: about["model"]["values"]["homes"] * BUCKET]


EVIL: dict[str, Change] = {
    "labels out of range": in_about(left=[10_000]),
    "negative label": in_about(right=[-5]),
    "root label out of range": in_about(root_label=1_000_000),
    "no labels": in_about(labels=[]),
    "no left labels": in_about(left=[]),
    "labels that break lines": lambda arrays, about: about.update(labels=["a\n1\tb"] * len(about["labels"])),
    "empty labels": lambda arrays, about: about.update(labels=[""] * len(about["labels"])),
    "labels that are numbers": in_about(labels=[1, 2]),
    "far too many transitions": in_about(left=[0] * 70_000),
    "more transitions than weights": in_about(left=[0] * 3_000),
    "huge homes": in_values(homes=2**62),
    "homes beyond numbers": in_values(homes=2**80),
    "negative homes": in_values(homes=-1),
    "no homes": in_values(homes=0),
    "another kind of model": lambda arrays, about: about["model"].update(kind="oracle"),
    "values of nothing": lambda arrays, about: about["model"].update(values=None),
    "a value that is a list": in_values(scale=[1.0]),
    "a scale of nothing": in_values(scale=0),
    "a scale below nothing": in_values(scale=-3.5),
    "a scale beyond numbers": in_values(scale=float("inf")),
    "a scale in words": in_values(scale="one"),
    "bad templates": in_values(templates="s0.shoe"),
    "a template of dots": in_values(templates="."),
    "endless template": in_values(templates="s0.form " * 100_000),
    "other templates": in_values(templates="s0.form s0.lemma s0.feats s0.misc s0.shape s0.lower\nb0.tag"),
    "bad root": in_about(root="beside"),
    "odd root": in_about(root=["first"]),
    "bad tag": in_values(tag="price"),
    "single_root a word": in_about(single_root="maybe"),
    "no buckets": without("buckets"),
    "no rows": without("rows"),
    "no shifts": without("shifts"),
    "no entries": without("entries"),
    "no vocabulary": without("vocabulary.0"),
    "no info": without("info"),
    "cut buckets": lambda arrays, about: arrays.update(buckets=arrays["buckets"][:-5]),
    "no end of buckets": no_end,
    "cut rows": lambda arrays, about: arrays.update(rows=arrays["rows"][:-5]),
    "cut entries": lambda arrays, about: arrays.update(entries=arrays["entries"][:-5]),
    "wide shifts": lambda arrays, about: arrays.update(shifts=np.full_like(arrays["shifts"], 200)),
    "great weights": lambda arrays, about: arrays.update(entries=arrays["entries"] | 0x7FFF),
    "entries of no transition": lambda arrays, about: arrays.update(
        entries=np.full_like(arrays["entries"], 0xFFFF0001)
    ),
    "buckets in a square": lambda arrays, about: arrays.update(buckets=arrays["buckets"].reshape(-1, 4)),
    "a single number": lambda arrays, about: arrays.update(buckets=np.array(3, np.uint8)),
    "a vocabulary that is no text": lambda arrays, about: arrays.update(
        {"vocabulary.0": np.full(9, 0xFF, np.uint8)}
    ),
    "info a list": in_about(info=[]),
    "no recipe": in_info(recipe=None),
    "an open choice": lambda arrays, about: about["info"].update(punctuation="auto"),
    "a bad encoding": lambda arrays, about: about["info"]["recipe"].update(nonprojective="knots"),
    "a best epoch that never was": in_info(best_epoch=99),
    "a curve of words": in_info(curve=["up", "down"]),
    "a curve without scores": in_info(curve=[{"epoch": 1, "update_rate": 0.1}], best_epoch=1),
    "a curve of half swaps": lambda arrays, about: about["info"]["curve"][0].update(swaps=0.5),
    "a treebank of nothing": in_info(treebank={}),
    "templates of nothing": in_info(templates={}),
}  # fmt: skip


@pytest.mark.parametrize("what", EVIL)
def test_malicious_models(model: Path, tmp_path: Path, what: str) -> None:
    """The checksums are correct: only checks of the content can detect them."""
    arrays, about = read_arrays(model, "model")
    EVIL[what](arrays, about)
    write_arrays(tmp_path / "m", arrays, about)
    refused(tmp_path / "m", "damaged")


@pytest.mark.parametrize("place", range(8))
@pytest.mark.parametrize("value", [0, 1, 54, 0x7FFFFFFF, 0x80000000, 0x9FFFFFFF, 0xFFFFFFFF])
def test_numbers_in_buckets(
    model: Path, tmp_path: Path, grove: dodona.Treebank, place: int, value: int
) -> None:
    """Whatever the buckets contain, the model is refused or parses."""
    arrays, about = read_arrays(model, "model")
    buckets = arrays["buckets"].view(np.uint32).reshape(-1, 8).copy()
    buckets[:-1, place] = value
    arrays["buckets"] = buckets.reshape(-1).view(np.uint8)
    write_arrays(tmp_path / "m", arrays, about)
    refused_or_parses(tmp_path / "m", grove)


def test_random_numbers_everywhere(model: Path, tmp_path: Path, grove: dodona.Treebank) -> None:
    chance = np.random.default_rng(1)
    good, about = read_arrays(model, "model")
    for name in TABLES:
        for share in (0.0001, 0.01, 1):
            arrays = {key: array.copy() for key, array in good.items()}
            places = chance.random(arrays[name].size) < share
            arrays[name][places] = chance.integers(0, 256, int(places.sum())).astype(arrays[name].dtype)
            write_arrays(tmp_path / "m", arrays, about)
            refused_or_parses(tmp_path / "m", grove)


def test_models_contain_no_paths_of_the_machine(model: Path) -> None:
    _, about = read_arrays(model, "model")
    assert about["info"]["treebank"]["name"] == "grove.conllu"
    assert str(Path(__file__).parent) not in json.dumps(about)
    assert str(Path.home()).encode() + b"/" not in model.read_bytes()


def test_models_are_not_compressed_or_piped(parser: dodona.Parser, tmp_path: Path) -> None:
    for name in ("-", tmp_path / "m.gz", tmp_path / "m.xz"):
        with pytest.raises(dodona.Error, match="a model is written to a file, not compressed"):
            parser.save(name)
