"""What a parser that learnt single decisions needs for a beam: a temperature."""

from __future__ import annotations

from dodona.confidence.fitting import ROUGHLY, best_temperature
from dodona.parsing.parser import Parser
from dodona.treebank.nonprojective import encode_nonprojective as as_learnt
from dodona.treebank.treebank import Treebank

#: About so many words are enough to tell a temperature within a few per cent.
_ENOUGH = 5_000
#: How much surer a perceptron is of what it was trained on than of other text, as a ratio of temperatures.
_OVERCONFIDENCE = 1.6


def learn_temperature(parser: Parser, dev: Treebank | None, learnt: Treebank) -> None:
    """Let a parser find out at which temperature its scores are probabilities, so that a beam can use them.

    Scores that were learnt one decision at a time mean something beside those of the same configuration,
    and nothing beside others. As probabilities they can be compared; the temperature is the one at which
    the right transitions of `dev` are most probable. Without `dev` it is what `learnt` says, the trees
    that the parser was trained on as they were then, and more. Calibrated parsers know theirs, and those
    that learnt with a beam do not need one.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> train(trees, epochs=2).info["temperature"] > 0, "temperature" in train(trees, recipe="beam").info
    (True, False)
    """
    if parser.info["recipe"].get("beam", 1) > 1 or parser.is_calibrated:
        return
    if dev is None and parser.probabilistic:
        found = 1.0  # it was taught to be right about that
    else:
        trees = learnt if dev is None else as_learnt(dev, parser.info)
        some = trees[list(range(0, len(trees), trees.word_count // _ENOUGH + 1))]
        found = best_temperature(parser, some, steps=ROUGHLY) * (_OVERCONFIDENCE if dev is None else 1)
    parser.info = {**parser.info, "temperature": float(f"{found:.5g}")}
