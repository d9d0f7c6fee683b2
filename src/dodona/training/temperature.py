"""The temperature of beam search with a greedily trained parser."""

from __future__ import annotations

from dodona.confidence.fitting import ROUGHLY, best_temperature
from dodona.parsing.parser import Parser
from dodona.treebank.nonprojective import encode_nonprojective
from dodona.treebank.treebank import Treebank

#: About this many words determine a temperature within a few per cent.
_ENOUGH = 5_000
#: How much more confident a perceptron is on its training data than on other text, as a ratio of
#: temperatures.
_OVERCONFIDENCE = 1.6


def learn_temperature(parser: Parser, dev: Treebank | None, learnt: Treebank) -> None:
    """Find the temperature that turns the scores of a parser into probabilities, for beam search.

    Scores learnt one decision at a time are comparable within a configuration but not between configurations;
    probabilities are. The temperature maximises the probability of the right transitions of `dev`. Without
    `dev`, it is found on `learnt`, the prepared training data, and raised, since the parser is overconfident
    there. Calibrated parsers already have a temperature, and those trained with a beam need none.

    >>> from dodona.training import train
    >>> trees = Treebank.from_lists([["Oaks", "speak"]] * 9, heads=[[2, 0]] * 9,
    ...     labels=[["nsubj", "root"]] * 9)
    >>> train(trees, epochs=2).info["temperature"] > 0, "temperature" in train(trees, recipe="beam").info
    (True, False)
    """
    if parser.info["recipe"].get("beam", 1) > 1 or parser.is_calibrated:
        return
    if dev is None and parser.probabilistic:
        found = 1.0  # its scores are log probabilities
    else:
        trees = learnt if dev is None else encode_nonprojective(dev, parser.info)
        some = trees[list(range(0, len(trees), trees.word_count // _ENOUGH + 1))]
        found = best_temperature(parser, some, steps=ROUGHLY) * (_OVERCONFIDENCE if dev is None else 1)
    parser.info = {**parser.info, "temperature": float(f"{found:.5g}")}
