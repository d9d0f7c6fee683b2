"""From words to the arrays that an encoder reads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dodona import Treebank
from dodona.encoders.batching import batches
from dodona.encoders.pieces import Reader, Sentences, Vocabulary


def split(words: list[str]) -> list[list[int]]:
    """A piece for each letter; a control character has none."""
    return [[ord(letter) for letter in word if letter != "\x7f"] for word in words]


def sentences(words: list[list[str]], window: int = 100) -> Sentences:
    vocabulary = Vocabulary(before=(1,), after=(2,), padding=0, unknown=3, space=ord("_"), window=window)
    return Reader(split, vocabulary).read(Treebank.from_lists(words))


def test_a_batch_has_the_pieces_of_its_sentences_and_the_first_of_each_word() -> None:
    found = sentences([["ab", "c"], ["d"], ["ab", "_e"]]).batch(np.array([2, 0]))
    rows = [[1, *map(ord, "ab_e"), 2], [1, *map(ord, "abc"), 2, 0]]
    assert found.pieces.tolist() == rows
    assert found.mask.tolist() == [[piece != 0 for piece in row] for row in rows]
    assert found.words.tolist() == [3, 4, 0, 1]
    # The piece of a mere space stands for no word.
    assert [chr(found.pieces.reshape(-1)[place]) for place in found.first] == ["a", "e", "a", "c"]
    assert found.lengths.tolist() == [2, 2] and found.width == 2 and found.places.tolist() == [0, 1, 2, 3]


def test_a_word_without_pieces_is_unknown() -> None:
    assert sentences([["\x7f"]]).batch(np.array([0])).pieces.tolist() == [[1, 3, 2]]


def test_of_a_long_word_both_ends_are_read() -> None:
    found = sentences([["a" * 500 + "b" * 500]]).batch(np.array([0])).pieces[0]
    assert found[1] == ord("a") and found[-2] == ord("b") and len(found) < 50


def test_every_word_of_a_long_sentence_is_in_the_middle_of_some_window() -> None:
    random = np.random.default_rng(1)
    words = [["x" * size for size in random.integers(1, 9, 200)]]
    found = sentences(words, window=40).batch(np.array([0]))
    assert found.words.tolist() == list(range(200))
    assert found.mask.sum(1).max() <= 42 and len(found.pieces) > 20
    row, place = np.divmod(found.first, found.pieces.shape[1])
    size = found.mask.sum(1)[row]
    inner = (row > 0) & (row < row.max())
    assert (np.minimum(place, size - place)[inner] >= 4).all()
    assert all(0 <= b - a <= 1 for a, b in pairwise(row.tolist()))


def test_batches_hold_every_sentence_once_within_the_limit() -> None:
    random = np.random.default_rng(1)
    sizes = random.integers(1, 60, 300)
    for generator in (None, random):
        found = batches(sizes, 100, most_squared=3000, random=generator)
        assert sorted(np.concatenate(found).tolist()) == list(range(300))
        for each in found:
            longest = sizes[each].max()
            assert len(each) == 1 or (len(each) * longest <= 100 and len(each) * longest**2 <= 3000)
