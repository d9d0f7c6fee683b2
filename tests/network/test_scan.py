"""The scan, against the recurrence word by word, and its gradients."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra network is not installed")

COUNTS = [4, 3, 3, 1, 1]  # sentences of 5, 3, 3 words and of 1


def rows_of(sentence: int) -> list[int]:
    """Return the rows of a sentence's words."""
    begins = [sum(COUNTS[:place]) for place in range(len(COUNTS))]
    return [begin + sentence for begin, count in zip(begins, COUNTS, strict=True) if sentence < count]


@pytest.fixture
def inputs() -> Any:
    torch.manual_seed(1)
    return [torch.rand(sum(COUNTS), 3, dtype=torch.double, requires_grad=True) for _ in range(2)]


WAYS = ["ByPlaces", "ByDoubling"]


def scan(way: str, keep: Any, new: Any, backwards: bool, counts: list[int] = COUNTS) -> Any:
    from dodona.network import scan as module

    return getattr(module, way).apply(keep, new, module.Places(counts, "cpu"), backwards)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("backwards", [False, True])
def test_it_is_the_recurrence_in_each_sentence(inputs: Any, way: str, backwards: bool) -> None:
    keep, new = inputs
    found = scan(way, keep, new, backwards)
    for sentence in range(COUNTS[0]):
        h = torch.zeros(3, dtype=torch.double)
        for row in rows_of(sentence)[:: -1 if backwards else 1]:
            h = keep[row] * h + new[row]
            assert torch.allclose(found[row], h, atol=0, rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("counts", [COUNTS, [12]])  # with [12], no word has one before it
@pytest.mark.parametrize("backwards", [False, True])
def test_its_gradients(inputs: Any, way: str, counts: list[int], backwards: bool) -> None:
    assert torch.autograd.gradcheck(lambda keep, new: scan(way, keep, new, backwards, counts), inputs)
