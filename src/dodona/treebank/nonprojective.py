"""Encode non-projective trees as a model's recipe says, and decode them after parsing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dodona.treebank.treebank import Treebank

#: The choices for non-projective arcs that put no marks into labels.
_UNMARKED = ("keep", "drop", "baseline")


def encode_nonprojective(treebank: Treebank, info: Mapping[str, Any]) -> Treebank:
    """Return trees encoded as in the training of a model with this `info`.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> encode_nonprojective(trees, {"recipe": {"nonprojective": "keep"}}) is trees
    True
    """
    how, punctuation = _choices(info)
    if punctuation != "keep":
        treebank = treebank.move_punctuation(mark=punctuation == "mark")
    if how == "keep":
        return treebank
    return treebank.projectivise("baseline" if how == "drop" else how)


def decode_nonprojective(parsed: Treebank, info: Mapping[str, Any]) -> Treebank:
    """Return a model's trees with marked arcs and punctuation moved back to where their labels say.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> decode_nonprojective(trees, {"recipe": {"nonprojective": "baseline"}}) is trees
    True
    """
    how, punctuation = _choices(info)
    if how not in _UNMARKED:
        parsed = parsed.deprojectivise(how)
    return parsed.put_punctuation_back() if punctuation == "mark" else parsed


def moves_punctuation(info: Mapping[str, Any]) -> bool:
    """Return whether training moved punctuation so that it crosses no arc.

    >>> moves_punctuation({"recipe": {"nonprojective": "head"}, "punctuation": "mark"})
    True
    """
    how, punctuation = _choices(info)
    return how != "keep" and punctuation != "keep"


def marked_labels(labels: Sequence[str], info: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the labels whose marks move an arc to another head.

    >>> marked_labels(["obj", "obj↑nsubj", "root"], {"recipe": {"nonprojective": "head"}})
    [1]
    """
    how, punctuation = _choices(info)
    marks = ("↑" if how not in _UNMARKED else "") + ("⇢" if punctuation == "mark" else "")
    return [number for number, label in enumerate(labels) if any(mark in label for mark in marks)]


def _choices(info: Mapping[str, Any]) -> tuple[str, str]:
    """Return what training did to non-projective arcs and to punctuation (which early models kept)."""
    return info["recipe"]["nonprojective"], info.get("punctuation", "keep")
