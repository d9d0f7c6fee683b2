"""Scores by label, by arc length, by sentence length, and by projectivity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.pairing import Pairing, Side
from dodona.evaluation.score import GroupScore, Score

#: The lower limits of the groups of arc lengths, and of sentence lengths.
_ARC_LENGTHS = (0, 1, 2, 3, 7)
_SENTENCE_LENGTHS = (1, 11, 21, 31, 41)
_ARC_NAMES = ("root", "1", "2", "3-6", "7+")
_SENTENCE_NAMES = ("1-10", "11-20", "21-30", "31-40", "41+")


@dataclass(frozen=True)
class LabelScore:
    """The scores of a label: with the head, and the label alone."""

    label: str
    las: Score
    label_accuracy: Score


@dataclass(frozen=True)
class Group:
    """The scores of a group of arcs."""

    name: str
    uas: GroupScore
    las: GroupScore


def by_label(pairing: Pairing, gold_in: Bools, system_in: Bools) -> tuple[LabelScore, ...]:
    """Score each label; the most frequent in the gold file first."""
    ours = pairing.alignment.gold_words
    size = len(pairing.label_names)

    def counts(labels: Ints, chosen: Bools) -> list[int]:
        return [int(count) for count in np.bincount(labels[chosen], minlength=size)]

    gold_labels, aligned_in = pairing.gold.labels[ours], gold_in[ours]
    gold = counts(pairing.gold.labels, gold_in)
    system = counts(pairing.system.labels, system_in)
    aligned = counts(gold_labels, aligned_in)
    arcs = counts(gold_labels, aligned_in & pairing.arc_right)
    labels = counts(gold_labels, aligned_in & pairing.label_right)
    scores = [
        LabelScore(
            name,
            Score(arcs[number], gold[number], system[number], aligned[number]),
            Score(labels[number], gold[number], system[number], aligned[number]),
        )
        for number, name in enumerate(pairing.label_names)
        if gold[number] or system[number]
    ]
    return tuple(sorted(scores, key=lambda score: (-score.las.gold_total, score.label)))


def by_arc_length(pairing: Pairing, gold_in: Bools, system_in: Bools) -> tuple[Group, ...]:
    """Score arcs by the number of words from the dependent to its head."""
    gold, system = (
        np.digitize(_arc_lengths(side), _ARC_LENGTHS) - 1 for side in (pairing.gold, pairing.system)
    )
    return _grouped(pairing, _ARC_NAMES, gold, system, gold_in, system_in)


def by_sentence_length(pairing: Pairing, gold_in: Bools, system_in: Bools) -> tuple[Group, ...]:
    """Score arcs by the number of words in their sentence, including punctuation."""
    gold, system = (
        np.digitize(np.diff(side.treebank.offsets)[side.sentence_of], _SENTENCE_LENGTHS) - 1
        for side in (pairing.gold, pairing.system)
    )
    return _grouped(pairing, _SENTENCE_NAMES, gold, system, gold_in, system_in)


def by_projectivity(pairing: Pairing, gold_in: Bools, system_in: Bools) -> tuple[Group, ...]:
    """Score projective and non-projective arcs separately.

    An arc is non-projective if it spans a word that its head does not dominate.
    """
    gold, system = (
        side.treebank._core.nonprojective().astype(np.int64) for side in (pairing.gold, pairing.system)
    )
    return _grouped(pairing, ("projective", "non-projective"), gold, system, gold_in, system_in)


def _arc_lengths(side: Side) -> Ints:
    words = np.arange(len(side.heads))
    return np.where(side.heads < 0, 0, np.abs(words - side.heads))


def _grouped(
    pairing: Pairing, names: Sequence[str], gold: Ints, system: Ints, gold_in: Bools, system_in: Bools
) -> tuple[Group, ...]:
    ours, theirs = pairing.alignment.gold_words, pairing.alignment.system_words
    groups = []
    for number, name in enumerate(names):
        in_gold, in_system = gold_in & (gold == number), system_in & (system == number)
        uas, las = (
            GroupScore(
                gold_correct=int(np.count_nonzero(right & in_gold[ours])),
                gold_total=int(np.count_nonzero(in_gold)),
                system_correct=int(np.count_nonzero(right & in_system[theirs])),
                system_total=int(np.count_nonzero(in_system)),
            )
            for right in (pairing.head_right, pairing.arc_right)
        )
        groups.append(Group(name, uas, las))
    return tuple(groups)
