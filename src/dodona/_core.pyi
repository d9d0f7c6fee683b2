"""
Dodona's C++ core. Use the package `dodona`; what is here may change at any time.
"""

from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

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

    def reversed(self) -> Treebank:
        """
        The same sentences from right to left, for parsers; other lines stay in their places.
        """

    def with_heads(self, heads: numpy.typing.NDArray[numpy.int32]) -> Treebank: ...

    def with_texts(self, column: Text, texts: Sequence[str]) -> Treebank: ...

    def with_choices(self, column: Text, choices: Sequence[str], chosen: numpy.typing.NDArray[numpy.int32]) -> Treebank:
        """
        Another column, in which every word has one of some strings, given by its number.
        """

    def with_others(self, others: Sequence[Sequence[tuple[int, str]]]) -> Treebank: ...

    def mentions(self, text: str) -> bool:
        """Whether any column, comment or other line has this in it."""

    def without_lines(self) -> Treebank:
        """The same sentences without the lines that they were read from."""

    def without_enhanced(self) -> Treebank:
        """The same sentences without enhanced dependencies and empty nodes."""

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

    def find_marked(self) -> int | None:
        """
        The first word whose label has an arrow, counted through all sentences.
        """

    def find_misfit(self, encoding: Encoding) -> int | None:
        """The first word whose label has marks that the encoding never makes."""

    def projectivise(self, encoding: Encoding) -> Treebank: ...

    def deprojectivise(self, encoding: Encoding) -> Treebank: ...

    def move_punctuation(self, mark: bool) -> Treebank: ...

    def find_moved(self) -> int | None:
        """
        The first word whose label says that it is punctuation that was moved, counted through all sentences.
        """

    def put_punctuation_back(self) -> Treebank: ...

def concatenate(parts: Sequence[Treebank]) -> Treebank: ...

class Reader:
    """Reads CoNLL-U or CoNLL-X from bytes that come in pieces."""

    def __init__(self, format: Format | None, single_root: bool, stop_at_first: bool, pedantic: bool, partial: bool = False) -> None:
        """If `partial`, heads need not be trees: take_partial gives them."""

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

    def take_partial(self) -> tuple[Treebank, numpy.typing.NDArray[numpy.int32]]:
        """
        The same, and the heads as they were read: a sentence whose heads are no tree has none in the treebank.
        """

    def take_problems(self) -> list[tuple[int, str, str, str]]:
        """
        The problems since the last call, each a line, a kind, a message and a sent_id.
        """

class Root(enum.Enum):
    first = 0

    last = 1

    none = 2

class Move(enum.Enum):
    shift = 0

    reduce = 1

    left_arc = 2

    right_arc = 3

    swap = 4

class SystemChoice(enum.Enum):
    arc_eager = 0

    arc_standard = 1

    arc_hybrid = 2

    swap_standard = 3

    swap_hybrid = 4

    swap_eager = 5

class OracleChoice(enum.Enum):
    static = 0

    dynamic = 1

    static_dynamic = 2

    eager = 3

    lazy = 4

    minimal = 5

    nd_sw = 6

    nd_all = 7

    nd_dynamic = 8

def system_info(choice: SystemChoice) -> tuple[list[Move], list[Root], list[OracleChoice], OracleChoice]:
    """
    The moves of a transition system, the places of the root that it allows, its oracles, the default first, and the one that covers most configurations.
    """

class Configuration:
    """A configuration of a transition system."""

    def __init__(self, words: int, root: Root, single_root: bool, system: SystemChoice = SystemChoice.arc_eager) -> None: ...

    def __copy__(self) -> Configuration: ...

    @property
    def words(self) -> int: ...

    @property
    def root(self) -> Root: ...

    @property
    def single_root(self) -> bool: ...

    @property
    def stack(self) -> list[int]:
        """The nodes of the stack, its top last."""

    @property
    def buffer(self) -> list[int]:
        """The nodes of the buffer, its front first."""

    def ends(self, top: int, front: int) -> tuple[list[int], list[int]]:
        """
        At most so many nodes of the top of the stack, and of the front of the buffer.
        """

    @property
    def heads(self) -> list[int]: ...

    @property
    def labels(self) -> list[int]: ...

    @property
    def finished(self) -> bool: ...

    def arc(self, move: Move) -> tuple[int, int]:
        """
        The arc (head, dependent) that LEFT-ARC or RIGHT-ARC would build, if it is legal.
        """

    def legal(self) -> list[Move]:
        """The moves that may be made."""

    def apply(self, move: Move, label: int = -1) -> None: ...

    def finish(self, label: int) -> None:
        """Attaches leftover words to the root."""

class Gold:
    """A tree for oracles to compare with."""

    def __init__(self, heads: Sequence[int], labels: Sequence[int], root_label: int) -> None: ...

class Oracle:
    """An oracle, prepared for a tree and for the system of a configuration."""

    def __init__(self, choice: OracleChoice, like: Configuration, gold: Gold, label_cost: float = 1.0) -> None: ...

    def costs(self, configuration: Configuration) -> list[float]:
        """
        The cost of each legal move with its best label, in the order of `legal`.
        """

MINIMAL_BUDGET: int = 100000

def swap_counts(treebank: Treebank, root: Root, budget: int) -> tuple[int, int, int, int, int, int, int]:
    """
    Of a treebank's trees, without sentences that have none: how many there are, how many are projective; the swaps of EAGER, LAZY and MINIMAL; how many trees are over budget, and how many have one derivation in ND-ALL.
    """

class Lattice:
    """Configurations and the transitions between them that an oracle allows."""

    @property
    def columns(self) -> list[int]:
        """The most transitions that lead to each configuration; never falling."""

    @property
    def transitions(self) -> list[tuple[int, int, Move]]:
        """From which configuration to which, and by which move."""

    @property
    def fewest_swaps(self) -> int: ...

def lattice_of(gold: Gold, root: Root, all: bool, limit: int) -> Lattice | None:
    """
    The lattice of a tree by ND-ALL or else by ND-SW; None if it has more configurations than `limit`.
    """

class Clusters:
    """The clusters of some words, which are known by hashes."""

    def __init__(self, words: Sequence[str], numbers: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @staticmethod
    def of_arrays(hashes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Clusters: ...

    def find(self, form: str) -> int | None:
        """The number of a word's cluster, if it has one."""

    def __len__(self) -> int: ...

    def arrays(self) -> dict[str, numpy.typing.NDArray[Any]]: ...

class Clustering:
    """Learns clusters of words from the words beside them."""

    def __init__(self) -> None: ...

    def add(self, treebank: Treebank) -> None: ...

    def clusters(self, count: int, most_words: int, least: int) -> list[tuple[str, int]]:
        """Words with their clusters, the most frequent first."""

class TagChoice(enum.Enum):
    upos = 0

    xpos = 1

    both = 2

class EpochReport:
    """What happened in an epoch of training."""

    @property
    def decisions(self) -> int: ...

    @property
    def updates(self) -> int: ...

    @property
    def cost(self) -> float: ...

    @property
    def swaps(self) -> int: ...

class Trainer:
    """Trains a parser as a recipe says."""

    @staticmethod
    def make(treebank: Treebank, templates: str, tag: TagChoice, system: SystemChoice, root: Root, single_root: bool, oracle: OracleChoice, options: dict[str, int | float | str], threads: int = 1, references: dict[str, numpy.typing.NDArray[numpy.int32]] | None = None, names: Sequence[str] = [], lexicon: Treebank | None = None, clusters: Clusters | None = None) -> Trainer:
        """
        The trainer that the options of a recipe ask for; with `references`, one for sentences that have many references each. The strings of `lexicon` are known besides those of the treebank.
        """

    def read(self, treebank: Treebank, first: int = 0) -> None:
        """
        Replaces the sentences to learn from, in an epoch of which `first` sentences came before these.
        """

    def epoch(self, number: int) -> EpochReport:
        """
        Goes through the treebank once; epochs count from 1. With a beam, a decision is a sentence.
        """

    def parser(self, prune: float = 0.0) -> Parser:
        """
        The parser as it is now; with averaged weights if the learner averages them.
        """

    def state(self) -> dict[str, numpy.typing.NDArray[Any]]: ...

    def restore(self, state: dict[str, numpy.typing.NDArray[Any]]) -> None: ...

    def survivors(self) -> numpy.typing.NDArray[numpy.int32]:
        """
        With many references: the alternative of each group that survived when its sentence was last learnt from.
        """

    @property
    def features(self) -> int: ...

    @property
    def transitions(self) -> int: ...

class Conflict(enum.Enum):
    cycle = 0

    crosses = 1

    covers = 2

    root = 3

    label = 4

    search = 5

class TemplateError(ValueError):
    pass

def check_templates(text: str) -> tuple[int, list[str]]:
    """
    How many templates the text holds and what they ask of words; TemplateError(line, message) if it cannot be read.
    """

class ParserSpec:
    """
    What a parser can do: its transition system, its labels and its transitions.
    """

    def __init__(self, system: SystemChoice, root: Root, single_root: bool, labels: Sequence[str], left: Sequence[int], right: Sequence[int], root_left: Sequence[int], root_right: Sequence[int], root_label: int) -> None: ...

    @staticmethod
    def of(treebank: Treebank, system: SystemChoice, root: Root, single_root: bool) -> ParserSpec:
        """With the labels of a treebank."""

    @property
    def system(self) -> SystemChoice: ...

    @property
    def root(self) -> Root: ...

    @property
    def single_root(self) -> bool: ...

    @property
    def labels(self) -> list[str]: ...

    @property
    def left(self) -> list[int]: ...

    @property
    def right(self) -> list[int]: ...

    @property
    def root_left(self) -> list[int]: ...

    @property
    def root_right(self) -> list[int]: ...

    @property
    def root_label(self) -> int: ...

    @property
    def transitions(self) -> int: ...

class Parser:
    """A spec and a model: all that parsing needs."""

    @overload
    def __init__(self, spec: ParserSpec, kind: str, values: dict[str, int | float | str], arrays: dict[str, numpy.typing.NDArray[Any]]) -> None:
        """
        With a model that was saved: what `kind`, `values` and `arrays` of a parser gave.
        """

    @overload
    def __init__(self, spec: ParserSpec, scorer: object) -> None:
        """
        With a scorer written in Python: `start(treebank)`, of one sentence, and `score(configuration)`, a float for each transition; `copy()` makes one for each thread.
        """

    @staticmethod
    def of_network(spec: ParserSpec, values: dict[str, int | float | str], words: Sequence[str], heads: Sequence[tuple[str, Sequence[str]]], arrays: dict[str, numpy.typing.NDArray[numpy.float32]]) -> Parser:
        """
        With the weights of a network, flat arrays of floats by name, which are rounded to 8 bits. `values` are its sizes and positions, `words` those that it knows, in lower case; `heads` are the columns that it predicts, with their values.
        """

    def tag(self, treebank: Treebank, threads: int = 1) -> Treebank:
        """The treebank with the tags, features and lemmas of a network."""

    def tag_and_parse(self, treebank: Treebank, threads: int = 1, beam: int = 1, temperature: float = 0.0) -> Treebank:
        """The treebank with the tags and the trees of a network, in one pass."""

    @property
    def heads(self) -> list[tuple[str, list[str]]]:
        """The columns that a network predicts, with their values."""

    def constrained(self, below: Sequence[Sequence[int]], beside: Sequence[Sequence[int]]) -> Parser:
        """
        The same parser, which builds no arc that breaks a constraint while another is legal. For each label: those that dependents of a word with it cannot have, and those that its siblings cannot have.
        """

    @property
    def kind(self) -> str:
        """What kind of model it has; empty if it cannot be saved."""

    @property
    def values(self) -> dict[str, Any]:
        """Numbers and words that a file holds of the model."""

    def arrays(self, compact: bool = False) -> dict[str, numpy.typing.NDArray[Any]]:
        """
        Arrays that a file holds of the model; with `compact`, small ones that take longer to load.
        """

    def parse(self, treebank: Treebank, threads: int = 1, beam: int = 1, temperature: float = 0.0) -> Treebank:
        """
        A treebank with the parser's trees. At a temperature above 0, a beam compares hypotheses by their probabilities; otherwise by sums of scores.
        """

    def nbest(self, treebank: Treebank, n: int, beam: int, temperature: float = 0.0, threads: int = 1) -> tuple[Treebank, numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]:
        """
        A treebank in which every sentence stands as often as it has trees, best first; how often that is; and the score of each tree.
        """

    def most_probable(self, treebank: Treebank, most: int, beam: int, temperature: float, threads: int = 1) -> tuple[Treebank, numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]:
        """
        The treebank with the most probable trees, as best-first search finds them with up to `most` hypotheses of each sentence, or else with those of the beam; and for each sentence the log-probability, whether it is proven to be the highest, and how many configurations were scored.
        """

    def complete(self, treebank: Treebank, heads: numpy.typing.NDArray[numpy.int32], shunned: Sequence[int], beam: int = 1, temperature: float = 0.0, threads: int = 1) -> tuple[Treebank, list[tuple[int, int, Conflict, int]]]:
        """
        The treebank with trees that have these heads (-1 for none), and what could not be kept: sentence, word, why, and the word in the way.
        """

    def learn_shortcuts(self, treebank: Treebank, least: int) -> tuple[int, int, int]:
        """
        Takes as shortcuts what it does every time in a context of these sentences, and at least so often. How many shortcuts there are, and how many decisions of how many they make.
        """

    def unconstrained(self) -> Parser:
        """The same parser without constraints."""

    @property
    def is_constrained(self) -> bool: ...

    @property
    def system(self) -> SystemChoice: ...

    @property
    def root(self) -> Root: ...

    @property
    def single_root(self) -> bool: ...

    @property
    def labels(self) -> list[str]: ...

    @property
    def left(self) -> list[int]: ...

    @property
    def right(self) -> list[int]: ...

    @property
    def root_left(self) -> list[int]: ...

    @property
    def root_right(self) -> list[int]: ...

    @property
    def root_label(self) -> int: ...

    @property
    def columns(self) -> list[Text]:
        """The columns of a treebank that the model reads."""

    @property
    def features(self) -> int: ...

    @property
    def weights(self) -> int: ...

    @property
    def transitions(self) -> int: ...

class Estimator(enum.Enum):
    """Where confidence comes from."""

    transition = 0

    samples = 1

    beam = 2

def confidences(parser: Parser, treebank: Treebank, estimator: Estimator, temperature: float, samples: int, beam: int, seed: int, threads: int) -> tuple[Treebank, numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.uint8]]:
    """
    A parsed treebank; for each word how sure its head and its label are; for each tree how sure all of it is; and for each word how far its transition was ahead of the next best, and whether it was left over.
    """

def losses_at(parser: Parser, treebank: Treebank, temperatures: Sequence[float], threads: int) -> list[float]:
    """
    The mean of -log P(zero-cost transitions) over the decisions of a greedy parse, at each temperature.
    """

def decisions(parser: Parser, treebank: Treebank, costs: bool, threads: int = 1) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int32]]:
    """
    Where each sentence's decisions begin; and of each decision the transition, its probability and its cost (nothing without `costs`); and for each word the decision that attached it.
    """

def transitions_of(parser: Parser) -> list[tuple[Move, int]]:
    """
    The moves and labels of a parser's transitions; the label is -1 if there is none.
    """

def spanning_trees(scores: numpy.typing.NDArray[numpy.float32], offsets: numpy.typing.NDArray[numpy.int64], single_root: bool, threads: int = 1) -> numpy.typing.NDArray[numpy.int32]:
    """
    The heads of the maximum spanning trees of sentences, whose words begin at `offsets`. A sentence of n words has n * (n + 1) scores: for each word that of the root as its head, then those of the words.
    """

def check_tag_templates(text: str) -> int:
    """
    How many templates for tagging the text holds; TemplateError(line, message) if it cannot be read.
    """

class Tagger:
    """Templates, tags, dictionary and weights: all that tagging needs."""

    def __init__(self, templates: str, tags: Sequence[tuple[str, str, str]], forms: Sequence[str], form_tags: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], closed: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], clusters: Clusters | None = None) -> None: ...

    def tag(self, treebank: Treebank, threads: int = 1, beam: int = 1) -> Treebank: ...

    @property
    def templates(self) -> str: ...

    @property
    def tags(self) -> list[tuple[str, str, str]]: ...

    @property
    def forms(self) -> list[str]: ...

    @property
    def features(self) -> int: ...

    @property
    def clusters(self) -> Clusters | None: ...

    def arrays(self) -> dict[str, numpy.typing.NDArray[Any]]:
        """What it was made of, but for templates, tags and forms."""

class TagCounts:
    """The tags of words, counted; the tag set is that of the first treebank."""

    def __init__(self, treebank: Treebank, xpos: bool) -> None: ...

    def add(self, treebank: Treebank) -> int:
        """
        Returns how many words were not counted, since their tags are not in the set.
        """

class TaggerTrainer:
    """Learns a tagger."""

    def __init__(self, treebank: Treebank, templates: str, counts: TagCounts, beam: int = 1, max_features: int = 0, seed: int = 1, clusters: Clusters | None = None) -> None:
        """The tag set and the dictionary are those of `counts`."""

    def read(self, treebank: Treebank, counts: TagCounts, first: int = 0) -> None:
        """
        Replaces the sentences to learn from, in an epoch of which `first` sentences came before these.
        """

    def epoch(self, number: int) -> EpochReport: ...

    def tagger(self, prune: float = 0.0) -> Tagger: ...

class Lemmatiser:
    """Edit scripts, weights and exceptions: all that finding lemmas needs."""

    def __init__(self, scripts: Sequence[str], weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], exceptions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], exception_scripts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def lemmatise(self, treebank: Treebank) -> Treebank: ...

    @property
    def scripts(self) -> list[str]: ...

    def arrays(self) -> dict[str, numpy.typing.NDArray[Any]]:
        """What it was made of, but for the scripts."""

class LemmaCounts:
    """Words with their lemmas, counted."""

    def __init__(self) -> None: ...

    def add(self, treebank: Treebank) -> None: ...

def edit_scripts(treebank: Treebank, least: int) -> tuple[list[str], numpy.typing.NDArray[numpy.int32]]:
    """
    The scripts from forms to lemmas that at least so many words need, and the script of each word, or -1.
    """

def lemmatised(treebank: Treebank, scripts: Sequence[str], candidates: numpy.typing.NDArray[numpy.int32]) -> Treebank:
    """
    Lemmas by the first of each word's candidates, scripts by number, that applies.
    """

def train_lemmatiser(treebank: Treebank, epochs: int = 6, seed: int = 1, prune: float = 0.0, further: LemmaCounts | None = None) -> Lemmatiser: ...

class Tokeniser:
    """
    Weights and rules: all that cutting text into sentences and words needs.
    """

    def __init__(self, weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], table: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], odd_chunks: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: Sequence[str], split_weights: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], exceptions: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], exception_rules: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], span_kinds: int, abbreviations: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def arrays(self) -> dict[str, numpy.typing.NDArray[Any]]:
        """What it was made of, but for the rules and kinds of spans."""

    @property
    def span_kinds(self) -> int: ...

    @property
    def rules(self) -> list[str]: ...

class TokenStream:
    """Cuts text that comes in pieces, in constant memory."""

    def __init__(self, tokeniser: Tokeniser, presegmented: bool = False, lines: bool = False, ranges: bool = True, first_sentence: int = 1) -> None: ...

    def feed(self, bytes: bytes) -> None: ...

    def finish(self) -> None: ...

    @property
    def ready(self) -> int: ...

    def take(self) -> Treebank: ...

def train_tokeniser(treebank: Treebank, epochs: int = 10, seed: int = 1, prune: float = 0.0, abbreviations: Sequence[str] = []) -> Tokeniser: ...

def text_of(treebank: Treebank) -> bytes:
    """What the sentences looked like before they were cut into words."""

class FeatureHasher:
    """Hashes the features of predictions, and combines their namespaces."""

    def __init__(self, combinations: Sequence[Sequence[str]]) -> None: ...

    def __call__(self, features: object | None, condition: list[Any] | None) -> tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.float32]]:
        """Hashes and values; those of combinations come last."""

    def unseen(self) -> list[str]:
        """Namespaces of combinations that no prediction has had."""

class UpdateRule(enum.Enum):
    sgd = 0

    sgd_plus = 1

    ftrl = 2

class Reduction(enum.Enum):
    csoaa = 0

    multiclass = 1

    margin = 2

    softmax_margin = 3

class CostSensitiveLearner:
    """Learns what each action costs, from hashed features."""

    def __init__(self, actions: int, rule: UpdateRule = UpdateRule.sgd_plus, reduction: Reduction = Reduction.csoaa, hidden: int = 0, shared: bool = False, bits: int = 22, rate: float = 0.5, power_t: float = 0.5, alpha: float = 0.005, beta: float = 0.1, l1: float = 0.0, l2: float = 0.0, averages: bool = False, seed: int = 1) -> None: ...

    def predict(self, keys: numpy.typing.NDArray[numpy.uint64], values: numpy.typing.NDArray[numpy.float32], allowed: numpy.typing.NDArray[numpy.uint32]) -> numpy.typing.NDArray[numpy.float32]:
        """The predicted cost of each allowed action."""

    def update(self, keys: numpy.typing.NDArray[numpy.uint64], values: numpy.typing.NDArray[numpy.float32], allowed: numpy.typing.NDArray[numpy.uint32], costs: numpy.typing.NDArray[numpy.float32], importance: float = 1.0) -> None:
        """Learns from the costs of allowed actions."""

    def restart_averages(self) -> None:
        """Forgets the averages so far."""

    def settle(self) -> None:
        """Predicts with averages from now on, if they are kept."""

    def state(self) -> dict[str, numpy.typing.NDArray[Any]]: ...

    def restore(self, state: dict[str, numpy.typing.NDArray[Any]]) -> None: ...

    @property
    def actions(self) -> int: ...

def network_word_counts(treebank: Treebank) -> tuple[list[str], numpy.typing.NDArray[numpy.int64]]:
    """
    The forms of a treebank in lower case, sorted, and how often each occurs.
    """

def network_rows(treebank: Treebank, words: Sequence[str], buckets: int, shapes: int) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int32]]:
    """
    The distinct form of each word; and for each of those the row of its word (0 if unknown, else 1 + its place in `words`), the rows of its n-grams, one form after another, where those of each form begin, and the row of its shape.
    """

def network_positions(spec: ParserSpec) -> list[str]:
    """The positions of a configuration that a network sees."""

def network_kernels() -> list[str]:
    """
    The instructions that this processor has for networks, the fastest last. The results do not depend on them.
    """

def explore(trees: Sequence[Treebank], spec: ParserSpec, oracle: OracleChoice, parts: numpy.typing.NDArray[numpy.float32], none: numpy.typing.NDArray[numpy.float32], root: numpy.typing.NDArray[numpy.float32], weights: numpy.typing.NDArray[numpy.float32], bias: numpy.typing.NDArray[numpy.float32], policy: str, explore: float, seed: int, threads: int = 1) -> tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.uint8]]:
    """
    The configurations that training goes through: for each the words at its positions (-1 for none, -2 for the root), and for each transition 0 if it is illegal, else 1, plus 2 if its cost is zero in the first of the trees, 4 if it is zero in the second, and so on. A transition has the score weights · ReLU(the sum of the parts of the words at all positions) + bias. All arrays are flat.
    """
