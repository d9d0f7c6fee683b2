"""Linear recurrences over the words of sentences, for torch."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch


def scan(keep: Any, new: Any, counts: list[int], backwards: bool) -> Any:
    """Return h, with h[t] = keep[t] * h[t - 1] + new[t] in each sentence; `backwards`, with h[t + 1].

    Rows are those of words in the order of their places: the first words of all sentences, of which there are
    `counts[0]`, then the second ones, and so on; longer sentences come first. A step is thus one operation
    on the words of a place, and nothing is padded.

    >>> half, ones = torch.full((4, 1), 0.5), torch.ones(4, 1)  # sentences of three words and of one
    >>> scan(half, ones, [2, 1, 1], False).view(-1).tolist()
    [1.0, 1.0, 1.5, 1.75]
    >>> scan(half, ones, [2, 1, 1], True).view(-1).tolist()
    [1.75, 1.0, 1.5, 1.0]
    """
    return _Scan.apply(keep, new, counts, backwards)


class _Scan(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, keep: Any, new: Any, counts: list[int], backwards: bool) -> Any:
        """Compute h."""
        h = new.clone()
        factors, steps = keep.split(counts), h.split(counts)
        for before, place in pairwise(_order(counts, backwards)):
            number = min(counts[place], counts[before])
            steps[place][:number].addcmul_(factors[place][:number], steps[before][:number])
        context.save_for_backward(keep, h)
        context.counts, context.backwards = counts, backwards
        return h

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any, None, None]:
        """Return the gradients: of `new` by a scan in the other direction, and with that of `keep`."""
        keep, h = context.saved_tensors
        counts = context.counts
        of_new, of_keep = gradient.clone(), torch.zeros_like(keep)
        factors, steps = keep.split(counts), of_new.split(counts)
        values, products = h.split(counts), of_keep.split(counts)
        # What was computed last has its whole gradient first.
        for place, before in pairwise(_order(counts, not context.backwards)):
            number = min(counts[place], counts[before])
            torch.mul(steps[place][:number], values[before][:number], out=products[place][:number])
            steps[before][:number].addcmul_(factors[place][:number], steps[place][:number])
        return of_keep, of_new, None, None


def _order(counts: list[int], backwards: bool) -> range:
    """Return the places in the order in which they are computed."""
    places = range(len(counts))
    return places[::-1] if backwards else places
