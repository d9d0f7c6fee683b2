"""Checks of a pipeline's metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dodona.errors import is_whole

#: The greatest width of a tagger's beam.
WIDEST = 1000


def checked_info(info: Any) -> dict[str, Any]:
    """Return `info` if training could have written it; an untrusted file may contain anything.

    >>> checked_info({"jackknife": "yes"})
    Traceback (most recent call last):
        ...
    ValueError: invalid metadata
    """
    good = isinstance(info, dict) and all(isinstance(name, str) for name in info)
    if good:
        words = ("language", "treebank", "licence")
        good = (
            isinstance(info.get("jackknife", 0), int)
            and all(isinstance(info.get(name, ""), str) for name in words)
            and isinstance(info.get("scores", {}), dict)
            and all(_is_figures(figures) for figures in info.get("scores", {}).values())
            and _are_frequent(info.get("frequent_words", {"words": [], "share": 0.0}))
        )
    if not good:
        raise ValueError("invalid metadata")
    return dict(info)


def checked_options(info: Any) -> dict[str, Any]:
    """Return the training options of a tagger or a tokeniser if they are numbers by name."""
    if not isinstance(info, dict) or not all(isinstance(value, (int, float)) for value in info.values()):
        raise ValueError("invalid metadata: training options")
    if "beam" in info and not (is_whole(info["beam"]) and 1 <= info["beam"] <= WIDEST):
        raise ValueError("invalid metadata: beam")
    return dict(info)


def _are_frequent(words: Any) -> bool:
    return (
        isinstance(words, Mapping)
        and set(words) == {"words", "share"}
        and isinstance(words["words"], list)
        and all(isinstance(word, str) for word in words["words"])
        and isinstance(words["share"], (int, float))
    )


def _is_figures(figures: Any) -> bool:
    return isinstance(figures, Mapping) and all(isinstance(value, (int, float)) for value in figures.values())
