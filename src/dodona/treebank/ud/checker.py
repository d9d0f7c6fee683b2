"""All rules together, for the sentences of a file."""

from __future__ import annotations

from collections.abc import Iterator

from dodona.treebank.treebank import Treebank
from dodona.treebank.ud.columns import column_rules
from dodona.treebank.ud.enhanced import Graphs
from dodona.treebank.ud.lines import line_rules
from dodona.treebank.ud.syntax import feature_rules, syntax_rules
from dodona.treebank.ud.words import Found, Words


class Checker:
    """Finds what breaks the rules, in batches of sentences."""

    def __init__(self) -> None:
        self._graphs = Graphs()
        self._has_features = False
        self._waiting: list[Found] = []  # until a word has features
        self._last_line = 1
        self._lines: int | None = 0  # before the next bytes; None once a carriage return was found

    def bytes(self, piece: bytes) -> Iterator[Found]:
        """Find the first carriage return in the next bytes of the file."""
        if self._lines is None:
            return
        at = piece.find(b"\r\n")
        self._lines += piece.count(b"\n", 0, at if at >= 0 else len(piece))
        if at >= 0:
            yield Found(
                self._lines + 1, "non-unix-newline", "the line ends with a carriage return (as in Windows)"
            )
            self._lines = None

    def found(self, treebank: Treebank) -> Iterator[Found]:
        """Find what breaks the rules in some sentences."""
        words = Words(treebank)
        yield from dict.fromkeys(column_rules(words))
        yield from line_rules(words)
        yield from self._graphs.rules(words)
        yield from syntax_rules(words)
        self._waiting.extend(feature_rules(words))
        self._has_features = self._has_features or any(text != "_" for text in words.columns["feats"].texts)
        if self._has_features:
            yield from self._waiting
            self._waiting.clear()
        self._last_line = words.line(len(words.heads) - 1)

    def at_end(self) -> Iterator[Found]:
        """Find what breaks the rules that are about the whole file."""
        yield from self._graphs.at_end(self._last_line)
