"""One sentence: its words, their tags, and its tree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from dodona import _core
from dodona.errors import Error, instance, listed, one_of, place, sliced
from dodona.treebank.columns import COLUMNS
from dodona.treebank.span import Span, noun_chunks
from dodona.treebank.word import Columns, MultiwordToken, Word, multiword_tokens_of

if TYPE_CHECKING:
    from dodona.treebank.treebank import Treebank

Heads = npt.NDArray[np.int32]


class Sentence:
    """A sentence of a treebank. Sentences are immutable: `replace` makes a new one.

    >>> sentence = Sentence(["Oaks", "speak", "."], tags=["NOUN", "VERB", "PUNCT"],
    ...                     heads=[2, 0, 2], labels=["nsubj", "root", "punct"])
    >>> sentence.words
    ['Oaks', 'speak', '.']
    >>> sentence.heads
    array([2, 0, 2], dtype=int32)
    >>> sentence.text
    'Oaks speak .'
    >>> sentence.is_projective
    True
    """

    __slots__ = ("_core", "_index", "_made")

    def __init__(self, words: Sequence[str], **columns: Any) -> None:
        """Build a sentence from plain lists; see `Treebank.from_lists` for the columns."""
        from dodona.treebank.building import build, check_words

        given = {"words": words, **{name: column for name, column in columns.items() if column is not None}}
        lists = {name: listed(name, column, f"a list of {name}") for name, column in given.items()}
        forms = lists.pop("words")
        check_words(forms)  # without the number of a sentence in messages
        self._core = build([forms], **{name: [column] for name, column in lists.items()})
        self._index, self._made = 0, None

    @classmethod
    def _of(cls, core: _core.Treebank, index: int) -> Sentence:
        sentence = object.__new__(cls)
        sentence._core, sentence._index, sentence._made = core, index, None
        return sentence

    @classmethod
    def _with(cls, columns: Columns) -> Sentence:
        """Return the sentence of these columns."""
        sentence = cls._of(columns.core, columns.index)
        sentence._made = columns
        return sentence

    #: What its words share, from the first one that is asked for.
    _made: Columns | None

    @property
    def _columns(self) -> Columns:
        if self._made is None:
            self._made = Columns(self._core, self._index)
        return self._made

    def __len__(self) -> int:
        """The number of words."""
        return len(self._core.head(self._index))

    def __iter__(self) -> Iterator[Word]:
        """Iterate over the words."""
        return iter(self._columns.words(0, len(self)))

    @overload
    def __getitem__(self, index: int) -> Word: ...
    @overload
    def __getitem__(self, index: slice) -> Span: ...
    def __getitem__(self, index: int | slice) -> Word | Span:
        """Return a word by its index from 0, or the span of a slice.

        >>> sentence = Sentence(["Oaks", "speak", "."])
        >>> sentence[-1].form, sentence[:2].text
        ('.', 'Oaks speak')
        """
        if not isinstance(index, slice):
            return self._columns.word(place("word", index, len(self)) + 1)
        places = sliced(index, len(self))
        if places.step != 1:
            raise Error("words of a span follow each other: the step of a slice can only be 1")
        return Span(self, min(places.start, len(self)), max(places.start, places.stop))

    @property
    def root(self) -> Word | None:
        """The root of the tree, and of several the first; None if there is no tree."""
        return next((word for word in self if word.head_index == 0), None)

    def noun_chunks(self) -> list[Span]:
        """Return the base noun phrases of a tree in Universal Dependencies.

        >>> sentence = Sentence(["The", "old", "oak", "of", "Dodona"], heads=[3, 3, 0, 5, 3],
        ...                     tags=["DET", "ADJ", "NOUN", "ADP", "PROPN"],
        ...                     labels=["det", "amod", "root", "case", "nmod"])
        >>> sentence.noun_chunks()
        [Span('The old oak'), Span('Dodona')]
        """
        self._need_tree()
        return list(noun_chunks(self))

    def column(self, name: str) -> list[str]:
        """One column by its name: words, lemmas, tags, fine_tags, feats, labels, deps or misc."""
        return self._core.texts(COLUMNS[one_of("column", name, tuple(COLUMNS))], self._index)

    @property
    def words(self) -> list[str]:
        """The forms of the words."""
        return self._core.texts(_core.Text.form, self._index)

    @property
    def lemmas(self) -> list[str]:
        """The lemmas."""
        return self._core.texts(_core.Text.lemma, self._index)

    @property
    def tags(self) -> list[str]:
        """The part-of-speech tags: UPOS in CoNLL-U, CPOSTAG in CoNLL-X."""
        return self._core.texts(_core.Text.tag, self._index)

    @property
    def fine_tags(self) -> list[str]:
        """The fine-grained tags: XPOS in CoNLL-U, POSTAG in CoNLL-X."""
        return self._core.texts(_core.Text.fine_tag, self._index)

    @property
    def feats(self) -> list[str]:
        """The morphological features, as in the file."""
        return self._core.texts(_core.Text.feats, self._index)

    @property
    def heads(self) -> Heads:
        """The head of each word, from 1; 0 is the root, -1 no head."""
        return self._core.head(self._index)

    @property
    def labels(self) -> list[str]:
        """The label of the arc from each word's head."""
        return self._core.texts(_core.Text.label, self._index)

    @property
    def deps(self) -> list[str]:
        """The enhanced dependencies, as in the file; PHEAD in CoNLL-X."""
        return self._core.texts(_core.Text.deps, self._index)

    @property
    def misc(self) -> list[str]:
        """The last column, as in the file; PDEPREL in CoNLL-X."""
        return self._core.texts(_core.Text.misc, self._index)

    @property
    def has_tree(self) -> bool:
        """Whether the words have heads."""
        return bool(len(self) and self.heads[0] >= 0)

    @property
    def comments(self) -> list[str]:
        """The comment lines, including `#`."""
        return [line for _, line in self._core.others(self._index) if line.startswith("#")]

    def comment(self, key: str) -> str | None:
        """Return the value of a comment `# key = value`, if there is one.

        >>> Sentence(["Oaks", "speak"], comments=["# sent_id = oak-1"]).comment("sent_id")
        'oak-1'
        """
        instance("key", key, str, "a string")
        for line in self.comments:
            name, equals, value = line[1:].partition("=")
            if equals and name.strip() == key:
                return value.strip()
        return None

    @property
    def text(self) -> str:
        """The original text: `# text`, or the tokens with their spaces."""
        from dodona.treebank.text import detokenise

        given = self.comment("text")
        return detokenise(self) if given is None else given

    @property
    def multiword_tokens(self) -> list[MultiwordToken]:
        """The multiword tokens."""
        return list(multiword_tokens_of(self._core.others(self._index)))

    @property
    def empty_nodes(self) -> list[str]:
        """The lines of the empty nodes (`8.1`), as in the file."""
        rows = [line for _, line in self._core.others(self._index) if not line.startswith("#")]
        return [line for line in rows if "." in line.split("\t", 1)[0]]

    @property
    def line(self) -> int:
        """The line of the file where the sentence starts; 0 if it is not from a file."""
        return self._core.first_line(self._index)

    @property
    def is_projective(self) -> bool:
        """Whether no arc spans a word that its head does not dominate.

        >>> Sentence(["a", "b", "c", "d"], heads=[0, 4, 1, 1]).is_projective
        False
        """
        self._need_tree()
        return self._core.is_projective(self._index)

    @property
    def nonprojective_arcs(self) -> list[tuple[int, int]]:
        """The arcs, each (head, dependent), that span a word their head does not dominate."""
        self._need_tree()
        heads = self.heads
        return [(int(heads[word - 1]), word) for word in self._core.nonprojective_words(self._index)]

    @property
    def gap_degree(self) -> int:
        """The largest number of gaps in the yield of a word; 0 in a projective tree."""
        self._need_tree()
        return self._core.gap_degree(self._index)

    @property
    def edge_degree(self) -> int:
        """The largest number of components under an arc that its head does not dominate."""
        self._need_tree()
        return self._core.edge_degree(self._index)

    def replace(self, **columns: Any) -> Sentence:
        """Return a copy with other columns: `sentence.replace(heads=[0, 1])`."""
        return self._alone().replace(**{name: [value] for name, value in columns.items()})[0]

    def projectivise(self, encoding: str = "head") -> Sentence:
        """Lift crossing arcs; see `Treebank.projectivise`."""
        return self._alone().projectivise(encoding)[0]

    def deprojectivise(self, encoding: str = "head") -> Sentence:
        """Restore lifted arcs; see `Treebank.deprojectivise`."""
        return self._alone().deprojectivise(encoding)[0]

    def to_conll(self) -> str:
        """Return the lines of the sentence as in a file."""
        return self._core.write(self._index, self._index + 1).decode()

    def to_conllu(self) -> str:
        """Return the lines of the sentence in CoNLL-U, whatever its format."""
        return self._alone().to_conllu()

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence as dictionaries and lists, without empty columns.

        >>> Sentence(["Oaks"], heads=[0], labels=["root"]).to_dict()
        {'text': 'Oaks', 'words': [{'number': 1, 'form': 'Oaks', 'head': 0, 'label': 'root'}]}
        """
        found: dict[str, Any] = {}
        if (name := self.comment("sent_id")) is not None:
            found["sent_id"] = name
        found |= {"text": self.text, "words": [word.to_dict() for word in self]}
        if tokens := self.multiword_tokens:
            found["multiword_tokens"] = [asdict(token) for token in tokens]
        return found

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def draw(
        self,
        *,
        tags: bool = True,
        width: int | None = None,
        vertical: bool | None = None,
        ascii: bool = False,
        compare: Sentence | None = None,
    ) -> str:
        """Draw the tree with characters: on one line if `width` columns suffice, otherwise one word per line.

        With `compare`, a sentence with the same words, its tree is drawn too where it differs.

        >>> print(Sentence(["Oaks", "speak"], heads=[2, 0], labels=["nsubj", "root"]).draw(tags=False))
                  root
         ╭─nsubj─╮ │
         ▼       │ ▼
        Oaks     speak
        """
        from dodona.drawing.terminal import draw

        return draw(self, tags=tags, width=width, vertical=vertical, ascii=ascii, compare=compare)

    def svg(
        self,
        *,
        tags: bool = True,
        width: int = 1200,
        vertical: bool | None = None,
        background: bool = True,
        compare: Sentence | None = None,
    ) -> str:
        """Draw the tree as SVG, which notebooks show as a picture; `compare` is as in `draw`.

        >>> Sentence(["Oaks", "speak"], heads=[2, 0]).svg().startswith("<svg")
        True
        """
        from dodona.drawing.svg import svg

        return svg(self, tags=tags, width=width, vertical=vertical, background=background, compare=compare)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str | None:
        from dodona.drawing.svg import too_long

        return self.svg() if too_long(self) is None else None  # then `repr` lists it

    def _alone(self) -> Treebank:
        from dodona.treebank.treebank import Treebank

        return Treebank._of(self._core.select([self._index]))

    def _need_tree(self) -> None:
        if not self.has_tree:
            raise Error("the sentence has no tree: its words have no heads")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.to_conll() == other.to_conll()

    def __hash__(self) -> int:
        return hash(self.to_conll())

    def __reduce__(self) -> tuple[Any, ...]:
        return _first, (self._alone(),)


def _first(treebank: Treebank) -> Sentence:
    """Restore a sentence from a pickle."""
    return treebank[0]
