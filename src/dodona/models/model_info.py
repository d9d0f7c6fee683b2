"""Checks of a model's metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dodona.confidence.calibration import Calibration, is_temperature
from dodona.errors import OptionError
from dodona.recipes.recipe import OPTIONS
from dodona.recipes.renamed import with_new_names

_COUNTS = ("sentences", "words", "several_roots", "dropped", "projectivised")


def checked_info(info: Any) -> dict[str, Any]:
    """Return `info` if training could have written it; an untrusted file may contain anything.

    >>> checked_info({"recipe": "stew"})
    Traceback (most recent call last):
        ...
    ValueError: invalid metadata: recipe
    """
    _need(isinstance(info, dict), "not a dictionary")
    info = _with_new_names(info)
    recipe, bank, dev, curve = (info.get(name) for name in ("recipe", "treebank", "dev", "curve"))
    _check_recipe(recipe)
    _need(isinstance(info.get("single_root"), bool) and isinstance(info.get("tag"), str), "options")
    # Early models have no entry for punctuation.
    punctuation = info.get("punctuation", "keep")
    _need(punctuation in OPTIONS["punctuation"].choices and punctuation != "auto", "options")
    templates = info.get("templates")
    _need(_has(templates, count=int) and isinstance(templates["name"], str), "templates")
    _need(_has(bank, **dict.fromkeys(_COUNTS, int)) and _is_name(bank), "treebank")
    _need(_is(bank.get("moved", 0), int), "treebank")
    _need("dev" in info and (dev is None or (_has(dev, words=int) and _is_name(dev))), "development data")
    point = {"epoch": int, "update_rate": float} | ({} if dev is None else {"uas": float, "las": float})
    _need(isinstance(curve, list) and all(_is_point(item, point) for item in curve), "learning curve")
    best = info.get("best_epoch")
    _need(_is(best, int) and 1 <= best <= len(curve), "best epoch")
    shortcuts = info.get("shortcuts")
    _need(
        shortcuts is None or (_has(shortcuts, contexts=int, share=float) and shortcuts["contexts"] >= 0),
        "shortcuts",
    )
    silver = info.get("silver")
    _need(
        silver is None or (_has(silver, sentences=int, words=int, share=float) and _is_name(silver)), "silver"
    )
    clusters = info.get("clusters")
    _need(clusters is None or _has(clusters, words=int, clusters=int), "clusters")
    _need(_are_constraints(info.get("constraints", {"below": {}, "beside": {}})), "constraints")
    _need(_is_calibration(info.get("calibration")), "calibration")
    temperature = info.get("temperature", 1.0)
    _need(_is(temperature, float) and is_temperature(temperature), "temperature")
    return dict(info)


def _with_new_names(info: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata of a model of Dodona 0.1 under the present names."""
    found = with_new_names(info)
    if isinstance(found.get("recipe"), dict):
        found["recipe"] = with_new_names(found["recipe"])
    return found


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"invalid metadata: {what}")


def _is(value: Any, kind: type) -> bool:
    """Return whether a value is a number of a type; integers count as floats."""
    return not isinstance(value, bool) and isinstance(value, (int, float) if kind is float else kind)


def _has(record: Any, **numbers: type) -> bool:
    return isinstance(record, Mapping) and all(_is(record.get(name), kind) for name, kind in numbers.items())


def _is_point(record: Any, numbers: Mapping[str, type]) -> bool:
    # Early models have no count of swaps.
    return _has(record, **numbers) and _is(record.get("swaps", 0), int)


def _is_name(record: Any) -> bool:
    return "name" in record and (record["name"] is None or isinstance(record["name"], str))


def _check_recipe(recipe: Any) -> None:
    """Check types and ranges as those of the options of `dodona.train`.

    Other versions may lack options and have others, or know other words, but parsing decodes `nonprojective`.
    """
    _need(isinstance(recipe, Mapping) and {"system", "nonprojective"} <= recipe.keys(), "recipe")
    for name, value in recipe.items():
        known = OPTIONS.get(name)
        if known is None or (known.kind is str and name != "nonprojective"):
            _need(isinstance(value, (str, int, float) if known is None else str), "recipe")
            continue
        try:
            known.checked(value)
        except OptionError as error:
            raise ValueError(f"invalid metadata: {error}") from error


def _are_constraints(kept: Any) -> bool:
    return (
        isinstance(kept, Mapping)
        and set(kept) == {"below", "beside"}
        and all(isinstance(table, Mapping) for table in kept.values())
        and all(_are_names(names) for table in kept.values() for names in table.values())
    )


def _are_names(names: Any) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def _is_calibration(kept: Any) -> bool:
    if kept is None:
        return True
    try:
        Calibration.of_dict(kept)
    except (ValueError, TypeError, KeyError, AttributeError):
        return False
    return True
