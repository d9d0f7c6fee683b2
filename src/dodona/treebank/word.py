"""Words as light views of the columns of their sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dodona import _core
from dodona.errors import Error, UnknownKeyError, instance, shown
from dodona.treebank.columns import COLUMNS

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence


@dataclass(frozen=True)
class MultiwordToken:
    """A multiword token that covers the words `first` to `last`, such as *don't*."""

    first: int
    last: int
    form: str
    misc: str


class Feats(Mapping[str, str]):
    """The features of a word as a mapping; `str` gives them as in the file.

    >>> feats = Feats("Case=Nom|Number=Sing")
    >>> feats["Number"], feats.get("Tense"), str(feats)
    ('Sing', None, 'Case=Nom|Number=Sing')

    Items without `=`, as in CoNLL-X, have the value `""`.
    """

    __slots__ = ("_text", "_values")

    def __init__(self, text: str) -> None:
        """Read a FEATS column."""
        self._text = instance("text", text, str, "a string")
        pairs = [] if text == "_" else [item.partition("=") for item in text.split("|")]
        self._values = {name: value for name, _, value in pairs}

    def __getitem__(self, name: str) -> str:
        try:
            return self._values[name]
        except KeyError:
            known = ", ".join(self._values) or "nothing"
            raise UnknownKeyError(f"no feature {shown(name)} among {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Feats({self._text!r})"


_feats_of = lru_cache(maxsize=1 << 12)(Feats)


class Columns:
    """What the words of a sentence share: the columns that few people need, each made on first use."""

    __slots__ = (
        "children",
        "core",
        "deps",
        "feats",
        "fine_tags",
        "index",
        "misc",
        "multiword_tokens",
    )

    # What `__getattr__` makes.
    fine_tags: list[str]
    feats: list[str]
    deps: list[str]
    misc: list[str]
    children: list[list[int]]
    multiword_tokens: list[MultiwordToken]

    def __init__(self, core: _core.Treebank, index: int) -> None:
        self.core, self.index = core, index

    def words(self, start: int, end: int) -> list[Word]:
        """Return words, made anew, by their indices."""
        made: list[Word] = _core._words(  # type: ignore[attr-defined]
            self.core, self.index, start, end, Word, self
        )
        return made

    def word(self, number: int) -> Word:
        """Return the word with a number."""
        return self.words(number - 1, number)[0]

    def __getattr__(self, name: str) -> Any:
        made: Any
        if name in COLUMNS:
            made = self.core.texts(COLUMNS[name], self.index)
        elif name == "children":
            heads = self.core.head(self.index).tolist()
            made = [[] for _ in range(len(heads) + 1)]  # of the root, and of each word
            for number, head in enumerate(heads, start=1):
                if head >= 0:
                    made[head].append(number)
        elif name == "multiword_tokens":
            made = list(multiword_tokens_of(self.core.others(self.index)))
        else:
            raise AttributeError(name)
        setattr(self, name, made)
        return made


def multiword_tokens_of(lines: list[tuple[int, str]]) -> Iterator[MultiwordToken]:
    """Yield the multiword tokens among the lines of a sentence that are not words."""
    for _, line in lines:
        if not line.startswith("#"):
            fields = line.split("\t")
            first, dash, last = fields[0].partition("-")
            if dash:
                misc = fields[9] if len(fields) > 9 else "_"
                yield MultiwordToken(int(first), int(last), fields[1], misc)


class Word(_core._WordBase):  # type: ignore[name-defined, misc]
    """A word of a sentence, with the columns of its line and its place in the tree.

    >>> from dodona.treebank.sentence import Sentence
    >>> oaks, speak = Sentence(["Oaks", "speak"], feats=["Number=Plur", "_"],
    ...                        heads=[2, 0], labels=["nsubj", "root"])
    >>> oaks.form, oaks.number, oaks.feats["Number"], oaks.head, speak.children == [oaks]
    ('Oaks', 1, 'Plur', Word(2, 'speak', root), True)
    """

    __slots__ = ()

    # These are members of the base, which is compiled.
    _columns: Columns
    _head: int
    #: The number of the word in its sentence, from 1.
    number: int
    #: The form.
    form: str
    #: The lemma.
    lemma: str
    #: The part-of-speech tag: UPOS in CoNLL-U, CPOSTAG in CoNLL-X.
    tag: str
    #: The label of the arc from the head.
    label: str
    #: The head; None for a root, and for a word without a head.
    head: Word | None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        raise Error("words are made by sentences, as in sentence[0]")

    @property
    def fine_tag(self) -> str:
        """The fine-grained tag: XPOS in CoNLL-U, POSTAG in CoNLL-X."""
        return self._columns.fine_tags[self.number - 1]

    @property
    def feats(self) -> Feats:
        """The morphological features."""
        return _feats_of(self._columns.feats[self.number - 1])

    @property
    def deps(self) -> str:
        """The enhanced dependencies, as in the file; PHEAD in CoNLL-X."""
        return self._columns.deps[self.number - 1]

    @property
    def misc(self) -> str:
        """The last column, as in the file; PDEPREL in CoNLL-X."""
        return self._columns.misc[self.number - 1]

    @property
    def head_index(self) -> int | None:
        """The number of the head; 0 is the root, None no head."""
        return None if self._head < 0 else self._head

    @property
    def sentence(self) -> Sentence:
        """The sentence."""
        from dodona.treebank.sentence import Sentence

        return Sentence._with(self._columns)

    @property
    def children(self) -> list[Word]:
        """The dependents, from left to right."""
        columns = self._columns
        return [columns.word(number) for number in columns.children[self.number]]

    @property
    def ancestors(self) -> list[Word]:
        """The head, its head, and so on up to the root."""
        found = []
        head = self.head
        while head is not None:
            found.append(head)
            head = head.head
        return found

    @property
    def subtree(self) -> list[Word]:
        """The word and all words below it, from left to right."""
        columns = self._columns
        numbers = [self.number]
        for number in numbers:  # which grows
            numbers += columns.children[number]
        return [columns.word(number) for number in sorted(numbers)]

    def path_to(self, other: Word) -> list[Word]:
        """Return the words on the way to another word of the sentence, with both ends.

        >>> from dodona.treebank.sentence import Sentence
        >>> words = list(Sentence(["Old", "oaks", "speak", "softly"], heads=[2, 3, 0, 3]))
        >>> [word.form for word in words[0].path_to(words[3])]
        ['Old', 'oaks', 'speak', 'softly']
        """
        instance("other", other, Word, "a dodona.Word")
        if other._columns is not self._columns and other.sentence != self.sentence:
            raise Error("there is no path to a word of another sentence")
        up, down = [self, *self.ancestors], [other, *other.ancestors]
        if up[-1].number != down[-1].number:
            raise Error("there is no path between the words, which are below different roots")
        while len(up) > 1 and len(down) > 1 and up[-2].number == down[-2].number:
            up.pop(), down.pop()
        return up + down[-2::-1]

    @property
    def start(self) -> int | None:
        """Where its token begins in the text, in characters; None if the treebank does not have it.

        A tokeniser writes it (`TokenRange` in MISC). The words of a multiword token have its range.
        """
        return self._range[0]

    @property
    def end(self) -> int | None:
        """Where its token ends in the text, in characters; None if the treebank does not have it."""
        return self._range[1]

    @property
    def confidence(self) -> float | None:
        """The probability that the head is right; None if the parse has no confidences."""
        return self._share("HeadConf")

    @property
    def label_confidence(self) -> float | None:
        """The probability that the label is right; None if the parse has no confidences."""
        return self._share("LabelConf")

    @property
    def _range(self) -> tuple[int | None, int | None]:
        misc = self.misc
        if "TokenRange=" not in misc:
            tokens = self._columns.multiword_tokens
            misc = next((each.misc for each in tokens if each.first <= self.number <= each.last), "")
        begin, colon, end = _item(misc, "TokenRange").partition(":")
        return (int(begin), int(end)) if colon and begin.isdigit() and end.isdigit() else (None, None)

    def _share(self, name: str) -> float | None:
        try:
            return float(_item(self.misc, name))
        except ValueError:
            return None

    def to_dict(self) -> dict[str, Any]:
        """Return the columns of the word that are not empty, and where its token is in the text."""
        found: dict[str, Any] = {"number": self.number, "form": self.form}
        for name in ("lemma", "tag", "fine_tag"):
            if (value := getattr(self, name)) != "_":
                found[name] = value
        if self.feats:
            found["feats"] = dict(self.feats)
        found["head"], found["label"] = self.head_index, self.label
        for name in ("deps", "misc"):
            if (value := getattr(self, name)) != "_":
                found[name] = value
        for name in ("start", "end", "confidence", "label_confidence"):
            if (number := getattr(self, name)) is not None:
                found[name] = number
        return found

    def __str__(self) -> str:
        return self.form

    def __repr__(self) -> str:
        head = self.head
        parts = [str(self.number), repr(self.form), *(part for part in (self.tag, self.label) if part != "_")]
        return f"Word({', '.join(parts)}{'' if head is None else f' of {head.form!r}'})"

    def __eq__(self, other: object) -> bool:
        """Whether they are the same word of equal sentences."""
        if not isinstance(other, Word):
            return NotImplemented
        if self.number != other.number or self.form != other.form:
            return False
        return self._columns is other._columns or self.sentence == other.sentence

    def __hash__(self) -> int:
        return hash((self.number, self.form))

    def __reduce__(self) -> tuple[Any, ...]:
        return _word_of, (self.sentence, self.number)


def _item(misc: str, name: str) -> str:
    """Return the value of an item of MISC, or an empty string.

    >>> _item("SpaceAfter=No|TokenRange=3:7", "TokenRange")
    '3:7'
    """
    return next((item[len(name) + 1 :] for item in misc.split("|") if item.startswith(f"{name}=")), "")


def _word_of(sentence: Sentence, number: int) -> Word:
    """Restore a word from a pickle."""
    return sentence[number - 1]
