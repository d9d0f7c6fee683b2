"""Probabilities of arcs over all trees, by the matrix-tree theorem (Koo et al. 2007)."""

from __future__ import annotations

from typing import Any

import torch

from dodona.encoders.network import FORBIDDEN

#: The least weight of an arc, relative to the best arc of its word: with less, sums would lose their digits
#: where the best arcs are cycles.
_LEAST = 1e-10


def marginals(scores: Any, lengths: Any, single_root: bool) -> tuple[Any, Any]:
    """Return the probability of every arc, and the logarithm of the sum over all trees.

    The probability of a tree is proportional to the exponential of its score. `scores` are by sentence, word
    and head, of which head 0 is the root; those of padding and of words as their own heads are ignored.
    """
    width = scores.shape[1]
    device = scores.device
    scores = scores.double()
    words = torch.arange(width, device=device)
    real = words < lengths[:, None]
    own = torch.eye(width, dtype=torch.bool, device=device)
    # Scores relative to the best head of each word: exponentials are at most 1, and sums at least 1.
    allowed = torch.cat([real[:, :, None], (real[:, :, None] & real[:, None, :]) & ~own], 2)
    scores = scores.masked_fill(~allowed, FORBIDDEN)
    best = scores.amax(2, keepdim=True).masked_fill(~real[:, :, None], 0)
    weights = (scores - best).exp().masked_fill(~allowed, 0)
    weights = torch.where(allowed, weights.clamp(min=_LEAST), weights)
    root, arcs = weights[:, :, 0], weights[:, :, 1:]
    laplacian = torch.diag_embed(arcs.sum(2)) - arcs
    if single_root:  # its first column is replaced by the weights of roots
        laplacian = torch.cat([root[:, :, None], laplacian[:, :, 1:]], 2)
    else:
        laplacian = laplacian + torch.diag_embed(root)
    laplacian = torch.where(
        (real[:, :, None] & real[:, None, :]), laplacian, own.to(laplacian.dtype)
    )  # padding: the identity
    inverse = torch.linalg.inv(laplacian)
    log_sum = torch.linalg.slogdet(laplacian)[1] + best.sum((1, 2))
    # d log det / d weight, by the chain rule through the cells of the Laplacian.
    diagonal = inverse.diagonal(dim1=1, dim2=2)
    turned = inverse.transpose(1, 2)  # the derivative by cell (i, j) is inverse[j, i]
    if single_root:
        by_root = inverse[:, 0, :]
        first = words == 0
        by_arc = torch.where(first, 0.0, diagonal)[:, :, None] - torch.where(first, 0.0, turned)
    else:
        by_root = diagonal
        by_arc = diagonal[:, :, None] - turned
    found = torch.cat([(root * by_root)[:, :, None], arcs * by_arc], 2)
    return found.clamp(0, 1), log_sum
