"""Every mistake in a file, not only the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from dodona import _core
from dodona.errors import Problem, one_of
from dodona.treebank.columns import COLUMNS, FORMATS
from dodona.treebank.lines import line_of
from dodona.treebank.recognition import conll_pieces
from dodona.treebank.sentence import Sentence
from dodona.treebank.source import Source, name_of
from dodona.treebank.text import detokenise
from dodona.treebank.treebank import Treebank

_BATCH = 1000


@dataclass
class Checked:
    """How much of a file was fit to read; filled in while `problems_in` runs."""

    sentences: int = 0
    words: int = 0


def problems_in(
    source: Source,
    *,
    format: str | None = None,
    single_root: bool | None = None,
    checked: Checked | None = None,
) -> Iterator[Problem]:
    """Find every problem of a file, in the order of its lines, in constant memory but for its `sent_id`s.

    Beyond what keeps a file from being read, these are reported: more than one root
    (`single_root`; by default in CoNLL-U, which forbids it, but not in CoNLL-X), and in CoNLL-U a
    `# text` that the words do not spell, a `sent_id` used twice, the label `root` anywhere but at the
    root, an empty column, enhanced heads that do not exist, blank lines too many or too few, and
    comments inside a sentence.

    >>> for problem in problems_in("1\\tHi\\t_\\t_\\t_\\t_\\t7\\troot\\t_\\t_\\n\\n"):
    ...     print(problem)
    <string>:1: head 7 is outside the sentence (1 word)
    """
    name = name_of(source)
    chosen = None if format is None else FORMATS[one_of("format", format, tuple(FORMATS))]
    reader = _core.Reader(chosen, single_root=False, stop_at_first=False, pedantic=True)
    seen_ids: dict[str, int] = {}

    def drain() -> Iterator[Problem]:
        treebank = Treebank._of(reader.take(), name)
        found = [Problem(name, line, kind, message) for line, kind, message in reader.take_problems()]
        if len(treebank):
            found.extend(_tree_problems(treebank, name, single_root))
        if treebank.format == "conllu":
            for sentence in treebank:
                found.extend(_sentence_problems(sentence, name, seen_ids))
        if checked is not None:
            checked.sentences += len(treebank)
            checked.words += treebank.word_count
        yield from sorted(found, key=lambda problem: problem.line)

    for piece in conll_pieces(source):
        reader.feed(piece)
        if reader.ready >= _BATCH:
            yield from drain()
    reader.finish()
    yield from drain()


def _tree_problems(treebank: Treebank, name: str, single_root: bool | None) -> Iterator[Problem]:
    """Find wrong roots, for all sentences at once: they are rare."""
    heads, starts = treebank.heads, treebank.offsets[:-1]
    at_root = heads == 0
    if single_root or (single_root is None and treebank.format == "conllu"):
        roots = np.add.reduceat(at_root.astype(np.int64), starts)
        for index in np.flatnonzero(roots > 1).tolist():
            words = (np.flatnonzero(treebank[index].heads == 0) + 1).tolist()
            listed = ", ".join(map(str, words))
            message = (
                f"{len(words)} words have the root (0) as their head where one is required (words {listed})"
            )
            yield Problem(name, line_of(treebank[index], words[1] - 1), "several roots", message)
    if treebank.format != "conllu":
        return
    labels = np.array([label.partition(":")[0] == "root" for label in treebank.column("labels")])
    for word in np.flatnonzero((labels != at_root) & (heads >= 0)).tolist():
        index = int(np.searchsorted(starts, word, side="right")) - 1
        label = treebank.column("labels")[word]
        message = (
            f"the label 'root' on a word whose head is {heads[word]}"
            if labels[word]
            else f"the head is the root (0) but the label is {label!r}, not 'root'"
        )
        yield Problem(name, line_of(treebank[index], word - int(starts[index])), "root label", message)


def _sentence_problems(sentence: Sentence, name: str, seen_ids: dict[str, int]) -> Iterator[Problem]:
    sent_id = sentence.comment("sent_id")
    if sent_id is not None:
        line = _line_of_comment(sentence, "sent_id")
        first = seen_ids.setdefault(sent_id, line)
        if first != line:
            yield Problem(name, line, "sent_id", f"sent_id {sent_id!r} is used already in line {first}")
    text = sentence.comment("text")
    if text is not None:
        text, spelt = " ".join(text.split()), " ".join(detokenise(sentence).split())  # any space is one
        if spelt != text:
            at = next(
                (i for i, (a, b) in enumerate(zip(text, spelt, strict=False)) if a != b),
                min(len(text), len(spelt)),
            )
            message = f"the words spell {_around(spelt, at)} where # text has {_around(text, at)}"
            yield Problem(name, _line_of_comment(sentence, "text"), "text", message)
    for column in COLUMNS:
        for place, value in enumerate(sentence.column(column)):
            if not value:
                yield Problem(
                    name, line_of(sentence, place), "empty column", f"an empty column ({column}): write _"
                )
    nodes = {line.split("\t", 1)[0] for line in sentence.empty_nodes}
    for place, deps in enumerate(sentence.deps):
        if deps == "_":
            continue
        for arc in deps.split("|"):
            head, colon, _ = arc.partition(":")
            known = head in nodes or (head.isdecimal() and int(head) <= len(sentence))
            if not colon or not known:
                message = f"the enhanced dependency {arc!r} has no such head in the sentence"
                yield Problem(name, line_of(sentence, place), "enhanced", message)


def _line_of_comment(sentence: Sentence, key: str) -> int:
    """Return the line of a comment; those before the first word stand at the top of their sentence."""
    keys = [line[1:].partition("=")[0].strip() for line in sentence.comments]
    return sentence.line + keys.index(key)


def _around(text: str, at: int) -> str:
    start, end = max(at - 10, 0), at + 10
    return repr("…" * (start > 0) + text[start:end] + "…" * (end < len(text)))
