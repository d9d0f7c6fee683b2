"""Constrained search: trees that keep given heads and labels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.evaluation.punctuation import punctuation_words
from dodona.search.beam import search_temperature
from dodona.transitions.systems import SYSTEMS
from dodona.treebank.direction import heads_in_direction, in_direction, is_reversed
from dodona.treebank.lengths import check_lengths
from dodona.treebank.nonprojective import decode_nonprojective, marked_labels, moves_punctuation
from dodona.treebank.partial import PartialTreebank
from dodona.treebank.treebank import Treebank
from dodona.treebank.trees import is_tree

#: The most words of a sentence: each move looks at many words, and with SWAP at whole continuations.
_LONGEST, _LONGEST_SWAPPED = 5_000, 500


class LostArc(NamedTuple):
    """A head that could not be kept, or a label (then `head` is None), and the reason.

    >>> print(LostArc(0, 3, 7, "nsubj", "it is part of a cycle"))
    word 3 cannot keep its head 7: it is part of a cycle
    """

    #: The sentence counts from 0, the word from 1.
    sentence: int
    word: int
    head: int | None
    label: str
    reason: str

    def __str__(self) -> str:
        what = f"label {self.label}" if self.head is None else f"head {self.head}"
        return f"word {self.word} cannot keep its {what}: {self.reason}"


class Completion(NamedTuple):
    """Trees, and the given heads and labels that they do not keep."""

    treebank: Treebank
    lost: list[LostArc]


def completion_of(
    core: _core.Parser, info: Mapping[str, Any], partial: PartialTreebank, beam: int, threads: int
) -> Completion:
    """Return trees that keep the heads and labels of a partly annotated treebank."""
    before = _without_empty_labels(partial.treebank)
    system = info["recipe"]["system"]
    most = _LONGEST_SWAPPED if "SWAP" in SYSTEMS[system].moves else _LONGEST
    check_lengths(before, most, f"keeping given heads with {system}")
    # In the model's training trees punctuation crosses nothing: crossing punctuation is attached at the end.
    waiting = _crossing_punctuation(partial) if moves_punctuation(info) else {}
    heads = partial.heads.copy()
    heads[list(waiting)] = -1
    excluded, temperature = marked_labels(core.labels, info), search_temperature(info)
    given = in_direction(before, info)
    heads = heads_in_direction(heads, before, info)
    parsed, losses = core.complete(given._core, heads, excluded, beam, temperature, threads)
    treebank = decode_nonprojective(in_direction(Treebank._of(parsed, before.source), info), info)
    offsets, labels = before.offsets.tolist(), before.column("labels")
    treebank, stayed = _with_heads(treebank, partial.heads, waiting)
    back = waiting.keys() - set(stayed)
    treebank = _with_labels(treebank, labels, back)
    lost, found_again = [], []
    for sentence, word, why, other in losses:
        if is_reversed(info):
            length = offsets[sentence + 1] - offsets[sentence]
            word, other = (length + 1 - each if each > 0 else each for each in (word, other))
        place = offsets[sentence] + word - 1
        if place in back and why == _core.Conflict.label:
            continue  # its label came back with its head
        head = None if why == _core.Conflict.label else int(partial.heads[place])
        if head is not None and treebank.heads[place] == head:
            found_again.append(place)  # dropped as a constraint, but predicted
        else:
            lost.append(LostArc(sentence, word, head, labels[place], _reason(why, other, info)))
    for place in stayed:
        sentence = waiting[place]
        head, reason = int(partial.heads[place]), "its head depends on it, so the arc would make a cycle"
        lost.append(LostArc(sentence, place - offsets[sentence] + 1, head, labels[place], reason))
    treebank = _with_labels(treebank, labels, found_again)
    if "constraints" in info:
        treebank = _raised(treebank, partial.heads, info["constraints"]["below"])
    whole = {sentence for sentence, (a, b) in enumerate(pairwise(offsets)) if is_tree(partial.heads[a:b])}
    treebank = _as_before(treebank, partial.heads, labels, whole, core.labels[core.root_label])
    lost = [each for each in lost if each.sentence not in whole]
    return Completion(treebank, sorted(lost, key=lambda each: (each.sentence, each.word)))


def _without_empty_labels(treebank: Treebank) -> Treebank:
    """Return a treebank with `_` for empty labels."""
    labels = treebank.column("labels")
    if "" not in labels:
        return treebank
    offsets = treebank.offsets.tolist()
    return treebank.replace(labels=[[label or "_" for label in labels[a:b]] for a, b in pairwise(offsets)])


def _raised(treebank: Treebank, given: NDArray[np.int32], below: Mapping[str, Collection[str]]) -> Treebank:
    """Attach words to the heads of their heads where the labels of these cannot have them.

    Given heads and labels may leave the search no other choice; given heads stay.
    """
    heads, labels = treebank.heads.copy(), treebank.column("labels")
    begins = np.repeat(treebank.offsets[:-1], np.diff(treebank.offsets))
    for place in np.flatnonzero((given < 0) & (heads > 0)).tolist():
        above = begins[place] + heads[place] - 1
        while heads[above] > 0 and labels[place] in below.get(labels[above], ()):
            heads[place] = heads[above]
            above = begins[place] + heads[place] - 1
    return Treebank._of(treebank._core.with_heads(heads), treebank.source)


def _as_before(
    treebank: Treebank, wanted: NDArray[np.int32], labels: Sequence[str], whole: Collection[int], root: str
) -> Treebank:
    """Return a treebank in which the sentences `whole` have the given heads and labels; `_` is no label.

    A sentence with all its heads keeps them, whatever trees the system can build. A word that becomes a root
    again gets the root's label.
    """
    if not whole:
        return treebank
    offsets, heads = treebank.offsets.tolist(), treebank.heads.copy()
    places = [place for sentence in whole for place in range(offsets[sentence], offsets[sentence + 1])]
    roots = [place for place in places if wanted[place] == 0 != heads[place]]
    heads[places] = wanted[places]
    treebank = Treebank._of(treebank._core.with_heads(heads), treebank.source)
    treebank = _with_labels(treebank, [root] * len(heads) if roots else (), roots)
    return _with_labels(treebank, labels, places)


def _crossing_punctuation(partial: PartialTreebank) -> dict[int, int]:
    """Return the places of punctuation whose given arcs cross other given arcs, each with its sentence."""
    found = {}
    offsets, is_punctuation = partial.treebank.offsets.tolist(), punctuation_words(partial.treebank, "tag")
    for sentence, (begin, end) in enumerate(pairwise(offsets)):
        heads = partial.heads[begin:end].tolist()
        arcs = [(min(head, word), max(head, word)) for word, head in enumerate(heads, 1) if head >= 0]
        for word, head in enumerate(heads, 1):
            if head <= 0 or not is_punctuation[begin + word - 1]:
                continue
            left, right = min(head, word), max(head, word)
            if any(a < left < b < right or left < a < right < b for a, b in arcs):
                found[begin + word - 1] = sentence
    return found


def _with_heads(
    treebank: Treebank, wanted: NDArray[np.int32], places: Mapping[int, int]
) -> tuple[Treebank, list[int]]:
    """Set the given heads of some words; also return the places where that would make a cycle."""
    heads, stayed = treebank.heads.copy(), []
    for place, sentence in places.items():
        begin = int(treebank.offsets[sentence])
        above = int(wanted[place])
        while above and begin + above - 1 != place:
            above = int(heads[begin + above - 1])
        if above:
            stayed.append(place)
        else:
            heads[place] = wanted[place]
    changed = Treebank._of(treebank._core.with_heads(heads), treebank.source) if places else treebank
    return changed, stayed


def _with_labels(treebank: Treebank, wanted: Sequence[str], places: Collection[int]) -> Treebank:
    """Set the given labels of some words; `_` is no label."""
    places = [place for place in places if wanted[place] != "_"]
    labels = treebank.column("labels") if places else []
    if all(labels[place] == wanted[place] for place in places):
        return treebank
    for place in places:
        labels[place] = wanted[place]
    return treebank.replace(labels=[labels[a:b] for a, b in pairwise(treebank.offsets.tolist())])


def _reason(why: _core.Conflict, other: int, info: Mapping[str, Any]) -> str:
    if why == _core.Conflict.cycle:
        return "it is part of a cycle"
    system = info["recipe"]["system"]
    if why == _core.Conflict.crosses:
        return f"its arc and that of word {other} cross, which {system} cannot build"
    if why == _core.Conflict.covers:
        return f"no projective tree has that arc and the one of word {other}, and {system} builds no others"
    if why == _core.Conflict.root:
        return f"word {other} is the root, and this model's trees have only one"
    if why == _core.Conflict.label:
        what = f"dependent of word {other}" if other else "root"
        return f"it has become a {what}, where this model has no such label"
    return "the search found no tree with it"
