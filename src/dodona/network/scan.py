"""Linear recurrences over the words of sentences, in both directions, for torch."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import torch


class Places:
    """The places of the words of a batch in their sentences.

    Rows are in the order of these places: the first words of all sentences, of which there are `counts[0]`,
    then the second ones, and so on; longer sentences come first. A step to the next words is thus one
    operation on adjacent rows, and nothing is padded.
    """

    def __init__(self, counts: list[int], device: Any) -> None:
        self.counts, self.device = counts, device

    @cached_property
    def sources(self) -> list[Any]:
        """For distances of 1, 2, 4, …: what is computed so much earlier in each direction.

        The vectors of row r have the numbers 2r (forwards) and 2r + 1 (backwards). Where there is nothing
        earlier, it is the number after all of them.
        """
        return [self._numbers(late, early) for late, early in self._pairs]

    @cached_property
    def targets(self) -> list[Any]:
        """The same for those computed later."""
        return [self._numbers(early, late) for late, early in self._pairs]

    @cached_property
    def _pairs(self) -> list[tuple[Any, Any]]:
        """For each distance, the rows of words and of the words before them."""
        begins = np.concatenate([[0], np.cumsum(self.counts)])
        places = np.repeat(np.arange(len(self.counts)), self.counts)
        found, distance = [], 1
        while distance < len(self.counts):
            late = np.arange(begins[distance], begins[-1])
            found.append((late, late - begins[places[late]] + begins[places[late] - distance]))
            distance *= 2
        return found

    def _numbers(self, to: Any, of: Any) -> Any:
        numbers = np.full((sum(self.counts), 2), 2 * sum(self.counts))
        numbers[to, 0] = 2 * of
        numbers[of, 1] = 2 * to + 1
        return torch.from_numpy(numbers.reshape(-1)).to(self.device, non_blocking=True)


def scan(keep: Any, new: Any, places: Places) -> Any:
    """Return h, with h[t] = keep[t] * h[t - 1] + new[t] in each sentence.

    All have a row for each word, with two vectors: h[:, 0] runs forwards, h[:, 1] backwards (from h[t + 1]).

    >>> half, ones = torch.full((4, 2, 1), 0.5), torch.ones(4, 2, 1)  # sentences of three words and of one
    >>> scan(half, ones, Places([2, 1, 1], "cpu")).view(4, 2).T.tolist()
    [[1.0, 1.0, 1.5, 1.75], [1.75, 1.0, 1.5, 1.0]]
    """
    kind = ByDoubling if keep.is_cuda else ByPlaces
    return kind.apply(keep, new, places)


class ByPlaces(torch.autograd.Function):
    """One place after the other: the least arithmetic, for processors."""

    @staticmethod
    def forward(context: Any, keep: Any, new: Any, places: Places) -> Any:
        """Compute h."""
        h = new.clone()
        for direction, step in enumerate(_steps(places.counts)):
            factors, values = (each[:, direction].split(places.counts) for each in (keep, h))
            for before, place, number in step:
                values[place][:number].addcmul_(factors[place][:number], values[before][:number])
        context.save_for_backward(keep, h)
        context.counts = places.counts
        return h

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any, None]:
        """Return the gradients: of `new` by a scan in the other direction, and with that of `keep`."""
        keep, h = context.saved_tensors
        of_new, of_keep = gradient.clone(), torch.zeros_like(keep)
        for direction, step in enumerate(_steps(context.counts)):
            factors, values, news, keeps = (
                each[:, direction].split(context.counts) for each in (keep, h, of_new, of_keep)
            )
            for before, place, number in reversed(step):
                torch.mul(news[place][:number], values[before][:number], out=keeps[place][:number])
                news[before][:number].addcmul_(factors[place][:number], news[place][:number])
        return of_keep, of_new, None


def _steps(counts: list[int]) -> list[list[tuple[int, int, int]]]:
    """Return for each direction its steps: from a place, to another, in how many sentences."""
    forwards = [(before, after, counts[after]) for before, after in pairwise(range(len(counts)))]
    return [forwards, [(after, before, number) for before, after, number in reversed(forwards)]]


class ByDoubling(torch.autograd.Function):
    """All words at once, with words 1, 2, 4, … places away: the fewest operations, for GPUs."""

    @staticmethod
    def forward(context: Any, keep: Any, new: Any, places: Places) -> Any:
        """Compute h."""
        h = _doubled(_rows(keep), _rows(new), places.sources)
        context.save_for_backward(keep, h)
        context.places = places
        return h.view(new.shape)

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any, None]:
        """Return the gradients, as `ByPlaces`: what a word keeps scales that of the word before it."""
        keep, h = context.saved_tensors
        places = context.places
        if not places.targets:
            return torch.zeros_like(keep), gradient, None
        of_new = _doubled(_of_others(_rows(keep), places.targets[0]), _rows(gradient), places.targets)
        of_keep = of_new * _of_others(h, places.sources[0])
        return of_keep.view(keep.shape), of_new.view(keep.shape), None


def _doubled(keep: Any, new: Any, others: list[Any]) -> Any:
    h = new
    for numbers in others:
        h = torch.addcmul(h, keep, _of_others(h, numbers))
        keep = keep * _of_others(keep, numbers)
    return h


def _of_others(values: Any, numbers: Any) -> Any:
    """Return the vectors of other words, 0 where there is none."""
    return torch.cat([values, values.new_zeros(1, values.shape[1])])[numbers]


def _rows(vectors: Any) -> Any:
    return vectors.reshape(-1, vectors.shape[-1])
