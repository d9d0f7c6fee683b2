"""Conversion to NLTK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.errors import Error, MissingExtraError, instance
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from nltk.parse.dependencygraph import DependencyGraph  # type: ignore[import-untyped]


def to_nltk(sentence: Sentence) -> DependencyGraph:
    """Return a sentence as an NLTK DependencyGraph."""
    instance("sentence", sentence, Sentence, "a dodona.Sentence")
    if (sentence.heads < 0).any():
        raise Error("the sentence has no tree")
    try:
        from nltk.parse.dependencygraph import DependencyGraph
    except ImportError as error:
        raise MissingExtraError("to_nltk", "nltk") from error
    columns = (sentence.words, sentence.lemmas, sentence.tags, sentence.fine_tags, sentence.feats)
    rows = [
        # Spaces inside a word would otherwise separate columns.
        "\t".join([str(place), *values, str(head), label, "_", "_"])
        for place, (*values, head, label) in enumerate(
            zip(*columns, sentence.heads.tolist(), sentence.labels, strict=True), start=1
        )
    ]
    roots = [label for head, label in zip(sentence.heads, sentence.labels, strict=True) if head == 0]
    return DependencyGraph("\n".join(rows), cell_separator="\t", top_relation_label=roots[0])
