"""Vertical positions of the nodes of a layered graph, with lines as straight as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from dodona.drawing.layers import Layers, neighbours

#: The number of passes; after that no node moves by a pixel in drawings of usual size.
_SWEEPS = 24
#: The weight of an edge between two dummy nodes: a bend there looks worse than one at a node.
_PASSING = 8.0


def levels(layers: Layers, heights: Sequence[float], gap: float) -> list[float]:
    """Return the middle of each node; 0 is the top of the drawing.

    `heights` has the height of each real node; dummy nodes have none. Each node moves to the mean level of
    its neighbours, while the nodes of a column keep their order and a `gap` between them.

    >>> from dodona.drawing.layers import layered
    >>> levels(layered([0, 1, 1, 2], [(0, 1), (0, 2), (1, 3), (2, 3)]), [10] * 4, gap=10)
    [15.0, 5.0, 25.0, 15.0]
    """
    high = [*heights, *[0.0] * (sum(map(len, layers.columns)) - layers.real)]
    left, right = neighbours(layers, len(high))
    level = [0.0] * len(high)

    def distance(upper: int, lower: int) -> float:
        return (high[upper] + high[lower]) / 2 + gap

    def weight(node: int, other: int) -> float:
        return _PASSING if node >= layers.real and other >= layers.real else 1.0

    def place(column: list[int], joined: Callable[[int], list[int]]) -> None:
        wanted, weights = [], []
        for node in column:
            by = [(weight(node, other), level[other]) for other in joined(node)] or [(1.0, level[node])]
            weights.append(sum(each for each, _ in by))
            wanted.append(sum(each * where for each, where in by) / weights[-1])
        distances = [distance(*pair) for pair in pairwise(column)]
        for node, where in zip(column, apart(wanted, weights, distances), strict=True):
            level[node] = where

    for column in layers.columns:
        place(column, left.__getitem__)
    for sweep in range(_SWEEPS):
        for column in layers.columns if sweep % 2 else reversed(layers.columns):
            place(column, lambda node: left[node] + right[node])
    top = min(where - tall / 2 for where, tall in zip(level, high, strict=True))
    return [where - top for where in level]


def apart(wanted: Sequence[float], weights: Sequence[float], distances: Sequence[float]) -> list[float]:
    """Return the positions nearest to the wanted ones that keep the order and the distances.

    Least squares, by pooling adjacent violators (Ayer et al. 1955): nodes that come too close move together.

    >>> apart([0, 0, 9], [1, 1, 1], [4, 4])
    [-2.0, 2.0, 9.0]
    """
    offsets = [0.0]
    for distance in distances:
        offsets.append(offsets[-1] + distance)
    pools: list[tuple[float, float, int]] = []  # the weighted sum of positions, the weights, and the count
    for where, weight, offset in zip(wanted, weights, offsets, strict=True):
        pool = ((where - offset) * weight, weight, 1)
        while pools and pools[-1][0] * pool[1] >= pool[0] * pools[-1][1]:
            before = pools.pop()
            pool = (before[0] + pool[0], before[1] + pool[1], before[2] + pool[2])
        pools.append(pool)
    places = [total / weight for total, weight, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(places, offsets, strict=True)]
