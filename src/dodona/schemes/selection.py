"""Which words a rule is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dodona.schemes.tree import Tree

#: What conditions may ask about: a column of the word or of its head.
COLUMNS = {"form": "words", "lemma": "lemmas", "tag": "tags", "fine_tag": "fine_tags", "label": "labels"}
#: And on which side of its head it stands.
SIDES = ("left", "right")


@dataclass(frozen=True)
class Condition:
    """`tag=ADP,PART`, `head.tag=NOUN`, `side=left`: what must be one of some values."""

    of_head: bool
    what: str
    values: frozenset[str]


@dataclass(frozen=True)
class Selection:
    """Words by their labels and by conditions."""

    labels: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    _cache: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def has_label(self, label: str) -> bool:
        """Tell whether a label is one of those that are meant: `case` is itself, `case:*` its subtypes.

        >>> [Selection(("case", "det:*")).has_label(label) for label in ("case", "case:gen", "det:poss")]
        [True, False, True]
        """
        found = self._cache.get(label)
        if found is None:
            found = self._cache[label] = any(_matches(label, wanted) for wanted in self.labels)
        return found

    def words(self, tree: Tree, columns: Mapping[str, Sequence[str]]) -> list[int]:
        """Return the words that are meant; `columns` are those of the sentence, without a root."""
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
