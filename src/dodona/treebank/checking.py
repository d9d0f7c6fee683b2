"""Finding every error in a file, not only the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dodona import _core
from dodona.errors import Problem, ReadError, instance, one_of, true_or_false
from dodona.treebank.checking_columns import column_problems, enhanced_problems, root_problems
from dodona.treebank.checking_comments import comment_problems
from dodona.treebank.columns import FORMATS
from dodona.treebank.recognition import conll_pieces
from dodona.treebank.seen import Seen
from dodona.treebank.source import Source, name_of
from dodona.treebank.treebank import Treebank

_BATCH = 1000


@dataclass
class Checked:
    """The number of sentences and words that could be read; filled in while `problems_in` runs."""

    sentences: int = 0
    words: int = 0


def problems_in(
    source: Source,
    *,
    format: str | None = None,
    single_root: bool | None = None,
    checked: Checked | None = None,
) -> Iterator[Problem]:
    """Find every problem of a file, in the order of its lines.

    Memory is constant except for some 50 bytes for each `sent_id`.

    Besides errors that prevent reading, these are reported: more than one root (`single_root`; by default in
    CoNLL-U, which forbids it, but not in CoNLL-X), and in CoNLL-U a `# text` that does not match the words, a
    `sent_id` used twice, the label `root` anywhere but at the root, an empty column, columns after the tenth
    that no line `# global.columns` names, enhanced heads that do not exist, extra or missing blank lines, and
    comments inside a sentence.

    >>> for problem in problems_in("1\\tHi\\t_\\t_\\t_\\t_\\t7\\troot\\t_\\t_\\n\\n"):
    ...     print(problem)
    <string>:1: head 7 is outside the sentence (1 word)
    """
    true_or_false("single_root", single_root)
    if checked is not None:
        instance("checked", checked, Checked, "a dodona.treebank.checking.Checked")
    name = name_of(source)
    chosen = None if format is None else FORMATS[one_of("format", format, tuple(FORMATS))]
    reader = _core.Reader(chosen, single_root=False, stop_at_first=False, pedantic=True)
    seen = Seen()

    def drain() -> Iterator[Problem]:
        treebank = Treebank._of(reader.take(), name)
        found = [Problem(name, line, kind, message) for line, kind, message in reader.take_problems()]
        if len(treebank):
            found.extend(root_problems(treebank, name, single_root))
        if len(treebank) and treebank.format == "conllu":
            found.extend(comment_problems(treebank, name, seen))
            found.extend(column_problems(treebank, name))
            found.extend(enhanced_problems(treebank, name))
        if checked is not None:
            checked.sentences += len(treebank)
            checked.words += treebank.word_count
        yield from sorted(found, key=lambda problem: problem.line)

    try:
        for piece in conll_pieces(source):
            reader.feed(piece)
            if reader.ready >= _BATCH:
                yield from drain()
    except ReadError as error:  # a text file is one problem, not one per line
        yield error.problem
        return
    reader.finish()
    yield from drain()
