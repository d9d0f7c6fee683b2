"""Rules for the enhanced graph."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from dodona.treebank.checking_columns import empty_nodes
from dodona.treebank.ud.columns import Fault
from dodona.treebank.ud.tables import ENHANCED_RELATIONS, RELATIONS
from dodona.treebank.ud.words import Found, Words

#: A relation, a subtype, case markers and a case, of which the last three may be absent.
_LABEL = re.compile(r"([a-z]+)(:[a-z]+)?(:[^\W\d_]+(_[^\W\d_]+)*)?(:[a-z]+)?")
_NODE = re.compile(r"(0|[1-9][0-9]*)(\.[1-9][0-9]*)?")
_UNIVERSAL = frozenset((*RELATIONS, *ENHANCED_RELATIONS))

Arc = tuple[str, str]


class Graphs:
    """Checks the graphs of a file, and remembers what its sentences must have in common."""

    def __init__(self) -> None:
        self._first: tuple[bool, int] | None = None  # whether the first sentence has a graph, and its line
        self._uneven = False
        self._empty_node = self._orphan = 0  # the lines of the first of each
        self._copies = True

    def rules(self, words: Words) -> Iterator[Found]:
        """Find what is wrong with the graphs of some sentences."""
        column = words.columns["deps"]
        with_deps = column.map(lambda text: text not in ("_", ""))
        full = set(words.sentences[with_deps].tolist())
        for sentence, (start, end) in enumerate(pairwise(words.offsets.tolist())):
            empty = empty_nodes(words.treebank, sentence)
            if not empty and sentence not in full:
                yield from self._evenness(False, words.line(start))
                continue
            nodes = {columns[0]: (line, columns[8]) for line, columns in empty}
            for word in range(start, end):
                nodes[str(word - start + 1)] = words.line(word), column[word]
                self._copies &= column[word] == f"{words.heads[word]}:{words.columns['labels'][word]}"
            heads = {head for _, deps in nodes.values() for head, _ in arcs_of(deps)}
            if heads <= {"0", *nodes}:  # otherwise that is reported alone
                yield from self._evenness(True, min(line for line, _ in nodes.values()))
                yield from self._graph(nodes)

    def _evenness(self, has_graph: bool, line: int) -> Iterator[Found]:
        if self._first is None:
            self._first = has_graph, line
        elif has_graph != self._first[0] and not self._uneven:
            self._uneven = True
            what = "no enhanced dependencies" if self._first[0] else "enhanced dependencies"
            yield Found(line, "edeps-only-sometimes", f"{what}, unlike the sentence in line {self._first[1]}")

    def _graph(self, nodes: dict[str, tuple[int, str]]) -> Iterator[Found]:
        children: dict[str, list[str]] = {}
        for node, (line, deps) in sorted(nodes.items(), key=lambda item: item[1]):
            for rule, message in deps_faults(deps):
                yield Found(line, rule, message)
            for head, label in arcs_of(deps):
                children.setdefault(head, []).append(node)
                if head == node:
                    yield Found(line, "deps-self-loop", f"{node} depends on itself in DEPS {deps!r}")
                if label.partition(":")[0] == "orphan":
                    if self._empty_node:
                        message = f"an orphan, though line {self._empty_node} has an empty node"
                        yield Found(line, "eorphan-after-empty-node", message)
                    self._orphan = self._orphan or line
            if "." in node:
                if self._orphan and not self._empty_node:
                    message = f"an empty node, though line {self._orphan} has an orphan in DEPS"
                    yield Found(line, "empty-node-after-eorphan", message)
                self._empty_node = self._empty_node or line
        reached, waiting = {"0"}, ["0"]
        while waiting:
            for node in children.get(waiting.pop(), ()):
                if node not in reached:
                    reached.add(node)
                    waiting.append(node)
        lost = [node for node in nodes if node not in reached]
        if lost:
            message = f"no path from 0 leads to {', '.join(lost)} in the enhanced graph"
            yield Found(min(nodes[node][0] for node in lost), "unconnected-egraph", message)

    def at_end(self, line: int) -> Iterator[Found]:
        """Find what is wrong with all graphs together."""
        if self._first is not None and self._copies and (self._first[0] or self._uneven):
            message = "the enhanced graphs are copies of the basic trees"
            yield Found(line, "edeps-identical-to-basic-trees", message)


@lru_cache(maxsize=1 << 16)
def arcs_of(deps: str) -> tuple[Arc, ...]:
    """Return the heads and relations in DEPS; no head where there is no colon.

    >>> arcs_of("2:nsubj|4.1:nsubj:pass")
    (('2', 'nsubj'), ('4.1', 'nsubj:pass'))
    """
    pairs = [arc.partition(":") for arc in deps.split("|") if arc != "_"]
    return tuple((head if colon else "", label) for head, colon, label in pairs)


@lru_cache(maxsize=1 << 16)
def deps_faults(deps: str) -> tuple[Fault, ...]:
    """Find what is wrong with DEPS by itself.

    >>> deps_faults("2:nsubj|1:obj")
    (('unsorted-deps', "'2:nsubj|1:obj' is not in the order of the heads"),)
    """
    return tuple(_deps_faults(deps))


def _deps_faults(deps: str) -> Iterator[Fault]:
    arcs = arcs_of(deps)
    heads = [tuple(map(int, head.split("."))) for head, _ in arcs if _NODE.fullmatch(head)]
    if heads != sorted(heads):
        yield "unsorted-deps", f"{deps!r} is not in the order of the heads"
    elif any(one[0] == two[0] and one[1] > two[1] for one, two in pairwise(arcs)):
        yield "unsorted-deps-2", f"{deps!r} is not in alphabetical order for each head"
    elif len(set(arcs)) < len(arcs):
        yield "repeated-deps", f"{deps!r} has a dependency twice"
    for head, label in arcs:
        universal = label.partition(":")[0]
        if not is_enhanced_relation(label):
            yield "invalid-edeprel", f"{label!r} in DEPS is not a relation"
        elif universal not in _UNIVERSAL:
            yield "unknown-eudeprel", f"the relation {label!r} in DEPS is not universal"
        if head == "0" and universal != "root":
            yield "enhanced-0-is-not-root", f"the enhanced dependency '{head}:{label}': the head is 0"
        if head != "0" and universal == "root":
            yield "enhanced-root-is-not-0", f"the enhanced dependency '{head}:{label}': the head is not 0"


def is_enhanced_relation(label: str) -> bool:
    """Return whether a relation of the enhanced graph is written well.

    >>> [is_enhanced_relation(label) for label in ("obl:arg:in_front_of:gen", "obl:In", "obl:in__")]
    [True, False, False]
    """
    kept = "".join(
        "x" if unicodedata.category(each)[0] == "M" else each for each in label
    )  # marks are part of letters
    return _LABEL.fullmatch(kept) is not None and not any(
        unicodedata.category(each) in ("Lu", "Lt") for each in kept
    )
