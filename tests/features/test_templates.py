"""The template language: atoms, errors with their lines, and features."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dodona
from dodona.features import templates
from dodona.features.templates import checked, names
from dodona.transitions.systems import SYSTEMS

ATTRIBUTES = [
    "form", "lemma", "tag", "upos", "xpos", "feats", "feats.Case", "feats.Number[psor]", "misc",
    "lower", "shape", "cluster",
    *(f"{end}{length}" for end in ("prefix", "suffix") for length in range(1, 10)),
]  # fmt: skip
OTHERS = ["label", "attached", "left.count", "right.count", "left.labels", "right.labels"]
PLACES = [
    *(f"{where}{depth}" for where in "sb" for depth in range(10)),
    "s0.head",
    "s0.head.head.left1.right2",
    "b0.previous.next",
]


@pytest.mark.parametrize("name", names())
def test_sets_that_come_with_dodona(name: str) -> None:
    found = templates(name)
    assert found.name == name and found.count > 30 and "form" in found.attributes


@pytest.mark.parametrize("what", ATTRIBUTES)
def test_every_attribute_of_a_word(what: str) -> None:
    assert checked("mine", f"s0.{what}", source="mine").attributes == (what,)


@pytest.mark.parametrize("what", OTHERS)
def test_every_attribute_of_a_node(what: str) -> None:
    found = checked("mine", f"s0.{what}", source="mine")
    assert (found.count, found.attributes) == (1, ())


@pytest.mark.parametrize("place", PLACES)
def test_every_address(place: str) -> None:
    assert checked("mine", f"{place}.form", source="mine").count == 1


def test_comments_and_spaces() -> None:
    text = "\n# a comment\n  s0.form\tb0.form   # together\r\n\r\ndistance#alone\n"
    found = checked("mine", text, source="mine")
    assert (found.count, found.attributes) == (2, ("form",))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "there are no templates"),
        ("# only this\n", 1, "there are no templates"),
        ("s0.form\nx0.form", 2, "'x0.form' does not begin with a place: s0 to s9 in the stack, b0 to b9"),
        ("s10.form", 1, "'s10.form' does not begin with a place"),
        ("form", 1, "'form' does not begin with a place"),
        (".", 1, r"'\.' does not begin with a place"),
        ("..", 1, "does not begin with a place"),
        (".s0.form", 1, "does not begin with a place"),
        ("s0", 1, r"'s0' does not say what to look at, as s0\.form would"),
        ("s0.head", 1, r"'s0\.head' does not say what to look at, as s0\.head\.form would"),
        ("s0.shoe", 1, r"'s0\.shoe': nothing is called 'shoe' here; an address ends in form, lemma, "),
        ("s0.", 1, r"'s0\.': nothing is called ''"),
        ("s0..form", 1, r"'s0\.\.form': nothing is called '\.form'"),
        ("s0.form.", 1, r"nothing is called 'form\.'"),
        ("s0.form.head", 1, r"nothing is called 'form\.head'"),
        ("s0.feats.", 1, r"nothing is called 'feats\.'"),
        ("s0.left", 1, "nothing is called 'left'"),
        ("s0.left3.form", 1, r"nothing is called 'left3\.form'"),
        ("s0.prefix0", 1, "nothing is called 'prefix0'"),
        ("s0.suffix10", 1, "nothing is called 'suffix10'"),
        ("s0.distance", 1, "nothing is called 'distance'"),
        ("S0.form", 1, "does not begin with a place"),
        ("distance(s1)", 1, r"'distance\(s1\)' does not name two places, as \(s1,s0\) would"),
        ("distance(s1,s0", 1, "does not name two places"),
        ("distance(s1,x0)", 1, "does not begin with a place"),
        ("distance(s0,s0)", 1, "compares a place with itself"),
        ("distance(s1,s0).form", 1, "nothing comes after a distance"),
        ("distance.form", 1, "nothing comes after a distance"),
        ("distances", 1, "'distances' does not begin with a place"),
        ("same(s1,s0)", 1, r"'same\(s1,s0\)' does not say what to compare, as same\(s1,s0\)\.tag would"),
        ("same(s1,s0).label", 1, "nothing is called 'label'"),
        ("distance\ndistance(s0,b0)", 2, "the same template stands on an earlier line"),
        ("s0.form s0.form", 1, "the same question is asked twice"),
        ("s0.form b0.tag\n\nb0.tag s0.form", 3, "the same template stands on an earlier line"),
        (" ".join(f"s{i}.form" for i in range(9)), 1, "a template asks at most 8 questions"),
        ("s0.form " * 100_000, 1, "a template asks at most 8 questions"),
        ("\n".join(f"s0.feats.F{i}" for i in range(1001)), 1001, "there are more than 1000 templates"),
    ],
)
def test_mistakes(text: str, line: int, said: str) -> None:
    with pytest.raises(dodona.Error, match=rf"^mine\.txt:{line}: .*{said}") as caught:
        checked("mine", text, source="mine.txt")
    assert "\n" not in str(caught.value)


def test_too_many_addresses() -> None:
    steps = ("head", "left1", "left2", "right1", "right2")
    text = "\n".join(f"s{i}.{a}.{b}.form" for i in range(10) for a in steps for b in steps)
    with pytest.raises(dodona.Error, match="there are more than 255 places in these templates"):
        checked("mine", text, source="mine")


def test_a_file(tmp_path: Path, grove: dodona.Treebank) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_bytes(b"\xef\xbb\xbfs0.suffix2 b0.suffix2\r\ns0.feats.Number b0.feats.Number\r\n")
    found = templates(str(mine))
    assert (found.name, found.count) == ("mine", 2)
    assert found.attributes == ("suffix2", "feats.Number")
    parser = dodona.train(grove, epochs=2, features=str(mine))
    assert parser.info["templates"] == {"name": "mine", "count": 2}
    assert len(parser.parse(grove)) == 75


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(
        dodona.OptionError, match=r"features cannot be 'nothing': choose from .*or name a file"
    ):
        templates("nothing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(dodona.Error, match="binary: this is not a text file"):
        templates(str(tmp_path / "binary"))
    with pytest.raises(dodona.Error, match=r"Is a directory|Permission denied"):
        templates(str(tmp_path))
    (tmp_path / "bad.txt").write_text("s0.form\ns0.shoe\n")
    with pytest.raises(dodona.Error, match=r"bad\.txt:2: 's0\.shoe'"):
        templates(str(tmp_path / "bad.txt"))


def learns(tmp_path: Path, template: str, columns: dict[str, list[list[str]]]) -> bool:
    """Return whether a parser with one template can distinguish two kinds of sentences by these columns.

    In the first kind the first word is the root, in the second kind the second.
    """
    file = tmp_path / "one.txt"
    file.write_text(template)
    bank = dodona.Treebank.from_lists(
        columns.pop("words", [["x", "y"]] * 2),
        heads=[[0, 1], [2, 0]],
        labels=[["r", "d"], ["d", "r"]],
        **columns,
    )
    parser = dodona.train(bank, epochs=10, features=str(file), root="none")
    return [sentence.heads.tolist() for sentence in parser.parse(bank)] == [[0, 1], [2, 0]]


@pytest.mark.parametrize(
    ("template", "columns"),
    [
        ("b0.form s0.form", {"words": [["a", "y"], ["b", "y"]]}),
        ("s0.lemma", {"lemmas": [["a", "_"], ["b", "_"]]}),
        ("s0.upos", {"tags": [["A", "_"], ["B", "_"]]}),
        ("s0.xpos", {"fine_tags": [["A", "_"], ["B", "_"]]}),
        ("s0.tag", {"tags": [["A", "_"], ["B", "_"]]}),
        ("s0.feats", {"feats": [["A=1", "_"], ["A=2", "_"]]}),
        ("s0.feats.B", {"feats": [["A=1|B=1", "_"], ["A=1|B=2", "_"]]}),
        ("s0.misc", {"misc": [["A=1", "_"], ["A=2", "_"]]}),
        ("s0.lower", {"words": [["a", "y"], ["b", "y"]]}),
        ("s0.shape", {"words": [["Aa", "y"], ["aa", "y"]]}),
        ("s0.prefix1", {"words": [["ἀβ", "y"], ["βα", "y"]]}),
        ("s0.suffix1", {"words": [["βἀ", "y"], ["αβ", "y"]]}),
        ("b0.tag s0.tag", {"tags": [["A", "C"], ["B", "C"]]}),
    ],
)
def test_what_templates_see(tmp_path: Path, template: str, columns: dict[str, list[list[str]]]) -> None:
    assert learns(tmp_path, template, columns)


@pytest.mark.parametrize(
    ("template", "columns"),
    [
        ("s0.lower", {"words": [["A", "y"], ["a", "y"]]}),
        ("s0.shape", {"words": [["Abcd", "y"], ["Xyz", "y"]]}),
        ("s0.prefix2", {"words": [["a", "y"], ["b", "y"]]}),  # too short
        ("s0.feats.C", {"feats": [["A=1", "_"], ["A=2", "_"]]}),
        ("s9.form", {"words": [["a", "y"], ["b", "y"]]}),  # no such address
    ],
)
def test_what_templates_do_not_see(
    tmp_path: Path, template: str, columns: dict[str, list[list[str]]]
) -> None:
    assert not learns(tmp_path, template, columns)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_every_set(name: str, system: str) -> None:
    """Systems that link words of the stack have templates for their distance; these words have no head."""
    found = templates(name, system)
    assert found.name == name
    if system in ("arc-standard", "swap-standard"):
        assert "distance(s1,s0)" in found.text
        assert not re.search(r"\b(s0\.head|s1\.head|s\d\.attached)", found.text)
