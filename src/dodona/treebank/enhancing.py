"""Enhanced dependencies made from the basic tree by rule: the deterministic part of UD's enhancements."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dodona import _core
from dodona.errors import Error
from dodona.treebank.treebank import Treebank
from dodona.treebank.ud.words import feature

#: The relations whose labels tell the marker, and the relations of the markers.
_MARKED = {"obl": ("case",), "nmod": ("case",), "advcl": ("mark", "case"), "acl": ("mark", "case")}
#: Relations that a conjunct does not share with the first one.
_NOT_SHARED = ("root", "conj", "parataxis", "reparandum", "list", "ref", "orphan")
_SUBJECTS = ("nsubj", "csubj")
_MARKER = re.compile(r"[^\W\d_]+(_[^\W\d_]+)*")

Arc = tuple[int, str]


def enhance(treebank: Treebank) -> Treebank:
    """Replace enhanced dependencies by those that follow from the trees; empty nodes are removed.

    >>> import dodona
    >>> tea = dodona.Treebank.from_lists([["She", "wants", "to", "leave"]], heads=[[2, 0, 4, 2]],
    ...     labels=[["nsubj", "root", "mark", "xcomp"]], tags=[["PRON", "VERB", "PART", "VERB"]])
    >>> enhance(tea)[0].deps
    ['2:nsubj|4:nsubj:xsubj', '0:root', '4:mark', '2:xcomp']
    """
    if treebank.format != "conllu":
        raise Error("enhanced dependencies are made for CoNLL-U, and this is CoNLL-X: convert it first")
    core = treebank._core.without_enhanced()
    columns = zip(*(treebank.lists(name) for name in ("words", "tags", "feats", "labels")), strict=True)
    deps = []
    for heads, sentence in zip(treebank.head_arrays, columns, strict=True):
        deps += (
            _Sentence(heads.tolist(), *sentence).deps()
            if len(heads) and heads[0] >= 0
            else ["_"] * len(heads)
        )
    return Treebank._of(core.with_texts(_core.Text.deps, deps), treebank.source)


class _Sentence:
    """The enhanced graph of a sentence; words are numbered from 1."""

    def __init__(
        self,
        heads: Sequence[int],
        words: Sequence[str],
        tags: Sequence[str],
        feats: Sequence[str],
        labels: Sequence[str],
    ) -> None:
        self.heads, self.labels, self.tags, self.feats = [0, *heads], ["", *labels], ["", *tags], ["", *feats]
        self.names = ["", *map(str.lower, words)]
        self.relations = [label.partition(":")[0] for label in self.labels]
        self.children: list[list[int]] = [[] for _ in self.heads]
        for word, head in enumerate(heads, 1):
            self.children[head].append(word)
        self.arcs: list[list[Arc]] = [
            [],
            *([(head, label)] for head, label in zip(heads, labels, strict=True)),
        ]

        self.below: list[list[tuple[int, str]]] = [[] for _ in self.heads]  # the same by heads

    def deps(self) -> list[str]:
        """Return DEPS of all words."""
        downwards = self._downwards()
        for word in downwards:
            self._mark(word)
            for head, label in self.arcs[word]:
                self.below[head].append((word, label))
        for word in downwards:
            if self.relations[word] == "conj":
                self._share_head(word)
        for word in downwards:
            if self.relations[word] == "conj":
                self._share_subjects(word)
            elif self.relations[word] == "xcomp":
                self._control(word)
        for word in downwards:
            if self.labels[word] in ("acl:relcl", "advcl:relcl"):
                self._relate(word)
        return ["|".join(f"{head}:{label}" for head, label in sorted(set(arcs))) for arcs in self.arcs[1:]]

    def _downwards(self) -> list[int]:
        """Return the words, heads before their dependents."""
        found = list(self.children[0])
        for word in found:
            found.extend(self.children[word])
        return found

    def _of(self, head: int, *relations: str) -> list[int]:
        return [child for child in self.children[head] if self.relations[child] in relations]

    def _add(self, word: int, head: int, label: str) -> None:
        if word != head and self.relations[word] != "goeswith" and (head, label) not in self.arcs[word]:
            self.arcs[word].append((head, label))
            self.below[head].append((word, label))

    def _name(self, word: int) -> str:
        return "_".join(self.names[each] for each in (word, *self._of(word, "fixed")))

    def _mark(self, word: int) -> None:
        """Add the marker to a label: obl:in, advcl:because, conj:and."""
        label = self.labels[word]
        if label == "conj":
            siblings = [each for each in self._of(self.heads[word], "conj") if each >= word]
            markers = [marker for each in siblings for marker in self._of(each, "cc")][:1]
        else:
            markers = self._of(word, *_MARKED.get(label, ()))
            if label == "advcl" and not markers:
                markers = [
                    each for each in self._of(word, "advmod") if self._pronoun_type(each) in ("Int", "Rel")
                ]
        name = self._name(markers[-1]) if markers else ""
        if _MARKER.fullmatch(name):
            self.arcs[word] = [(self.heads[word], f"{label}:{name}")]

    def _share_head(self, word: int) -> None:
        """Give a conjunct the heads of the first one."""
        first = self.heads[word]
        for head, label in list(self.arcs[first]):
            if label.partition(":")[0] not in _NOT_SHARED:
                self._add(word, head, label)

    def _share_subjects(self, word: int) -> None:
        """Give a conjunct the subjects of the first one, if it has none."""
        if not self._of(word, *_SUBJECTS):
            for subject, label in self._dependents(self.heads[word], *_SUBJECTS):
                self._add(subject, word, self._subject_label(word, label))

    def _dependents(self, head: int, *relations: str) -> list[tuple[int, str]]:
        """Return what depends on a word in the graph, with labels."""
        return [(word, label) for word, label in self.below[head] if label.partition(":")[0] in relations]

    def _subject_label(self, predicate: int, label: str) -> str:
        """Return the label of a shared subject: whether it is passive, auxiliaries tell."""
        universal, _, subtype = label.partition(":")
        auxiliaries = self._of(predicate, "aux")
        if subtype not in ("", "pass") or (
            not auxiliaries and feature(self.feats[predicate], "VerbForm") == "Part"
        ):
            return label
        is_passive = any(self.labels[each] == "aux:pass" for each in auxiliaries)
        return f"{universal}:pass" if is_passive else universal

    def _pronoun_type(self, word: int) -> str:
        return feature(self.feats[word], "PronType")

    def _control(self, word: int) -> None:
        """Give an open complement its subject: the object of its head, or else its subject."""
        head = self.heads[word]
        if not self._of(word, *_SUBJECTS):
            for relations in (("obj",), ("iobj",), _SUBJECTS):
                controllers = self._dependents(head, *relations)
                if controllers:
                    for controller, _ in controllers:
                        self._add(controller, word, "nsubj:xsubj")
                    return

    def _relate(self, clause: int) -> None:
        """Put the noun of a relative clause in the place of the relative pronoun."""
        noun = self.heads[clause]
        below = [clause]
        for word in below:
            below.extend(child for child in self.children[word] if not self.labels[child].endswith(":relcl"))
        for pronoun in sorted(below):
            if self._pronoun_type(pronoun) == "Rel" and pronoun != clause:
                for head, label in self.arcs[pronoun]:
                    self._add(noun, head, label)
                self.arcs[pronoun] = [(noun, "ref")]
                return
        predicate = clause
        while complements := self._of(predicate, "xcomp"):
            predicate = complements[0]
        if not self._of(clause, *_SUBJECTS):
            self._add(noun, clause, self._subject_label(clause, "nsubj"))
        elif not self._of(predicate, "obj", "ccomp"):
            self._add(noun, predicate, "obj")
        else:
            self._add(noun, predicate, "obl")
