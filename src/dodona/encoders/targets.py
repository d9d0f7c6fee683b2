"""What an encoder learns from a treebank: values of columns, edit scripts, and heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

Ints = NDArray[np.int64]

#: The columns that are predicted as whole strings.
TAGS = ("tags", "fine_tags", "feats")
#: With more different values than this, a column is not a set of tags, and is not learnt.
_MOST_VALUES = 8000
#: A script from form to lemma counts if so many words of the treebank need it.
_LEAST_WORDS = 2
#: No value: what the losses of torch ignore.
NOTHING = -100


@dataclass(frozen=True)
class Outputs:
    """The values that a network chooses from: labels, and strings or edit scripts by column."""

    labels: list[str]
    values: dict[str, list[str]]

    @classmethod
    def of(cls, treebank: Treebank) -> Outputs:
        """Return the values in a treebank, the most frequent first."""
        values = {}
        for column in TAGS:
            found = _values(treebank, column)
            if found != ["_"] and len(found) <= _MOST_VALUES:
                values[column] = found
        if np.any(np.asarray(treebank._core.ids(_core.Text.lemma)) != 0):
            values["lemmas"] = _core.edit_scripts(treebank._core, _LEAST_WORDS)[0]
        return cls(_values(treebank, "labels"), {name: each for name, each in values.items() if each})

    def gold(self, treebank: Treebank) -> dict[str, Ints]:
        """Return the number of the right value of every word in each column, or NOTHING."""
        found = {
            name: _numbers(treebank, name, self.labels if name == "labels" else self.values[name])
            for name in ("labels", *(each for each in self.values if each != "lemmas"))
        }
        if "lemmas" in self.values:
            scripts, chosen = _core.edit_scripts(treebank._core, 1)
            places = {script: place for place, script in enumerate(self.values["lemmas"])}
            table = np.array([*(places.get(script, NOTHING) for script in scripts), NOTHING], np.int64)
            found["lemmas"] = table[chosen]
        return found


def _values(treebank: Treebank, column: str) -> list[str]:
    ids, counts = np.unique(np.asarray(treebank._core.ids(COLUMNS[column])), return_counts=True)
    names = treebank._core.strings(ids)
    return [name for _, name in sorted(zip((-counts).tolist(), names, strict=True))]


def _numbers(treebank: Treebank, column: str, values: list[str]) -> Ints:
    ids, which = np.unique(np.asarray(treebank._core.ids(COLUMNS[column])), return_inverse=True)
    places = {value: place for place, value in enumerate(values)}
    table = np.array([places.get(name, NOTHING) for name in treebank._core.strings(ids)], np.int64)
    return np.asarray(table[which.reshape(-1)])
