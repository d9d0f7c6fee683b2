"""Results as dictionaries, for JSON."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from dodona.evaluation.score import GroupScore, Score


def plain(value: Any) -> Any:
    """Convert dataclasses to dictionaries recursively; scores include their ratios.

    >>> plain(Score(1, 2, 2))["f1"]
    0.5
    """
    if isinstance(value, (Score, GroupScore)):
        return value.to_dict()
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value
