"""Confidences in CoNLL-U: in MISC for words, in comments for sentences."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.confidences import Confidences
from dodona.conversion.conll import convert
from dodona.treebank.treebank import Treebank

_HEAD, _LABEL, _TREE, _LOOK = "HeadConf", "LabelConf", "tree_conf", "look_at"


def with_confidences(found: Confidences) -> Treebank:
    """Return the parsed treebank with its confidences in MISC and in comments.

    Words get `HeadConf=0.981|LabelConf=0.964` in MISC, sentences the comment `# tree_conf = 0.412`. They
    replace those of an earlier parse.
    """
    found = found.replaced(parsed=_as_conllu(found.parsed))
    misc = [
        _with(text, f"{head:.3f}", f"{label:.3f}")
        for text, head, label in zip(
            found.parsed.column("misc"), found.heads.tolist(), found.labels.tolist(), strict=True
        )
    ]
    comments = [
        [*_others(sentence.comments, _TREE), f"# {_TREE} = {tree:.3f}"]
        for sentence, tree in zip(found.parsed, found.trees.tolist(), strict=True)
    ]
    lists = [misc[begin:end] for begin, end in pairwise(found.parsed.offsets.tolist())]
    return found.parsed.replace(misc=lists, comments=comments)


def without_confidences(treebank: Treebank) -> Treebank:
    """Return a treebank without the confidences of an earlier parse."""
    if not any(treebank._core.mentions(name) for name in (f"{_HEAD}=", f"{_TREE} =", f"{_LOOK} =")):
        return treebank
    misc = ["|".join(_kept(text)) or "_" for text in treebank.column("misc")]
    lists = [misc[begin:end] for begin, end in pairwise(treebank.offsets.tolist())]
    comments = [_others(_others(sentence.comments, _TREE), _LOOK) for sentence in treebank]
    return treebank.replace(misc=lists, comments=comments)


def doubtful(found: Confidences, below: float) -> list[NDArray[np.int64]]:
    """Return for each sentence the words (from 1) whose confidence in head or label is less than `below`."""
    unsure = np.minimum(found.heads, found.labels) < below
    sentences = pairwise(found.parsed.offsets.tolist())
    return [np.flatnonzero(unsure[begin:end]) + 1 for begin, end in sentences]


def with_doubts(treebank: Treebank, words: list[NDArray[np.int64]]) -> Treebank:
    """Return a treebank with a comment `# look_at = 4 7` in sentences with doubtful words."""
    treebank = _as_conllu(treebank)
    comments = []
    for sentence, doubts in zip(treebank, words, strict=True):
        others = _others(sentence.comments, _LOOK)
        comments.append([*others, f"# {_LOOK} = {' '.join(map(str, doubts))}"] if len(doubts) else others)
    return treebank.replace(comments=comments)


def _with(misc: str, head: str, label: str) -> str:
    """Return MISC with the confidences of a word."""
    return "|".join([*_kept(misc), f"{_HEAD}={head}", f"{_LABEL}={label}"])


def _kept(misc: str) -> list[str]:
    """Return the items of MISC other than confidences."""
    ours = (f"{_HEAD}=", f"{_LABEL}=")
    return [item for item in misc.split("|") if item not in ("_", "") and not item.startswith(ours)]


def _others(comments: list[str], name: str) -> list[str]:
    return [line for line in comments if line.lstrip("# ").partition("=")[0].strip() != name]


def _as_conllu(treebank: Treebank) -> Treebank:
    """Return a treebank as CoNLL-U, which has MISC and comments."""
    return treebank if treebank.format == "conllu" else convert(treebank, "conllu")
