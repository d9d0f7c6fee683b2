"""Linear recurrences over the words of sentences, for torch."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import torch


class Places:
    """The places of the words of a batch in their sentences.

    Rows are in the order of these places: the first words of all sentences, of which there are `counts[0]`,
    then the second ones, and so on; longer sentences come first. A step to the next words is thus one operation
    on adjacent rows, and nothing is padded.
    """

    def __init__(self, counts: list[int], device: Any) -> None:
        self.counts, self.device = counts, device

    def order(self, backwards: bool) -> range:
        """Return the places in the order in which they are computed."""
        places = range(len(self.counts))
        return places[::-1] if backwards else places

    @cached_property
    def before(self) -> list[Any]:
        """For distances of 1, 2, 4, …: the row of the word so far before each, or the number of rows."""
        return [self._moved(early, late) for late, early in self._pairs]

    @cached_property
    def after(self) -> list[Any]:
        """The same of the words after each."""
        return [self._moved(late, early) for late, early in self._pairs]

    @cached_property
    def _pairs(self) -> list[tuple[Any, Any]]:
        begins = np.concatenate([[0], np.cumsum(self.counts)])
        places = np.repeat(np.arange(len(self.counts)), self.counts)
        found, distance = [], 1
        while distance < len(self.counts):
            late = np.arange(begins[distance], begins[-1])
            place = places[late]
            found.append((late, late - begins[place] + begins[place - distance]))
            distance *= 2
        return found

    def _moved(self, sources: Any, targets: Any) -> Any:
        total = sum(self.counts)
        rows = np.full(total, total)
        rows[targets] = sources
        return torch.from_numpy(rows).to(self.device, non_blocking=True)


def scan(keep: Any, new: Any, places: Places, backwards: bool) -> Any:
    """Return h, with h[t] = keep[t] * h[t - 1] + new[t] in each sentence; `backwards`, with h[t + 1].

    >>> half, ones = torch.full((4, 1), 0.5), torch.ones(4, 1)  # sentences of three words and of one
    >>> scan(half, ones, Places([2, 1, 1], "cpu"), False).view(-1).tolist()
    [1.0, 1.0, 1.5, 1.75]
    >>> scan(half, ones, Places([2, 1, 1], "cpu"), True).view(-1).tolist()
    [1.75, 1.0, 1.5, 1.0]
    """
    kind = ByDoubling if keep.is_cuda else ByPlaces
    return kind.apply(keep, new, places, backwards)


class ByPlaces(torch.autograd.Function):
    """One place after the other: the least arithmetic, for processors."""

    @staticmethod
    def forward(context: Any, keep: Any, new: Any, places: Places, backwards: bool) -> Any:
        """Compute h."""
        h, counts = new.clone(), places.counts
        factors, steps = keep.split(counts), h.split(counts)
        for before, place in pairwise(places.order(backwards)):
            number = min(counts[place], counts[before])
            steps[place][:number].addcmul_(factors[place][:number], steps[before][:number])
        context.save_for_backward(keep, h)
        context.places, context.backwards = places, backwards
        return h

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any, None, None]:
        """Return the gradients: of `new` by a scan in the other direction, and with that of `keep`."""
        keep, h = context.saved_tensors
        places, counts = context.places, context.places.counts
        of_new, of_keep = gradient.clone(), torch.zeros_like(keep)
        factors, steps = keep.split(counts), of_new.split(counts)
        values, products = h.split(counts), of_keep.split(counts)
        # What was computed last has its whole gradient first.
        for place, before in pairwise(places.order(not context.backwards)):
            number = min(counts[place], counts[before])
            torch.mul(steps[place][:number], values[before][:number], out=products[place][:number])
            steps[before][:number].addcmul_(factors[place][:number], steps[place][:number])
        return of_keep, of_new, None, None


class ByDoubling(torch.autograd.Function):
    """All words at once, with words 1, 2, 4, … places away: the fewest operations, for GPUs."""

    @staticmethod
    def forward(context: Any, keep: Any, new: Any, places: Places, backwards: bool) -> Any:
        """Compute h."""
        back, on = (places.after, places.before) if backwards else (places.before, places.after)
        h = _doubled(keep, new, back)
        context.save_for_backward(keep, h)
        context.back, context.on = back, on
        return h

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any, None, None]:
        """Return the gradients, as `ByPlaces`: the factor of a word is that of the one computed after it."""
        keep, h = context.saved_tensors
        if not context.back:
            return torch.zeros_like(keep), gradient, None, None
        of_new = _doubled(_of_others(keep, context.on[0]), gradient, context.on)
        return of_new * _of_others(h, context.back[0]), of_new, None, None


def _doubled(keep: Any, new: Any, others: list[Any]) -> Any:
    h = new
    for rows in others:
        h = torch.addcmul(h, keep, _of_others(h, rows))
        keep = keep * _of_others(keep, rows)
    return h


def _of_others(values: Any, rows: Any) -> Any:
    """Return the rows of other words, 0 where there is none."""
    return torch.cat([values, values.new_zeros(1, values.shape[1])])[rows]
