"""Finding the errors of a file, not only the first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from dodona import _core
from dodona.errors import OptionError, Problem, ReadError, flag, instance, one_of, true_or_false
from dodona.treebank.checking_columns import column_problems, enhanced_problems, root_problems
from dodona.treebank.checking_comments import comment_problems
from dodona.treebank.columns import FORMATS
from dodona.treebank.recognition import conll_pieces
from dodona.treebank.seen import Seen
from dodona.treebank.source import Source, name_of
from dodona.treebank.treebank import Treebank
from dodona.treebank.ud.checker import Checker
from dodona.treebank.ud.rules import RULES
from dodona.treebank.ud.words import Found

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
    ud: bool = False,
    checked: Checked | None = None,
) -> Iterator[Problem]:
    """Find the errors of a file's format, and with `ud` what breaks the rules of Universal Dependencies.

    Problems come in the order of their lines, except those that only the rest of the file shows. Memory is
    constant except for some 50 bytes for each `sent_id`, and for missing features until a word has one.

    Besides errors that prevent reading, these are reported: more than one root (`single_root`; by default in
    CoNLL-U, which forbids it, but not in CoNLL-X), and in CoNLL-U a `# text` that does not match the words, a
    `sent_id` used twice, the label `root` anywhere but at the root, an empty column, columns after the tenth
    that no line `# global.columns` names, enhanced heads that do not exist, extra or missing blank lines, and
    comments inside a sentence.

    `ud` adds the language-independent rules of the UD validator's levels 1 to 3, in
    `dodona.treebank.ud.rules.RULES`, and gives each problem the `sent_id` of its sentence.

    >>> for problem in problems_in("1\\tHi\\t_\\t_\\t_\\t_\\t7\\troot\\t_\\t_\\n\\n"):
    ...     print(problem)
    <string>:1: head 7 is outside the sentence (1 word)
    """
    true_or_false("single_root", single_root)
    if checked is not None:
        instance("checked", checked, Checked, "a dodona.treebank.checking.Checked")
    name = name_of(source)
    if flag("ud", ud):
        if format == "conllx":
            raise OptionError("UD's rules (ud) are for CoNLL-U, not for CoNLL-X")
        format = "conllu"
    chosen = None if format is None else FORMATS[one_of("format", format, tuple(FORMATS))]
    reader = _core.Reader(chosen, single_root=False, stop_at_first=False, pedantic=True)
    seen = Seen()
    checker = Checker() if ud else None

    def of_rules(broken: Iterable[Found]) -> list[Problem]:
        warnings = {rule for rule in RULES if RULES[rule].warning}
        return [Problem(name, *each, warning=each.rule in warnings) for each in broken]

    def drain() -> Iterator[Problem]:
        treebank = Treebank._of(reader.take(), name)
        found = [
            Problem(name, line, kind, message, (ud and sent_id) or None)
            for line, kind, message, sent_id in reader.take_problems()
        ]
        if len(treebank):
            found.extend(root_problems(treebank, name, single_root))
        if len(treebank) and treebank.format == "conllu":
            found.extend(comment_problems(treebank, name, seen))
            found.extend(column_problems(treebank, name))
            found.extend(enhanced_problems(treebank, name))
        if len(treebank) and checker is not None:
            found = _with_sent_ids([*found, *of_rules(checker.found(treebank))], treebank)
        if checked is not None:
            checked.sentences += len(treebank)
            checked.words += treebank.word_count
        yield from sorted(found, key=lambda problem: problem.line)

    try:
        for piece in conll_pieces(source):
            if checker is not None:
                yield from of_rules(checker.bytes(piece))
            reader.feed(piece)
            if reader.ready >= _BATCH:
                yield from drain()
    except ReadError as error:  # a text file is one problem, not one per line
        yield error.problem
        return
    reader.finish()
    yield from drain()
    if checker is not None:
        yield from of_rules(checker.at_end())


def _with_sent_ids(problems: list[Problem], treebank: Treebank) -> list[Problem]:
    """Add the `sent_id` of the sentences that could be read."""
    core, lengths = treebank._core, treebank.offsets[1:] - treebank.offsets[:-1]
    first_lines = [core.first_line(index) for index in range(len(treebank))]

    def named(problem: Problem) -> Problem:
        index = bisect_right(first_lines, problem.line) - 1
        if problem.sent_id is None and index >= 0:
            others = core.others(index)
            if problem.line < first_lines[index] + lengths[index] + len(others):
                found = (
                    text[1:].partition("=")[2]
                    for _, text in others
                    if text[1:].split("=")[0].strip() == "sent_id"
                )
                return replace(problem, sent_id=next(found, "").strip() or None)
        return problem

    return [named(problem) for problem in problems]
