"""The lines of CoNLL from columns, and sentences from such lines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TypeVar

from dodona import _core
from dodona.errors import Error
from dodona.treebank.columns import FORMATS

#: The names of columns in CoNLL-U and in Dodona, in the order of a line.
NAMES: dict[str, str] = {
    "FORM": "words",
    "LEMMA": "lemmas",
    "UPOS": "tags",
    "XPOS": "fine_tags",
    "FEATS": "feats",
    "HEAD": "heads",
    "DEPREL": "labels",
    "DEPS": "deps",
    "MISC": "misc",
}

#: The start of the first line of CoNLL-U Plus.
DECLARATION = "# global.columns"

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


def declared(declaration: str) -> list[str]:
    """Return the columns after ID that a declaration names.

    >>> declared("# global.columns = ID FORM PARSEME:MWE")
    ['FORM', 'PARSEME:MWE']
    """
    return [name for name in declaration.partition("=")[2].split(" ") if name][1:]


def layout(declaration: str, extra: int) -> list[str | int]:
    """Return the columns after ID: a name, or a number for one that Dodona does not know.

    >>> layout("", 1)[-2:]
    ['misc', 0]
    >>> layout("# global.columns = ID FORM PARSEME:MWE HEAD", 1)
    ['words', 0, 'heads']
    """
    if not declaration:
        return [*NAMES.values(), *range(extra)]
    columns: list[str | int] = []
    unknown = 0
    for name in declared(declaration):
        columns.append(NAMES.get(name, unknown))
        unknown += name not in NAMES
    return columns


def rows(lengths: Iterable[int], columns: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of all words, given the lengths of the sentences.

    >>> rows([2, 1], [["Oaks", "speak", "Listen"], ["oak", "speak", "listen"]])
    ['1\\tOaks\\toak', '2\\tspeak\\tspeak', '1\\tListen\\tlisten']
    """
    numbers = list(chain.from_iterable(map(_numbers, lengths)))
    return list(map("\t".join, zip(numbers, *columns, strict=True)))


@lru_cache(maxsize=200)
def _numbers(length: int) -> tuple[str, ...]:
    return tuple(map(str, range(1, length + 1)))


def unknown(core: _core.Treebank) -> list[list[str]]:
    """Return the columns that Dodona does not know, each for all words.

    >>> unknown(reread([["1\\tHush\\tshh"]], "conllu", "# global.columns = ID FORM X:SOUND"))
    [['shh']]
    """
    sentences = [core.unknown(index) for index in range(len(core))]
    return [list(chain.from_iterable(values)) for values in zip(*sentences, strict=True)]


def each(values: Sequence[_Key], function: Callable[[_Key], _Value]) -> list[_Value]:
    """Apply a function to each value, once per distinct value.

    >>> each([3, 3, -1], str)
    ['3', '3', '-1']
    """
    known = {value: function(value) for value in set(values)}
    return [known[value] for value in values]


def head_texts(heads: Sequence[int]) -> list[str]:
    """Return a HEAD column.

    >>> head_texts([2, 0]), head_texts([-1])
    (['2', '0'], ['_'])
    """
    return each(heads, lambda head: "_" if head < 0 else str(head))


def merged(words: list[str], others: Sequence[tuple[int, str]]) -> list[str]:
    """Insert the other lines of a sentence after the given numbers of words.

    >>> merged(["1\\tam", "2\\tBerg"], [(0, "# text = am Berg"), (1, "1.1\\tgroßen")])
    ['# text = am Berg', '1\\tam', '1.1\\tgroßen', '2\\tBerg']
    """
    lines: list[str] = []
    start = 0
    for after, line in sorted(others, key=itemgetter(0)):
        lines += words[start:after]
        lines.append(line)
        start = after
    return lines + words[start:]


def opened(format: str, declaration: str = "") -> _core.Reader:
    """Return a CoNLL reader that has read the first line.

    That line is empty unless it is a declaration, so that no comment is taken for one.

    >>> reader = opened("conllu")
    >>> reader.feed(b"# global.columns = ID FORM\\n1\\tHush\\n\\n")
    >>> reader.take_problems()[0][2]
    'global.columns is not in the first line, and differs from what it says there'
    """
    reader = _core.Reader(FORMATS[format], single_root=False, stop_at_first=True, pedantic=False)
    reader.feed(encoded(f"{declaration}\n"))
    return reader


def encoded(text: str) -> bytes:
    """Encode as UTF-8; lone surrogates are passed on for the reader to report.

    >>> encoded("ek \\ud800")
    b'ek \\xed\\xa0\\x80'
    """
    return text.encode("utf-8", "surrogatepass")


def reread(sentences: Iterable[Sequence[str]], format: str, declaration: str = "") -> _core.Treebank:
    """Return a treebank of sentences given as lines.

    >>> len(reread([["1\\tOaks\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_"]], "conllx"))
    1
    """
    reader = opened(format, declaration)
    for index, lines in enumerate(sentences):
        reader.feed(encoded("\n".join(lines) + "\n\n"))
        for _, _, message, _ in reader.take_problems():
            raise Error(f"sentence {index}: {message}")
    return reader.take().without_lines()
