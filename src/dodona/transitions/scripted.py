"""Configurations from a script of transitions, for readable examples and tests."""

from __future__ import annotations

from collections.abc import Sequence

from dodona.errors import Error
from dodona.transitions.configuration import Configuration
from dodona.transitions.transition import transitions
from dodona.treebank.sentence import Sentence


def configuration(
    words: Sentence | Sequence[str] | str,
    script: str = "",
    root: str = "first",
    single_root: bool = False,
    system: str = "arc-eager",
) -> Configuration:
    """Return the configuration that a script of transitions leads to.

    >>> configuration("He wrote her a letter .", "SH LA(nsubj) RA(root)")
    ([ROOT wrote], [her a letter .], {(ROOT, root, wrote), (wrote, nsubj, He)})
    """
    reached = Configuration(words, root, single_root, system)
    for step, (move, label) in enumerate(transitions(script), start=1):
        try:
            reached.apply(move, label)
        except Error as error:  # noqa: PERF203
            raise Error(f"step {step} of the script: {error}") from error
    return reached
