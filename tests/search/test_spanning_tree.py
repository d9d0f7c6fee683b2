"""Maximum spanning trees from arrays of scores; the C++ tests compare them with all trees."""

from __future__ import annotations

import numpy as np
import pytest

from dodona import _core


def test_a_cycle_of_best_heads_is_broken_where_it_costs_least() -> None:
    scores = np.array(
        [[1, 0, 9, 0], [2, 9, 0, 0], [0, 0, 5, 0]], np.float32
    )  # words 1 and 2 prefer each other
    heads = _core.spanning_trees(scores.ravel(), np.array([0, 3]), single_root=False)
    assert heads.tolist() == [2, 0, 2]


def test_a_single_root_is_the_best_of_all_roots() -> None:
    scores = np.array([[9, 0, 1], [9, 5, 0]], np.float32).ravel()
    offsets = np.array([0, 2])
    assert _core.spanning_trees(scores, offsets, single_root=False).tolist() == [0, 0]
    assert _core.spanning_trees(scores, offsets, single_root=True).tolist() == [0, 1]


def test_scores_that_are_not_finite_are_refused() -> None:
    with pytest.raises(ValueError, match="not finite"):
        _core.spanning_trees(np.array([np.nan, 0], np.float32), np.array([0, 1]), single_root=True)
