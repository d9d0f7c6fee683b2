"""The words that a rule applies to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dodona.schemes.tree import Tree

#: The columns for conditions, of the word or of its head.
COLUMNS = {"form": "words", "lemma": "lemmas", "tag": "tags", "fine_tag": "fine_tags", "label": "labels"}
#: The side of its head on which a word is.
SIDES = ("left", "right")


@dataclass(frozen=True)
class Condition:
    """A condition: `tag=ADP,PART`, `head.tag=NOUN`, `side=left`."""

    of_head: bool
    what: str
    values: frozenset[str]


@dataclass(frozen=True)
class Selection:
    """A selection of words by labels and conditions."""

    labels: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    _cache: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def has_label(self, label: str) -> bool:
        """Return whether a label is selected: `case` selects itself, `case:*` its subtypes.

        >>> [Selection(("case", "det:*")).has_label(label) for label in ("case", "case:gen", "det:poss")]
        [True, False, True]
        """
        found = self._cache.get(label)
        if found is None:
            found = self._cache[label] = any(_matches(label, wanted) for wanted in self.labels)
        return found

    def words(self, tree: Tree, columns: Mapping[str, Sequence[str]]) -> list[int]:
        """Return the selected words; `columns` are those of the sentence, without a root."""
        labels = tree.labels
        found = [word for word in range(1, len(labels)) if self.has_label(labels[word])]
        return [word for word in found if tree.heads[word] > 0 and self._fits(word, tree, columns)]

    def _fits(self, word: int, tree: Tree, columns: Mapping[str, Sequence[str]]) -> bool:
        for condition in self.conditions:
            about = tree.heads[word] if condition.of_head else word
            if condition.what == "side":
                value = "left" if about < tree.heads[about] else "right"
            else:
                value = columns[COLUMNS[condition.what]][about - 1]
            if value not in condition.values:
                return False
        return True


def _matches(label: str, wanted: str) -> bool:
    if wanted.endswith(":*"):
        return label.startswith(wanted[:-1]) and len(label) >= len(wanted)
    return label == wanted
