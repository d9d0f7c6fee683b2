"""The temperature at which a greedily trained parser is searched with a beam."""

from __future__ import annotations

from dodona.confidence.fitting import ROUGHLY, best_temperature
from dodona.parsing.parser import Parser
from dodona.treebank.nonprojective import encode_nonprojective
from dodona.treebank.treebank import Treebank

#: About this many words determine a temperature within a few per cent.
_ENOUGH = 5_000
#: How much surer a perceptron is of what it was trained on than of other text, as a ratio of temperatures.
_OVERCONFIDENCE = 1.6


def learn_temperature(parser: Parser, dev: Treebank | None, learnt: Treebank) -> None:
    """Find the temperature at which the scores of a parser are probabilities, so that a beam can use them.

    Scores learnt one decision at a time can be compared within a configuration, but not between
    configurations. As probabilities they can; the temperature is the one at which the right transitions of
    `dev` are most probable. Without `dev` it is found on `learnt`, the prepared training data, and raised,
    since the parser is too sure of that. Calibrated parsers have a temperature already, and those trained
    with a beam need none.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> train(trees, epochs=2).info["temperature"] > 0, "temperature" in train(trees, recipe="beam").info
    (True, False)
    """
    if parser.info["recipe"].get("beam", 1) > 1 or parser.is_calibrated:
        return
    if dev is None and parser.probabilistic:
        found = 1.0  # its scores are log-probabilities as they are
    else:
        trees = learnt if dev is None else encode_nonprojective(dev, parser.info)
        some = trees[list(range(0, len(trees), trees.word_count // _ENOUGH + 1))]
        found = best_temperature(parser, some, steps=ROUGHLY) * (_OVERCONFIDENCE if dev is None else 1)
    parser.info = {**parser.info, "temperature": float(f"{found:.5g}")}
