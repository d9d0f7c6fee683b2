"""What identifies a run: its options and data."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from dodona.training.silver import Silver
from dodona.treebank.treebank import Treebank


def identity_of(
    choices: Mapping[str, Any],
    templates: str,
    treebank: Treebank,
    dev: Treebank | None,
    silver: Silver | None = None,
    clusters: str | None = None,
) -> dict[str, Any]:
    """Return what identifies a run: its options, and digests of its templates and treebanks.

    The number of epochs may differ, so that a run can be extended.
    """
    return {
        "choices": {name: value for name, value in choices.items() if name != "epochs"},
        "templates": digest(templates.encode()),
        "clusters": clusters,
        "treebank": digest(treebank._core.write(0, len(treebank))),
        "dev": None if dev is None else digest(dev._core.write(0, len(dev))),
        **({} if silver is None else {"silver": silver.identity()}),
    }


def digest(content: bytes) -> str:
    """Return a digest of some content."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def differences(before: Any, now: Any) -> list[str]:
    """List how a run differs from an earlier one; both are from `identity_of`, or from an untrusted file.

    Options come first: the prepared treebank may differ because of them alone.

    >>> same = {"templates": "", "treebank": "", "dev": None}
    >>> differences({"choices": {"seed": 1, "k": 2}, **same}, {"choices": {"seed": 7, "k": 2}, **same})
    ['seed was 1 and is now 7']
    """
    if not all(
        isinstance(each, Mapping) and isinstance(each.get("choices"), Mapping) for each in (before, now)
    ):
        return []
    was = before["choices"]
    found = [
        f"{name} was {was[name]} and is now {value}"
        for name, value in now["choices"].items()
        if name in was and was[name] != value
    ]
    if found:
        return found
    data = {
        "templates": "the templates have changed",
        "clusters": "the clusters have changed",
        "treebank": "the training data has changed",
    }
    found = [what for name, what in data.items() if before.get(name) != now.get(name)]
    for name, what in {"dev": "development", "silver": "silver"}.items():
        had, has = before.get(name), now.get(name)
        if name == "silver" and had and has and had["content"] == has["content"] and had != has:
            found.append(f"silver_share was {had['share']} and is now {has['share']}")
        elif had is None and has is not None:
            found.append(f"there was no {what} data")
        elif had is not None and has is None:
            found.append(f"there was {what} data")
        elif had != has:
            found.append(f"the {what} data has changed")
    return found
