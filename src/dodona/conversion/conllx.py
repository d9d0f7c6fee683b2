"""CoNLL-U to CoNLL-X."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dodona.conversion.losses import Losses
from dodona.conversion.memory import Memory
from dodona.conversion.rows import each, head_texts, reread, rows
from dodona.treebank.treebank import Treebank


def to_conllx(treebank: Treebank, losses: Losses | None = None) -> Treebank:
    """Return a treebank in CoNLL-X: ten columns, words only.

    What CoNLL-X cannot hold is omitted and counted in `losses`: comments, multiword tokens, empty nodes,
    enhanced dependencies, MISC, and columns that CoNLL-U does not have. Columns that came from CoNLL-X are
    restored.

    >>> import dodona
    >>> treebank = dodona.read("# sent_id = 1\\n1\\tOaks\\toak\\tNOUN\\t_\\t_\\t0\\troot\\t_\\tPHead=0\\n")
    >>> losses = Losses()
    >>> print(to_conllx(treebank, losses).to_conll(), end="")  # doctest: +NORMALIZE_WHITESPACE
    1   Oaks    oak     NOUN    _   _   0   root    0   _
    >>> print(losses)
    left out 1 comment
    """
    if treebank.format == "conllx":
        return treebank
    losses = Losses() if losses is None else losses
    _count_lines(treebank, losses)
    losses.deps += sum(deps != "_" for deps in treebank.column("deps"))

    memory = each(treebank.column("misc"), Memory.of)
    feats = [
        word if seen.feats is None or word != "_" else seen.feats
        for word, seen in zip(treebank.column("feats"), memory, strict=True)
    ]
    # If CoNLL-U has FEATS besides those kept in MISC, it was edited: the column wins.
    losses.misc += sum(
        seen.more or (seen.feats is not None and seen.feats != now)
        for seen, now in zip(memory, feats, strict=True)
    )
    columns = [
        treebank.column("words"),
        treebank.column("lemmas"),
        treebank.column("tags"),
        treebank.column("fine_tags"),
        feats,
        head_texts(treebank.heads.tolist()),
        treebank.column("labels"),
        [seen.phead for seen in memory],
        [seen.pdeprel for seen in memory],
    ]
    spaced = [seen.spaces for seen in memory]
    offsets = treebank.offsets
    lines = rows(np.diff(offsets).tolist(), [_without_spaces(column, spaced, losses) for column in columns])
    sentences = (lines[start:end] for start, end in pairwise(offsets.tolist()))
    return Treebank._of(reread(sentences, "conllx"))


def _count_lines(treebank: Treebank, losses: Losses) -> None:
    core = treebank._core
    for index in range(len(core)):
        for _, line in core.others(index):
            if line.startswith("#"):
                losses.comments += 1
            elif "-" in line.split("\t", 1)[0]:
                losses.multiword_tokens += 1
            else:
                losses.empty_nodes += 1
        for column in core.unknown(index):
            losses.columns += len(column) - column.count("_")


def _without_spaces(column: list[str], spaced: list[bool], losses: Losses) -> list[str]:
    if not any(" " in text for text in set(column)):
        return column
    kept = []
    for text, had_spaces in zip(column, spaced, strict=True):
        changed = " " in text and not had_spaces
        losses.spaces += changed
        kept.append(text.replace(" ", "_") if changed else text)
    return kept
