"""Checks of the metadata of a model with an encoder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dodona.confidence.calibration import Calibration


def checked_info(info: Any) -> dict[str, Any]:
    """Return `info` if training could have written it; an untrusted file may contain anything.

    >>> checked_info({"recipe": "stew"})
    Traceback (most recent call last):
        ...
    ValueError: invalid metadata
    """
    good = isinstance(info, dict) and all(
        isinstance(info.get(name), kind)
        for name, kind in (
            ("recipe", Mapping),
            ("treebank", Mapping),
            ("dev", (Mapping, type(None))),
            ("curve", list),
            ("best_epoch", int),
            ("single_root", bool),
        )
    )
    if good:
        curve, measures = info["curve"], ["loss"] if info["dev"] is None else ["loss", "uas", "las", "upos"]
        banks = [info["treebank"], *([] if info["dev"] is None else [info["dev"]])]
        good = (
            1 <= info["best_epoch"] <= len(curve)
            and all(
                isinstance(each, Mapping) and all(_is_number(each.get(m)) for m in measures) for each in curve
            )
            and all(_is_number(each.get("words")) for each in banks)
            and all(isinstance(each.get("name", 0), (str, type(None))) for each in banks)
            and _is_number(info["treebank"].get("sentences"))
            and all(isinstance(value, (str, int, float)) for value in info["recipe"].values())
        )
    if not good:
        raise ValueError("invalid metadata")
    if info.get("calibration") is not None:
        Calibration.of_dict(info["calibration"], ("marginals",))
    return dict(info)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
