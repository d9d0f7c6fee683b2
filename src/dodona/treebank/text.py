"""The original text of sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence


def has_space_after(misc: str) -> bool:
    """Whether a space follows a token with this MISC column.

    >>> has_space_after("SpaceAfter=No"), has_space_after("_")
    (False, True)
    """
    return "SpaceAfter=No" not in misc.split("|")


def tokens(sentence: Sentence) -> list[tuple[str, bool]]:
    """Return the tokens, each with whether a space follows."""
    multiword = {token.first: token for token in sentence.multiword_tokens}
    words, misc = sentence.words, sentence.misc
    found = []
    at = 1
    while at <= len(words):
        token = multiword.get(at)
        if token is not None:
            found.append((token.form, has_space_after(token.misc)))
            at = token.last + 1
        else:
            found.append((words[at - 1], has_space_after(misc[at - 1])))
            at += 1
    return found


def detokenise(sentence: Sentence) -> str:
    """Join the tokens of a sentence with their original spaces."""
    return "".join(form + (" " if space else "") for form, space in tokens(sentence)).rstrip(" ")
