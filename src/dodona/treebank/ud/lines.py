"""Rules for comments, multiword tokens and empty nodes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from dodona.treebank.ud.columns import Fault, feature_faults, misc_faults, tag_faults, text_faults
from dodona.treebank.ud.words import Found, Words

_NAMES = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"]
_SENT_ID = re.compile(r"#\s*sent_id")
_GOOD_SENT_ID = re.compile(r"#\s*sent_id\s*=\s*(\S+)")
_TEXT = re.compile(r"#\s*text\s*=\s*(.*)")
_PARALLEL_ID = re.compile(r"#\s*parallel_id\b")
_GOOD_PARALLEL_ID = re.compile(
    r"#\s*parallel_id\s*=\s*[a-z]+/[-0-9a-z]+(/(alt[1-9][0-9]*)?(part[1-9][0-9]*)?)?"
)


def line_rules(words: Words) -> Iterator[Found]:
    """Find what is wrong with the lines that are not words."""
    no_space = set(words.columns["misc"].where(lambda misc: "SpaceAfter=No" in misc.split("|")))
    for sentence, start in enumerate(words.offsets[:-1].tolist()):
        first = words.core.first_line(sentence)
        comments, rows, token = [], 0, (-1, "")
        for place, (before, text) in enumerate(words.core.others(sentence)):
            line = first + place + before
            if text.startswith("#"):
                comments += [text] if before + rows == 0 else []
                faults = _composed(text)
            else:
                values = text.split("\t")
                rows += 1
                if "." in values[0]:
                    faults = _empty_node(values)
                    if token[0] == before:
                        message = (
                            f"the empty node {values[0]} follows the line of the multiword token {token[1]!r}"
                        )
                        yield Found(line, "misplaced-empty-node", message)
                else:
                    token = before, values[1]
                    faults = _multiword(values)
                    begin, end = map(int, values[0].split("-"))
                    for word in no_space.intersection(range(start + begin - 1, start + end)):
                        message = f"SpaceAfter=No on word {words.name(word)} of the token {values[1]!r}"
                        yield Found(words.line(word), "spaceafter-mwt-node", message)
            yield from (Found(line, rule, message) for rule, message in faults)
        line = first + len(comments)  # the first line that is no comment
        yield from (Found(line, rule, message) for rule, message in _comments(comments))


def _composed(text: str) -> Iterator[Fault]:
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        yield "unicode-normalization", f"{text!r} is not in NFC"


def _comments(comments: list[str]) -> Iterator[Fault]:
    ids = 0
    for comment in filter(_SENT_ID.match, comments):
        if _GOOD_SENT_ID.fullmatch(comment):
            ids += 1
        else:
            yield "invalid-sent-id", f"{comment!r} is not a sent_id"
    if ids != 1:
        yield ("multiple-sent-id", f"{ids} sent_ids") if ids else ("missing-sent-id", "there is no sent_id")
    texts = [match[1] for match in map(_TEXT.fullmatch, comments) if match]
    if len(texts) != 1:
        yield ("multiple-text", f"{len(texts)} texts") if texts else ("missing-text", "there is no # text")
    elif not texts[0]:
        yield "empty-text", "# text is empty"
    elif texts[0][-1].isspace():
        yield "text-trailing-whitespace", f"# text ends with a space: {texts[0][-10:]!r}"
    for comment in filter(_PARALLEL_ID.match, comments):
        if not _GOOD_PARALLEL_ID.fullmatch(comment):
            yield "invalid-parallel-id", f"{comment!r} is not a parallel_id"


def _multiword(values: list[str]) -> Iterator[Fault]:
    columns = dict(zip(_NAMES, values, strict=False))
    for name, value in columns.items():
        if name not in ("ID", "FORM", "MISC") and value != "_" and (name, value) != ("FEATS", "Typo=Yes"):
            yield "mwt-nonempty-field", f"{name} of the multiword token {values[1]!r} is {value!r}"
    if any(map(str.isspace, columns["FORM"])):
        yield "invalid-whitespace-mwt", f"a space in the multiword token {values[1]!r}"
    yield from _texts(columns)
    yield from misc_faults(columns["MISC"])


def _empty_node(values: list[str]) -> Iterator[Fault]:
    columns = dict(zip(_NAMES, values, strict=False))
    for name in ("HEAD", "DEPREL"):
        if columns[name] != "_":
            yield "empty-node-nonempty-field", f"{name} of the empty node {values[0]} is {columns[name]!r}"
    if "SpaceAfter=No" in columns["MISC"].split("|"):
        yield "spaceafter-empty-node", f"SpaceAfter=No on the empty node {values[0]}"
    if columns["UPOS"] != "_":
        yield from tag_faults(columns["UPOS"])
    yield from _texts(columns)
    yield from feature_faults(columns["FEATS"])
    yield from misc_faults(columns["MISC"])


def _texts(columns: dict[str, str]) -> Iterator[Fault]:
    for name, value in columns.items():
        if not value:
            yield "empty column", f"an empty column ({name}): write _"
        elif name != "ID":
            yield from text_faults(name, value)
