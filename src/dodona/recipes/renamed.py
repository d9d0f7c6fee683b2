"""Names that options and their values had in Dodona 0.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: Options: the old name and the new one.
OPTIONS = {"habits": "shortcuts"}
#: For each option, its values: the old name and the new one.
VALUES = {
    "policy": {"search": "learning-to-search"},
    "learner": {"margin": "max-margin"},
    "reduction": {"margin": "max-margin"},
}


def with_new_names(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a model under their current names.

    >>> with_new_names({"learner": "margin", "habits": 40, "seed": 1})
    {'learner': 'max-margin', 'shortcuts': 40, 'seed': 1}
    """
    return {
        OPTIONS.get(name, name): VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value
        for name, value in choices.items()
    }
