"""Greedy selection while values decrease."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator


def best_first(places: Iterable[int], worth: Callable[[int], float]) -> Iterator[int]:
    """Yield indices from the best on, while values may fall but never rise.

    An old value is therefore an upper bound, and only the top of the queue needs to be evaluated again.

    >>> worth = {3: 0.5, 4: 0.9, 5: 0.8}
    >>> order = best_first(worth, worth.__getitem__)
    >>> next(order)
    4
    >>> worth[5] = 0.1
    >>> list(order)
    [3, 5]
    """
    waiting = [(-worth(place), place) for place in places]
    heapq.heapify(waiting)
    while waiting:
        was, place = waiting[0]
        now = -worth(place)
        if now > was:
            heapq.heapreplace(waiting, (now, place))
        else:
            heapq.heappop(waiting)
            yield place
