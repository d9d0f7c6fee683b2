"""Evaluation of a parse."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import RenderableType

from dodona.evaluation.columns import Bools, Ints
from dodona.evaluation.groups import (
    Group,
    LabelScore,
    by_arc_length,
    by_label,
    by_projectivity,
    by_sentence_length,
)
from dodona.evaluation.pairing import Pairing, pair
from dodona.evaluation.plain import plain
from dodona.evaluation.score import Score
from dodona.tables import ShowsTables, rendered
from dodona.treebank.reading import treebank_of
from dodona.treebank.treebank import Treebank


@dataclass(frozen=True, repr=False)
class AttachmentScores:
    """The scores of a parse over all words, or all but punctuation.

    `uas` counts correct heads, `las` correct heads and labels, `label_accuracy` correct labels, and `clas`
    correct heads and labels of words with content labels. `exact_match` counts sentences in which all heads
    and labels are correct, `unlabelled_exact_match` those in which all heads are.
    """

    uas: Score
    las: Score
    label_accuracy: Score
    clas: Score
    exact_match: Score
    unlabelled_exact_match: Score
    by_label: tuple[LabelScore, ...]
    by_arc_length: tuple[Group, ...]
    by_sentence_length: tuple[Group, ...]
    by_projectivity: tuple[Group, ...]

    def __repr__(self) -> str:
        return f"AttachmentScores(UAS {self.uas}, LAS {self.las}, CLAS {self.clas})"


@dataclass(frozen=True, repr=False)
class Evaluation(ShowsTables):
    """The result of `evaluate`; prints as tables."""

    gold: str
    system: str
    gold_sentences: int
    system_sentences: int
    gold_words: int
    system_words: int
    aligned_words: int
    #: Whether both files have the same words in the same sentences; then precision is recall.
    same_words: bool
    #: How labels were compared, how punctuation was identified, and its number in the gold file.
    labels: str
    punctuation: str
    punctuation_words: int
    #: The rule for content labels of CLAS: `UD 2`, `UD 1`, or `all but functional`.
    content: str
    all_words: AttachmentScores
    without_punctuation: AttachmentScores

    def __repr__(self) -> str:
        scores = self.all_words
        return f"Evaluation({self.gold!r}, {self.system!r}: UAS {scores.uas}, LAS {scores.las})"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        from dodona.evaluation.evaluation_tables import evaluation_tables

        return evaluation_tables(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain dictionaries, lists and numbers; shares are from 0 to 1."""
        return plain(self)  # type: ignore[no-any-return]


def evaluate(
    gold: Treebank | str | os.PathLike[str],
    parse: Treebank | str | os.PathLike[str],
    *,
    punctuation: str = "tag",
    labels: str = "full",
) -> Evaluation:
    """Score a parse against the gold treebank; both may be paths.

    The second set of scores excludes punctuation, identified by the gold `tag` (PUNCT or .), the gold `label`
    (punct or p), or the `form` (every character is Unicode punctuation); `none` excludes nothing. `labels`
    are compared `full`, or `universal`: without subtypes.

    If the files differ in words or sentences, words are aligned as in the CoNLL 2018 shared task.

    >>> gold = Treebank.from_lists([["Oaks", "speak", "softly"]], heads=[[2, 0, 2]],
    ...                            labels=[["nsubj", "root", "advmod"]])
    >>> parse = gold.replace(labels=[["nsubj", "root", "obj"]])
    >>> found = evaluate(gold, parse)
    >>> found.all_words.uas.f1, round(found.all_words.las.f1, 4)
    (1.0, 0.6667)
    """
    gold, parse = treebank_of("gold", gold), treebank_of("parse", parse)
    pairing = pair(gold, parse, punctuation=punctuation, labels=labels)
    gold_punctuation = pairing.gold.is_punctuation
    every = np.ones(gold.word_count, dtype=np.bool_), np.ones(parse.word_count, dtype=np.bool_)
    return Evaluation(
        gold=gold.source or "gold",
        system=parse.source or "parse",
        gold_sentences=len(gold),
        system_sentences=len(parse),
        gold_words=gold.word_count,
        system_words=parse.word_count,
        aligned_words=len(pairing.alignment.gold_words),
        same_words=pairing.alignment.same_words,
        labels=labels,
        punctuation=punctuation,
        punctuation_words=int(np.count_nonzero(gold_punctuation)),
        content=pairing.content.scheme,
        all_words=_scores(pairing, *every),
        without_punctuation=_scores(pairing, ~gold_punctuation, ~pairing.system.is_punctuation),
    )


def _scores(pairing: Pairing, gold_in: Bools, system_in: Bools) -> AttachmentScores:
    content = gold_in & pairing.gold.is_content, system_in & pairing.system.is_content
    return AttachmentScores(
        uas=_score(pairing, pairing.head_right, gold_in, system_in),
        las=_score(pairing, pairing.arc_right, gold_in, system_in),
        label_accuracy=_score(pairing, pairing.label_right, gold_in, system_in),
        clas=_score(pairing, pairing.arc_right, *content),
        exact_match=_exact_match(pairing, pairing.arc_right, gold_in, system_in),
        unlabelled_exact_match=_exact_match(pairing, pairing.head_right, gold_in, system_in),
        by_label=by_label(pairing, gold_in, system_in),
        by_arc_length=by_arc_length(pairing, gold_in, system_in),
        by_sentence_length=by_sentence_length(pairing, gold_in, system_in),
        by_projectivity=by_projectivity(pairing, gold_in, system_in),
    )


def _score(pairing: Pairing, right: Bools, gold_in: Bools, system_in: Bools) -> Score:
    aligned = gold_in[pairing.alignment.gold_words]
    return Score(
        correct=int(np.count_nonzero(right & aligned)),
        gold_total=int(np.count_nonzero(gold_in)),
        system_total=int(np.count_nonzero(system_in)),
        aligned_total=int(np.count_nonzero(aligned)),
    )


def _exact_match(pairing: Pairing, right: Bools, gold_in: Bools, system_in: Bools) -> Score:
    """Score whole sentences; those without a scored word (only punctuation) do not count."""
    gold, system, alignment = pairing.gold, pairing.system, pairing.alignment
    wanted = _per_sentence(gold.sentence_of[gold_in], len(gold.treebank))
    given = _per_sentence(system.sentence_of[system_in], len(system.treebank))
    right_words = alignment.gold_words[right & gold_in[alignment.gold_words]]
    found = _per_sentence(gold.sentence_of[right_words], len(gold.treebank))

    ours, theirs = alignment.gold_sentences, alignment.system_sentences
    exact = (wanted[ours] > 0) & (found[ours] == wanted[ours]) & (given[theirs] == wanted[ours])
    return Score(
        correct=int(np.count_nonzero(exact)),
        gold_total=int(np.count_nonzero(wanted)),
        system_total=int(np.count_nonzero(given)),
        aligned_total=int(np.count_nonzero(wanted[ours])),
    )


def _per_sentence(sentence_of: Ints, sentences: int) -> Ints:
    return np.bincount(sentence_of, minlength=sentences)
