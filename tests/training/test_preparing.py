"""The preparation of treebanks for training, and its report."""

from __future__ import annotations

import pytest

import dodona
from dodona import PartialTreebank
from dodona.training.preparing import prepare

NONPROJECTIVE = 15  # of the 75 sentences of the small treebank


def trees(single: int, double: int) -> dodona.Treebank:
    """Return sentences with one root and sentences with two."""
    heads = [[2, 0]] * single + [[0, 0]] * double
    return dodona.Treebank.from_lists([["Oaks", "speak"]] * len(heads), heads=heads)


@pytest.mark.parametrize(
    ("single", "double", "expected"), [(99, 1, True), (98, 2, False), (100, 0, True), (0, 3, False)]
)
def test_single_root_auto(single: int, double: int, expected: bool) -> None:
    prepared = prepare(trees(single, double), dodona.Recipe())
    assert prepared.single_root is expected
    assert prepared.several_roots == (double if expected else 0)
    assert len(prepared.treebank) == (single if expected else single + double)
    assert prepared.sentences == single + double


def test_single_root_yes_and_no() -> None:
    prepared = prepare(trees(1, 3), dodona.Recipe(single_root="yes"))
    assert (prepared.several_roots, len(prepared.treebank)) == (3, 1)
    assert prepared.remarks() == ["left out for several roots: 3 sentences"]
    assert not prepare(trees(4, 0), dodona.Recipe(single_root="no")).single_root
    with pytest.raises(dodona.Error, match="no sentence is left to train on"):
        prepare(trees(0, 2), dodona.Recipe(single_root="yes"))


def test_dropping_nonprojective_trees(grove: dodona.Treebank) -> None:
    prepared = prepare(grove, dodona.Recipe(nonprojective="drop"))
    assert (prepared.dropped, prepared.projectivised) == (NONPROJECTIVE, 0)
    assert len(prepared.treebank) == 75 - NONPROJECTIVE and prepared.words == 747
    assert prepared.remarks() == ["left out for crossing arcs: 15 sentences"]


@pytest.mark.parametrize("encoding", ["baseline", "head", "path", "head+path"])
def test_making_trees_projective(grove: dodona.Treebank, encoding: str) -> None:
    prepared = prepare(grove, dodona.Recipe(nonprojective=encoding))
    assert (prepared.dropped, prepared.projectivised) == (0, NONPROJECTIVE)
    assert prepared.treebank == grove.projectivise(encoding)
    assert prepared.remarks() == [f"made projective ({encoding}): 15 sentences"]


@pytest.mark.parametrize("encoding", ["drop", "baseline", "head", "path", "head+path"])
def test_the_parser_restores_crossing_arcs(grove: dodona.Treebank, encoding: str) -> None:
    parser = dodona.train(grove, epochs=8, nonprojective=encoding)
    parsed = parser.parse(grove)
    assert not any("↑" in label or "↓" in label for sentence in parsed for label in sentence.labels)
    crossing = sum(not sentence.is_projective for sentence in parsed)
    assert crossing == 0 if encoding in ("drop", "baseline") else crossing > 5
    assert all((sentence.heads == 0).sum() == 1 for sentence in parsed)


def test_arrows_in_labels_are_refused_with_marks(grove: dodona.Treebank) -> None:
    lifted = grove.projectivise("head")
    assert dodona.train(lifted, epochs=1)
    with pytest.raises(dodona.Error, match="has an arrow"):
        dodona.train(lifted, epochs=1, nonprojective="head")


def with_commas(sentences: int = 40) -> dodona.Treebank:
    """Return titles as in a Dutch treebank: a comma in brackets depends on the root, across an arc."""
    return dodona.Treebank.from_lists(
        [["Verses", "1989", ",", "new", "."]] * sentences,
        heads=[[0, 1, 1, 2, 1]] * sentences,
        labels=[["root", "acl", "punct", "amod", "punct"]] * sentences,
        tags=[["NOUN", "NUM", "PUNCT", "ADJ", "PUNCT"]] * sentences,
    )


def test_frequent_crossing_punctuation_is_marked() -> None:
    crossing, clear = with_commas(2), with_commas(200).move_punctuation()
    assert prepare(crossing, dodona.Recipe()).treebank == crossing.move_punctuation(mark=True)
    for count, expected in [(197, "mark"), (198, "keep"), (200, "keep")]:
        bank = dodona.Treebank([*clear[:count], *crossing])
        prepared = prepare(bank, dodona.Recipe())
        assert (prepared.punctuation, prepared.moved) == (expected, 2 if expected == "mark" else 0)
    prepared = prepare(crossing, dodona.Recipe(punctuation="keep"))
    assert prepared.treebank == crossing.projectivise("baseline")
    assert prepared.remarks() == ["made projective (baseline): 2 sentences"]


def test_moving_punctuation() -> None:
    prepared = prepare(with_commas(), dodona.Recipe(punctuation="move"))
    assert (prepared.moved, prepared.projectivised) == (40, 0)
    assert prepared.treebank[0].heads.tolist() == [0, 1, 2, 2, 1]
    assert prepared.remarks() == ["moved out of the way of other arcs: 40 punctuation marks"]
    unmoved = prepare(with_commas().move_punctuation(), dodona.Recipe(punctuation="move"))
    assert (unmoved.moved, unmoved.remarks()) == (0, [])


@pytest.mark.parametrize("options", [{}, {"nonprojective": "head"}, {"system": "swap-standard"}, {"beam": 4}])
def test_punctuation_is_put_back_where_it_is_marked(options: dict[str, object]) -> None:
    bank = with_commas()
    moving = dodona.train(bank, epochs=4, punctuation="move", **options)
    assert moving.parse(bank) == bank.move_punctuation()
    marking = dodona.train(bank, epochs=4, punctuation="mark", **options)
    assert marking.parse(bank) == bank
    assert marking.info["treebank"]["moved"] == 40
    if options.get("beam", 1) == 4:
        assert marking.nbest(bank[:1], 2)[0][0].sentence == bank[0]


def test_nbest_trees_are_different() -> None:
    bank = with_commas()
    best = dodona.train(bank, epochs=4, punctuation="mark").nbest(bank[:1], 8, beam=16)[0]
    assert len({(tuple(each.sentence.heads), tuple(each.sentence.labels)) for each in best}) == len(best) > 2


def test_given_arcs_are_not_moved_by_marks() -> None:
    bank = with_commas()
    marking = dodona.train(bank, epochs=4, punctuation="mark")
    bare = bank[:1].replace(labels=[["_"] * 5])
    done = marking.complete(PartialTreebank(bare, [[None, None, 2, None, None]]))
    assert done.treebank[0].heads.tolist() == [0, 1, 2, 2, 1] and not done.lost


@pytest.mark.parametrize("how", ["move", "mark"])
def test_given_punctuation_is_kept_besides_other_given_arcs(how: str) -> None:
    bank = with_commas()
    parser = dodona.train(bank, epochs=4, punctuation=how)
    for heads in ([None, None, 1, 2, None], [0, 1, 1, 2, 1]):
        done = parser.complete(PartialTreebank(bank[:1], [heads]))
        assert done.treebank[0].heads.tolist() == [0, 1, 1, 2, 1] and not done.lost
    cyclic = parser.complete(PartialTreebank(bank[:1], [[None, 3, 4, 2, None]]))
    assert [each.word for each in cyclic.lost] and cyclic.treebank[0].has_tree


def test_punctuation_moved_earlier_is_reported() -> None:
    with pytest.raises(dodona.Error, match="has punctuation been moved already"):
        dodona.train(with_commas().move_punctuation(mark=True), epochs=1, punctuation="mark")
    with pytest.raises(dodona.Error, match="punctuation cannot be 'lose': choose from auto, keep"):
        dodona.train(with_commas(), punctuation="lose")


def tagged(fine_tags: list[str]) -> dodona.Treebank:
    """Return a sentence of one word for each tag."""
    return dodona.Treebank.from_lists(
        [["Oaks"]] * len(fine_tags), heads=[[0]] * len(fine_tags), fine_tags=[[tag] for tag in fine_tags]
    )


def test_fine_tags_are_used_if_they_are_a_tag_set() -> None:
    recipe = dodona.Recipe()
    assert prepare(tagged(["A", "B", "_"]), recipe).tag == "xpos"
    assert prepare(tagged(["A", "_", "_"]), recipe).tag == "upos"
    assert prepare(tagged([f"T{i}" for i in range(250)]), recipe).tag == "xpos"
    assert prepare(tagged([f"T{i}" for i in range(251)]), recipe).tag == "upos"
    assert prepare(tagged(["A", "B"]), recipe, tagged(["_", "_"])).tag == "upos"
    assert prepare(tagged(["A", "B"]), recipe, tagged(["A", "C"])).tag == "xpos"


def test_given_punctuation_keeps_a_label_the_model_has_only_elsewhere() -> None:
    """At the comma's position during parsing, the model only has commas with marks."""
    bank = with_commas()
    parser = dodona.train(bank, epochs=15, punctuation="mark")
    assert parser.parse(bank) == bank
    for labels in (["_", "_", "punct", "_", "_"], ["_", "_", "dash", "_", "_"]):
        done = parser.complete(PartialTreebank(bank[:1].replace(labels=[labels]), [[None, 1, 1, 2, None]]))
        assert done.treebank[0].heads.tolist() == [0, 1, 1, 2, 1] and not done.lost
        assert done.treebank[0].labels == ["root", "acl", labels[2], "amod", "punct"]
