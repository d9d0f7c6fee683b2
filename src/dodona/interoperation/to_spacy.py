"""Conversion to spaCy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dodona.errors import MissingExtraError, instance
from dodona.treebank.sentence import Sentence
from dodona.treebank.text import has_space_after

if TYPE_CHECKING:
    from spacy.tokens import Doc


def to_spacy(sentence: Sentence, vocab: Any = None) -> Doc:
    """Return a sentence as a spaCy Doc: words, spaces, tags, features, lemmas, heads and labels.

    `vocab` is that of a spaCy pipeline; by default the Doc gets its own. A multiword token becomes its words,
    without spaces between them.
    """
    instance("sentence", sentence, Sentence, "a dodona.Sentence")
    try:
        from spacy.tokens import Doc
        from spacy.vocab import Vocab
    except ImportError as error:
        raise MissingExtraError("to_spacy", "spacy") from error
    if vocab is not None:
        instance("vocab", vocab, Vocab, "a spacy.vocab.Vocab")
    has_tree = not (sentence.heads < 0).any()
    own = [index if head == 0 else int(head) - 1 for index, head in enumerate(sentence.heads)]
    return Doc(
        Vocab() if vocab is None else vocab,
        words=sentence.words,
        spaces=_spaces(sentence),
        pos=_filled(sentence.tags),
        tags=_filled(sentence.fine_tags),
        lemmas=_filled(sentence.lemmas),
        morphs=_filled(sentence.feats),
        heads=own if has_tree else None,
        deps=_labels(sentence) if has_tree else None,
    )


def _filled(column: list[str]) -> list[str]:
    return ["" if value == "_" else value for value in column]


def _labels(sentence: Sentence) -> list[str]:
    """Return the labels, with spaCy's ROOT for roots."""
    pairs = zip(sentence.heads, sentence.labels, strict=True)
    return ["ROOT" if head == 0 else label for head, label in pairs]


def _spaces(sentence: Sentence) -> list[bool]:
    """Return for every word whether a space follows; there are none inside multiword tokens."""
    spaces = [has_space_after(misc) for misc in sentence.misc]
    for token in sentence.multiword_tokens:
        for place in range(token.first, token.last):
            spaces[place - 1] = False
        spaces[token.last - 1] = has_space_after(token.misc)
    return spaces
