"""Content labels: CLAS counts only words with one (Nivre and Fang 2017)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def named(names: str) -> frozenset[str]:
    """Return the set of names in a text.

    >>> sorted(named("aux case"))
    ['aux', 'case']
    """
    return frozenset(names.split())


#: The functional labels of Universal Dependencies 2 that the CoNLL 2018 shared task knows.
FUNCTIONAL_UD2 = named("aux case cc clf cop det mark")

#: The content labels of Universal Dependencies 2 that the CoNLL 2018 shared task knows.
CONTENT_UD2 = named(
    """acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat
    goeswith iobj list nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp"""
)

_SINCE_UD2 = named("fixed flat obj obl orphan")
_ONLY_UD1 = named("csubjpass dobj foreign mwe name neg nsubjpass remnant")
_CONTENT_UD1 = (CONTENT_UD2 - _SINCE_UD2) | _ONLY_UD1
_FUNCTIONAL_UD1 = (FUNCTIONAL_UD2 - {"clf"}) | {"auxpass"}

#: The base labels of punctuation: in Universal Dependencies, and in the treebanks before them.
PUNCTUATION = frozenset({"punct", "p"})

_ELSEWHERE_NOT_CONTENT = FUNCTIONAL_UD2 | {"auxpass"} | PUNCTUATION


@dataclass(frozen=True)
class ContentLabels:
    """The rule for content labels in an annotation scheme."""

    scheme: str
    named: frozenset[str]
    all_but_named: bool = False

    def __contains__(self, base: str) -> bool:
        return (base in self.named) != self.all_but_named


UD2 = ContentLabels("UD 2", CONTENT_UD2)
UD1 = ContentLabels("UD 1", _CONTENT_UD1)
OTHER = ContentLabels("all but functional", _ELSEWHERE_NOT_CONTENT, all_but_named=True)


def content_labels(base_labels: Iterable[str]) -> ContentLabels:
    """Return the rule for a gold file with these base labels.

    >>> "obl" in content_labels(["root", "obl", "case"]), "case" in content_labels(["root", "obl", "case"])
    (True, False)
    >>> content_labels(["root", "dobj"]).scheme
    'UD 1'
    >>> content_labels(["ROOT", "SBJ"]).scheme
    'all but functional'
    """
    found = set(base_labels)
    if found <= CONTENT_UD2 | FUNCTIONAL_UD2 | {"punct"}:
        return UD2
    if found <= _CONTENT_UD1 | _FUNCTIONAL_UD1 | {"punct"}:
        return UD1
    return OTHER
