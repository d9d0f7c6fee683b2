"""The rule language: local changes of heads, one rule per line.

# The preposition over its noun.
promote case case:* when tag=ADP
chain name flat flat:*
coordinate cc with conj
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dodona.errors import Error, OptionError, file_error, instance, listed, shown
from dodona.schemes.chaining import Chaining
from dodona.schemes.coordination import Coordination
from dodona.schemes.promotion import Promotion
from dodona.schemes.selection import COLUMNS, SIDES, Condition, Selection
from dodona.schemes.tree import MARKS, Tree, a_tree

Change = Promotion | Chaining | Coordination
KINDS = ("promote", "chain", "coordinate")
_HERE = Path(__file__).parent / "rules"


@dataclass(frozen=True, order=True)
class Place:
    """A place where a rule can be applied: the word, and the number of the rule."""

    rule: int
    word: int


class Rules:
    """A sequence of rules.

    >>> rules = Rules("promote case")
    >>> tree = Tree([2, 0], ["case", "root"])
    >>> rules.apply(tree, rules.places(tree, {}))
    >>> tree.result
    ([0, 1], ['root', '~case'])
    >>> rules.undo(tree)
    >>> tree.result
    ([2, 0], ['case', 'root'])
    """

    def __init__(self, text: str, name: str = "<rules>") -> None:
        self.text = instance("text", text, str, "rules as a string")
        self.name = name
        self.changes: list[Change] = []
        for number, line in enumerate(text.splitlines(), start=1):
            words = line.split("#", 1)[0].split()
            if words:
                self.changes.append(_change(words, f"{name}:{number}"))
        if not self.changes:
            raise Error(f"{name}: the file contains no rules")

    def places(self, tree: Tree, columns: Mapping[str, Sequence[str]]) -> list[Place]:
        """Return the places where the rules apply in an unchanged tree; `columns` are for conditions."""
        a_tree(tree)
        instance("columns", columns, Mapping, "a dictionary of the columns of the sentence")
        if not set(self.columns) <= columns.keys():
            raise Error(f"columns must have {' and '.join(self.columns)}, which the rules use")
        found = []
        for number, change in enumerate(self.changes):
            words = change.selection.words(tree, columns)
            if words and not isinstance(change, Promotion):
                words = change.places(tree, words)
            found += [Place(number, word) for word in words]
        return found

    def apply(self, tree: Tree, places: Collection[Place]) -> None:
        """Apply the rules at some places of an unchanged tree."""
        a_tree(tree)
        places = listed("places", places, "a list of places")
        for place in places:
            instance("each of the places", place, Place, "a dodona.schemes.rules.Place")
        for number, change in enumerate(self.changes):
            chosen = {tree.top.get(place.word, place.word) for place in places if place.rule == number}
            if chosen:
                tree.base, before = {}, tree.top
                tree.top = {}
                change.apply(tree, chosen)
                tree.top = {word: tree.top.get(top, top) for word, top in before.items()} | tree.top

    def undo(self, tree: Tree) -> None:
        """Undo the rules wherever they have been applied."""
        a_tree(tree)
        for change in reversed(self.changes):
            change.undo(tree)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that conditions use."""
        asked = {
            COLUMNS[condition.what]
            for change in self.changes
            for condition in change.selection.conditions
            if condition.what in COLUMNS
        }
        return tuple(sorted(asked))


def shipped() -> tuple[str, ...]:
    """Return the names of the built-in rules.

    >>> shipped()
    ('case', 'cc', 'cop', 'det', 'mark', 'mwe', 'name')
    """
    return tuple(sorted(path.stem for path in _HERE.glob("*.rules")))


def rules_called(name: str | os.PathLike[str]) -> Rules:
    """Return built-in rules by name, or rules from a file; several are joined with `+`.

    >>> len(rules_called("case+det").changes)
    2
    """
    instance("rules", name, (str, os.PathLike), "the name of rules, several with +, or a file")
    parts = str(name).split("+")
    if all(part in shipped() for part in parts):
        texts = [(_HERE / f"{part}.rules").read_text(encoding="utf-8") for part in parts]
        return Rules("\n".join(texts), str(name))
    try:
        return Rules(Path(name).read_text(encoding="utf-8-sig"), str(name))
    except FileNotFoundError:
        raise OptionError(
            f"there are no rules called {str(name)!r}: choose from {', '.join(shipped())}, several with +, "
            "or name a file"
        ) from None
    except OSError as error:
        raise file_error(name, error) from error
    except UnicodeDecodeError:
        raise Error(f"{name}: this is not a file of rules") from None
    except ValueError as error:  # a NUL or a lone surrogate
        raise Error(f"{shown(name)}: no file can have this name") from error


def _change(words: list[str], where: str) -> Change:
    kind, *rest = words
    if kind not in KINDS:
        raise Error(f"{where}: no rule begins with {kind!r}: choose {', '.join(KINDS)}")
    conditions: list[str] = []
    if "when" in rest:
        at = rest.index("when")
        rest, conditions = rest[:at], rest[at + 1 :]
        if not conditions:
            raise Error(f"{where}: when needs a condition, such as tag=ADP")
    asked = tuple(_condition(condition, where) for condition in conditions)
    if kind != "coordinate":
        selection = Selection(_labels(rest, kind, where), asked)
        return Promotion(selection) if kind == "promote" else Chaining(selection)
    if "with" not in rest:
        raise Error(f"{where}: coordinate needs two kinds of labels, as in: coordinate cc with conj")
    at = rest.index("with")
    return Coordination(
        Selection(_labels(rest[:at], kind, where), asked), Selection(_labels(rest[at + 1 :], "with", where))
    )


def _labels(labels: list[str], after: str, where: str) -> tuple[str, ...]:
    if not labels:
        raise Error(f"{where}: {after} needs a label")
    for label in labels:
        if "=" in label:
            raise Error(f"{where}: {label!r} is not a label: conditions come after when")
        if label[0] in MARKS:
            raise Error(f"{where}: the label {label!r} begins with {label[0]!r}, which marks changed trees")
        if "*" in label[:-1] or (label.endswith("*") and not label.endswith(":*")):
            raise Error(f"{where}: {label!r}: a star is for subtypes only, as in {label.split('*')[0]}:*")
    return tuple(labels)


def _condition(text: str, where: str) -> Condition:
    name, equals, values = text.partition("=")
    of_head = name.startswith("head.")
    what = name.removeprefix("head.")
    if not equals or not values or (what not in COLUMNS and what != "side"):
        known = ", ".join((*COLUMNS, "side"))
        raise Error(f"{where}: {text!r} is not a condition: write NAME=VALUE,... with {known}, or head.NAME")
    listed = frozenset(values.split(","))
    if what == "side" and not listed <= set(SIDES):
        raise Error(f"{where}: {text!r}: side must be left or right")
    return Condition(of_head, what, listed)
