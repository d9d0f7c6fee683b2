"""Rules for the basic tree: which tags, relations, features and orders go together (level 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from dodona.treebank.ud.tables import (
    DEPENDENTS_OF,
    DEPENDENTS_OF_POSSESSIVES,
    HEADS_OF_ORPHANS,
    LEFT_TO_RIGHT,
    NOMINAL_RELATIONS,
    NOMINAL_TAGS,
    RELATIONS,
    TAGS_NOT_OF,
    TAGS_OF,
    UPOS,
)
from dodona.treebank.ud.words import NO_RELATION, NO_TAG, Found, Mask, Words, feature, relation_of, tag_of


def _tag_table() -> Mask:
    """Return for each relation and tag whether they go together."""
    allowed = np.ones((NO_RELATION + 1, NO_TAG + 1), bool)
    for relation, tags in TAGS_OF.items():
        allowed[relation_of(relation)] = np.isin((*UPOS, ""), tags.split())
    for relation, tags in TAGS_NOT_OF.items():
        allowed[relation_of(relation)] = ~np.isin((*UPOS, ""), tags.split())
    return allowed


def _dependent_table() -> Mask:
    """Return for the relations of a head and a dependent whether they go together."""
    allowed = np.ones((NO_RELATION + 1, NO_RELATION + 1), bool)
    for relation, (_, dependents) in DEPENDENTS_OF.items():
        allowed[relation_of(relation)] = np.isin((*RELATIONS, ""), dependents.split())
    return allowed


_TAGS, _DEPENDENTS = _tag_table(), _dependent_table()
_RULES_OF_LEAVES: Mapping[int, str] = {relation_of(head): rule for head, (rule, _) in DEPENDENTS_OF.items()}


def syntax_rules(words: Words) -> Iterator[Found]:
    """Find what is wrong with the trees."""
    yield from _tags(words)
    yield from _dependents(words)
    yield from _counts(words)
    yield from _order(words)
    yield from _fixed(words)
    yield from _split_words(words)
    yield from _punctuation(words)
    yield from _foreign(words)


def _tags(words: Words) -> Iterator[Found]:
    tags, relations = words.outer_tags, words.relations
    named = (*UPOS, "another tag")

    def said(word: int) -> str:
        return f"word {words.name(word)} has the relation {words.columns['labels'][word]} and the tag " + (
            words.columns["tags"][word] if tags[word] == words.tags[word] else f"(ExtPos) {named[tags[word]]}"
        )

    wrong = ~_TAGS[relations, tags]
    wrong &= ~(words.has("advmod") & words.with_child(words.has("goeswith")))
    for word in np.flatnonzero(wrong).tolist():
        yield Found(words.line(word), f"rel-upos-{RELATIONS[relations[word]]}", said(word))
    fixed = words.has("fixed")
    names = (tags == tag_of("PROPN")) & (fixed | words.with_child(fixed))
    yield from words.found(names, "rel-upos-fixed", said)
    marks = (tags == tag_of("PUNCT")) & ~words.has("punct") & ~words.has("root")
    yield from words.found(marks, "upos-rel-punct", said)
    predicates = words.with_child(words.has("cop") | words.subjects)
    nominals = np.isin(words.tags, [tag_of(tag) for tag in NOMINAL_TAGS]) & ~predicates
    nominals &= np.isin(relations, [relation_of(relation) for relation in NOMINAL_RELATIONS])
    yield from words.found(
        words.has("obl") & nominals[words.parents] & (words.heads > 0),
        "obl-should-be-nmod",
        lambda word: f"word {words.name(word)} is obl of the nominal {words.head_name(word)}",
    )


def _dependents(words: Words) -> Iterator[Found]:
    heads = words.relations[words.parents]
    wrong = ~_DEPENDENTS[heads, words.relations] & (words.heads > 0)
    negation = words.has("advmod") & words.columns["feats"].map(
        lambda text: feature(text, "Polarity") == "Neg"
    )
    wrong &= ~negation | (heads == relation_of("punct"))
    possessive = words.has("det") & words.columns["feats"].map(lambda text: feature(text, "Poss") == "Yes")
    allowed = np.isin(words.relations, [relation_of(relation) for relation in DEPENDENTS_OF_POSSESSIVES])
    wrong &= ~(possessive[words.parents] & allowed)
    for word in np.flatnonzero(wrong).tolist():
        head, labels = int(words.parents[word]), words.columns["labels"]
        message = f"word {words.name(word)} ({labels[word]}) depends on {words.name(head)} ({labels[head]})"
        yield Found(words.line(word), _RULES_OF_LEAVES[int(heads[word])], message)
    allowed = np.isin(heads, [relation_of(relation) for relation in HEADS_OF_ORPHANS])
    yield from words.found(
        words.has("orphan") & ~allowed & (words.heads > 0),
        "orphan-parent",
        lambda word: (
            f"the orphan {words.name(word)} depends on {words.head_name(word)}, whose relation is "
            + words.columns["labels"][int(words.parents[word])]
        ),
    )


def _counts(words: Words) -> Iterator[Found]:
    outer = words.columns["labels"].map(lambda label: label.partition(":")[2] == "outer")
    outer |= words.columns["misc"].map(lambda misc: "Subject=Outer" in misc.split("|"))
    for what, chosen in (("subjects", words.subjects & ~outer), ("objects", words.has("obj"))):
        for head, children in words.children(_siblings(words, chosen)).items():
            listed = ", ".join(map(words.name, children))
            yield Found(
                words.line(head), f"too-many-{what}", f"word {words.name(head)} has the {what} {listed}"
            )


def _siblings(words: Words, chosen: Mask) -> Mask:
    """Return those of the chosen words whose heads have several of them."""
    chosen = chosen & (words.heads > 0)
    return chosen & (np.bincount(words.parents[chosen], minlength=len(chosen))[words.parents] > 1)


def _order(words: Words) -> Iterator[Found]:
    ordered = np.isin(words.relations, [relation_of(relation) for relation in LEFT_TO_RIGHT])
    for word in np.flatnonzero(ordered & (words.parents > np.arange(len(words.heads)))).tolist():
        relation = RELATIONS[words.relations[word]]
        message = f"word {words.name(word)} is {relation} of {words.head_name(word)}, which follows it"
        yield Found(words.line(word), f"right-to-left-{relation}", message)


def _fixed(words: Words) -> Iterator[Found]:
    marks = words.has("punct")
    for head, children in words.children(words.has("fixed")).items():
        first, last = min(head, *children), max(head, *children)
        between = set(range(head, last + 1)) - {head, *children}
        named = " ".join(words.columns["words"][word] for word in (head, *children))
        if any(not marks[word] for word in between):
            yield Found(words.line(first), "fixed-gap", f"the fixed expression {named!r} has a gap")
        if not feature(words.columns["feats"][head], "ExtPos"):
            message = f"the fixed expression {named!r} has no ExtPos"
            yield Found(words.line(head), "fixed-without-extpos", message)


def _split_words(words: Words) -> Iterator[Found]:
    columns = words.columns
    for head, parts in words.children(words.has("goeswith")).items():
        line, named = words.line(head), " ".join(columns["words"][word] for word in (head, *parts))
        if {head, *parts} != set(range(head, parts[-1] + 1)):
            yield Found(line, "goeswith-gap", f"the split word {named!r} has a gap")
        if any("SpaceAfter=No" in columns["misc"][word].split("|") for word in sorted((head, *parts))[:-1]):
            yield Found(line, "goeswith-nospace", f"the split word {named!r} is not split by a space")
    for part in np.flatnonzero(words.has("goeswith")).tolist():
        said = f"on {words.name(part)}, a later part of a split word"
        for column, empty, rule in (("tags", "X", "upos"), ("lemmas", "_", "lemma"), ("feats", "_", "feats")):
            if columns[column][part] != empty:
                yield Found(words.line(part), f"goeswith-{rule}", f"{columns[column][part]!r} {said}")
        if columns["deps"][part] not in ("_", f"{words.heads[part]}:goeswith"):
            yield Found(words.line(part), "goeswith-edeps", f"DEPS {columns['deps'][part]!r} {said}")


def _punctuation(words: Words) -> Iterator[Found]:
    """Find punctuation that is attached over words of other subtrees, or that is under such an arc."""
    marks = words.has("punct")
    crossing: dict[int, list[int]] = {}
    for word in words.nonprojective:
        gap = _gap(words, word)
        if marks[word]:
            listed = ", ".join(str(words.number(other)) for other in gap)
            message = f"word {words.name(word)} is attached across words of other subtrees ({listed})"
            yield Found(words.line(word), "punct-is-nonproj", message)
        for other in gap:
            if marks[other] and int(words.parents[other]) not in gap:
                crossing.setdefault(other, []).append(words.number(word))
    for mark, others in sorted(crossing.items()):
        message = f"the arc of word {words.name(mark)} crosses the arc of {', '.join(map(str, others))}"
        yield Found(words.line(mark), "punct-causes-nonproj", message)


def _gap(words: Words, word: int) -> list[int]:
    """Return the words between a word and its head that do not depend on the head, however indirectly."""
    head = int(words.parents[word])

    def is_below(other: int) -> bool:
        while words.heads[other] > 0 and other != head:
            other = int(words.parents[other])
        return other == head

    return [other for other in range(min(word, head) + 1, max(word, head)) if not is_below(other)]


def _foreign(words: Words) -> Iterator[Found]:
    columns = words.columns
    flat = columns["labels"].map(lambda label: label == "flat:foreign")
    if not flat.any():
        return
    foreign = (words.tags == tag_of("X")) & columns["feats"].map(lambda feats: feats == "Foreign=Yes")
    heads = words.with_child(flat)
    yield from words.found(
        (flat | heads) & ~foreign,
        "flat-foreign-upos-feats",
        lambda word: (
            f"word {words.name(word)} of flat:foreign has the tag {columns['tags'][word]} and the features "
            + columns["feats"][word]
        ),
    )


def feature_rules(words: Words) -> Iterator[Found]:
    """Find missing features, for treebanks that have any."""
    feats = words.columns["feats"]
    pronouns = np.isin(words.tags, [tag_of("PRON"), tag_of("DET")])
    yield from words.found(
        pronouns & feats.map(lambda text: not feature(text, "PronType")),
        "pron-det-without-prontype",
        lambda word: f"word {words.name(word)} has no PronType",
    )
    yield from words.found(
        words.with_child(words.has("goeswith")) & feats.map(lambda text: feature(text, "Typo") != "Yes"),
        "goeswith-missing-typo",
        lambda word: f"word {words.name(word)} is split and has no Typo=Yes",
    )
    yield from words.found(
        feats.map(lambda text: feature(text, "VerbForm") == "Fin" and not feature(text, "Mood")),
        "verbform-fin-without-mood",
        lambda word: f"word {words.name(word)} is finite and has no Mood",
    )
