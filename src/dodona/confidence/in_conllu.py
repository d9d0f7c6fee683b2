"""Confidences written into CoNLL-U: into MISC for words, into comments for sentences."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dodona.confidence.confidences import Confidences
from dodona.conversion.conll import convert
from dodona.treebank.treebank import Treebank

_HEAD, _LABEL, _TREE, _LOOK = "HeadConf", "LabelConf", "tree_conf", "look_at"


def with_confidences(found: Confidences) -> Treebank:
    """Return the parsed treebank with its confidences in it.

    Words get `HeadConf=0.981|LabelConf=0.964` in MISC, sentences the comment `# tree_conf = 0.412`; what an
    earlier parse has left there goes.
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
    """Return a treebank without the confidences of an earlier parse, which would contradict a new one."""
    if not any(treebank._core.mentions(name) for name in (f"{_HEAD}=", f"{_TREE} =", f"{_LOOK} =")):
        return treebank
    misc = ["|".join(_kept(text)) or "_" for text in treebank.column("misc")]
    lists = [misc[begin:end] for begin, end in pairwise(treebank.offsets.tolist())]
    comments = [_others(_others(sentence.comments, _TREE), _LOOK) for sentence in treebank]
    return treebank.replace(misc=lists, comments=comments)


def doubtful(found: Confidences, below: float) -> list[NDArray[np.int64]]:
    """Return for each sentence its words, counted from 1, whose head or label is less sure than `below`."""
    unsure = np.minimum(found.heads, found.labels) < below
    sentences = pairwise(found.parsed.offsets.tolist())
    return [np.flatnonzero(unsure[begin:end]) + 1 for begin, end in sentences]


def with_doubts(treebank: Treebank, words: list[NDArray[np.int64]]) -> Treebank:
    """Return a treebank whose sentences say in a comment which of their words are worth a look, if any are.

    The comment is `# look_at = 4 7`.
    """
    treebank = _as_conllu(treebank)
    comments = []
    for sentence, doubts in zip(treebank, words, strict=True):
        others = _others(sentence.comments, _LOOK)
        comments.append([*others, f"# {_LOOK} = {' '.join(map(str, doubts))}"] if len(doubts) else others)
    return treebank.replace(comments=comments)


def _with(misc: str, head: str, label: str) -> str:
    """Return what MISC says, and how sure the parser is."""
    return "|".join([*_kept(misc), f"{_HEAD}={head}", f"{_LABEL}={label}"])


def _kept(misc: str) -> list[str]:
    """Return what MISC says besides confidences."""
    ours = (f"{_HEAD}=", f"{_LABEL}=")
    return [item for item in misc.split("|") if item not in ("_", "") and not item.startswith(ours)]


def _others(comments: list[str], name: str) -> list[str]:
    return [line for line in comments if line.lstrip("# ").partition("=")[0].strip() != name]


def _as_conllu(treebank: Treebank) -> Treebank:
    """Return a treebank in the format that has a column for it, and comments."""
    return treebank if treebank.format == "conllu" else convert(treebank, "conllu")
