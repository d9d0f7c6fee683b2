"""Ten deterministic perturbations of a treebank, for comparing evaluations.

Works on plain text, so that nothing here depends on the code under test. Only `Random.random` is
drawn from: its numbers are the same in every version of Python.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL = 0, 1, 2, 3, 4, 5, 6


@dataclass(eq=False)
class Word:
    columns: list[str]  # FORM to MISC
    head: Any = None  # another Word; the root has none


@dataclass(eq=False)
class Token:
    words: list[Word]
    form: str | None = None  # of a multiword token


@dataclass(eq=False)
class Sentence:
    tokens: list[Token] = field(default_factory=list)

    @property
    def words(self) -> list[Word]:
        return [word for token in self.tokens for word in token.words]

    @property
    def root(self) -> Word:
        return next(word for word in self.words if word.head is None)


def parse(text: str) -> list[Sentence]:
    sentences = []
    for block in text.strip("\n").split("\n\n"):
        sentence, waiting = Sentence(), 0
        for line in block.split("\n"):
            number, _, rest = line.partition("\t")
            if line.startswith("#") or "." in number:
                continue
            columns = rest.split("\t")
            if "-" in number:
                first, last = map(int, number.split("-"))
                sentence.tokens.append(Token([], columns[FORM]))
                waiting = last - first + 1
            elif waiting:
                sentence.tokens[-1].words.append(Word(columns))
                waiting -= 1
            else:
                sentence.tokens.append(Token([Word(columns)]))
        words = sentence.words
        for word in words:
            head = int(word.columns[HEAD])
            word.head = words[head - 1] if head else None
        sentences.append(sentence)
    return sentences


def render(sentences: list[Sentence]) -> str:
    lines = []
    for sentence in sentences:
        numbers = {word: number for number, word in enumerate(sentence.words, start=1)}
        for token in sentence.tokens:
            if token.form is not None:
                span = f"{numbers[token.words[0]]}-{numbers[token.words[-1]]}"
                lines.append("\t".join([span, token.form, *"_" * 8]))
            for word in token.words:
                columns = list(word.columns)
                columns[HEAD] = "0" if word.head is None else str(numbers[word.head])
                lines.append("\t".join([str(numbers[word]), *columns]))
        lines.append("")
    return "\n".join(lines) + "\n"


def is_above(word: Word, other: Any) -> bool:
    while other is not None and other is not word:
        other = other.head
    return other is word


def pick(random: Random, values: list[Any]) -> Any:
    return values[int(random.random() * len(values))]


def heads(sentences: list[Sentence], random: Random) -> list[Sentence]:
    for sentence in sentences:
        for word in sentence.words:
            if word.head is not None and random.random() < 0.2:
                others = [other for other in sentence.words if not is_above(word, other)]
                word.head = pick(random, others)
    return sentences


def labels(sentences: list[Sentence], random: Random) -> list[Sentence]:
    known = sorted({word.columns[DEPREL] for sentence in sentences for word in sentence.words})
    return _change(sentences, random, DEPREL, lambda _: pick(random, [*known, "dobj", "clf", "auxpass", "x"]))


def subtypes(sentences: list[Sentence], random: Random) -> list[Sentence]:
    return _change(
        sentences, random, DEPREL, lambda label: label.split(":")[0] if ":" in label else f"{label}:oak", 0.4
    )


def tags(sentences: list[Sentence], random: Random) -> list[Sentence]:
    known = sorted({word.columns[UPOS] for sentence in sentences for word in sentence.words})
    sentences = _change(sentences, random, UPOS, lambda _: pick(random, known))
    return _change(sentences, random, XPOS, lambda tag: f"{tag}X", 0.1)


def feats_and_lemmas(sentences: list[Sentence], random: Random) -> list[Sentence]:
    def spoil(feats: str) -> str:
        kept = [feat for feat in feats.split("|") if random.random() < 0.6 and feat != "_"]
        extra = pick(random, [[], ["Oak=Yes"], ["Case=Dat"], ["Number=Dual"]])
        return "|".join(sorted([*kept, *extra], key=str.lower)) or "_"

    sentences = _change(sentences, random, FEATS, spoil, 0.3)
    return _change(sentences, random, LEMMA, lambda lemma: pick(random, ["_", f"{lemma}s", lemma.upper()]))


def split_tokens(sentences: list[Sentence], random: Random) -> list[Sentence]:
    for sentence in sentences:
        tokens = []
        for token in sentence.tokens:
            if token.form is None and len(token.words[0].columns[FORM]) > 1 and random.random() < 0.2:
                tokens += [Token([word]) for word in _halves(token.words[0], random)]
            else:
                tokens.append(token)
        sentence.tokens = tokens
    return sentences


def merged_tokens(sentences: list[Sentence], random: Random) -> list[Sentence]:
    for sentence in sentences:
        tokens: list[Token] = []
        for token in sentence.tokens:
            mergeable = tokens and tokens[-1].form is None and token.form is None
            if mergeable and random.random() < 0.15:
                space = pick(random, ["", "", " ", "\u00a0"])
                _absorb(sentence, tokens[-1].words[0], token.words[0], space)
            else:
                tokens.append(token)
        sentence.tokens = tokens
    return sentences


def multiword_tokens(sentences: list[Sentence], random: Random) -> list[Sentence]:
    """Add multiword tokens, remove some, split others differently, and join neighbours."""
    for sentence in sentences:
        tokens: list[Token] = []
        for token in sentence.tokens:
            form = token.form or token.words[0].columns[FORM]
            chance = random.random()
            if token.form is not None and chance < 0.3:  # one word
                for word in token.words[1:]:
                    _absorb(sentence, token.words[0], word, "")
                token.words, token.form = token.words[:1], None
                token.words[0].columns[FORM] = form
            elif token.form is not None and chance < 0.6:  # other words
                for word in token.words:
                    word.columns[FORM] = pick(random, [word.columns[FORM].upper(), word.columns[FORM] + "x"])
            elif token.form is None and len(form) > 1 and chance < 0.12:  # two words
                token.words, token.form = _halves(token.words[0], random), form
            elif tokens and chance > 0.9:  # one with the token before it
                before = tokens.pop()
                joined = (before.form or before.words[0].columns[FORM]) + form
                token = Token(before.words + token.words, joined)
            tokens.append(token)
        sentence.tokens = tokens
    return sentences


def sentence_bounds(sentences: list[Sentence], random: Random) -> list[Sentence]:
    changed: list[Sentence] = []
    for sentence in sentences:
        chance = random.random()
        if changed and chance < 0.2:
            root = sentence.root
            root.head, root.columns[DEPREL] = changed[-1].root, "parataxis"
            changed[-1].tokens += sentence.tokens
        elif chance > 0.7 and len(sentence.tokens) > 3:
            at = 1 + int(random.random() * (len(sentence.tokens) - 2))
            parts = [Sentence(sentence.tokens[:at]), Sentence(sentence.tokens[at:])]
            for part in parts:
                _close(part)
            changed += parts
        else:
            changed.append(sentence)
    return changed


def everything(sentences: list[Sentence], random: Random) -> list[Sentence]:
    for change in (
        split_tokens, merged_tokens, multiword_tokens, sentence_bounds, heads, labels, subtypes, tags,
        feats_and_lemmas,
    ):  # fmt: skip
        sentences = change(sentences, random)
    return sentences


_WAYS = (
    heads, labels, subtypes, tags, feats_and_lemmas, split_tokens, merged_tokens, multiword_tokens,
    sentence_bounds, everything,
)  # fmt: skip
PERTURBATIONS = {way.__name__: way for way in _WAYS}


def perturb(text: str, name: str, seed: int = 1) -> str:
    """Return a treebank with one of the perturbations."""
    return render(PERTURBATIONS[name](parse(text), Random(seed)))


def _change(
    sentences: list[Sentence], random: Random, column: int, to: Callable[[str], str], share: float = 0.2
) -> list[Sentence]:
    for sentence in sentences:
        for word in sentence.words:
            if random.random() < share:
                word.columns[column] = to(word.columns[column])
    return sentences


def _halves(word: Word, random: Random) -> list[Word]:
    form = word.columns[FORM]
    at = 1 + int(random.random() * (len(form) - 1))
    second = Word([form[at:], *word.columns[1:]], word)
    second.columns[DEPREL] = "goeswith"
    word.columns = [form[:at], *word.columns[1:]]
    return [word, second]


def _absorb(sentence: Sentence, word: Word, other: Word, space: str) -> None:
    """Merge two words, keeping the position of both in the tree."""
    word.columns = [word.columns[FORM] + space + other.columns[FORM], *word.columns[1:]]
    if is_above(other, word):  # the merged word gets the head of `other`
        word.head, word.columns[DEPREL] = other.head, other.columns[DEPREL]
    for child in sentence.words:
        if child.head is other and child is not word:
            child.head = word


def _close(part: Sentence) -> None:
    """Make a part of a sentence a tree: words with heads outside are attached to the first of them."""
    words = set(part.words)
    root = None
    for word in part.words:
        if word.head not in words:
            word.head = root
            root = root or word
