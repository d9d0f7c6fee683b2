"""SVG drawings are well-formed, have a path for each arc in the right place, and no overlaps."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona.drawing.svg import svg
from dodona.drawing.svg_page import page
from dodona.drawing.svg_style import TREE_COLOURS
from dodona.drawing.svg_text import text_width

Sentence = dodona.Sentence

OAK = Sentence(
    ["The", "oak", "of", "Dodona", "spoke", "in", "whispers", "."],
    tags=["DET", "NOUN", "ADP", "PROPN", "VERB", "ADP", "NOUN", "PUNCT"],
    heads=[2, 5, 4, 2, 0, 7, 5, 5],
    labels=["det", "nsubj", "case", "nmod", "root", "case", "obl", "punct"],
    comments=["# text = The oak of Dodona spoke in whispers."],
)
CROSSING = Sentence(["a", "b", "c", "d"], heads=[0, 4, 1, 1], labels=["root", "B", "C", "D"])


@st.composite
def sentences(choose: st.DrawFn, count: int = 0) -> Sentence:
    count = count or choose(st.integers(1, 9))
    order = choose(st.permutations(range(1, count + 1)))
    heads = [0] * count
    for place, word in enumerate(order[1:], start=1):
        heads[word - 1] = choose(st.sampled_from(order[:place]))
    labels = choose(st.lists(st.sampled_from(["a", "obj", "nsubj:pass"]), min_size=count, max_size=count))
    forms = choose(st.lists(st.sampled_from(["a", "oak", "橡树"]), min_size=count, max_size=count))
    return Sentence(forms, heads=heads, labels=labels)


class Drawn:
    """The elements of a drawing by their classes."""

    def __init__(self, drawing: str) -> None:
        self.root = ElementTree.fromstring(drawing)
        self.width, self.height = (float(self.root.get(name, "")) for name in ("width", "height"))

    def all(self, *names: str) -> list[ElementTree.Element]:
        classes = {f"dodona-{name}" for name in names}
        return [element for element in self.root.iter() if element.get("class") in classes]

    def texts(self, *names: str) -> list[str | None]:
        return [element.text for element in self.all(*names)]

    def boxes(self, *names: str) -> list[tuple[float, float, float, float]]:
        """Return the boxes of texts: left, top, right, bottom."""
        found = []
        for element in self.all(*names):
            x, y, size = (float(element.get(name, "")) for name in ("x", "y", "font-size"))
            width = text_width(element.text or "", size)
            left = x - width / 2 if element.get("text-anchor") == "middle" else x
            found.append((left, y - 0.8 * size, left + width, y + 0.2 * size))
        return found


def arcs_across(drawn: Drawn, *kinds: str) -> set[tuple[int, int]]:
    """Return the arcs of some kinds as pairs of words, from the ends of the paths."""
    centres = [float(word.get("x", "")) for word in drawn.all("word")]
    tips = {
        round(float(re.findall(r"[\d.]+", tip.get("transform", ""))[0]))
        for tip in drawn.all(*(f"tip{kind}" for kind in kinds))
    }
    found = set()
    for path in drawn.all(*(f"arc{kind}" for kind in kinds)):
        numbers = [float(number) for number in re.findall(r"[\d.]+", path.get("d", ""))]
        if "h" in path.get("d", ""):  # a sample in the key
            continue
        if "C" not in path.get("d", ""):
            found.add((0, centres.index(numbers[0]) + 1))
            continue
        start, end = numbers[0], numbers[-2]
        dependent, head = (start, end) if start in centres else (end, start)
        assert round(dependent) in tips
        nearest = min(centres, key=lambda centre: abs(centre - head))
        found.add((centres.index(nearest) + 1, centres.index(dependent) + 1))
    return found


def overlap(box: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


@settings(deadline=None)
@given(sentences())
def test_arcs_words_and_labels(sentence: Sentence) -> None:
    drawn = Drawn(svg(sentence, vertical=False))
    assert arcs_across(drawn, "", "-crossing") == {
        (head, word) for word, head in enumerate(sentence.heads.tolist(), start=1)
    }
    assert (
        len(drawn.all("arc-crossing")) == len(drawn.all("tip-crossing")) == len(sentence.nonprojective_arcs)
    )
    assert drawn.texts("word") == sentence.words
    assert sorted(filter(None, drawn.texts("label", "label-crossing"))) == sorted(sentence.labels)


@settings(deadline=None)
@given(sentences(), st.booleans())
def test_texts_do_not_overlap_and_are_inside(sentence: Sentence, vertical: bool) -> None:
    drawn = Drawn(svg(sentence, vertical=vertical))
    boxes = drawn.boxes("word", "tag", "label", "label-crossing")
    assert not any(overlap(box, other) for box, other in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        assert left >= 0 and top >= 0 and right <= drawn.width and bottom <= drawn.height


@settings(deadline=None)
@given(sentences())
def test_one_word_per_line(sentence: Sentence) -> None:
    drawn = Drawn(svg(sentence, vertical=True))
    paths = drawn.all("arc", "arc-crossing")
    assert len(paths) == len(sentence) and len(drawn.all("arc-crossing")) == len(sentence.nonprojective_arcs)
    rows = [float(word.get("y", "")) for word in drawn.all("word")]
    assert all(upper < lower for upper, lower in pairwise(rows))
    assert len(drawn.root.findall("{*}circle")) == len(set(sentence.heads.tolist()) - {0})


def test_wide_sentences_are_drawn_vertically() -> None:
    across, down = svg(OAK, vertical=False), svg(OAK, vertical=True)
    assert svg(OAK) == across
    assert svg(OAK, width=300) == down
    assert svg(OAK, width=int(Drawn(across).width)) == across
    with pytest.raises(dodona.OptionError, match="width cannot be 0"):
        svg(OAK, width=0)


def test_text_is_escaped() -> None:
    forms = ["<script>", "&amp;", '"', "\x1b", "\ufffe"]
    drawing = svg(Sentence(forms, tags=["<", "&", ">", "'", "_"], heads=[0, 1, 1, 1, 1], labels=["&"] * 5))
    drawn = Drawn(drawing)
    assert drawn.texts("word") == ["<script>", "&amp;", '"', "\ufffd", "\ufffd"]
    assert drawn.texts("tag") == ["<", "&", ">", "'"]
    assert "<script>" not in drawing


def test_drawings_have_a_text_for_screen_readers() -> None:
    root = ElementTree.fromstring(svg(OAK))
    assert root.get("role") == "img"
    assert root.findtext("{*}title") == "The oak of Dodona spoke in whispers."
    assert (root.findtext("{*}desc") or "").startswith("The: det of oak; oak: nsubj of spoke; ")
    assert "spoke: root;" in (root.findtext("{*}desc") or "")


def test_colours_for_light_and_dark() -> None:
    drawn = Drawn(svg(CROSSING))
    style = drawn.root.findtext("{*}style") or ""
    assert style.startswith("@media (prefers-color-scheme:dark)")
    for element in drawn.root.iter():
        if name := element.get("class"):
            assert style.count(f".{name}{{") == 1 and (element.get("fill") or element.get("stroke"))
    colours = {element.get("stroke") for element in drawn.all("arc")}
    assert colours.isdisjoint(element.get("stroke") for element in drawn.all("arc-crossing"))
    assert len(drawn.all("page")) == 1 and not Drawn(svg(CROSSING, background=False)).all("page")


def test_sentences_without_trees_tags_or_labels() -> None:
    bare = Drawn(svg(Sentence(["Oaks", "speak"], tags=["NOUN", "VERB"])))
    assert bare.texts("word") == ["Oaks", "speak"] and bare.texts("tag") == ["NOUN", "VERB"]
    assert not bare.all("arc")
    assert not Drawn(svg(OAK, tags=False)).all("tag")
    unlabelled = Drawn(svg(Sentence(["Oaks", "speak"], heads=[2, 0])))
    assert len(unlabelled.all("arc")) == 2 and not unlabelled.all("label")


def test_the_picture_of_the_readme() -> None:
    picture = Path(__file__).parents[2] / "docs/images/oak.svg"
    assert picture.read_text(encoding="utf-8") == svg(OAK)


def test_a_page() -> None:
    html = "".join(page([(3, OAK, None), (8, CROSSING, None)], title="<oaks>.conllu"))
    assert html.count("<svg ") == html.count("</svg>") == 2
    assert html.count("<title>&lt;oaks&gt;.conllu</title>") == 1
    assert '<figure id="s3">' in html and '<figure id="s8">' in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")


def test_very_long_sentences_are_refused_but_listed_on_pages() -> None:
    long = Sentence(["oak"] * 6000, heads=[0] + [1] * 5999)
    with pytest.raises(dodona.Error, match="6,000 words are too many to draw: 5,000 at most"):
        svg(long)
    assert long._repr_svg_() is None  # a notebook shows the list instead
    html = "".join(page([(1, long, None), (2, Sentence(["oak"], heads=[0]), None)], title="oaks"))
    assert html.count("<svg") == 1
    assert "<p>6,000 words are too many to draw: 5,000 at most</p>" in html


KINDS = ("", "-crossing", "-gold", "-parse", *(f"-conf-{step}" for step in range(4)))


def check_texts(drawn: Drawn) -> None:
    """Check that no text overlaps another one or is outside."""
    boxes = drawn.boxes("word", "tag", *(f"label{kind}" for kind in KINDS))
    assert not any(overlap(box, other) for box, other in combinations(boxes, 2))
    for left, top, right, bottom in boxes:
        assert left >= 0 and top >= 0 and right <= drawn.width and bottom <= drawn.height


@st.composite
def pairs(choose: st.DrawFn) -> tuple[Sentence, Sentence]:
    gold = choose(sentences())
    other = choose(sentences(len(gold)))
    return gold, gold.replace(heads=other.heads.tolist(), labels=other.labels)


@settings(deadline=None)
@given(pairs())
def test_gold_is_above_the_words_and_what_differs_in_the_parse_below(pair: tuple[Sentence, Sentence]) -> None:
    gold, parse = pair
    drawn = Drawn(svg(gold, compare=parse, vertical=False))
    ours, theirs = (
        {(head, word) for word, head in enumerate(sentence.heads.tolist(), start=1)} for sentence in pair
    )
    assert arcs_across(drawn, "", "-gold") == ours
    assert arcs_across(drawn, "") == ours & theirs
    assert arcs_across(drawn, "-parse") == theirs - ours
    words = float(drawn.all("word")[0].get("y", ""))
    for path in drawn.all("arc", "arc-gold", "arc-parse"):
        if "h" not in path.get("d", ""):
            starts = float(re.findall(r"[\d.]+", path.get("d", ""))[1])
            assert (starts > words) == (path.get("class") == "dodona-arc-parse")
    changed = sum(
        a != b for a, b, *heads in zip(gold.labels, parse.labels, gold.heads, parse.heads, strict=True)
        if heads[0] == heads[1]
    )  # fmt: skip
    texts = [text or "" for text in drawn.texts("label", "label-gold", "label-parse")]
    assert sum("≠" in text and "differ" not in text for text in texts) == 2 * len(ours - theirs) + changed
    check_texts(drawn)


@settings(deadline=None)
@given(pairs())
def test_the_parse_is_right_of_the_gold_tree(pair: tuple[Sentence, Sentence]) -> None:
    gold, parse = pair
    drawn = Drawn(svg(gold, compare=parse, vertical=True))
    differ = int((gold.heads != parse.heads).sum())
    tips = {
        kind: [float(re.findall(r"[\d.]+", tip.get("transform", ""))[0]) for tip in drawn.all(f"tip{kind}")
               if tip.tag.endswith("polygon")]
        for kind in ("", "-gold", "-parse")
    }  # fmt: skip
    assert [len(tips[kind]) for kind in tips] == [len(gold) - differ, differ, differ]
    words = float(drawn.all("word")[0].get("x", ""))
    assert all(x < words for x in tips[""] + tips["-gold"]) and all(x > words for x in tips["-parse"])
    check_texts(drawn)


def test_differences_have_tooltips_and_a_text_for_screen_readers() -> None:
    parse = CROSSING.replace(heads=[0, 1, 1, 1], labels=["root", "B", "x", "D"])
    root = ElementTree.fromstring(svg(CROSSING, compare=parse))
    titles = [group.findtext("{*}title") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert sorted(filter(None, titles)) == [
        "a: root", "b: B of a, in the parse only", "b: B of d, in gold only", "c: C of a, in the parse x",
        "d: D of a",
    ]  # fmt: skip
    assert set((root.findtext("{*}desc") or "").split("; ")) == set(titles)
    sure = parse.replace(misc=["HeadConf=0.7|LabelConf=0.61"] * 4)
    drawing = svg(CROSSING, compare=sure)
    assert drawing.count(", head 0.700, label 0.610</title>") == 4 and "conf-" not in drawing


def test_the_picture_of_a_comparison() -> None:
    picture = Path(__file__).parents[2] / "docs/images/comparison.svg"
    heads = [2, 5, 4, 2, 0, 7, 4, 5]
    parse = OAK.replace(heads=heads, labels=["det", "obj", "case", "nmod", "root", "case", "nmod", "punct"])
    assert picture.read_text(encoding="utf-8") == svg(OAK, compare=parse)


def test_pages_of_comparisons() -> None:
    parse = CROSSING.replace(heads=[0, 1, 1, 1])
    html = "".join(page([(8, CROSSING, parse), (9, CROSSING, CROSSING)], title="oaks"))
    assert html.count("1 of 4 heads and 0 of 4 labels differ") == 1
    assert html.count("gold and parse have the same tree") == 1


CONFIDENT = OAK.replace(
    misc=[
        f"HeadConf=0.{head}1|LabelConf=0.{label}2" for head, label in zip("49758999", "98774999", strict=True)
    ]
)


@pytest.mark.parametrize("vertical", [True, False])
def test_arcs_have_the_colours_of_their_confidences(vertical: bool) -> None:
    drawn = Drawn(svg(CONFIDENT, vertical=vertical, tags=False))
    key = 1  # sample of each colour
    assert [len(drawn.all(f"arc-conf-{step}")) - key for step in range(4)] == [1, 2, 5, 0]
    assert sorted(filter(None, drawn.texts("label-conf-0"))) == ["?? below 0.5", "root??"]
    assert not drawn.all("arc") and not drawn.all("arc-crossing")
    widths = [float(drawn.all(f"arc-conf-{step}")[0].get("stroke-width", "")) for step in range(4)]
    assert widths == sorted(widths, reverse=True) and widths[0] > widths[1] > widths[2]
    titles = {element.text for element in drawn.root.iter("{http://www.w3.org/2000/svg}title")}
    assert {"The: det of oak, head 0.410, label 0.920", "spoke: root, head 0.810, label 0.420"} <= titles
    check_texts(drawn)


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("mode", [1, 2])
def test_colours_can_be_read_and_stand_out_with_doubt(mode: int) -> None:
    page = luminance(TREE_COLOURS["page"][mode])

    def contrast(name: str) -> float:
        low, high = sorted((luminance(TREE_COLOURS[name][mode]), page))
        return (high + 0.05) / (low + 0.05)

    for kind in KINDS:
        assert contrast(f"label{kind}") >= 4.5, kind
    doubt = [contrast(f"arc-conf-{step}") for step in range(4)]
    assert doubt[0] > doubt[1] > doubt[2] >= 2 and doubt[1] > doubt[3] >= 2


HEBREW = Sentence(
    ["אלון", "אחד", "(", "C++", ")", "3.5"],
    heads=[0, 1, 4, 1, 4, 1],
    labels=["root", "nummod", "punct", "appos", "punct", "dep"],
)


def test_right_to_left_sentences_run_from_the_right() -> None:
    drawn = Drawn(svg(HEBREW))
    places = [float(word.get("x", "")) for word in drawn.all("word")]
    assert drawn.texts("word") == HEBREW.words[::-1] and places == sorted(places)
    count = len(HEBREW)
    mirrored = {(head and count + 1 - head, count - word) for word, head in enumerate(HEBREW.heads.tolist())}
    assert arcs_across(drawn, "", "-crossing") == mirrored
    directions = {word.text: word.get("direction") for word in drawn.all("word")}
    assert directions == {"אלון": "rtl", "אחד": "rtl", "(": "rtl", "C++": None, ")": "rtl", "3.5": "rtl"}
    assert drawn.root.get("direction") == "ltr"
    assert Drawn(svg(HEBREW, vertical=True)).texts("word") == HEBREW.words
    assert "rtl" not in svg(OAK)


def test_notebooks_show_what_svg_returns() -> None:
    drawing = svg(CROSSING, compare=CROSSING.replace(heads=[0, 1, 1, 1]))
    assert drawing._repr_svg_() == drawing
    assert "conf-0" in (CONFIDENT._repr_svg_() or "") and "rtl" in (HEBREW._repr_svg_() or "")
