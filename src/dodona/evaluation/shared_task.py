"""The metrics of the CoNLL 2018 shared task, to the last digit (Zeman et al. 2018)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import RenderableType

from dodona.evaluation.alignment import align_words, check_same_text
from dodona.evaluation.checks import check_trees
from dodona.evaluation.columns import Bools, Ints, base_label, flagged, numbered
from dodona.evaluation.content import CONTENT_UD2, FUNCTIONAL_UD2, named
from dodona.evaluation.pairing import heads_in_file, heads_in_gold
from dodona.evaluation.plain import plain
from dodona.evaluation.score import Score
from dodona.evaluation.segmentation import common_spans, segment
from dodona.evaluation.tables import percent
from dodona.tables import ShowsTables, rendered, table
from dodona.treebank.reading import treebank_of
from dodona.treebank.treebank import Treebank

_UNIVERSAL_FEATURES = named(
    """Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity
    Polite Poss PronType Reflex Tense VerbForm Voice"""
)

#: The shared task's names for the fields of `Conll18`.
_NAMES = {
    "tokens": "Tokens", "sentences": "Sentences", "words": "Words", "upos": "UPOS", "xpos": "XPOS",
    "ufeats": "UFeats", "all_tags": "AllTags", "lemmas": "Lemmas", "uas": "UAS", "las": "LAS",
    "clas": "CLAS", "mlas": "MLAS", "blex": "BLEX",
}  # fmt: skip


@dataclass(frozen=True, repr=False)
class Conll18(ShowsTables):
    """The thirteen metrics of the shared task; labels are compared without subtypes.

    `mlas` is CLAS that also requires correct tags, features and function words; `blex` is CLAS that also
    requires correct lemmas.
    """

    tokens: Score
    sentences: Score
    words: Score
    upos: Score
    xpos: Score
    ufeats: Score
    all_tags: Score
    lemmas: Score
    uas: Score
    las: Score
    clas: Score
    mlas: Score
    blex: Score

    def items(self) -> list[tuple[str, Score]]:
        """Return the scores by the names of the shared task."""
        return [(name, getattr(self, field)) for field, name in _NAMES.items()]

    def __repr__(self) -> str:
        return f"Conll18(LAS {self.las}, MLAS {self.mlas}, BLEX {self.blex})"

    def __str__(self) -> str:
        return rendered(self)

    def __rich__(self) -> RenderableType:
        title = "The figures of the CoNLL 2018 shared task"
        made = table(title, "", "Precision", "Recall", "F1", "Aligned accuracy")
        for name, score in self.items():
            aligned = "" if score.aligned_accuracy is None else percent(score.aligned_accuracy)
            made.add_row(name, percent(score.precision), percent(score.recall), percent(score.f1), aligned)
        return made

    def to_dict(self) -> dict[str, Any]:
        """Return the counts and ratios of every metric."""
        return plain(self)  # type: ignore[no-any-return]


def conll18(gold: Treebank | str | os.PathLike[str], parse: Treebank | str | os.PathLike[str]) -> Conll18:
    """Compute the metrics of the CoNLL 2018 shared task's evaluation script; treebanks may be paths.

    >>> gold = Treebank.from_lists([["Oaks", "speak"]], tags=[["NOUN", "VERB"]], heads=[[2, 0]],
    ...                            labels=[["nsubj", "root"]])
    >>> conll18(gold, gold.replace(tags=[["NOUN", "NOUN"]])).upos.f1
    0.5
    """
    gold, parse = treebank_of("gold", gold), treebank_of("parse", parse)
    check_trees(gold, "gold")
    check_trees(parse, "parse")
    here, there = segment(gold), segment(parse)
    check_same_text(gold, here, parse, there)
    ours, theirs = align_words(here, there)
    compared = _Compared(gold, parse, ours, theirs)
    same = compared.same

    upos, xpos, feats = same("tags"), same("fine_tags"), same("feats", _universal)
    lemmas = same("lemmas") | ~flagged(gold, "lemmas", lambda lemma: lemma != "_")[ours]
    arcs = compared.head_right & compared.label_right
    content = [_has_label(treebank, CONTENT_UD2) for treebank in (gold, parse)]
    return Conll18(
        tokens=_spans_score(here.spans, there.spans),
        sentences=_spans_score(here.sentence_spans, there.sentence_spans),
        words=Score(len(ours), gold.word_count, parse.word_count),
        upos=compared.score(upos),
        xpos=compared.score(xpos),
        ufeats=compared.score(feats),
        all_tags=compared.score(upos & xpos & feats),
        lemmas=compared.score(lemmas),
        uas=compared.score(compared.head_right),
        las=compared.score(arcs),
        clas=compared.score(arcs, *content),
        mlas=compared.score(arcs & upos & feats & compared.function_words_right(upos & feats), *content),
        blex=compared.score(arcs & lemmas, *content),
    )


class _Compared:
    """The words of both files, side by side."""

    def __init__(self, gold: Treebank, parse: Treebank, gold_words: Ints, system_words: Ints) -> None:
        self.gold, self.parse = gold, parse
        self.ours, self.theirs = gold_words, system_words
        self.gold_heads, self.system_heads = heads_in_file(gold), heads_in_file(parse)
        mapped = heads_in_gold(self.system_heads, gold_words, system_words)
        self.head_right = self.gold_heads[gold_words] == mapped[system_words]
        self.label_right = self.same("labels", base_label)

    def same(self, column: str, key: Any = str) -> Bools:
        (here, there), _ = numbered(column, [self.gold, self.parse], key)
        alike: Bools = here[self.ours] == there[self.theirs]
        return alike

    def score(self, right: Bools, gold_in: Bools | None = None, system_in: Bools | None = None) -> Score:
        if gold_in is None or system_in is None:
            count = int(np.count_nonzero(right))
            return Score(count, self.gold.word_count, self.parse.word_count, len(self.ours))
        aligned = gold_in[self.ours]
        counts = [np.count_nonzero(mask) for mask in (right & aligned, gold_in, system_in, aligned)]
        return Score(*map(int, counts))

    def function_words_right(self, tags_right: Bools) -> Bools:
        """Whether a word has the same function words in both files, with the same label, tag and features."""
        has_function = [
            _has_label(treebank, FUNCTIONAL_UD2) & (heads >= 0)
            for treebank, heads in ((self.gold, self.gold_heads), (self.parse, self.system_heads))
        ]
        wanted = np.bincount(self.gold_heads[has_function[0]], minlength=self.gold.word_count)
        given = np.bincount(self.system_heads[has_function[1]], minlength=self.parse.word_count)
        right = self.head_right & self.label_right & tags_right & has_function[0][self.ours]
        found = np.bincount(self.gold_heads[self.ours[right]], minlength=self.gold.word_count)
        complete: Bools = (wanted[self.ours] == given[self.theirs]) & (found[self.ours] == wanted[self.ours])
        return complete


def _has_label(treebank: Treebank, chosen: frozenset[str]) -> Bools:
    return flagged(treebank, "labels", lambda label: base_label(label) in chosen)


def _universal(feats: str) -> str:
    kept = [feat for feat in feats.split("|") if feat.partition("=")[0] in _UNIVERSAL_FEATURES]
    return "|".join(sorted(kept))


def _spans_score(gold: tuple[Ints, Ints], system: tuple[Ints, Ints]) -> Score:
    return Score(len(common_spans(gold, system)[0]), len(gold[0]), len(system[0]))
