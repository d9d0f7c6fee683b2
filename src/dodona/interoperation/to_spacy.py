"""Conversion to spaCy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dodona.errors import MissingExtraError, instance
from dodona.treebank.sentence import Sentence
from dodona.treebank.text import has_space_after
from dodona.treebank.treebank import Treebank
from dodona.treebank.word import Word

if TYPE_CHECKING:
    from spacy.tokens import Doc


def to_spacy(sentences: Sentence | Treebank, vocab: Any = None) -> Doc:
    """Return a sentence or a treebank as a spaCy Doc: words, spaces, tags, features, lemmas, trees.

    `vocab` is that of a spaCy pipeline; by default the Doc gets its own. The text of a Doc is that of its
    tokens: the words of a multiword token are tokens without spaces between them if they make up its form,
    such as *do* and *n't*. Otherwise, as in *du* for *de* and *le*, it is one token with the columns of its
    first word with a head outside, and the dependents of all of them.
    """
    instance("sentences", sentences, (Sentence, Treebank), "a dodona.Sentence or a dodona.Treebank")
    try:
        from spacy.tokens import Doc
        from spacy.vocab import Vocab
    except ImportError as error:
        raise MissingExtraError("to_spacy", "spacy") from error
    if vocab is not None:
        instance("vocab", vocab, Vocab, "a spacy.vocab.Vocab")
    words: list[Word] = []
    forms: list[str] = []
    spaces: list[bool] = []
    heads: list[int] = []
    has_tree = True
    for sentence in [sentences] if isinstance(sentences, Sentence) else sentences:
        begin = len(words)
        place: list[int] = []  # of the token of each word
        for group, form, space in _tokens(sentence):
            place += [len(words)] * len(group)
            words.append(_representative(group))
            forms.append(form)
            spaces.append(space)
        has_tree = has_tree and sentence.has_tree
        for at in range(begin, len(words)):
            head = words[at].head_index
            heads.append(place[head - 1] if head else at)
    return Doc(
        Vocab() if vocab is None else vocab,
        words=forms,
        spaces=spaces,
        pos=[_filled(word.tag) for word in words],
        tags=[_filled(word.fine_tag) for word in words],
        lemmas=[_filled(word.lemma) for word in words],
        morphs=[_filled(str(word.feats)) for word in words],
        heads=heads if has_tree else None,
        deps=["ROOT" if word.head_index == 0 else word.label for word in words] if has_tree else None,
    )


def _tokens(sentence: Sentence) -> list[tuple[list[Word], str, bool]]:
    """Return the tokens of a sentence: their words, their form, and whether a space follows."""
    multiword = {token.first: token for token in sentence.multiword_tokens}
    found: list[tuple[list[Word], str, bool]] = []
    words = list(sentence)
    at = 0
    while at < len(words):
        token = multiword.get(at + 1)
        if token is None:
            found.append(([words[at]], words[at].form, has_space_after(words[at].misc)))
            at += 1
            continue
        group, space = words[at : token.last], has_space_after(token.misc)
        if "".join(word.form for word in group) == token.form:
            found += [([word], word.form, space and word is group[-1]) for word in group]
        else:
            found.append((group, token.form, space))
        at = token.last
    return found


def _representative(group: list[Word]) -> Word:
    """Return the first word of a token whose head is outside of it."""
    inside = {word.number for word in group}
    return next((word for word in group if word.head_index not in inside), group[0])


def _filled(value: str) -> str:
    return "" if value == "_" else value
