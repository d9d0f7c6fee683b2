"""Habits: what a parser does every time it need not be asked."""

from __future__ import annotations

from dodona.parsing.parser import Parser
from dodona.treebank.treebank import Treebank


def learn_habits(parser: Parser, treebank: Treebank, least: int) -> None:
    """Let a parser look at how it parses its own training data.

    What it does every time in a context of tags (core/search/habits.h), and at least so often, becomes a
    habit: greedy search does it without asking the model, which is faster.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> parser = train(trees, epochs=2, habits=0)
    >>> learn_habits(parser, trees, 9)
    >>> parser.info["habits"]
    {'contexts': 3, 'share': 1.0}
    """
    contexts, habitual, decisions = parser._core.learn_habits(treebank._core, least)
    share = round(habitual / max(decisions, 1), 6)
    parser.info = {**parser.info, "habits": {"contexts": contexts, "share": share}}
