from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.conversion import Losses, convert
from dodona.conversion.memory import Memory, is_pairs

HERE = Path(__file__).parent
GROVE = HERE.parent / "data" / "grove.conllu"


def test_conllx_to_conllu():
    converted = convert(dodona.read(HERE / "ekar.conll"), "conllu")
    assert converted.format == "conllu"
    assert converted[0].comments == ["# sent_id = 1", "# text = Ekarna talar ofta New_York ."]
    assert converted[1].comments == ["# sent_id = 2", "# text = Ja !"]
    assert converted[0].tags == ["NN", "VB", "AB", "PM", "MAD"]
    assert converted[0].labels == ["SS", "ROOT", "AA", "XX", "IP"]
    assert converted[0].feats == ["_", "_", "Degree=Pos", "_", "_"]
    assert converted[0].deps == ["_"] * 5
    assert converted[0].misc == [
        "CoNLLXFeats=UTR,PLU,DEF|PDeprel=SS|PHead=2",
        "CoNLLXFeats=PRS,AKT|PDeprel=ROOT|PHead=0",
        "_",
        r"CoNLLXFeats=a\cb,c\\d,\\c,e=f,g|PDeprel=a\pb\\p|PHead=1",
        "CoNLLXSpaces=Yes",
    ]
    assert converted[1].misc == ["CoNLLXFeats==x", "_"]
    assert not converted[1].has_tree


def test_conllx_to_conllu_and_back_gives_the_same_bytes():
    raw = (HERE / "ekar.conll").read_text()
    treebank = dodona.read(raw)
    assert treebank.format == "conllx"
    losses = Losses()
    back = convert(dodona.read(convert(treebank, "conllu").to_conll()), "conllx", losses)
    assert back.format == "conllx"
    assert back.to_conll() == raw
    assert losses == Losses(comments=4)


def test_conllu_to_conllx_counts_losses():
    grove = dodona.read(GROVE)
    losses = Losses()
    converted = convert(grove, "conllx", losses)
    assert losses == Losses(
        comments=sum(len(sentence.comments) for sentence in grove),
        multiword_tokens=sum(len(sentence.multiword_tokens) for sentence in grove),
        empty_nodes=sum(len(sentence.empty_nodes) for sentence in grove),
        deps=sum(deps != "_" for deps in grove.column("deps")),
        misc=sum(misc != "_" for misc in grove.column("misc")),
    )
    assert losses.multiword_tokens and losses.empty_nodes
    assert dodona.read(converted.to_conll(), format="conllx") == converted  # no comments, words only
    for name in ("words", "lemmas", "tags", "fine_tags", "feats", "labels"):
        assert converted.column(name) == grove.column(name)
    assert (converted.heads == grove.heads).all()
    assert set(converted.column("deps")) == set(converted.column("misc")) == {"_"}


def test_conllx_from_conllu_survives_a_round_trip():
    once = convert(dodona.read(GROVE), "conllx")
    assert convert(convert(once, "conllu"), "conllx") == once


def test_spaces_become_underscores_and_are_counted():
    treebank = dodona.read(HERE / "odd.conllu").replace(words=[["vid sidan", "ek"]])
    losses = Losses()
    converted = convert(treebank, "conllx", losses)
    assert converted[0].words == ["vid_sidan", "ek"]
    assert converted[0].lemmas == ["vid", "ek_ek"]
    assert losses.spaces == 2
    assert not converted[0].has_tree


def test_edited_features_are_kept_and_stored_ones_counted():
    treebank = convert(dodona.read(HERE / "ekar.conll"), "conllu")
    feats = [sentence.feats for sentence in treebank]
    feats[0][0] = "Number=Plur"
    losses = Losses()
    assert convert(treebank.replace(feats=feats), "conllx", losses)[0].feats[:2] == ["Number=Plur", "PRS|AKT"]
    assert losses.misc == 1


def test_columns_beyond_ten_are_counted_in_conllx():
    losses = Losses()
    converted = convert(dodona.read(HERE / "plus.conllup"), "conllx", losses)
    assert all(line.count("\t") == 9 for line in converted.to_conll().split("\n") if line)
    assert converted[0].lemmas == ["_", "_", "_"]
    assert losses == Losses(comments=2, multiword_tokens=1, misc=1, columns=2 + 4)


def test_columns_beyond_ten_of_conllx_get_names_in_conllu():
    wide = dodona.read(HERE / "wide.conll")
    assert wide.format == "conllx"
    converted = convert(wide, "conllu")
    assert converted.to_conll().split("\n")[0] == (
        "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC CONLLX:11 CONLLX:12"
    )
    assert dodona.read(converted.to_conll())._core.unknown(0) == [["s1", "_"], ["x", "y"]]


def test_a_treebank_already_in_the_format_does_not_change():
    grove = dodona.read(GROVE)
    assert convert(grove, "conllu") is grove
    once = convert(grove, "conllx")
    assert convert(once, "conllx") is once


def test_an_empty_treebank_stays_empty():
    assert len(convert(dodona.Treebank(), "conllx")) == 0
    assert len(convert(convert(dodona.Treebank(), "conllx"), "conllu")) == 0


def test_unknown_formats_are_refused_with_the_known_ones():
    with pytest.raises(dodona.OptionError, match="to cannot be 'jsonl': choose from conllu, conllx"):
        convert(dodona.Treebank(), "jsonl")


_texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1)
_escapable = st.text(st.sampled_from("a\\|,=pc_ "), min_size=1)


@given(st.none() | _escapable | _texts, _escapable | _texts, _escapable | _texts, st.booleans())
def test_columns_stored_in_misc_are_restored(feats, phead, pdeprel, spaces):
    memory = Memory(feats, phead, pdeprel, spaces)
    assert Memory.of(memory.misc()) == memory


@given(st.lists(st.sampled_from(["A=1", "SpaceAfter=No", "PHead", "PHead=2", "CoNLLXFeats=a"]), min_size=1))
def test_other_entries_of_misc_are_detected(entries):
    own = {entry for entry in entries if entry in ("PHead=2", "CoNLLXFeats=a")}
    assert Memory.of("|".join(entries)).more == (len(own) < len(entries))


@pytest.mark.parametrize(("feats", "can_stay"), [
    ("_", True), ("A=B", True), ("A=B|C=D,E", True), ("A=B=C", True),
    ("A", False), ("A=B|C", False), ("=B", False), ("A=", False), ("A=B|", False), ("", False),
])  # fmt: skip
def test_features_stay_if_they_are_pairs(feats, can_stay):
    assert is_pairs(feats) == can_stay


def test_losses_print_as_words():
    assert str(Losses()) == "left out nothing"
    assert str(Losses(deps=1, misc=1, columns=1)) == (
        "left out 1 enhanced dependency, 1 MISC entry, 1 value of other columns"
    )
    assert str(Losses(deps=2000, empty_nodes=2)) == "left out 2 empty nodes, 2,000 enhanced dependencies"
    assert str(Losses(spaces=2)) == "wrote _ for the spaces of 2 columns"


def test_sent_ids_continue_across_batches():
    from dodona.conversion.conllu import to_conllu

    treebank = dodona.read(HERE / "ekar.conll")
    numbers = [int(s.comment("sent_id") or 0) for start in (1, 3) for s in to_conllu(treebank, first=start)]
    assert all(after == before + 1 for before, after in pairwise(numbers))
