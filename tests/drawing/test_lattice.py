"""Drawings of lattices are complete, without overlaps, and with few crossings."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.drawing.layers import crossings, layered, neighbours
from dodona.drawing.levels import apart, levels
from dodona.drawing.svg_lattice import MOVE_COLOURS

SVG = "{http://www.w3.org/2000/svg}"
JOHN = dodona.Sentence(["John", "likes", "Mary"], heads=[2, 0, 2], labels=["subj", "root", "obj"])
# The picture of docs/science/swap-oracles.md.
DOVES = dodona.Sentence(
    ["Doves", "came", "today", "with", "leaves"],
    heads=[2, 0, 2, 5, 1],
    labels=["nsubj", "root", "obl:tmod", "case", "nmod"],
)


def groups(drawing: str, kind: str) -> list[ElementTree.Element]:
    found = ElementTree.fromstring(drawing).findall(f"{SVG}g")
    return [group for group in found if group.find(f"{SVG}{kind}") is not None]


def frame(group: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, wide, high = (float(group.find(f"{SVG}rect").get(name)) for name in ("x", "y", "width", "height"))  # type: ignore[union-attr, arg-type]
    return x, y, x + wide, y + high


def test_configurations_and_transitions_are_drawn() -> None:
    found = dodona.lattice(DOVES)
    drawing = found.to_svg()
    nodes, lines = groups(drawing, "rect"), groups(drawing, "path")
    assert [node.findtext(f"{SVG}title") for node in nodes] == [str(c) for c in found.configurations]
    for node, configuration in zip(nodes, found.configurations, strict=True):
        written = {text.text for text in node.findall(f"{SVG}text")}
        assert written == {f"{head}→{word}" for head, _, word in configuration.arcs}
    assert [len(node.findall(f"{SVG}rect")) for node in nodes] == [1] * (len(nodes) - 1) + [2]
    assert [line.findtext(f"{SVG}title") for line in lines] == [str(t.transition) for t in found.transitions]
    for line, made in zip(lines, found.transitions, strict=True):
        path = line.find(f"{SVG}path")
        assert path is not None and path.get("stroke") == MOVE_COLOURS[made.transition.move][0]
        numbers = [float(number) for number in re.findall(r"[\d.]+", path.get("d", ""))]
        start, end = frame(nodes[made.before]), frame(nodes[made.after])
        assert abs(numbers[0] - start[2]) <= 1 and abs(numbers[-1] + 5 - end[0]) <= 1
        assert abs(numbers[1] - (start[1] + start[3]) / 2) <= 1
    root = ElementTree.fromstring(drawing)
    assert root.findtext(f"{SVG}desc") == f"{found}." and root.findtext(f"{SVG}title") == DOVES.text
    names = [
        text for text in root.findall(f"{SVG}text") if (text.get("class") or "").startswith("dodona-move")
    ]
    assert [name.text for name in names] == [made.transition.short[:2] for made in found.transitions]


@pytest.mark.parametrize("number", [1, 7, 20, 38])
def test_nothing_overlaps_or_is_outside(grove: dodona.Treebank, number: int) -> None:
    drawing = dodona.lattice(grove[number - 1]).to_svg()
    root = ElementTree.fromstring(drawing)
    width, height = (float(root.get(name, "")) for name in ("width", "height"))
    frames = [frame(node) for node in groups(drawing, "rect")]
    for left, top, right, bottom in frames:
        assert 0 < left < right < width and 0 < top < bottom < height
    for one, other in combinations(frames, 2):
        apart = one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
        assert apart, (one, other)
    assert frames[0][0] == min(left for left, *_ in frames)
    assert frames[-1][2] == max(right for _, _, right, _ in frames)


def test_lines_avoid_the_configurations_they_pass(grove: dodona.Treebank) -> None:
    found = dodona.lattice(grove[19])
    drawing = found.to_svg()
    frames = [frame(node) for node in groups(drawing, "rect")]
    passed = 0
    for line in groups(drawing, "path"):
        path = line.find(f"{SVG}path")
        assert path is not None
        stretches = re.findall(r" (\d+) (\d+)H(\d+)", path.get("d", ""))
        for x, y, end in stretches[:-1]:  # the last segment leads to the arrow head
            beside = [box for box in frames if int(x) < box[0] < box[2] <= int(end)]
            assert beside and not any(top <= int(y) <= bottom for _, top, _, bottom in beside)
            passed += 1
    columns = found.columns
    assert passed == sum(columns[made.after] - columns[made.before] - 1 for made in found.transitions) > 0


def test_pictures_for_notebooks_and_pages() -> None:
    found = dodona.lattice(JOHN)
    assert found._repr_svg_() == found.to_svg()
    assert 'class="dodona-page"' in found.to_svg()
    assert 'class="dodona-page"' not in found.to_svg(background=False)
    for name in ("line-SHIFT", "move-SHIFT", "node", "halo"):
        assert f".dodona-{name}{{" in found.to_svg()


def test_too_many_configurations_are_not_drawn() -> None:
    wide = dodona.Sentence(["oak"] * 161, heads=[81] * 80 + [0] + [81] * 80)
    found = dodona.lattice(wide, limit=20_000)
    with pytest.raises(dodona.Error, match=r"[\d,]+ configurations are too many to draw: 5,000 at most"):
        found.to_svg()
    assert found._repr_svg_() is None


def test_dot() -> None:
    odd = dodona.Sentence(['"', "&lt;", "\\N"], heads=[2, 0, 2], labels=["a", "b", "c"])
    written = dodona.lattice(odd).to_dot()
    assert written.count(" -> ") == 9 and written.count("shape=doublecircle") == 1
    assert 'label="0→2\\n2→1\\n2→3"' in written
    assert r'label="\" &amp;lt; \\N"' in written
    assert r'tooltip="([ROOT], [\" &amp;lt; \\N], {})"' in written


def test_the_picture_of_the_documentation() -> None:
    picture = Path(__file__).parents[2] / "docs/images/lattice.svg"
    assert picture.read_text(encoding="utf-8") == dodona.lattice(DOVES).to_svg()


def test_sorting_removes_crossings() -> None:
    # Three parallel lines, given in an order in which they all cross.
    columns, edges = [0, 0, 0, 1, 1, 1, 2, 2, 2], [(0, 5), (1, 4), (2, 3), (5, 6), (4, 7), (3, 8)]
    found = layered(columns, edges)
    assert crossings(found.columns, neighbours(found, 9)[1]) == 0


@given(st.data())
def test_columns_keep_their_nodes_and_paths_lead_through_all_columns(data: st.DataObject) -> None:
    columns = sorted(data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=12)))
    columns = [sorted(set(columns)).index(column) for column in columns]
    pairs = [(a, b) for a, b in combinations(range(len(columns)), 2) if columns[a] < columns[b]]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    found = layered(columns, edges)
    where = {node: number for number, column in enumerate(found.columns) for node in column}
    assert [where[node] for node in range(len(columns))] == columns
    for (start, end), path in zip(edges, found.paths, strict=True):
        assert (path[0], path[-1]) == (start, end)
        assert [where[node] for node in path] == list(range(columns[start], columns[end] + 1))
    level = levels(found, [10] * len(columns), gap=6)
    assert min(level) >= 0
    for column in found.columns:
        for upper, lower in pairwise(column):
            tall = sum(10 for node in (upper, lower) if node < found.real) / 2
            assert level[lower] - level[upper] >= tall + 6 - 1e-6


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=1, max_size=8))
def test_positions_are_optimal(wanted: list[tuple[int, int]]) -> None:
    places, weights = [float(where) for where, _ in wanted], [float(weight) for _, weight in wanted]
    found = apart(places, weights, [4.0] * (len(wanted) - 1))
    assert all(lower - upper >= 4 - 1e-6 for upper, lower in pairwise(found))

    def far(tried: list[float]) -> float:
        return sum(w * (a - b) ** 2 for w, a, b in zip(weights, tried, places, strict=True))

    for start, end in combinations(
        range(len(found) + 1), 2
    ):  # no block of nodes can move to a better position
        for step in (-0.01, 0.01):
            tried = [where + step * (start <= i < end) for i, where in enumerate(found)]
            if all(lower - upper >= 4 - 1e-9 for upper, lower in pairwise(tried)):
                assert far(tried) >= far(found) - 1e-6
