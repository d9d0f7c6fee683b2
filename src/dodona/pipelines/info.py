"""What a pipeline says of itself, looked at before anything relies on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def checked_info(info: Any) -> dict[str, Any]:
    """Return `info` if it is what training writes; a file from a stranger may say anything.

    >>> checked_info({"jackknife": "yes"})
    Traceback (most recent call last):
        ...
    ValueError: what it says of itself makes no sense
    """
    good = isinstance(info, dict) and all(isinstance(name, str) for name in info)
    if good:
        words = ("language", "treebank", "licence")
        good = (
            isinstance(info.get("jackknife", 0), int)
            and all(isinstance(info.get(name, ""), str) for name in words)
            and isinstance(info.get("scores", {}), dict)
            and all(_is_figures(figures) for figures in info.get("scores", {}).values())
        )
    if not good:
        raise ValueError("what it says of itself makes no sense")
    return dict(info)


def checked_options(info: Any) -> dict[str, Any]:
    """Return what a tagger or a tokeniser says of its training, if it is numbers by name."""
    if not isinstance(info, dict) or not all(isinstance(value, (int, float)) for value in info.values()):
        raise ValueError("what it says of its training makes no sense")
    return dict(info)


def _is_figures(figures: Any) -> bool:
    return isinstance(figures, Mapping) and all(isinstance(value, (int, float)) for value in figures.values())
