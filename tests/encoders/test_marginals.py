"""Probabilities of arcs by the matrix-tree theorem, compared with sums over all trees."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra encoder is not installed")
pytest.importorskip("transformers", reason="the extra encoder is not installed")


def is_tree(heads: tuple[int, ...]) -> bool:
    for word in range(1, len(heads) + 1):
        seen = set()
        while word != 0 and word not in seen:
            seen.add(word)
            word = heads[word - 1]
        if word != 0:
            return False
    return True


def by_all_trees(scores: np.ndarray, single_root: bool) -> tuple[np.ndarray, float]:
    words = len(scores)
    weights = np.zeros(scores.shape)
    for heads in product(range(words + 1), repeat=words):
        if is_tree(heads) and (not single_root or heads.count(0) == 1):
            weight = np.exp(sum(scores[word, head] for word, head in enumerate(heads)))
            for word, head in enumerate(heads):
                weights[word, head] += weight
    return weights / weights[0].sum(), float(np.log(weights[0].sum()))


@pytest.mark.parametrize("single_root", [False, True])
def test_marginals_are_sums_over_all_trees(single_root: bool) -> None:
    import torch

    from dodona.encoders.marginals import marginals

    random = np.random.default_rng(1)
    lengths = [1, 2, 3, 4, 5, 5]
    scores = random.normal(0, 3, (len(lengths), 5, 6))
    found, log_sums = marginals(torch.from_numpy(scores), torch.tensor(lengths), single_root)
    for sentence, words in enumerate(lengths):
        right, log_sum = by_all_trees(scores[sentence, :words, : words + 1], single_root)
        assert found[sentence, :words, : words + 1].numpy() == pytest.approx(right, abs=1e-6)
        assert float(log_sums[sentence]) == pytest.approx(log_sum, abs=1e-6)
        assert not found[sentence, words:].any() and not found[sentence, :, words + 1 :].any()


@pytest.mark.parametrize("single_root", [False, True])
def test_extreme_scores_give_probabilities(single_root: bool) -> None:
    import torch

    from dodona.encoders.marginals import marginals

    scores = np.full((1, 30, 31), -300.0)
    for word in range(0, 30, 2):  # pairs of words that prefer each other
        scores[0, word, word + 2] = scores[0, word + 1, word + 1] = 300.0
    found, log_sum = marginals(torch.from_numpy(scores), torch.tensor([30]), single_root)
    assert found.sum(2).numpy() == pytest.approx(1, abs=1e-3)
    assert np.isfinite(log_sum.numpy()).all()
