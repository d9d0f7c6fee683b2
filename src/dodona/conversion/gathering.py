"""Treebanks from records, with the checks of the CoNLL reader."""

from __future__ import annotations

from dodona.conversion.checks import BadRecord, checked, heads, kind_of, one_line, short, strings
from dodona.conversion.records import LISTS, Record
from dodona.conversion.rows import encoded, layout, merged, opened, rows
from dodona.errors import Problem, ReadError
from dodona.treebank.treebank import Treebank

#: Problems of single words, whose messages name no word because files have lines.
_IN_A_WORD = {"head", "empty form", "not UTF-8", "NUL byte"}


class Gathering:
    """Collects records into treebanks.

    >>> gathering = Gathering("oaks.jsonl")
    >>> gathering.add({"words": ["Oaks", "speak"], "heads": [2, 0]}, 1)
    >>> gathering.take()
    Treebank(1 sentence, 2 words)
    >>> gathering.add({"words": ["Oaks", "speak"], "heads": [2, 3]}, 2)
    Traceback (most recent call last):
        ...
    dodona.errors.ReadError: oaks.jsonl:2: word 2: head 3 is outside the sentence (2 words)
    """

    def __init__(self, name: str) -> None:
        """Collect from a source with this name."""
        self._name = name
        self._kind: tuple[str, str, int] | None = None

    @property
    def ready(self) -> int:
        """The number of sentences that can be taken."""
        return 0 if self._kind is None else self._reader.ready

    def take(self) -> Treebank:
        """Return the sentences since the last call."""
        return Treebank() if self._kind is None else Treebank._of(self._reader.take().without_lines())

    def add(self, record: object, place: int) -> None:
        """Add the sentence of a line or row of the source."""
        try:
            given = checked(record)
            self._settle(given)
            self._read(merged(self._rows(given), [*_comments(given), *_others(given)]))
        except BadRecord as bad:
            raise ReadError(Problem(self._name, place, bad.kind, str(bad))) from None

    def _settle(self, record: Record) -> None:
        """Check that all records have the format and the columns of the first."""
        kind = kind_of(record)
        format, declaration, extra = kind
        if self._kind is None:
            self._kind = kind
            self._layout = layout(declaration, extra)
            self._reader = opened(format, declaration)
            self._lines = 1
            self._raise_problem([])
            if (named := sum(isinstance(name, int) for name in self._layout)) != extra:
                raise BadRecord("columns", f"extra: {extra} columns where {short(declaration)} has {named}")
        for what, here, there in zip(
            ("format", "declaration", "extra columns"), kind, self._kind, strict=True
        ):
            if here != there:
                raise BadRecord(
                    "key",
                    f"{what}: {short(here)} here but {short(there)} before: all records of a file must agree",
                )

    def _rows(self, record: Record) -> list[str]:
        for key in LISTS:
            if key not in self._layout and any(value not in ("_", None) for value in record.get(key, ())):
                raise BadRecord("columns", f"{key}: not among the columns of {short(record['declaration'])}")
        nothing = ["_"] * len(record["words"])
        columns = {}
        for name in self._layout:
            if isinstance(name, int):
                columns[f"extra {name}"] = record["extra"][name]
            else:
                columns[name] = record.get(name, nothing)
        if "heads" in record:
            columns["heads"] = heads(record["heads"])
        try:
            lines = rows([len(record["words"])], list(columns.values()))
        except TypeError:  # something is not a string
            columns = {key: strings(key, values) for key, values in columns.items()}
            lines = rows([len(record["words"])], list(columns.values()))
        text = "\n".join(lines)
        if (
            text.count("\n") >= len(lines)
            or text.count("\t") != len(lines) * len(columns)
            or "\r\n" in f"{text}\n"
        ):
            for key, values in columns.items():
                for word, value in enumerate(values, start=1):
                    one_line(f"word {word}: {key}", value, is_field=True)
        return lines

    def _read(self, lines: list[str]) -> None:
        self._reader.feed(encoded("\n".join(lines) + "\n\n"))
        self._raise_problem(lines)
        self._lines += len(lines) + 1

    def _raise_problem(self, lines: list[str]) -> None:
        for line, kind, message, _ in self._reader.take_problems():
            place = line - self._lines - 1
            start = lines[place].split("\t", 1)[0] if 0 <= place < len(lines) else ""
            if not start.isdigit():
                where = "comments: " if start.startswith("#") else "others: " if start else ""
            else:
                where = f"word {start}: " if kind in _IN_A_WORD and not message.startswith("word ") else ""
            raise BadRecord(kind, where + message)


def _comments(record: Record) -> list[tuple[int, str]]:
    comments = record.get("comments")
    if comments is None:
        keys = ("sent_id", "text") if record.get("format", "conllu") == "conllu" else ()
        comments = [f"# {key} = {one_line(key, record[key])}" for key in keys if key in record]
    lines = [one_line("comments", comment) for comment in comments]
    return [(0, line if line.startswith("#") else f"# {line}") for line in lines]


def _others(record: Record) -> list[tuple[int, str]]:
    found = []
    words = len(record["words"])
    for other in record.get("others", ()):
        if not isinstance(other, dict) or other.keys() != {"after", "fields"}:
            raise BadRecord("key", f"others: {short(other)} is not an object with 'after' and 'fields'")
        after, fields = other["after"], other["fields"]
        if type(after) is not int or not 0 <= after <= words:
            raise BadRecord("key", f"others: 'after' is {short(after)} where there are words 1 to {words}")
        if not isinstance(fields, list):
            raise BadRecord("key", f"others: {short(fields)} is not a list")
        line = one_line("others", "\t".join(one_line("others", field) for field in fields))
        number = line.split("\t", 1)[0]
        if not (line.startswith("#") or "-" in number or "." in number):
            raise BadRecord(
                "key", f"others: {short(number)} is not the number of a multiword token or empty node"
            )
        found.append((after, line))
    return found
