"""Tokenisers: training, and restoring the text byte for byte."""

from __future__ import annotations

import tracemalloc
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona import _core
from dodona.pipelines.restoring import text_of


@pytest.fixture(scope="module")
def tokeniser(grove: dodona.Treebank) -> dodona.Tokeniser:
    return dodona.train_tokeniser(grove)


def test_learns_the_training_data(grove: dodona.Treebank, tokeniser: dodona.Tokeniser) -> None:
    cut = tokeniser.tokenise(text_of(grove))
    assert cut.lists("words") == grove.lists("words")
    for mine, right in zip(cut, grove, strict=True):
        ours = [(token.first, token.last, token.form) for token in mine.multiword_tokens]
        assert ours == [(token.first, token.last, token.form) for token in right.multiword_tokens]
        assert mine.text == right.text


def test_ranges_are_positions_in_the_text(tokeniser: dodona.Tokeniser) -> None:
    text = "Ähm, die Eiche 🌳 sprach.\n\n Wir  hörten."
    for sentence in tokeniser.tokenise(text):
        forms = {token.first: (token.form, token.misc) for token in sentence.multiword_tokens}
        for place, (word, misc) in enumerate(zip(sentence.words, sentence.misc, strict=True), start=1):
            form, where = forms.get(place, (word, misc))
            if "TokenRange=" in where:
                begin, end = map(int, where.split("TokenRange=")[1].split("|")[0].split(":"))
                assert text[begin:end] == form
    assert "TokenRange" not in tokeniser.tokenise(text, ranges=False).to_conll()


def unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc", "Cf") or character.isspace()


@settings(max_examples=100, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=80), st.text(max_size=80).map(lambda text: text.encode("utf-8", "surrogatepass"))
    )
)
def test_any_bytes_can_be_restored(tokeniser: dodona.Tokeniser, data: bytes) -> None:
    cut = tokeniser.tokenise(data)
    found = dodona.original_text(cut)
    if len(cut):
        assert found == data
        assert dodona.read(cut.to_conll()) == cut
    else:
        assert all(unseen(character) for character in data.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" \n\t\n ",
        b"\xff\xfe\xfa broken \xc3( bytes \xe2\x82",
        b"control \x00\x01\x02 characters\x7f",
        "Familie: 👩‍👩‍👧‍👦! Flagge: 🇬🇷. Daumen: 👍🏽".encode(),
        "e\u0301a\u0308 \u200bzero\u200dwidth\ufeff".encode(),
        b"no end of it",
        "漢字かな交じり文。句点のない文".encode(),
    ],
)
def test_unusual_text_is_split_and_restored(tokeniser: dodona.Tokeniser, text: bytes) -> None:
    cut = tokeniser.tokenise(text)
    assert dodona.original_text(cut) == (text if text.strip() else b"")
    if len(cut):
        assert dodona.read(cut.to_conll()) == cut


def test_joined_words_are_not_split(tokeniser: dodona.Tokeniser) -> None:
    words = tokeniser.tokenise("Flagge 👩‍👩‍👧‍👦 e\u0301te\u0301").column("words")
    assert "👩‍👩‍👧‍👦" in words
    assert all(not word.startswith(("\u0301", "\u200d")) for word in words)


def test_text_without_spaces(grove: dodona.Treebank) -> None:
    """The treebank without any spaces, as in Chinese and Japanese."""
    bare = grove.replace(misc=[["SpaceAfter=No"] * len(sentence) for sentence in grove])
    bare = bare[[place for place, sentence in enumerate(bare) if not sentence.multiword_tokens]]
    text = text_of(bare)
    assert b" " not in text
    cut = dodona.train_tokeniser(bare, epochs=30).tokenise(text)
    flat = [
        words.replace(heads=[[0] + [1] * (len(sentence) - 1) for sentence in words]) for words in (bare, cut)
    ]
    scores = dodona.conll18(*flat)
    assert scores.words.f1 > 0.95
    assert dodona.original_text(cut) == text


def test_known_words_determine_boundaries() -> None:
    """Known words are found in new combinations that did not occur in training."""
    from itertools import product

    # Each word has a unique character and a common ending: only whole words identify it.
    words = [f"{first}{last}" for first, last in product("木鳥風水火", "山川田")]
    half = [[a, b, "。"] for a, b in product(words, words) if (words.index(a) + words.index(b)) % 2]
    bank = dodona.Treebank.from_lists(half, misc=[["SpaceAfter=No"] * 3] * len(half))
    tokeniser = dodona.train_tokeniser(bank)
    assert len(tokeniser._core.arrays()["words"]) == len(words)
    other = [[a, b, "。"] for a, b in product(words, words) if (words.index(a) + words.index(b)) % 2 == 0]
    cut = tokeniser.tokenise("".join("".join(sentence) for sentence in other))
    assert cut.lists("words") == other


def test_lines_can_be_sentences(tokeniser: dodona.Tokeniser) -> None:
    text = "The oak spoke. The doves listened.\nWho\n\nspoke?\n"
    cut = tokeniser.tokenise(text, presegmented=True)
    assert [sentence.text for sentence in cut] == ["The oak spoke. The doves listened.", "Who", "spoke?"]
    assert dodona.original_text(cut) == text.encode()


def test_lines_can_be_kept_apart(tokeniser: dodona.Tokeniser) -> None:
    text = "The oak spoke. The doves listened.\nWho\r\nspoke\n"
    cut = tokeniser.tokenise(text, lines=True)
    expected = ["The oak spoke.", "The doves listened.", "Who", "spoke"]
    assert [sentence.text for sentence in cut] == expected
    assert dodona.original_text(cut) == text.encode()
    assert [sentence.text for sentence in tokeniser.tokenise(text)][-1] != "spoke"
    with pytest.raises(dodona.OptionError, match="no effect with presegmented"):
        tokeniser.tokenise(text, lines=True, presegmented=True)


@pytest.mark.parametrize(
    "text", ["Hi.", "Hi", "Doves listen. Who spoke?", "See www.oak.gr", "It ends with Mr."]
)
def test_line_ends_after_a_text_make_no_difference(tokeniser: dodona.Tokeniser, text: str) -> None:
    words = tokeniser.tokenise(text).lists("words")
    for end in ("\n", "\r\n", " ", "\n\n", " \n"):
        assert tokeniser.tokenise(text + end).lists("words") == words


def test_a_long_line_takes_little_memory(tokeniser: dodona.Tokeniser) -> None:
    """Sentences are available before the line ends, and none is longer than the limit."""
    pieces = (b"word " * 10_000 for _ in range(40))
    tracemalloc.start()
    words = longest = 0
    for batch in tokeniser.batches(pieces, size=1):
        words += batch.word_count
        longest = max(longest, *map(len, batch))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert words == 400_000
    assert longest <= 1000
    assert peak < 20_000_000
    (endless,) = tokeniser.tokenise(b"a" * 100_000)
    assert {len(word) for word in endless.words} == {1000}


def test_lines_of_text_become_sentences_that_can_be_read(tokeniser: dodona.Tokeniser) -> None:
    cut = tokeniser.tokenise("oak " * 50_000, presegmented=True)
    assert [len(sentence) for sentence in cut] == [19_500, 19_500, 11_000]
    assert dodona.read(cut.to_conll()).lists("words") == cut.lists("words")


def test_batches_of_long_sentences_are_small(tokeniser: dodona.Tokeniser) -> None:
    """A batch has few sentences of maximum length, since each word takes memory."""
    text = b"word " * 600_000
    sizes = [batch.word_count for batch in tokeniser.batches([text])]
    assert sum(sizes) == 600_000
    assert max(sizes) < 200_000


def test_pieces_make_no_difference(grove: dodona.Treebank, tokeniser: dodona.Tokeniser) -> None:
    addresses = b"See http://oak.gr/%s, v1.2.3-rc1 (doves@dodona.gr). " % (b"leaf/" * 300)
    text = (text_of(grove) + addresses + b"," * 90_000 + addresses) * 2
    whole = tokeniser.tokenise(text)
    for size in (1, 7, 1000):
        parts = [text[start : start + size] for start in range(0, len(text), size)]
        found = [batch._core for batch in tokeniser.batches(parts, size=20)]
        assert dodona.Treebank._of(_core.concatenate(found)) == whole


def test_the_same_seed_makes_the_same_tokeniser(grove: dodona.Treebank, tokeniser: dodona.Tokeniser) -> None:
    again, other = dodona.train_tokeniser(grove), dodona.train_tokeniser(grove, seed=2)
    weights = [each._core.arrays()["weights"].tobytes() for each in (tokeniser, again, other)]
    assert weights[0] == weights[1] != weights[2]


def test_mistakes(tokeniser: dodona.Tokeniser) -> None:
    with pytest.raises(dodona.Error, match="no sentences"):
        dodona.train_tokeniser(dodona.Treebank())
    with pytest.raises(dodona.ArgumentError, match="iterable of treebanks"):
        dodona.train_tokeniser(dodona.Treebank.from_lists([["Oaks"]]), silver=dodona.Treebank())
    with pytest.raises(dodona.ArgumentError, match="a string or bytes"):
        tokeniser.tokenise(None)  # type: ignore[arg-type]


def test_apostrophes_within_words_are_alike(grove: dodona.Treebank, tokeniser: dodona.Tokeniser) -> None:
    straight = text_of(grove).decode().replace("n't", "n't O'Brien's 1'000")
    found = tokeniser.tokenise(straight.replace("'", "\u2019"))
    assert [len(each.multiword_tokens) for each in found] == [
        len(each.multiword_tokens) for each in tokeniser.tokenise(straight)
    ]
    words = [[word.replace("\u2019", "'") for word in each.words] for each in found]
    assert words == tokeniser.tokenise(straight).lists("words")
    assert dodona.original_text(found).decode() == straight.replace("'", "\u2019")
