"""Tag-context shortcuts: tag contexts in which greedy search skips scoring."""

from __future__ import annotations

from dodona.parsing.parser import Parser
from dodona.treebank.direction import in_direction
from dodona.treebank.treebank import Treebank


def learn_shortcuts(parser: Parser, treebank: Treebank, least: int) -> None:
    """Count a parser's decisions on its training data, and keep the tag contexts with a single transition.

    Where the parser took the same transition every time, and at least `least` times, greedy search takes it
    without scoring, which is faster.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> parser = train(trees, epochs=2, shortcuts=0)
    >>> learn_shortcuts(parser, trees, 9)
    >>> parser.info["shortcuts"]
    {'contexts': 3, 'share': 1.0}
    """
    given = in_direction(treebank, parser.info)._core
    contexts, covered, decisions = parser._core.learn_shortcuts(given, least)
    share = round(covered / max(decisions, 1), 6)
    parser.info = {**parser.info, "shortcuts": {"contexts": contexts, "share": share}}
