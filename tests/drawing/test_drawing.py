"""Terminal drawings: some exact ones, and arcs read back from drawings of random trees."""

from __future__ import annotations

import unicodedata
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona.drawing.arcs import arcs_of
from dodona.drawing.terminal import draw
from dodona.drawing.view import tree_of, view_of
from dodona.drawing.width import clusters, display_width, isolated, visible

Sentence = dodona.Sentence


def drawing(text: str) -> str:
    """Return a drawing from text with a bar at the left of each line."""
    return "\n".join(line.strip(" ").removeprefix("|") for line in text.strip().split("\n"))


OAK = Sentence(
    ["The", "oak", "of", "Dodona", "spoke", "in", "whispers", "."],
    tags=["DET", "NOUN", "ADP", "PROPN", "VERB", "ADP", "NOUN", "PUNCT"],
    heads=[2, 5, 4, 2, 0, 7, 5, 5],
    labels=["det", "nsubj", "case", "nmod", "root", "case", "obl", "punct"],
)
QUESTION = Sentence(
    ["What", "did", "she", "say", "that", "doves", "want"],
    tags=["PRON", "AUX", "PRON", "VERB", "SCONJ", "NOUN", "VERB"],
    heads=[7, 4, 4, 0, 7, 7, 4],
    labels=["obj", "aux", "nsubj", "root", "mark", "nsubj", "ccomp"],
)
CHINESE = Sentence(
    ["橡树", "轻声", "说话"],
    tags=["NOUN", "ADV", "VERB"],
    heads=[3, 3, 0],
    labels=["nsubj", "advmod", "root"],
)


def test_a_projective_tree() -> None:
    assert draw(OAK, width=80) == drawing("""
        |                              root
        |        ╭───────nsubj────────╮ │ ╭────────punct────────╮
        |        │╭─────nmod────╮     │ │ ├────obl─────╮        │
        | ╭─det─╮││    ╭─case─╮ │     │ │ │   ╭─case─╮ │        │
        | ▼     │▼│    ▼      │ ▼     │ ▼ │   ▼      │ ▼        ▼
        |The    oak    of     Dodona  spoke   in    whispers    .
        |DET    NOUN  ADP     PROPN    VERB  ADP      NOUN    PUNCT
    """)


def test_drawings_get_tighter_before_they_become_vertical() -> None:
    assert draw(OAK, width=57) == drawing("""
        |                       root
        |      ╭─────nsubj──────╮│╭──────punct──────╮
        |      │╭───nmod──╮     ││├───obl───╮       │
        | ╭det╮││   ╭case╮│     │││   ╭case╮│       │
        | ▼   │▼│   ▼    │▼     │▼│   ▼    │▼       ▼
        |The  oak   of  Dodona spoke  in whispers   .
        |DET  NOUN ADP  PROPN   VERB ADP   NOUN   PUNCT
    """)
    assert draw(OAK, width=45) == drawing("""
        |    ╭───► The       DET    det
        |  ╭─┼───► oak       NOUN   nsubj
        |  │ │ ╭─► of        ADP    case
        |  │ ╰─┴─► Dodona    PROPN  nmod
        |──┼─────► spoke     VERB   root
        |  │ ╭───► in        ADP    case
        |  ├─┴───► whispers  NOUN   obl
        |  ╰─────► .         PUNCT  punct
    """)
    assert draw(OAK, width=30) == drawing("""
        |   ╭──► The       DET    det
        |  ╭┼──► oak       NOUN   nsubj
        |  ││╭─► of        ADP    case
        |  │╰┴─► Dodona    PROPN  nmod
        |──┼───► spoke     VERB   root
        |  │╭──► in        ADP    case
        |  ├┴──► whispers  NOUN   obl
        |  ╰───► .         PUNCT  punct
    """)


def test_a_tree_that_is_not_projective() -> None:
    assert draw(QUESTION, width=80) == drawing("""
        |                    root
        | ╭───────────────────┼─────────obj─────────╮
        | │                   │╭───────ccomp────────┼╮
        | │     ╭────aux─────╮││     ╭─────mark─────┤│
        | │     │    ╭─nsubj─┤││     │      ╭─nsubj─┤│
        | ▼     ▼    ▼       │▼│     ▼      ▼       │▼
        |What  did  she      say    that  doves     want
        |PRON  AUX  PRON     VERB  SCONJ   NOUN     VERB
    """)
    assert draw(QUESTION, vertical=True, width=80) == drawing("""
        |    ╭─► What   PRON   obj
        |  ╭─│─► did    AUX    aux
        |  ├─│─► she    PRON   nsubj
        |──┼─│─► say    VERB   root
        |  │ ├─► that   SCONJ  mark
        |  │ ├─► doves  NOUN   nsubj
        |  ╰─┴─► want   VERB   ccomp
    """)


def test_wide_characters_keep_the_columns() -> None:
    assert draw(CHINESE, width=80) == drawing("""
        |                root
        | ╭────nsubj─────╮│
        | │     ╭─advmod─┤│
        | ▼     ▼        │▼
        |橡树  轻声      说话
        |NOUN  ADV       VERB
    """)


def test_one_word() -> None:
    hello = Sentence(["Hello"], tags=["INTJ"], heads=[0], labels=["root"])
    assert draw(hello, width=80) == " root\n  ▼\nHello\n INTJ"
    assert draw(hello, vertical=True, width=80) == "──► Hello  INTJ  root"


def test_a_sentence_without_a_tree() -> None:
    bare = Sentence(["Oaks", "whisper", "."], tags=["NOUN", "VERB", "PUNCT"])
    assert draw(bare, width=80) == "Oaks  whisper    .\nNOUN    VERB   PUNCT"
    assert draw(bare, width=10) == "Oaks     NOUN\nwhisper  VERB\n.        PUNCT"
    assert draw(Sentence(["Oaks", "whisper"]), width=80) == "Oaks  whisper"


def test_several_roots_and_a_label_wider_than_all_before_it() -> None:
    roots = Sentence(["a", "b", "c"], heads=[0, 0, 0], labels=["x", "predicate", "root"])
    assert draw(roots, width=80) == drawing("""
        |x  predicate  root
        |▼      ▼       ▼
        |a      b       c
    """)


def test_ascii() -> None:
    assert draw(QUESTION, ascii=True, width=80) == drawing("""
        |                    root
        | .-------------------+---------obj---------.
        | |                   |.-------ccomp--------+.
        | |     .----aux-----.||     .-----mark-----+|
        | |     |    .-nsubj-+||     |      .-nsubj-+|
        | v     v    v       |v|     v      v       |v
        |What  did  she      say    that  doves     want
        |PRON  AUX  PRON     VERB  SCONJ   NOUN     VERB
    """)
    assert draw(QUESTION, ascii=True, vertical=True, width=80).isascii()


def test_tags() -> None:
    assert "VERB" not in draw(OAK, tags=False, width=80)
    assert "VERB" not in draw(OAK, tags=False, vertical=True, width=80)
    fine = Sentence(["Oaks", "speak"], fine_tags=["NNS", "VBP"])
    assert draw(fine, width=80) == "Oaks  speak\nNNS    VBP"


def test_the_width_is_that_of_the_terminal_or_100(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "58")
    assert "▼" in draw(OAK)
    monkeypatch.setenv("COLUMNS", "45")
    assert "►" in draw(OAK)
    assert "▼" in draw(OAK, vertical=False)
    with pytest.raises(dodona.OptionError, match="width cannot be 0"):
        draw(OAK, width=0)


def test_forms_cannot_control_the_terminal() -> None:
    drawn = draw(Sentence(["a\x1b[2Jb", "\u2028", "\u0301", "\x85"], heads=[0, 1, 1, 1]), width=80)
    assert len(drawn.split("\n")) == len(drawn.splitlines()) == 5
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in drawn if c != "\n")
    assert "◌\u0301" in drawn


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("oak", 3),
        ("橡树", 4),
        ("ｏａｋ", 6),
        ("cafe\u0301", 4),
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),  # one syllable in three letters
        ("a\u200db", 2),
    ],
)
def test_display_width(text: str, columns: int) -> None:
    assert display_width(text) == columns == sum(width for _, width in clusters(text))
    assert "".join(piece for piece, _ in clusters(text)) == text


# Random trees: following the lines of a drawing must recover the arcs.


WORDS = st.sampled_from(["a", "oak", "橡树", "whispering"])


@st.composite
def sentences(choose: st.DrawFn, words: st.SearchStrategy[str] = WORDS, count: int = 0) -> Sentence:
    count = count or choose(st.integers(1, 10))
    order = choose(st.permutations(range(1, count + 1)))
    heads = [0] * count
    for place, word in enumerate(order[1:], start=1):
        heads[word - 1] = choose(
            st.sampled_from([*order[:place], 0] if choose(st.booleans()) else order[:place])
        )
    labels = choose(st.lists(st.sampled_from(["a", "obj", "nsubj:pass"]), min_size=count, max_size=count))
    forms = choose(st.lists(words, min_size=count, max_size=count))
    return Sentence(forms, heads=heads, labels=labels)


def grid(drawn: str) -> list[list[str]]:
    """Return the characters of a drawing by column."""
    rows = [
        [cell for piece, width in clusters(line) for cell in (piece, *[""] * (width - 1))]
        for line in drawn.split("\n")
    ]
    longest = max(map(len, rows))
    return [row + [" "] * (longest - len(row)) for row in rows]


def read_across(drawn: str, places: list[int] | None = None) -> list[tuple[int, str]]:
    """Return the head and label of each arrow by following its lines, and words in these columns."""
    rows = grid(drawn)
    foot = next(row for row, cells in enumerate(rows) if "▼" in cells)
    arrows = [column for column, cell in enumerate(rows[foot]) if cell == "▼"]
    places = places or arrows
    found = []
    for column in arrows:
        row = foot - 1
        while rows[row][column] in "│┼":
            row -= 1
        if rows[row][column] not in "╭╮":
            start = end = column
            while start and rows[row][start - 1] != " ":
                start -= 1
            while end + 1 < len(rows[row]) and rows[row][end + 1] != " ":
                end += 1
            found.append((0, "".join(rows[row][start : end + 1])))
            continue
        step, ends = (1, "╮┤") if rows[row][column] == "╭" else (-1, "╭├")
        stem = column + step
        while rows[row][stem] not in ends:
            stem += step
        between = rows[row][min(column, stem) + 1 : max(column, stem)]
        nearest = min(places, key=lambda place: abs(place - stem))
        assert rows[foot][stem] == "│"
        found.append((places.index(nearest) + 1, "".join(between).replace("─", "").replace("┼", "")))
    return found


def read_down(drawn: str) -> list[tuple[int, str]]:
    """Return the head and label of each word by following its line to the left and along a stem."""
    rows = grid(drawn)
    found = []
    for row, cells in enumerate(rows):
        label = "".join(cells).split()[-1]
        start = next(column for column, cell in enumerate(cells) if cell not in " │")
        if start == 0:
            found.append((0, label))
            continue
        nodes = []
        for step, going in ((1, "╭├"), (-1, "╰├")):
            at = row
            while rows[at][start] in going or (at != row and rows[at][start] == "│"):
                at += step
            nodes += [at + 1] if at != row and rows[at][start] in "┴┬┼" else []
        assert len(nodes) == 1
        found.append((nodes[0], label))
    return found


@settings(deadline=None)
@given(sentences())
def test_arcs_can_be_read_from_the_drawing(sentence: Sentence) -> None:
    tree = list(zip(sentence.heads.tolist(), sentence.labels, strict=True))
    wide, tight = draw(sentence, vertical=False, width=1000), draw(sentence, vertical=False, width=1)
    assert read_across(wide) == read_across(tight) == tree
    assert read_down(draw(sentence, vertical=True, width=1000)) == tree
    assert read_down(draw(sentence, vertical=True, width=1)) == tree


@settings(deadline=None)
@given(sentences(), st.integers(1, 120))
def test_horizontal_drawings_fit_the_width(sentence: Sentence, width: int) -> None:
    drawn = draw(sentence, width=width)
    if "▼" in drawn:
        assert max(map(display_width, drawn.split("\n"))) <= width
    else:
        assert len(drawn.split("\n")) == len(sentence)
        assert len({grid(drawn)[row].index("►") for row in range(len(sentence))}) == 1


@settings(deadline=None)
@given(sentences())
def test_arcs_are_as_low_as_possible(sentence: Sentence) -> None:
    arcs, _ = arcs_of(tree_of(sentence))
    for arc in arcs:
        start, end = arc.ends
        others = [(other.level, *other.ends) for other in arcs if other != arc]
        overlapping = {level for level, first, last in others if first <= end and last >= start}
        inside = [level for level, first, last in others if start <= first and last <= end]
        assert arc.level not in overlapping
        assert arc.level > max(inside, default=0)
        if sentence.is_projective:
            assert arc.level == max(inside, default=0) + 1


@settings(deadline=None)
@given(sentences(st.text(st.characters(codec="utf-8", exclude_characters="\0\t\r\n"), min_size=1)))
def test_any_form_can_be_drawn(sentence: Sentence) -> None:
    forms = [isolated(visible(form)) for form in sentence.words]
    row = draw(sentence, vertical=False, width=1000).split("\n")[-1]
    assert [piece for piece in row.split(" ") if piece] == [
        part for form in forms for part in form.split(" ") if part
    ]
    for line, form in zip(draw(sentence, vertical=True, width=1000).split("\n"), forms, strict=True):
        assert form in line


TREEBANK = Path(__file__).parents[3] / "shared/treebanks/got_proiel/dev.conllu.xz"


@pytest.mark.skipif(not TREEBANK.exists(), reason="needs ../shared/treebanks/got_proiel")
def test_arcs_can_be_read_from_drawings_of_a_real_treebank() -> None:
    crossing = 0
    for sentence in islice(dodona.stream(TREEBANK), 150):
        tree = list(zip(sentence.heads.tolist(), sentence.labels, strict=True))
        assert read_across(draw(sentence, vertical=False, width=1)) == tree
        assert read_down(draw(sentence, vertical=True, width=1)) == tree
        crossing += not sentence.is_projective
    assert crossing > 10


@pytest.mark.parametrize("vertical", [None, True])
def test_very_long_sentences_are_listed(vertical: bool | None) -> None:
    words = 20_000  # a drawing would fill the memory
    sentence = Sentence(
        ["oak"] * words,
        tags=["NOUN"] * words,
        heads=list(range(words)),
        labels=["root"] + ["dep"] * (words - 1),
    )
    lines = draw(sentence, width=80, vertical=vertical).split("\n")
    assert len(lines) == words + 1
    assert lines[0] == "20,000 words, too many to draw: each with the number of its head"
    assert lines[1] == "1      oak  NOUN  0      root"
    assert lines[-1] == "20000  oak  NOUN  19999  dep"
    assert repr(sentence) == draw(sentence)
    with pytest.raises(dodona.Error, match="20,000 words are too many to draw on one line: 1,000 at most"):
        draw(sentence, vertical=False)


def test_very_long_sentences_without_a_tree() -> None:
    lines = draw(Sentence(["oak"] * 2000)).split("\n")
    assert lines[:2] == ["2,000 words, too many to draw: each with its number", "1     oak"]


HEBREW = Sentence(["אלון", "oak", "יונה", "."], heads=[2, 0, 2, 2], labels=["nsubj", "root", "obj", "punct"])


def latin(drawn: str) -> str:
    """Return a drawing of HEBREW with letters and marks that do not change the direction."""
    return (
        drawn.translate({0x2067: None, 0x2068: None, 0x2069: None})
        .replace("אלון", "alon")
        .replace("יונה", "yona")
    )


def test_right_to_left_words_run_from_the_right() -> None:
    backwards = Sentence(
        [".", "yona", "oak", "alon"], heads=[3, 3, 0, 3], labels=["punct", "obj", "root", "nsubj"]
    )
    assert latin(draw(HEBREW, vertical=False)) == draw(backwards, vertical=False)


@pytest.mark.parametrize("vertical", [True, False])
def test_right_to_left_words_are_isolated(vertical: bool) -> None:
    drawn = draw(HEBREW, vertical=vertical)
    for word in ("אלון", "יונה", "."):
        assert f"\u2067{word}\u2069" in drawn
    assert drawn.count("\u2067") == drawn.count("\u2069") == 3
    assert "\u2067" not in draw(HEBREW, vertical=vertical, ascii=True)
    quoted = draw(Sentence(["An", "oak", "is", "אלון", "."]), vertical=vertical)
    assert "\u2068אלון\u2069" in quoted and quoted.count("\u2069") == 1


# Comparisons of two trees of the same words.

GOLD = Sentence(
    ["Doves", "saw", "oaks", "there"], heads=[2, 0, 2, 2], labels=["nsubj", "root", "obj", "advmod"]
)
PARSE = GOLD.replace(heads=[2, 0, 2, 3], labels=["obj", "root", "obj", "nmod"])


def test_a_comparison() -> None:
    assert draw(GOLD, compare=PARSE, width=80) == drawing("""
        |              root
        |               │╭───≠advmod────╮
        |  ╭─nsubj≠obj─╮│├─obj─╮        │
        |  ▼           │▼│     ▼        ▼
        |Doves         saw    oaks    there
        |                       │       ▲
        |                       ╰─≠nmod─╯
        |1 of 4 heads and 2 of 4 labels differ (gold≠parse): gold above, parse below
    """)
    assert draw(GOLD, compare=PARSE, width=100, vertical=True) == drawing("""
        |  ╭─► Doves  nsubj≠obj
        |──┼─► saw    root
        |  ├─► oaks   obj               ──╮
        |  ╰─► there  ≠advmod    ≠nmod  ◄─╯
        |1 of 4 heads and 2 of 4 labels differ (gold≠parse): gold at the left, parse at the right
    """)
    assert draw(GOLD, compare=PARSE, vertical=True, ascii=True).isascii()
    assert "nsubj!=obj" in draw(GOLD, compare=PARSE, ascii=True)


@pytest.mark.parametrize("vertical", [True, False])
def test_equal_trees(vertical: bool) -> None:
    drawn = draw(PARSE, compare=PARSE, vertical=vertical)
    assert drawn == draw(PARSE, vertical=vertical) + "\ngold and parse have the same tree"


def test_what_cannot_be_compared() -> None:
    for other, complaint in (
        (GOLD.replace(words=["Doves", "saw", "elms", "there"]), "word 3 is 'elms' instead of 'oaks'"),
        (Sentence(["Doves", "saw"], heads=[2, 0]), "2 words instead of 4"),
        (Sentence(GOLD.words), "the parse has no tree"),
    ):
        with pytest.raises(dodona.Error, match=complaint):
            draw(GOLD, compare=other)
    with pytest.raises(dodona.Error, match="the gold sentence has no tree"):
        draw(Sentence(GOLD.words), compare=GOLD)
    with pytest.raises(dodona.Error, match=r"compare must be a dodona\.Sentence"):
        draw(GOLD, compare="parse")  # type: ignore[arg-type]


@st.composite
def pairs(choose: st.DrawFn) -> tuple[Sentence, Sentence]:
    gold = choose(sentences())
    other = choose(sentences(count=len(gold)))
    return gold, gold.replace(heads=other.heads.tolist(), labels=other.labels)


def both(gold: Sentence, parse: Sentence) -> tuple[list[tuple[int, str]], dict[int, tuple[int, str]]]:
    """Return the arcs of the gold tree, and by their words the different ones of the parse."""
    first, second = [], {}
    columns = zip(gold.heads.tolist(), gold.labels, parse.heads.tolist(), parse.labels, strict=True)
    for word, (head, label, other, relabelled) in enumerate(columns, start=1):
        if head != other:
            first.append((head, f"≠{label}"))
            second[word] = other, f"≠{relabelled}"
        else:
            first.append((head, label if label == relabelled else f"{label}≠{relabelled}"))
    return first, second


@settings(deadline=None)
@given(pairs(), st.sampled_from([1, 1000]))
def test_the_parse_can_be_read_below_the_gold_tree(pair: tuple[Sentence, Sentence], width: int) -> None:
    first, second = both(*pair)
    lines = draw(pair[0], compare=pair[1], vertical=False, width=width).split("\n")
    key = next(row for row, line in enumerate(lines) if line.startswith(("gold", f"{len(second)} of")))
    assert read_across("\n".join(lines[:key])) == first
    if second:
        foot = next(row for row, line in enumerate(lines) if "▼" in line)
        top = next(row for row, line in enumerate(lines) if "▲" in line)
        places, arrows = (
            [column for column, cell in enumerate(grid(lines[row])[0]) if cell in "▼▲" and cell]
            for row in (foot, top)
        )
        below = "\n".join(reversed(lines[top:key])).translate(str.maketrans("▲╰╯", "▼╭╮"))
        assert (
            dict(zip([places.index(arrow) + 1 for arrow in arrows], read_across(below, places), strict=True))
            == second
        )


def read_right(rows: list[list[str]]) -> dict[int, int]:
    """Return the heads at the right of words by following lines from the arrows."""
    edge = max(column for row in rows for column, cell in enumerate(row) if cell != " ")
    mirror = str.maketrans("╭╮╰╯├┤", "╮╭╯╰┤├")
    lines = ["".join(row[: edge + 1])[::-1].translate(mirror) for row in rows]
    found = {}
    for word, line in enumerate(lines):
        if "◄" not in line:
            continue
        start = len(line) - len(line.lstrip(" │"))
        if line[start] == "─":
            found[word + 1] = 0
            continue
        heads = []
        for step, going in ((1, "╭├"), (-1, "╰├")):
            at = word
            while lines[at][start] == "│" or (lines[at][start] in going and "◄" in lines[at]):
                at += step
            is_head = lines[at][start] in "┴┬┼" or "◄" not in lines[at]
            heads += [at + 1] if at != word and is_head else []
        (found[word + 1],) = heads
    return found


@settings(deadline=None)
@given(pairs(), st.sampled_from([1, 1000]))
def test_the_parse_can_be_read_right_of_the_gold_tree(pair: tuple[Sentence, Sentence], width: int) -> None:
    first, second = both(*pair)
    lines = draw(pair[0], compare=pair[1], vertical=True, width=width).split("\n")[: len(first)]
    rows = grid("\n".join(lines))
    assert read_right(rows) == {word: head for word, (head, _) in second.items()}
    for line, (_, label), word in zip(lines, first, range(1, len(first) + 1), strict=True):
        assert f" {label} " in f"{line} "
        assert word not in second or f" {second[word][1]} " in line


# Confidences.


def sure(*values: str) -> Sentence:
    words = len(values)
    labels = [f"label{word}" for word in range(words)]
    return Sentence(["oak"] * words, heads=[0] + [1] * (words - 1), labels=labels, misc=list(values))


def test_doubtful_arcs_are_marked() -> None:
    found = sure(
        "HeadConf=0.949|LabelConf=0.8",
        "HeadConf=0.799|LabelConf=1",
        "HeadConf=1|LabelConf=0.499",
        "SpaceAfter=No|LabelConf=0.5",
        "_",
    )
    assert [link.label for link in view_of(found).tree] == [
        "label0",
        "label1?",
        "label2??",
        "label3?",
        "label4",
    ]
    assert [link.line for link in view_of(found).tree] == ["conf-2", "conf-1", "conf-3", "", ""]
    assert [link.name for link in view_of(found).tree] == ["conf-2", "conf-3", "conf-0", "conf-1", ""]
    lines = draw(found, vertical=True, width=100).split("\n")
    assert [line.split("oak")[1].split("label")[0].strip() for line in lines[:5]] == [
        "0.95 0.80", "0.80 1.00", "1.00 0.50", "- 0.50", "- -"
    ]  # fmt: skip
    assert lines[5].startswith("confidence of heads (lines) and labels: ?? below 0.5, ? below 0.8")


@pytest.mark.parametrize("misc", ["HeadConf=", "HeadConf=nan", "HeadConf=1.5|LabelConf=-1", "HeadConf=high"])
def test_what_is_no_confidence_is_ignored(misc: str) -> None:
    found = sure(misc, misc)
    assert draw(found) == draw(found.replace(misc=["_", "_"]))
    untreed = Sentence(["oak"], misc=["HeadConf=0.4"])
    assert draw(untreed) == "oak"
