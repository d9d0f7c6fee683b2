"""What the folder of a treebank says: its names, release, licence and files."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

import dodona
from dodona.releases.licences import licence_of, named_in, restriction
from dodona.releases.names import called, language_of, ud_treebanks
from dodona.releases.treebanks import find_sources

GNU = "GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991\n only for noncommercial distribution"


@pytest.mark.parametrize(
    ("readme", "licence", "found", "free"),
    [
        ("=== Machine-readable metadata ===\nLicense: CC BY-SA 4.0\r\n", None, "CC BY-SA 4.0", True),
        ("License: see below\n\nLicense: CC BY-NC-SA 3.0\n", None, "CC BY-NC-SA 3.0", False),
        ("License: LGPL-LR\t\n", None, "LGPL-LR", True),
        ("License: CC BY-ND 4.0\n", None, "CC BY-ND 4.0", False),
        ("License: our own\n", None, "our own", False),
        ("no licence", GNU, "GNU GPL 2", True),
        (None, "https://creativecommons.org/licenses/by-nc/4.0/", "CC BY-NC 4.0", False),
        (None, "the Creative Commons Attribution-Share Alike 3.0 License", "CC BY-SA 3.0", True),
        (None, None, "unknown", False),
        ("License: CC BY 4.0\n", "CC BY-NC 4.0", "CC BY 4.0 in README, CC BY-NC 4.0 in LICENSE", False),
        ("License: GNU GPL 2\n", GNU, "GNU GPL 2", True),
    ],
)
def test_licences(tmp_path: Path, readme: str | None, licence: str | None, found: str, free: bool) -> None:
    for name, content in (("README.md", readme), ("LICENSE.txt", licence)):
        if content is not None:
            (tmp_path / name).write_bytes(content.encode())
    assert licence_of(tmp_path) == found
    assert (restriction(found) is None) == free


def test_variants_of_creative_commons() -> None:
    for parts in ("", "-SA", "-NC", "-NC-SA", "-ND", "-NC-ND"):
        assert named_in(f"licensed under CC BY{parts} 4.0.") == f"CC BY{parts} 4.0"
        assert (restriction(f"CC BY{parts} 4.0") is None) == (parts in ("", "-SA"))


def test_names() -> None:
    names = [each.name for each in ud_treebanks()]
    assert len(names) == len(set(names)) > 300
    for name in ("greek", "EL", "el_gdt", "UD_Greek-GDT", "ud_greek_gdt", "Greek-GDT"):
        assert called(name, ud_treebanks(), lambda each: each)[0].name == "el_gdt"
    assert called("ancient greek", ud_treebanks(), lambda each: each)[0].name == "grc_proiel"
    assert (language_of("got"), language_of("xx")) == ("Gothic", "xx")


def test_folders(tmp_path: Path, grove_path: Path) -> None:
    trees = grove_path.read_bytes()
    for path in (
        "ud-treebanks-v2.16/UD_Greek-GDT/el_gdt-ud-train.conllu",
        "ud-treebanks-v2.17/UD_Greek-GDT/el_gdt-ud-train.conllu",
        "ud-treebanks-v2.17/UD_German-HDT/de_hdt-ud-train-a-1.conllu",
        "ud-treebanks-v2.17/UD_German-HDT/de_hdt-ud-train-b-1.conllu",
        "ud-treebanks-v2.17/UD_German-HDT/not-to-release/de_hdt-ud-test.conllu",
        "plain/hu_szeged/train.conllu.xz",
        "plain/hu_szeged/train.conllu",
        "plain/oak/dev.conllu.xz",
        "plain/my (own) trees/train.conllu",
        "plain/.hidden/train.conllu",
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(lzma.compress(trees) if path.endswith(".xz") else trees)
    (tmp_path / "UD_Elm-Empty").mkdir()
    found = find_sources(tmp_path)
    assert [(each.names.name, each.names.language, each.names.treebank, each.ud) for each in found] == [
        ("de_hdt", "German", "UD_German-HDT", "2.17"),
        ("el_gdt", "Greek", "UD_Greek-GDT", "2.17"),
        ("el_gdt", "Greek", "UD_Greek-GDT", "2.16"),
        ("hu_szeged", "Hungarian", "UD_Hungarian-Szeged", None),
        ("my_own_trees", "my", "my (own) trees", None),
        ("oak", "oak", "oak", None),
        ("ud_elm-empty", "Elm", "UD_Elm-Empty", None),
    ]
    assert [len(each.read("train")) for each in found[:4]] == [150, 75, 75, 75]
    assert [each.names.name for each in find_sources(tmp_path, ["greek", "o*"])] == [
        "el_gdt",
        "el_gdt",
        "oak",
    ]
    with pytest.raises(dodona.Error, match=r"no treebank is called grek \(did you mean 'greek'\?\)"):
        find_sources(tmp_path, ["grek"])
    (tmp_path / "nothing").mkdir()
    with pytest.raises(dodona.Error, match="nothing: no treebanks: no folder in it has CoNLL-U files"):
        find_sources(tmp_path / "nothing")
    with pytest.raises(dodona.Error, match="there is no such folder"):
        find_sources(tmp_path / "nowhere")
