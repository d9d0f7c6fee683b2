"""
Dodona's C++ core. Use the package `dodona`; what is here may change at any time.
"""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


class Format(enum.Enum):
    conllu = 0

    conllx = 1

class Encoding(enum.Enum):
    baseline = 0

    head = 1

    path = 2

    head_path = 3

class Text(enum.Enum):
    form = 0

    lemma = 1

    tag = 2

    fine_tag = 3

    feats = 4

    label = 5

    deps = 6

    misc = 7

class Treebank:
    """Sentences in columns; never changed once made."""

    def __len__(self) -> int: ...

    @property
    def format(self) -> Format: ...

    @property
    def declaration(self) -> str: ...

    @property
    def offsets(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Where each sentence begins among the words, and where the last one ends.
        """

    @property
    def heads(self) -> numpy.typing.NDArray[numpy.int32]:
        """The head of every word; -1 where there is none."""

    def head(self, sentence: int) -> numpy.typing.NDArray[numpy.int32]:
        """The heads of a sentence."""

    def ids(self, column: Text) -> numpy.typing.NDArray[numpy.uint32]:
        """The number of every word's string in a column."""

    def strings(self, ids: numpy.typing.NDArray[numpy.uint32]) -> list[str]:
        """The strings with these numbers."""

    def all_texts(self, column: Text) -> list[str]: ...

    def texts(self, column: Text, sentence: int) -> list[str]: ...

    def text_lists(self, column: Text) -> list[list[str]]: ...

    def head_arrays(self) -> list[numpy.typing.NDArray[numpy.int32]]: ...

    def unknown(self, sentence: int) -> list[list[str]]:
        """The columns that Dodona does not know."""

    def others(self, sentence: int) -> list[tuple[int, str]]:
        """
        Comments, multiword tokens and empty nodes, each with the word it stands before.
        """

    def first_line(self, sentence: int) -> int: ...

    def select(self, sentences: Sequence[int]) -> Treebank: ...

    def with_heads(self, heads: numpy.typing.NDArray[numpy.int32]) -> Treebank: ...

    def with_texts(self, column: Text, texts: Sequence[str]) -> Treebank: ...

    def with_others(self, others: Sequence[Sequence[tuple[int, str]]]) -> Treebank: ...

    def without_lines(self) -> Treebank:
        """The same sentences without the lines that they were read from."""

    def with_format(self, format: Format) -> Treebank: ...

    def write(self, start: int, end: int) -> bytes: ...

    def depths(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The number of arcs between the root and each word."""

    def nonprojective(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]:
        """1 for each word whose arc is not projective."""

    def gap_degrees(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The gap degree of each tree."""

    def edge_degrees(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The edge degree of each tree."""

    def is_projective(self, sentence: int) -> bool: ...

    def nonprojective_words(self, sentence: int) -> list[int]: ...

    def gap_degree(self, sentence: int) -> int: ...

    def edge_degree(self, sentence: int) -> int: ...

    def projectivise(self, encoding: Encoding) -> Treebank: ...

    def deprojectivise(self, encoding: Encoding) -> Treebank: ...

def concatenate(parts: Sequence[Treebank]) -> Treebank: ...

class Reader:
    """Reads CoNLL-U or CoNLL-X from bytes that come in pieces."""

    def __init__(self, format: Format | None, single_root: bool, stop_at_first: bool, pedantic: bool) -> None: ...

    def expect(self, bytes: int) -> None:
        """Says about how many bytes will come."""

    def feed(self, bytes: bytes) -> None: ...

    def finish(self) -> None: ...

    def continued(self) -> Reader:
        """A reader for a later place in the same file, where a sentence begins."""

    @property
    def at_rest(self) -> bool:
        """Whether all is right so far and no sentence is unfinished."""

    def join(self, next: Reader) -> None:
        """Adds what a continued reader has read after this one."""

    @property
    def ready(self) -> int:
        """How many sentences can be taken."""

    def take(self) -> Treebank: ...

    def take_problems(self) -> list[tuple[int, str, str]]:
        """The problems since the last call, each a line, a kind and a message."""
