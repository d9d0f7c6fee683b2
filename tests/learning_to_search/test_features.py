"""Features of tasks, compared with the definition: every pair and triple, enumerated."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona import _core

MASK = 2**64 - 1


def scrambled(value: int) -> int:
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & MASK
    return value ^ value >> 31


def joined(first: int, second: int) -> int:
    return scrambled((first * 0xD6E8FEB86659FD93 + second) & MASK)


def string(text: str, start: int) -> int:
    value = start ^ 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return scrambled(value)


def hashed(
    features: Any, *combinations: str, condition: list[Any] | None = None
) -> Counter[tuple[int, float]]:
    hashes, values = _core.FeatureHasher([names.split() for names in combinations])(features, condition)
    assert hashes.dtype == np.uint64 and values.dtype == np.float32
    return Counter(zip(hashes.tolist(), values.tolist(), strict=True))


def test_strings_numbers_and_lists() -> None:
    word = string("word", 0)
    oak = (string("oak", word), 1.0)
    assert hashed({"word": "oak"}) == Counter([oak])
    assert hashed({"word": ["oak", "elm"]}) == Counter([oak, (string("elm", word), 1.0)])
    assert hashed({"word": {"oak", "elm"}}) == hashed({"word": ("elm", "oak")})
    assert hashed({"word": 2.5}) == Counter([(scrambled(word), 2.5)])
    assert hashed({"word": [0.5, 0, 2]}) == Counter([(joined(word, 0), 0.5), (joined(word, 2), 2.0)])
    assert hashed({"word": {"long": 3, "ends": "k"}}) == Counter(
        [(string("long", word), 3.0), (string("k", string("ends", word)), 1.0)]
    )
    assert hashed({"word": [("long", 3), ("ends", "k")]}) == hashed({"word": {"long": 3, "ends": "k"}})
    assert hashed("oak") == hashed({"": "oak"})
    assert hashed(["oak", "elm"]) == hashed({"": ["oak", "elm"]})
    assert hashed(None) == hashed({"word": None}) == hashed({"word": []}) == Counter()
    assert hashed({"word": True}) == hashed({"word": 1})
    assert hashed({"word": False}) == Counter()


def test_arrays_are_lists_of_numbers_or_strings() -> None:
    for kind in (np.float32, np.float64, np.int8, np.uint64):
        assert hashed({"x": np.array([1, 0, 2], kind)}) == hashed({"x": [1, 0, 2]})
    assert hashed(np.array([[1.5, 2.0], [0.0, 4.0]])) == hashed([1.5, 2.0, 0, 4.0])
    assert hashed({"x": np.arange(10.0)[::3]}) == hashed({"x": [0, 3, 6, 9]})
    assert hashed({"x": np.array(["oak", "elm"])}) == hashed({"x": ["oak", "elm"]})
    assert hashed({"x": np.float32(2)}) == hashed({"x": 2}) == hashed({"x": np.int64(2)})


contents = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from([0.5, 1.0, -2.0, 4.0])), max_size=3, unique=True
)


@given(
    st.fixed_dictionaries({}, optional={"u": contents, "v": contents, "w": contents}),
    st.lists(st.lists(st.sampled_from("uvw"), min_size=2, max_size=3).map(tuple), max_size=4, unique=True),
)
def test_combinations_are_products(features: Any, declared: list[tuple[str, ...]]) -> None:
    plain = {
        name: [(string(what, string(name, 0)), value) for what, value in features.get(name, [])]
        for name in "uvw"
    }
    wanted = [feature for several in plain.values() for feature in several]
    for names in declared:
        for chosen in once_each(names, plain):
            hash_, value = chosen[0]
            for more, factor in chosen[1:]:
                hash_, value = joined(hash_, more), value * factor
            wanted.append((hash_, value))
    assert hashed(features, *map(" ".join, declared)) == Counter(wanted)


def once_each(names: tuple[str, ...], plain: dict[str, list[Any]]) -> Any:
    """Return all choices of one feature from each namespace; those of repeated namespaces in order.

    A feature is not combined with itself.
    """
    for places in product(*(range(len(plain[name])) for name in names)):
        same = {name: [p for n, p in zip(names, places, strict=True) if n == name] for name in names}
        ordered = all(found == sorted(found) for found in same.values())
        squares = [(name, p) for name, found in same.items() for p in found if found.count(p) > 1]
        if ordered and not any(plain[name][place][1] == 1 for name, place in squares):
            yield [plain[name][place] for name, place in zip(names, places, strict=True)]


def test_conditions_are_a_namespace() -> None:
    name = string("condition", 0)
    assert hashed({}, condition=["N", None, 7]) == Counter(
        [
            (joined(string("N", name), 0), 1.0),
            (joined(joined(name, 1), 1), 1.0),
            (joined(joined(joined(name, 2), 7), 2), 1.0),
        ]
    )
    assert len(hashed({"w": ["a", "b"]}, "w condition", condition=["N", "V"])) == 2 + 2 + 4


@pytest.mark.parametrize(
    ("features", "said"),
    [
        ({1: "oak"}, "namespaces are named by strings, not by an int"),
        ({"w": object()}, "namespace 'w' has an object; features are strings, numbers"),
        ({"w": b"oak"}, "namespace 'w' has a bytes"),
        ({"w": float("nan")}, "namespace 'w' has a feature whose value is not a finite number"),
        ({"w": np.array([1.0, np.inf])}, "not a finite number"),
        ({"w": np.array([1j])}, "namespace 'w' is an array of neither numbers nor strings"),
        ({"w": {3}}, "a set has strings or pairs"),
        ({"w": [np.array([1.0])]}, "namespace 'w' has an array in a list"),
        ({"w": {1: 2.0}}, "namespace 'w': names are strings, not an int"),
        ({"w": "\ud800"}, "a string is not Unicode"),
        ({"w": np.ones(300)}, "more than 10,000,000 of them after combining"),
        ({"w": np.array([1e30])}, "a product of values is too large"),
        ({"w": 1e300}, "not a finite number|too large"),
    ],
)
def test_invalid_features(features: Any, said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        hashed(features, "w w w")


def test_namespaces_that_never_occur() -> None:
    hasher = _core.FeatureHasher([["w", "t"], ["w", "condition"]])
    hasher({"w": "oak"}, None)
    assert hasher.unseen() == ["t", "condition"]
    hasher({"t": None}, ["N"])
    assert hasher.unseen() == []
