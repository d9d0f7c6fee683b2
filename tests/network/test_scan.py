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
    return [torch.rand(sum(COUNTS), 2, 3, dtype=torch.double, requires_grad=True) for _ in range(2)]


WAYS = ["ByPlaces", "ByDoubling"]


def scan(way: str, keep: Any, new: Any, counts: list[int] = COUNTS) -> Any:
    from dodona.network import scan as module

    return getattr(module, way).apply(keep, new, module.Places(counts, "cpu"))


@pytest.mark.parametrize("way", WAYS)
def test_it_is_the_recurrence_in_each_sentence_and_direction(inputs: Any, way: str) -> None:
    keep, new = inputs
    found = scan(way, keep, new)
    for sentence in range(COUNTS[0]):
        for direction in (0, 1):
            h = torch.zeros(3, dtype=torch.double)
            for row in rows_of(sentence)[:: -1 if direction else 1]:
                h = keep[row, direction] * h + new[row, direction]
                assert torch.allclose(found[row, direction], h, atol=0, rtol=1e-12)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("counts", [COUNTS, [12]])  # with [12], no word has one before it
def test_its_gradients(inputs: Any, way: str, counts: list[int]) -> None:
    assert torch.autograd.gradcheck(lambda keep, new: scan(way, keep, new, counts), inputs)
