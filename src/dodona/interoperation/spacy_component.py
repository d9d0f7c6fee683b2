"""A component for spaCy pipelines: `nlp.add_pipe("dodona", config={"model": ...})`."""

# Without annotations from the future: older versions of spaCy, such as 3.8.7, cannot read those of a factory.
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.attrs import (  # type: ignore[import-not-found]
    DEP,
    HEAD,
    IS_SPACE,
    LEMMA,
    MORPH,
    ORTH,
    POS,
    SENT_START,
    SPACY,
    TAG,
)
from spacy.language import Language
from spacy.parts_of_speech import IDS as UPOS  # type: ignore[import-not-found]
from spacy.tokens import Doc, Token
from spacy.util import minibatch
from spacy.vocab import Vocab

from dodona import _core
from dodona.conversion.rows import encoded, opened
from dodona.errors import Error
from dodona.pipelines.loading import load_pipeline
from dodona.treebank.columns import COLUMNS
from dodona.treebank.treebank import Treebank

if TYPE_CHECKING:
    from dodona.pipelines.kinds import AnyPipeline

_CONFIDENCES = ("head_confidence", "label_confidence")
_ATTRIBUTES = (HEAD, DEP, POS, TAG, MORPH, LEMMA)


class DodonaComponent:
    """Tags and parses the tokens of Docs, and sets sentence starts unless they are known.

    Sets `pos_`, `tag_`, `morph`, `lemma_`, `head`, `dep_` and sentence starts. With `confidence`,
    `token._.head_confidence` and `token._.label_confidence` are set too; otherwise they are None.
    """

    def __init__(self, whole: "AnyPipeline", confidence: bool = False) -> None:
        self.pipeline, self.confidence = whole, confidence
        for name in _CONFIDENCES:
            if not Token.has_extension(name):
                Token.set_extension(name, default=None)
        self._cut = whole.tokeniser.texts()

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a Doc."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 1000) -> Iterator[Doc]:
        """Annotate Docs, a batch of them at once."""
        for docs in minibatch(stream, size=batch_size):  # type: ignore[no-untyped-call]
            yield from self._annotated(docs)

    def _annotated(self, docs: list[Doc]) -> list[Doc]:
        lengths = np.array([len(doc) for doc in docs])
        begins = np.concatenate(([0], np.cumsum(lengths)))
        tokens = np.concatenate([doc.to_array([ORTH, IS_SPACE, SPACY]).reshape(-1, 3) for doc in docs])
        seen = np.flatnonzero(tokens[:, 1] == 0)
        if not len(seen):
            return docs
        orths, which = np.unique(tokens[:, 0], return_inverse=True)
        strings = [docs[0].vocab.strings[orth] for orth in orths.tolist()]
        spaced = [
            strings[place] + " " if space else strings[place]
            for place, space in zip(which.tolist(), tokens[:, 2].tolist(), strict=True)
        ]
        is_start = np.zeros(len(tokens), bool)
        self._mark_starts(docs, begins, spaced, is_start)
        doc_of = np.repeat(np.arange(len(docs)), lengths)[seen]
        is_first = is_start[seen] | (np.diff(doc_of, prepend=-1) != 0)
        first = np.flatnonzero(is_first)[np.cumsum(is_first) - 1]  # of the sentence of each word
        words = _treebank(strings, which[seen], np.arange(len(seen)) - first + 1)
        parsed, shares = self._parsed(words)
        table = np.zeros((len(tokens), len(_ATTRIBUTES)), np.uint64)
        heads = np.array(parsed.heads)
        relative = np.where(heads == 0, 0, seen[np.maximum(first + heads - 1, 0)] - seen)
        table[seen, 0] = relative.astype(np.int64).view(np.uint64)
        _attach_spaces(table, seen, np.repeat(begins[:-1], lengths), np.repeat(begins[1:], lengths))
        for place, (column, key) in enumerate(_keys(docs[0].vocab).items(), start=1):
            ids = np.asarray(parsed._core.ids(COLUMNS[column]))
            key_of = np.zeros(ids.max() + 1, np.uint64)
            key_of[ids] = 1
            distinct = np.flatnonzero(key_of).astype(np.uint32)
            key_of[distinct] = [key("" if text == "_" else text) for text in parsed._core.strings(distinct)]
            table[seen, place] = key_of[ids]
        table[seen[heads == 0], 1] = docs[0].vocab.strings.add("ROOT")
        for doc, begin, end in zip(docs, begins[:-1], begins[1:], strict=True):
            if np.searchsorted(seen, begin) < np.searchsorted(seen, end):
                rows: Any = table[begin:end]
                doc.from_array(list(_ATTRIBUTES), rows)
        for name, values in zip(_CONFIDENCES, shares, strict=False):
            for token, which_doc, value in zip(seen.tolist(), doc_of.tolist(), values.tolist(), strict=True):
                docs[which_doc][token - int(begins[which_doc])]._.set(name, value)
        return docs

    def _parsed(self, words: Treebank) -> tuple[Treebank, list[Any]]:
        """Return the parsed words, and the confidences of heads and labels, if they are asked for."""
        if not self.confidence:
            return self.pipeline.parse(words, tags="predict"), []
        found = self.pipeline.parser.confidence(self.pipeline.prepared(words, tags="predict"))
        return found.parsed, [found.heads, found.labels]

    def _mark_starts(self, docs: list[Doc], begins: Any, spaced: list[str], is_start: Any) -> None:
        """Mark the tokens that start sentences: those of the Docs, or those of the tokeniser."""
        unknown = [number for number, doc in enumerate(docs) if not doc.has_annotation("SENT_START")]
        for number in set(range(len(docs))).difference(unknown):
            is_start[begins[number] : begins[number + 1]] = docs[number].to_array(SENT_START) == 1
        bounds = begins.tolist()
        texts = ("".join(spaced[bounds[number] : bounds[number + 1]]) for number in unknown)
        cut, ends = self._cut(text.encode("utf-8", "surrogatepass") for text in texts)
        doc_of = np.repeat(np.array(unknown, np.int64), np.diff([0, *ends]))
        places = np.cumsum([0, *map(len, spaced)])[:-1]  # of the tokens in the text of all
        # A token across the boundary belongs to the sentence before it.
        found = np.searchsorted(places, places[begins[doc_of]] + np.array(_begins(cut._core), np.int64))
        is_start[found[found < begins[doc_of + 1]]] = True


def _begins(core: _core.Treebank) -> list[int]:
    """Return where the sentences of a tokeniser begin, in characters."""
    misc = core.strings(core.ids(_core.Text.misc)[core.offsets[:-1]])
    for sentence, text in enumerate(misc):
        if text == "_":  # the first word of a multiword token
            misc[sentence] = next(line for _, line in core.others(sentence) if not line.startswith("#"))
    return [int(text.split("TokenRange=")[1].split(":")[0]) for text in misc]


def _treebank(strings: list[str], which: Any, numbers: Any) -> Treebank:
    """Return words, given by the places of their strings and their numbers in their sentences."""
    rests = [f"\t{_form(text)}" + "\t_" * 8 + "\n" for text in strings]
    starts = ["", "\n1", *map(str, range(2, int(numbers.max()) + 1))]
    columns = (starts[number] for number in numbers.tolist()), (rests[place] for place in which.tolist())
    reader = opened("conllu")
    reader.feed(encoded("".join(chain.from_iterable(zip(*columns, strict=True))).lstrip("\n") + "\n"))
    for _, _, message, _ in reader.take_problems():
        raise Error(f"spaCy's tokens: {message}")
    return Treebank._of(reader.take().without_lines())


def _keys(vocab: Vocab) -> dict[str, Callable[[str], int]]:
    """Return for each column after the heads how its strings become numbers of spaCy."""
    add = vocab.strings.add
    return {
        "labels": add,
        "tags": lambda tag: UPOS.get(tag, 0),
        "fine_tags": add,
        "feats": vocab.morphology.add,
        "lemmas": add,
    }


def _attach_spaces(table: Any, seen: Any, begins: Any, ends: Any) -> None:
    """Attach whitespace tokens to the token before them, or after them at the start of their Doc."""
    spaces = np.setdiff1d(np.arange(len(table)), seen)
    after = np.searchsorted(seen, spaces)
    before = seen[np.maximum(after - 1, 0)]
    following = seen[np.minimum(after, len(seen) - 1)]
    has_before = (after > 0) & (before >= begins[spaces])
    has_after = (after < len(seen)) & (following < ends[spaces])
    head = np.where(has_before, before, np.where(has_after, following, spaces))
    table[spaces, 0] = (head - spaces).astype(np.int64).view(np.uint64)


def _form(text: str) -> str:
    return " ".join(text.split()) or "_"


@Language.factory(
    "dodona",
    default_config={"model": None, "confidence": False},
    assigns=["token.pos", "token.tag", "token.morph", "token.lemma", "token.head", "token.dep"],
)
def make_dodona(nlp: Language, name: str, model: str | None, confidence: bool) -> Callable[[Doc], Doc]:
    """Create the component; `model` is a model trained with `--pipeline`, or None for English."""
    made: Any = DodonaComponent(load_pipeline(model), confidence)
    return made  # type: ignore[no-any-return]
