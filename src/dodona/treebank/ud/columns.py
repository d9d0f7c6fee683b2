"""Rules for the columns of words: spaces, tags, features, relations, MISC."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from dodona.treebank.ud.tables import MISC_ATTRIBUTES, RELATIONS, UPOS
from dodona.treebank.ud.words import Found, Words

#: The columns as they are called in the format.
NAMES = {
    "words": "FORM",
    "lemmas": "LEMMA",
    "tags": "UPOS",
    "fine_tags": "XPOS",
    "feats": "FEATS",
    "labels": "DEPREL",
    "deps": "DEPS",
    "misc": "MISC",
}
_WITH_SPACES = ("FORM", "LEMMA", "MISC")
_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*")
_RELATION = re.compile(r"[a-z]+(:[a-z]+)?")
_ATTRIBUTES = {name.lower(): name for name in MISC_ATTRIBUTES}

#: A rule and what breaks it.
Fault = tuple[str, str]


def column_rules(words: Words) -> Iterator[Found]:
    """Find what is wrong with single columns of words."""
    for name, column in words.columns.items():
        column_name = NAMES[name]
        for place, text in enumerate(column.texts):
            faults = [*text_faults(column_name, text), *_FAULTS.get(name, _nothing)(text)]
            if faults:
                for word in (column.places == place).nonzero()[0].tolist():
                    line = words.line(word)
                    yield from (Found(line, rule, message) for rule, message in faults)
    yield from words.found(
        words.heads < 0, "invalid-head", lambda word: f"word {words.name(word)} has no head"
    )


def text_faults(column: str, text: str) -> Iterator[Fault]:
    """Find spaces where none belong, and characters that are not composed.

    >>> list(text_faults("XPOS", "N N"))
    [('invalid-whitespace', "a space in XPOS 'N N'")]
    """
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        yield "unicode-normalization", f"{column} {text!r} is not in NFC"
    if text.isalnum() or not any(map(str.isspace, text)):
        return
    if column not in _WITH_SPACES:
        yield "invalid-whitespace", f"a space in {column} {text!r}"
        return
    if text[0].isspace():
        yield "leading-whitespace", f"{column} {text!r} begins with a space"
    if text[-1].isspace():
        yield "trailing-whitespace", f"{column} {text!r} ends with a space"
    if re.search(r"\s\s", text):
        yield "repeated-whitespace", f"{column} {text!r} has two spaces side by side"


def tag_faults(tag: str) -> Iterator[Fault]:
    """Find a tag that is not universal.

    >>> list(tag_faults("CONJ"))
    [('unknown-upos', "the tag 'CONJ' is not universal")]
    """
    if tag not in UPOS:
        yield "unknown-upos", f"the tag {tag!r} is not universal"


@lru_cache(maxsize=1 << 14)
def feature_faults(feats: str) -> tuple[Fault, ...]:
    """Find what is wrong with features.

    >>> feature_faults("Number=Sing|Case=Nom")
    (('unsorted-features', "'Number=Sing|Case=Nom' is not in alphabetical order"),)
    """
    return tuple(_feature_faults(feats)) if feats != "_" else ()


def _feature_faults(feats: str) -> Iterator[Fault]:
    parts = feats.split("|")
    if parts != sorted(parts, key=str.lower):
        yield "unsorted-features", f"{feats!r} is not in alphabetical order"
    if _repeated([part.partition("=")[0] for part in parts]):
        yield "repeated-feature", f"{feats!r} has a feature twice"
    for part in parts:
        if not _FEATURE.fullmatch(part):
            yield "invalid-feature", f"{part!r} is not a feature"
            continue
        values = part.partition("=")[2].split(",")
        if _repeated(values):
            yield "repeated-feature-value", f"{part!r} has a value twice"
        if values != sorted(values, key=str.lower):
            yield "unsorted-feature-values", f"the values of {part!r} are not in alphabetical order"


def _repeated(texts: list[str]) -> bool:
    return len(texts) > 1 and max(Counter(texts).values()) > 1


def relation_faults(label: str) -> Iterator[Fault]:
    """Find a relation that is not universal.

    >>> list(relation_faults("dobj"))
    [('unknown-udeprel', "the relation 'dobj' is not universal")]
    """
    if not _RELATION.fullmatch(label):
        yield "invalid-deprel", f"{label!r} is not a relation"
    elif label.partition(":")[0] not in RELATIONS:
        yield "unknown-udeprel", f"the relation {label!r} is not universal"


def misc_faults(misc: str) -> Iterator[Fault]:
    """Find attributes of MISC that seem to be misspelt.

    >>> list(misc_faults("spaceAfter=No"))
    [('misc-attr-typo', "'spaceAfter' in MISC should perhaps be 'SpaceAfter'")]
    """
    if misc == "_":
        return
    names = Counter(attribute.partition("=")[0] for attribute in misc.split("|"))
    for name in MISC_ATTRIBUTES if max(names.values()) > 1 else ():
        if names[name] > 1:
            yield "repeated-misc", f"{name} occurs {names[name]} times in MISC"
    for attribute in misc.split("|"):
        name, _, value = attribute.partition("=")
        if not attribute:
            yield "empty-misc", f"an empty attribute in MISC {misc!r}"
        elif not name:
            yield "empty-misc-key", f"{attribute!r} in MISC has no name"
        if name != name.strip() or value != value.strip():
            yield "misc-extra-space", f"spaces around a part of {attribute!r} in MISC"
        known = _ATTRIBUTES.get(name.strip().lower(), name)
        if name != known:
            yield "misc-attr-typo", f"{name!r} in MISC should perhaps be {known!r}"
        if name == "SpaceAfter" and value not in ("No", ""):
            yield "spaceafter-value", f"{attribute!r} in MISC: the value is not No"


def _nothing(text: str) -> Iterator[Fault]:
    return iter(())


_FAULTS: dict[str, Callable[[str], Iterable[Fault]]] = {
    "tags": tag_faults,
    "feats": feature_faults,
    "labels": relation_faults,
    "misc": misc_faults,
}
