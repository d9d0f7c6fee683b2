"""Things from the best on, while what is taken makes others worth less."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator


def best_first(places: Iterable[int], worth: Callable[[int], float]) -> Iterator[int]:
    """Go through places from the best on; meanwhile their worth may fall, but never rise.

    So what a place was worth is a bound, and only what comes to the top needs to be looked at again.

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
