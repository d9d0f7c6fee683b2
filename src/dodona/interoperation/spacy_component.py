"""A component for spaCy pipelines: `nlp.add_pipe("dodona", config={"model": ...})`."""

# Without annotations from the future: older versions of spaCy, such as 3.8.7, cannot read those of a factory.
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import DEP, HEAD  # type: ignore[import-not-found]
from spacy.language import Language
from spacy.tokens import Doc, Token

from dodona.pipelines.loading import load_pipeline
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyPipeline

_CONFIDENCES = ("head_confidence", "label_confidence")


class DodonaComponent:
    """Tags and parses the tokens of a Doc, and sets sentence starts unless they are known.

    Sets `pos_`, `tag_`, `morph`, `lemma_`, `head`, `dep_` and sentence starts. If the model gives
    confidences, they are in `token._.head_confidence` and `token._.label_confidence`; otherwise these are
    None.
    """

    def __init__(self, whole: "AnyPipeline") -> None:
        self.pipeline = whole
        for name in _CONFIDENCES:
            if not Token.has_extension(name):
                Token.set_extension(name, default=None)

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a Doc."""
        seen = [token for token in doc if not token.is_space]
        if not seen:
            return doc
        sentences = _sentences(doc, seen, self._starts(doc, seen))
        words = Treebank.from_lists([[_form(token) for token in sentence] for sentence in sentences])
        tagged = self.pipeline.tag(words, tags="predict")
        parser = self.pipeline.parser
        sure = parser.confidence(tagged) if parser.probabilistic or parser.is_calibrated else None
        parsed = parser.parse(tagged)
        heads, labels = np.zeros(len(doc), dtype=np.int64), [""] * len(doc)
        at = 0
        for sentence, made in zip(sentences, parsed, strict=True):
            for word, token in enumerate(sentence):
                token.pos_, token.tag_ = _text(made.tags[word]), _text(made.fine_tags[word])
                token.set_morph(_text(made.feats[word]))  # type: ignore[attr-defined]
                token.lemma_ = _text(made.lemmas[word])
                head = int(made.heads[word])
                heads[token.i] = 0 if head == 0 else sentence[head - 1].i - token.i
                labels[token.i] = "ROOT" if head == 0 else made.labels[word]
                if sure is not None:
                    token._.head_confidence = float(sure.heads[at])
                    token._.label_confidence = float(sure.labels[at])
                at += 1
        _attach_spaces(doc, heads)
        values = [doc.vocab.strings.add(label) for label in labels]
        table: Any = np.array([heads.astype(np.uint64), np.array(values, dtype=np.uint64)], dtype=np.uint64).T
        return doc.from_array([HEAD, DEP], table)

    def _starts(self, doc: Doc, seen: list[Token]) -> set[int]:
        """Return the tokens that start sentences: those of the Doc, or those of the tokeniser."""
        if doc.has_annotation("SENT_START"):
            return {token.i for token in seen if token.is_sent_start}
        begins = []
        for sentence in self.pipeline.tokeniser.tokenise(doc.text):
            whole = [token.misc for token in sentence.multiword_tokens if token.first == 1]
            misc = whole[0] if whole else sentence.misc[0]
            begins.append(int(misc.split("TokenRange=")[1].split(":")[0]))
        starts = set()
        for begin in begins:
            # A token across the boundary belongs to the sentence before it.
            following = next((token.i for token in seen if token.idx >= begin), None)
            if following is not None:
                starts.add(following)
        return starts


def _sentences(doc: Doc, seen: list[Token], starts: set[int]) -> list[list[Token]]:
    found: list[list[Token]] = []
    for token in seen:
        if token.i in starts or not found:
            found.append([])
        found[-1].append(token)
    return found


def _attach_spaces(doc: Doc, heads: np.typing.NDArray[np.int64]) -> None:
    """Attach whitespace tokens to the token before them, or after them at the start."""
    for token in doc:
        if token.is_space:
            before = next((other.i for other in reversed(doc[: token.i]) if not other.is_space), None)
            after = next((other.i for other in doc[token.i :] if not other.is_space), token.i)
            heads[token.i] = (after if before is None else before) - token.i


def _form(token: Token) -> str:
    return " ".join(token.text.split()) or "_"


def _text(value: str) -> str:
    return "" if value == "_" else value


@Language.factory(
    "dodona",
    default_config={"model": None},
    assigns=["token.pos", "token.tag", "token.morph", "token.lemma", "token.head", "token.dep"],
)
def make_dodona(nlp: Language, name: str, model: str | None) -> Callable[[Doc], Doc]:
    """Create the component; `model` is a model trained with `--pipeline`, or None for English."""
    made: Any = DodonaComponent(load_pipeline(model))
    return made  # type: ignore[no-any-return]
