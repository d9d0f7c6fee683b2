"""Crossing arcs: from trees as they are to trees as a parser learns them, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dodona.treebank.treebank import Treebank

#: What is done to crossing arcs without leaving a mark in labels.
_UNMARKED = ("keep", "drop", "baseline")


def as_learnt(treebank: Treebank, info: Mapping[str, Any]) -> Treebank:
    """Return trees as a parser with this `info` was trained to build them.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> as_learnt(trees, {"recipe": {"nonprojective": "keep"}}) is trees
    True
    """
    how, punctuation = _choices(info)
    if punctuation != "keep":
        treebank = treebank.move_punctuation(mark=punctuation == "mark")
    if how == "keep":
        return treebank
    return treebank.projectivise("baseline" if how == "drop" else how)


def as_meant(parsed: Treebank, info: Mapping[str, Any]) -> Treebank:
    """Return what a parser built with the marks in its labels followed back to crossing arcs.

    >>> trees = Treebank.from_lists([["Oaks", "speak"]], heads=[[2, 0]], labels=[["nsubj", "root"]])
    >>> as_meant(trees, {"recipe": {"nonprojective": "baseline"}}) is trees
    True
    """
    how, punctuation = _choices(info)
    if how not in _UNMARKED:
        parsed = parsed.deprojectivise(how)
    return parsed.put_punctuation_back() if punctuation == "mark" else parsed


def moves_punctuation(info: Mapping[str, Any]) -> bool:
    """Whether a parser has learnt from trees in which punctuation crosses nothing, and cannot build others.

    >>> moves_punctuation({"recipe": {"nonprojective": "head"}, "punctuation": "mark"})
    True
    """
    how, punctuation = _choices(info)
    return how != "keep" and punctuation != "keep"


def marked_labels(labels: Sequence[str], info: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the labels that would move an arc to another head.

    >>> marked_labels(["obj", "obj↑nsubj", "root"], {"recipe": {"nonprojective": "head"}})
    [1]
    """
    how, punctuation = _choices(info)
    marks = ("↑" if how not in _UNMARKED else "") + ("⇢" if punctuation == "mark" else "")
    return [number for number, label in enumerate(labels) if any(mark in label for mark in marks)]


def _choices(info: Mapping[str, Any]) -> tuple[str, str]:
    """Return what was done to crossing arcs, and to punctuation, which the first models left alone."""
    return info["recipe"]["nonprojective"], info.get("punctuation", "keep")
