"""Votes: the tree that maximises the sum of the confidences of several parsers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.confidence.confidences import Confidences
from dodona.parsing.constraints import Constraints, breaks
from dodona.treebank.sentence import Sentence
from dodona.treebank.treebank import Treebank

#: About this many scores of arcs are in memory at a time.
_SCORES = 1 << 24
#: Log probabilities of trees add up; none is less than this for a word.
_LEAST = 1e-9


def elected(
    found: Sequence[Confidences],
    *,
    single_root: bool,
    threads: int,
    constraints: Constraints | None = None,
) -> Confidences:
    """Return the trees with the largest sums of confidences of several parses of a treebank.

    Where such a tree breaks a constraint, that of the parser with the largest sum replaces it.

    An arc gets the confidences of the parsers that chose it; no other arc is considered. The label of an arc
    is the one with the largest sum of confidences in labels among those parsers. The confidence in a head or
    a label is its sum, divided by the number of parsers; that in a tree is the product over its words.
    """
    first, number = found[0].parsed, len(found)
    heads = np.stack([each.parsed.heads for each in found])
    weights = np.stack([each.heads for each in found])
    chosen = heads[0].copy()
    differ = np.add.reduceat((heads != chosen).any(axis=0), first.offsets[:-1]) if len(first) else np.zeros(0)
    for sentences in _portions(np.flatnonzero(differ), np.diff(first.offsets)):
        words = _words_of(sentences, first.offsets)
        lengths = np.diff(first.offsets)[sentences]
        offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        scores = _scores(heads[:, words], weights[:, words], lengths)
        chosen[words] = _core.spanning_trees(scores, offsets, single_root, threads)
    agree = heads == chosen
    labels = np.stack([np.asarray(each.parsed._core.ids(_core.Text.label)) for each in found])
    sure = np.stack([each.labels for each in found])
    support = np.stack([((labels == own) * sure * agree).sum(axis=0) for own in labels])
    best = np.where(agree, support, -1).argmax(axis=0)
    label = labels[best, np.arange(len(chosen))]
    sums = _sums_of_heads(heads, weights)
    if constraints is not None:
        differ = (heads != chosen).any(axis=0) | (labels != label).any(axis=0)
        _keep(constraints, _with_trees(first, chosen, label), found, differ, sums, (chosen, label))
        agree = heads == chosen
    of_heads = (weights * agree).sum(axis=0) / number
    others = np.where(agree, 0, sums).max(axis=0, initial=0) / number
    of_labels = ((labels == label) * sure).sum(axis=0) / number
    logs = np.log(np.maximum(np.minimum(of_heads, of_labels), _LEAST))
    sentence = np.repeat(np.arange(len(first)), np.diff(first.offsets))
    trees = np.exp(np.bincount(sentence, logs, len(first)))
    return Confidences(
        _with_trees(first, chosen, label),
        of_heads.astype(np.float32),
        of_labels.astype(np.float32),
        trees.astype(np.float32),
        (of_heads - others).astype(np.float32),
        np.zeros(len(chosen), bool),
    )


def _keep(
    constraints: Constraints,
    elected: Treebank,
    found: Sequence[Confidences],
    differ: NDArray[np.bool_],
    sums: NDArray[np.float32],
    chosen: tuple[NDArray[np.int32], NDArray[np.integer]],
) -> None:
    """Replace trees that break a constraint by the one of a parser with most votes, if any keeps it."""
    for place, (begin, end) in enumerate(pairwise(elected.offsets.tolist())):
        if not differ[begin:end].any() or not _breaks(elected[place], constraints):
            continue
        keeping = [n for n, each in enumerate(found) if not _breaks(each.parsed[place], constraints)]
        if keeping:
            best = found[max(keeping, key=lambda n: float(sums[n, begin:end].sum()))].parsed
            for column, own in zip(chosen, (best.heads, best._core.ids(_core.Text.label)), strict=True):
                column[begin:end] = own[begin:end]


def _breaks(sentence: Sentence, constraints: Constraints) -> bool:
    return breaks(sentence.heads.tolist(), sentence.labels, constraints)


def _portions(sentences: NDArray[np.int64], lengths: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Split sentences so that the arcs of each portion fit into memory, or into one sentence."""
    if not len(sentences):
        return
    portion = np.cumsum(lengths[sentences] * (lengths[sentences] + 1)) // _SCORES
    for each in np.unique(portion):
        yield sentences[portion == each]


def _words_of(sentences: NDArray[np.int64], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the words of some sentences."""
    return np.concatenate([np.arange(offsets[each], offsets[each + 1]) for each in sentences])


def _scores(
    heads: NDArray[np.int32], weights: NDArray[np.float32], lengths: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return a score for each possible arc of some sentences; those without votes can never win."""
    rows = np.repeat(lengths + 1, lengths)
    begins = np.cumsum(rows) - rows
    hopeless = -len(heads) * (lengths.max() + 1)
    scores = np.full(int(rows.sum()), hopeless, np.float32)
    for own, weight in zip(heads, weights, strict=True):
        scores[begins + own] = np.maximum(scores[begins + own], 0) + weight
    return scores


def _sums_of_heads(heads: NDArray[np.int32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return for each parser and word the sum of the confidences in the head that the parser chose."""
    return np.stack([((heads == own) * weights).sum(axis=0) for own in heads])


def _with_trees(parsed: Treebank, heads: NDArray[np.int32], labels: NDArray[np.integer]) -> Treebank:
    ids, numbers = np.unique(labels, return_inverse=True)
    names = parsed._core.strings(ids)
    core = parsed._core.with_heads(heads)
    return Treebank._of(
        core.with_choices(_core.Text.label, names, numbers.astype(np.int32)) if len(heads) else core,
        parsed.source,
    )
